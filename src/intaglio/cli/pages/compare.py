"""`intaglio compare`: how alike the structures of two pages are, and whether they are alike."""

import json
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from intaglio.cli.shared.browser_options import BaseUrlOption, RootOption
from intaglio.cli.shared.clean_console import Console
from intaglio.page import Page
from intaglio.similarity import MEASURES, LevelOptions, PathOptions, common_paths, compare_levels, only_in
from intaglio.sources.one_page import read_single

EXAMPLE = """
intaglio compare saved/story-1.html saved/story-2.html
intaglio compare https://example.org/a https://example.org/b --explain
intaglio compare a.html b.html --measure levels -D 6 -Q .8 --exit-code && echo one structure
"""
SHOWN = 20
"""Paths printed for each page; JSON has them all."""
UNLIKE = 3
"""Status that --exit-code ends with where pages are not alike."""
LEVELS = LevelOptions()


def command(
    first: Annotated[str, typer.Argument(metavar="FILE|URL", help="A saved page, or its URL.")],
    second: Annotated[str, typer.Argument(metavar="FILE|URL", help="The page to compare it with.")],
    measure: Annotated[
        str | None, typer.Option("--measure", "-m", metavar="NAME", help=f"One of {', '.join(MEASURES)}; else all.")
    ] = None,
    depth: Annotated[int, typer.Option("--depth", "-D", min=1, help="Levels: how many are compared.")] = LEVELS.depth,
    alike: Annotated[
        float, typer.Option("--alike", "-Q", min=0, max=1, help="Pages are alike if their similarity is above this.")
    ] = LEVELS.alike,
    keep_digits: Annotated[
        bool, typer.Option("--keep-digits", help="Common paths: take ids as they are, as the paper does.")
    ] = False,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="End with status 3 if the pages are not alike; one measure, or levels.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show where the pages differ: levels and paths.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    root: RootOption = None,
    base_url: BaseUrlOption = None,
) -> None:
    """Compare the structures of two pages: 1 is the same structure, less is less alike; and say whether they are alike.

    The verdict is Kang's: alike is what has a similarity above Q, at D levels.
    """
    if measure is not None and measure not in MEASURES:
        raise typer.BadParameter(f"no measure '{measure}'; there are {', '.join(MEASURES)}", param_hint="--measure")
    a, b = (Page.of(read_single(page, root=root, base_url=base_url).capture) for page in (first, second))
    levels, paths = LevelOptions(depth=depth, alike=alike), PathOptions(fold_digits=not keep_digits)
    names = [measure] if measure else list(MEASURES)
    found: dict[str, Any] = {name: similarity(name, a, b, levels, paths) for name in names}
    verdicts = {name: found[name] > alike for name in names}
    said: dict[str, Any] = {**found, "alike": verdicts}
    if explain:
        said["explained"] = explained(a, b, levels, paths)
    if as_json:
        typer.echo(json.dumps(said, ensure_ascii=False, indent=2))
    else:
        console = Console()
        table = Table("measure", "similarity", f"above {alike:g}")
        for name in names:
            table.add_row(name, f"{found[name]:.4f}", "alike" if verdicts[name] else "not alike")
        console.print(table)
        if explain:
            show(console, said["explained"], levels)
    if exit_code and not verdicts[measure or "levels"]:
        raise typer.Exit(UNLIKE)


def similarity(name: str, a: Page, b: Page, levels: LevelOptions, paths: PathOptions) -> float:
    """One measure of two pages, with the options that are its own."""
    if name == "common-paths":
        return common_paths(a, b, paths)
    return 1.0 - sum(level.loss for level in compare_levels(a, b, levels, aligned=name == "aligned-levels"))


def explained(a: Page, b: Page, options: LevelOptions, paths: PathOptions) -> dict[str, Any]:
    """Where two pages differ: each level, printed and aligned, and the paths that only one of them has."""
    levels = []
    aligned = {level.number: level for level in compare_levels(a, b, options, aligned=True)}
    for level in compare_levels(a, b, options):
        other = aligned[level.number]
        levels.append(
            {"level": level.number, "changed": level.changed / level.total, "loss": level.loss,
             "aligned_changed": other.changed / other.total, "aligned_loss": other.loss}
        )  # fmt: skip
    return {"levels": levels, "only_first": only_in(a, b, paths), "only_second": only_in(b, a, paths)}


def show(console: Console, found: dict[str, Any], options: LevelOptions) -> None:
    """Print what `explained` gave."""
    table = Table(
        "level", "changed", "loss", "aligned: changed", "loss", title=f"levels below BODY, D = {options.depth}"
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
