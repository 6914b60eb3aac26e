"""`intaglio evaluate bodies`: the methods of Shen and Zou on rendered pages with their style sheets."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from intaglio.browser import Folder, Renderer
from intaglio.capture import Capture
from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.articles.rendered_bodies import (
    FIGURES,
    Laid,
    Row,
    laid_out,
    marked_texts,
    own_texts,
    pages_with_text,
    score_bodies,
)
from intaglio.evaluate.corpora import CORPORA, MOUNTS, SitePage, open_corpus, read_segmentation, read_sites
from intaglio.evaluate.score_report import Evaluation, narrow_table, show
from intaglio.evaluate.segmentation.segmenter_scores import rendered
from intaglio.page import Page

EXAMPLE = "intaglio evaluate bodies --corpus ../shared/corpora --json bodies.json"
SITE_PAGES = 8


def command(
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    pages: Annotated[
        int | None, typer.Option("--pages", min=1, help="Render this many pages of `segmentation` only.")
    ] = None,
    site_pages: Annotated[int, typer.Option("--site-pages", min=0, help="Pages of each site of `sites`.")] = SITE_PAGES,
) -> None:
    """Score bodies found by the single pass and by learned methods, with layout and without, where there is CSS.

    The corpus `segmentation` has blocks that people marked as articles; on `sites`, of which those with style sheets
    are taken, what counts is the text that no other page of the site has.
    """
    laid = [*_marked(corpus, pages), *(_of_sites(corpus, site_pages) if site_pages else ())]
    rows = list(score_bodies(laid))
    console = Console()
    show(console, table(rows))
    if json is not None:
        options = {"pages": len(laid), "site pages": site_pages}
        Evaluation("bodies", options, rows, FIGURES, by="method").publish(Console(quiet=True), json)


def _marked(corpus: Path, pages: int | None) -> Iterator[Laid]:
    """The pages of `segmentation` that have articles."""
    chosen = [
        page
        for page in read_segmentation(open_corpus(corpus, "segmentation"))
        if any(block.type == "Article" for block in page.blocks)
    ][:pages]
    for page, rendering in track(rendered(chosen, render_options(offline=True)), "rendering pages", len(chosen)):
        found = laid_out("segmentation", page.site, rendering, marked_texts(page, rendering.page))
        if found is not None:
            yield found


def _of_sites(corpus: Path, count: int) -> Iterator[Laid]:
    """Some pages of each site that has style sheets, spread evenly over it."""
    sites: dict[str, list[SitePage]] = {}
    for page in read_sites(open_corpus(corpus, "sites")):
        sites.setdefault(page.site, []).append(page)
    with Renderer(render_options(offline=True)) as renderer:
        for name, pages in track(sites.items(), "rendering pages of sites", len(sites)):
            root = pages[0].html
            for _ in Path(pages[0].page).parts:
                root = root.parent
            if next(root.rglob("*.css"), None) is None:
                continue
            folder = Folder(root, f"http://site.invalid{MOUNTS.get(name, '/')}")
            standing = pages_with_text(Page.parse(page.html.read_bytes()) for page in pages)
            for page in pages[:: max(len(pages) // count, 1)][:count]:
                capture = Capture(page.html.read_bytes(), page.page, f"http://site.invalid{page.mounted}")
                rendering = renderer.render(capture, folder)
                found = laid_out("sites", name, rendering, own_texts(rendering.page, standing))
                if found is not None:
                    yield found


def table(rows: list[Row]) -> Table:
    """A line for each corpus, method and what is seen."""
    made = narrow_table("bodies by words; learned methods are trained on the other sites")
    for name in ("corpus", "method", "blocks", "pages", *FIGURES):
        made.add_column(name, justify="left" if name in ("corpus", "method", "blocks") else "right", no_wrap=True)
    for key in dict.fromkeys((row["corpus"], row["method"], row["blocks"]) for row in rows):
        own = [row for row in rows if (row["corpus"], row["method"], row["blocks"]) == key]
        made.add_row(*key, str(len(own)), *(f"{sum(row[name] for row in own) / len(own):.3f}" for name in FIGURES))
    return made
