"""`intaglio compare`: how alike the structures of two pages are, by every measure."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from intaglio.cli.shared.browser_options import BaseUrlOption, RootOption
from intaglio.page import Page
from intaglio.similarity import MEASURES, LevelOptions, compare_levels, only_in
from intaglio.sources.one_page import read_single

EXAMPLE = """
intaglio compare saved/story-1.html saved/story-2.html
intaglio compare https://example.org/a https://example.org/b --explain
"""
SHOWN = 20
"""Paths printed for each page; JSON has them all."""


def command(
    first: Annotated[str, typer.Argument(metavar="FILE|URL", help="A saved page, or its URL.")],
    second: Annotated[str, typer.Argument(metavar="FILE|URL", help="The page to compare it with.")],
    explain: Annotated[bool, typer.Option("--explain", help="Show where the pages differ: levels and paths.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    root: RootOption = None,
    base_url: BaseUrlOption = None,
) -> None:
    """Compare the structures of two pages by all measures: 1 is the same structure, less is less alike."""
    pages = [Page.of(read_single(page, root=root, base_url=base_url).capture) for page in (first, second)]
    found: dict[str, Any] = {name: measure(*pages) for name, measure in MEASURES.items()}
    if explain:
        found["explained"] = explained(*pages)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    console = Console()
    table = Table("measure", "similarity")
    for name in MEASURES:
        table.add_row(name, f"{found[name]:.4f}")
    console.print(table)
    if explain:
        show(console, found["explained"])


def explained(a: Page, b: Page) -> dict[str, Any]:
    """Where two pages differ: each level, printed and aligned, and the paths that only one of them has."""
    levels = []
    aligned = {level.number: level for level in compare_levels(a, b, aligned=True)}
    for level in compare_levels(a, b):
        other = aligned[level.number]
        levels.append(
            {"level": level.number, "changed": level.changed / level.total, "loss": level.loss,
             "aligned_changed": other.changed / other.total, "aligned_loss": other.loss}
        )  # fmt: skip
    return {"levels": levels, "only_first": only_in(a, b), "only_second": only_in(b, a)}


def show(console: Console, found: dict[str, Any]) -> None:
    """Print what `explained` gave."""
    table = Table(
        "level", "changed", "loss", "aligned: changed", "loss", title=f"levels below BODY, D = {LevelOptions().depth}"
    )
    for level in found["levels"]:
        table.add_row(
            str(level["level"]), f"{level['changed']:.1%}", f"{level['loss']:.4f}",
            f"{level['aligned_changed']:.1%}", f"{level['aligned_loss']:.4f}",
        )  # fmt: skip
    console.print(table)
    for title, paths in (("first", found["only_first"]), ("second", found["only_second"])):
        console.print(f"[bold]{len(paths)} paths only in the {title} page")
        for path in paths[:SHOWN]:
            console.print(f"  {escape(path)}", soft_wrap=True)
        if len(paths) > SHOWN:
            console.print(f"  … and {len(paths) - SHOWN} more")
