"""`intaglio evaluate segmentation`: the segmenters against blocks that people marked."""

from typing import Annotated, Literal

import typer

from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.chart_files import write_charts
from intaglio.evaluate.corpora import CORPORA, open_corpus, part_of, read_segmentation
from intaglio.evaluate.score_report import show
from intaglio.evaluate.segmentation.segmenter_scores import TRUTHS, rendered, score_page, with_tuned
from intaglio.evaluate.segmentation.segmenter_table import charts, table, write_json
from intaglio.segment import SEGMENTERS

EXAMPLE = "intaglio evaluate segmentation --corpus ../shared/corpora --json scores.json -o charts/"


def command(
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    output: ChartsOption = None,
    method: Annotated[
        list[str] | None, typer.Option("--method", help="Score this method only; may be given several times.")
    ] = None,
    half: Annotated[
        Literal["tune", "report"] | None,
        typer.Option("--half", help="Only the sites that settings were found on, or only the others."),
    ] = None,
    pages: Annotated[int | None, typer.Option("--pages", min=1, help="Score this many pages only.")] = None,
) -> None:
    """Score the segmenters on the corpus `segmentation` by extended B³, beside simple baselines.

    Each method runs at its defaults and, as "tuned", at the setting that did best on other sites.
    """
    names = method or list(SEGMENTERS)
    unknown = [name for name in names if name not in SEGMENTERS]
    if unknown:
        raise typer.BadParameter(f"no method '{unknown[0]}'; there are {', '.join(SEGMENTERS)}")
    console = Console()
    read = read_segmentation(open_corpus(corpus, "segmentation"))
    chosen = [page for page in read if half is None or part_of(page.site) == half][:pages]
    rows = []
    pages_rendered = rendered(chosen, render_options(offline=True))
    for page, rendering in track(pages_rendered, "scoring pages", len(chosen)):
        rows += score_page(page, rendering, names)
    kept = with_tuned(rows)
    for truth in TRUTHS:
        show(console, table(kept, truth))
    if json is not None:
        write_json(json, {"methods": names, "half": half, "pages": len(chosen)}, kept)
    if output is not None:
        write_charts(output, charts(kept))
