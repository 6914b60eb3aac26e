"""`intaglio evaluate speed`: the time that templates save, site by site and method by method."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.table import Table

from intaglio.browser import Renderer
from intaglio.capture import Capture
from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.cli.shared.segmenter_options import PresetOption, segmenter_options
from intaglio.evaluate.chart_files import write_charts
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.evaluate.score_report import Evaluation, narrow_table, show
from intaglio.evaluate.speed.timed_sites import sites_to_time
from intaglio.evaluate.speed.timing import FIGURES, INTERESTING, charts, time_site
from intaglio.fetch import origin
from intaglio.run.site_learner import LearnOptions
from intaglio.segment import SEGMENTERS

EXAMPLE = """
intaglio evaluate speed --corpus ../shared/corpora --json speed.json -o charts/
intaglio evaluate speed https://example.org/ --pages 500 --method vips --repeat 3
intaglio evaluate speed --site flink --preset fine --pages 50
"""

COLUMNS: Mapping[str, str] = {
    "pages": "pages", "clusters": "new", "hit ratio": "hits", "plain s": "plain", "templates s": "CPS",
    "saved": "saved", "warm saved": "warm", "hit ms": "hit", "miss ms": "miss", "retrieved": "got",
}  # fmt: skip
"""What the table shows, and under which name."""


def command(
    sites: Annotated[list[str] | None, typer.Argument(metavar="SITE", help="URLs or folders; else the corpus.")] = None,
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    output: ChartsOption = None,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", help="Time this method; may be repeated. Default: the vision methods."),
    ] = None,
    preset: PresetOption = None,
    site: Annotated[
        list[str] | None, typer.Option("--site", help="Of the corpus this site only; may be given several times.")
    ] = None,
    pages: Annotated[int, typer.Option("--pages", min=2, help="Pages of each site.")] = 200,
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="Passes, of which medians are taken.")] = 1,
) -> None:
    """Time sites plain (every page rendered and segmented) and with templates, as the papers' tables do.

    Both end with the texts of the areas that interest: headlines with vips and burget, bodies with boxes. Times are
    sums over pages without the start of the browser; nothing is cached between pages, in both cases.
    """
    methods = method or list(INTERESTING)
    unknown = [name for name in methods if name not in SEGMENTERS]
    if unknown:
        raise typer.BadParameter(f"no method '{unknown[0]}'; there are {', '.join(SEGMENTERS)}")
    chosen = [LearnOptions(name, segmenter_options(name, preset, [])) for name in methods]
    rows: list[dict[str, Any]] = []
    folder = CORPORA if sites else open_corpus(corpus, "sites")
    with sites_to_time(sites or [], folder, pages, site or ()) as found:
        for one in track(found, "timing sites", total=len(sites) if sites else None):
            trusted = frozenset(origin(str(capture.url)) for capture in one.captures if capture.url)
            options = replace(render_options(), workers=1, trusted=trusted, pages_per_browser=1_000_000)
            with Renderer(options) as renderer:
                renderer.render(Capture(b"<p>started"))
                rows += time_site(one, chosen, renderer, repeat)
    console = Console()
    show(console, table(rows))
    settings = {"methods": methods, "preset": preset, "pages": pages, "repeat": repeat}
    shown = ("hit ratio", "saved", "saved - weighted")
    Evaluation("speed", settings, rows, FIGURES, by="method", shown=shown).publish(console, json)
    if output is not None:
        write_charts(output, charts(rows))


def table(rows: list[dict[str, Any]]) -> Table:
    """The papers' tables: a line a site and method."""
    made = narrow_table("seconds plain and with templates (CPS); ms a hit, a miss; the rest in %")
    for name in ("site", "method", *COLUMNS.values()):
        made.add_column(name, justify="left" if name in ("site", "method") else "right", no_wrap=True)
    for row in rows:
        made.add_row(str(row["site"]), str(row["method"]), *(_shown(name, row[name]) for name in COLUMNS))
    return made


def _shown(name: str, value: object) -> str:
    assert isinstance(value, int | float)
    if name in ("hit ratio", "saved", "warm saved", "retrieved"):
        return f"{100 * value:.1f}"
    return f"{value:,.0f}" if name == "miss ms" or isinstance(value, int) else f"{value:.1f}"
