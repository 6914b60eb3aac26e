"""`intaglio page`: what a page is made of, in figures."""

import json
from collections import Counter
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from intaglio.cli.shared.browser_options import BaseUrlOption, RootOption
from intaglio.cli.shared.clean_console import Console
from intaglio.page import Page
from intaglio.sources.one_page import read_single

EXAMPLE = """
intaglio page https://example.org/
intaglio page saved/news/story.html --json
"""


def command(
    page: Annotated[str, typer.Argument(metavar="FILE|URL", help="A saved page, or its URL.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    root: RootOption = None,
    base_url: BaseUrlOption = None,
) -> None:
    """Parse a page and say what its tree is like: elements, depth, texts, encoding, title."""
    capture = read_single(page, root=root, base_url=base_url).capture
    figures = figures_of(Page.of(capture), len(capture.body))
    if as_json:
        typer.echo(json.dumps(figures, ensure_ascii=False, indent=2))
        return
    table = Table(show_header=False, box=None)
    for name, value in figures.items():
        shown = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        table.add_row(f"[bold]{name}", "-" if shown is None else escape(str(shown)))
    Console().print(table)


def figures_of(page: Page, size: int) -> dict[str, Any]:
    """The figures of a page, by name."""
    tags = Counter(page.tag_name(e) for e in range(page.size))
    return {
        "title": page.title,
        "url": page.url,
        "base": page.base_url,
        "encoding": page.encoding,
        "bytes": size,
        "elements": page.size,
        "depth": int(page.depth.max()),
        "leaves": int(page.leaves.sum()),
        "ids": int((page.id >= 0).sum()),
        "classes": len({page.class_of(e) for e in range(page.size)} - {None}),
        "texts": len(page.texts),
        "characters": sum(map(len, page.texts)),
        "links": sum(1 for e in page.having("href") if page.tag_name(e) == "a"),
        "tags": dict(tags.most_common(8)),
    }
