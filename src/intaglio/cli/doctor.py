"""`intaglio doctor`: what is installed, what is missing, and the command that mends it."""

import asyncio
import json
import platform
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from intaglio.browser import RenderOptions, chromium
from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.clean_console import Console
from intaglio.errors import IntaglioError

EXAMPLE = """
intaglio doctor
intaglio doctor --json
"""
LOOK = 3
"""Exit status: done, but something is missing."""


@dataclass(frozen=True, slots=True)
class Extra:
    """An optional part of Intaglio: the modules it needs, and what it is for."""

    name: str
    modules: tuple[str, ...]
    use: str


EXTRAS = (
    Extra("browser", ("playwright",), "rendering pages"),
    Extra("crawl", ("scrapy", "fastwarc"), "crawling from a URL"),
    Extra("warc", ("fastwarc",), "reading WARC files"),
    Extra("search", ("tantivy",), "searching a collection"),
    Extra("parquet", ("pyarrow",), "writing Parquet files"),
    Extra("postgres", ("psycopg",), "collections in PostgreSQL"),
    Extra("web", ("starlette", "uvicorn", "jinja2"), "the inspector and `intaglio serve`"),
    Extra("mcp", ("mcp",), "serving language models"),
    Extra("scrapy", ("scrapy", "scrapy_poet"), "pages of Scrapy's spiders"),
    Extra("datatrove", ("datatrove", "fastwarc"), "steps of datatrove's pipelines"),
    Extra("apply", ("fsspec", "aiohttp", "pyarrow", "fastwarc", "duckdb"), "reading WARC files by a pack"),
    Extra("s3", ("s3fs",), "files in S3"),
    Extra("ray", ("ray",), "reading on a cluster"),
    Extra("evaluate", ("sklearn",), "evaluating against learned methods"),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    name: str
    fine: bool
    found: str
    mend: str = ""
    """The command that mends it."""


def command(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Look at what Intaglio needs: Python, extras, a Chromium that starts, PostgreSQL.

    Prints a command for each thing that is missing. Ends with status 3 if something is.
    """
    findings = list(examine())
    if as_json:
        print(json.dumps([asdict(one) for one in findings], indent=1))
    else:
        console = Console(highlight=False, soft_wrap=True, markup=False)
        width = max(len(one.name) for one in findings)
        for one in findings:
            console.print(f"{'ok' if one.fine else '--'}  {one.name:<{width}}  {one.found}")
            if one.mend:
                console.print(f"    {'':<{width}}  → {one.mend}")
    if not all(one.fine for one in findings):
        raise typer.Exit(LOOK)


def examine() -> Iterator[Finding]:
    """Look at everything, one after the other."""
    yield Finding("intaglio", fine=True, found=version("intaglio"))
    yield Finding("python", fine=True, found=f"{platform.python_version()} ({platform.system()} {platform.machine()})")
    yield from map(examine_extra, EXTRAS)
    yield examine_browser()
    yield examine_postgres()


def examine_extra(extra: Extra) -> Finding:
    """Whether the modules of an extra are there."""
    missing = [name for name in extra.modules if find_spec(name) is None]
    if missing:
        said = f"{extra.use}: {', '.join(missing)} not installed"
        return Finding(f"[{extra.name}]", fine=False, found=said, mend=f"pip install 'intaglio[{extra.name}]'")
    versions = ", ".join(f"{name} {_version(name)}" for name in extra.modules)
    return Finding(f"[{extra.name}]", fine=True, found=f"{extra.use}: {versions}")


def examine_browser() -> Finding:
    """Whether a Chromium starts, and whether its sandbox is on."""
    options = render_options(offline=True)
    if find_spec("playwright") is None:
        found = "not tried: Playwright starts it"
        return Finding("chromium", fine=False, found=found, mend="pip install 'intaglio[browser]'")
    try:
        sandboxed = asyncio.run(_started(options))
    except IntaglioError as error:
        mend = "apt install chromium  (or: playwright install chromium)"
        return Finding("chromium", fine=False, found=" ".join(str(error).split()), mend=mend)
    if sandboxed:
        return Finding("chromium", fine=True, found="starts, with its sandbox on")
    return Finding(
        "chromium", fine=False, found="starts only without its sandbox",
        mend="sysctl -w kernel.unprivileged_userns_clone=1  (as root)",
    )  # fmt: skip


async def _started(options: RenderOptions) -> bool:
    browser = await chromium.start(options)
    try:
        return browser.sandboxed
    finally:
        await browser.close()


def examine_postgres() -> Finding:
    """Whether a PostgreSQL server is installed here; one elsewhere is named by `run --store`."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), reverse=True)
    server = shutil.which("postgres") or (str(places[0]) if places else None)
    if server is None:
        said = "no server on this machine (one elsewhere will do: `intaglio run --store postgresql://…`)"
        return Finding("postgresql", fine=True, found=said)
    return Finding("postgresql", fine=True, found=f"server at {server}")


def _version(module: str) -> str:
    names = {"sklearn": "scikit-learn", "scrapy_poet": "scrapy-poet"}
    try:
        return version(names.get(module, module))
    except PackageNotFoundError:
        return "(version unknown)"
