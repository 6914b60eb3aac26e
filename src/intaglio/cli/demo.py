"""`intaglio demo`: write the sample site, serve it on loopback and show one of its pages from bytes to text blocks."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from intaglio.browser import Renderer, Rendering
from intaglio.cli.browser import render_options
from intaglio.errors import BrowserError
from intaglio.page import Page
from intaglio.sample import serve, write_sample
from intaglio.segment import SEGMENTERS, content_of
from intaglio.sources.single import Single, read_single

EXAMPLE = "intaglio demo -o out/demo"


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the site and the picture.")] = Path("out/demo"),
) -> None:
    """Write the sample site, serve it on loopback, and show one of its pages from bytes to text blocks."""
    console = Console(highlight=False)
    site = out / "site"
    console.print(f"{write_sample(site)} pages of a sample site in {site}")
    labels = [json.loads(line) for line in (site / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    story = next(label["page"] for label in labels if label["template"] == "story")
    with serve(site) as address:
        single = read_single(address + story)
        rendering = render(single, console)
    page = Page.of(single.capture) if rendering is None else rendering.page
    console.print(f"{story}: {len(single.capture.body):,} bytes, {page.encoding}, {page.size} elements")
    console.print(block_table(page, rendering))
    if rendering is not None and rendering.screenshot is not None:
        picture = out / "story.png"
        picture.write_bytes(rendering.screenshot)
        console.print(f"The page as it was laid out is in {picture}, the site starts at {site / 'index.html'}")


def render(single: Single, console: Console) -> Rendering | None:
    """Lay the page out; without a browser the demo goes on without layout."""
    options = replace(render_options(), workers=1, screenshot=True, trusted=single.trusted)
    try:
        with Renderer(options) as renderer:
            return renderer.render(single.capture, single.resources)
    except BrowserError as error:
        console.print(f"Without layout: {error}")
        return None


def block_table(page: Page, rendering: Rendering | None) -> Table:
    """Show the page's text blocks with where they stand."""
    tree = SEGMENTERS["text-blocks"](page, None if rendering is None else rendering.layout)
    table = Table("at", "text", title=f"{page.title}: {len(tree.leaves)} text blocks")
    for area in (tree.areas[number] for number in tree.leaves):
        place = "" if area.rect is None else f"{area.rect[0]:.0f}, {area.rect[1]:.0f}"
        table.add_row(place, page.flow(content_of(page, area)))
    return table
