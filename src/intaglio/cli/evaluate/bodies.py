"""`intaglio evaluate bodies`: the single pass of Shen and Zou on rendered pages, against what people marked."""

from typing import Annotated

import typer
from rich.console import Console

from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.evaluate_options import CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.articles.rendered_bodies import FIGURES, Row, score_bodies
from intaglio.evaluate.corpora import CORPORA, open_corpus, read_segmentation
from intaglio.evaluate.score_report import Evaluation
from intaglio.evaluate.segmentation.segmenter_scores import rendered

EXAMPLE = "intaglio evaluate bodies --corpus ../shared/corpora --json bodies.json"


def command(
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    pages: Annotated[int | None, typer.Option("--pages", min=1, help="Render this many pages only.")] = None,
) -> None:
    """Score bodies found by the single pass, with layout and without, on pages that have their style sheets."""
    chosen = [
        page
        for page in read_segmentation(open_corpus(corpus, "segmentation"))
        if any(block.type == "Article" for block in page.blocks)
    ][:pages]
    rows: list[Row] = []
    for page, rendering in track(rendered(chosen, render_options(offline=True)), "rendering pages", len(chosen)):
        rows += score_bodies(page, rendering)
    Evaluation("bodies by single pass", {"pages": len(chosen)}, rows, FIGURES, by="blocks").publish(Console(), json)
