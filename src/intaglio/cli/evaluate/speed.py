"""`intaglio evaluate speed`: the time that templates save, site by site and method by method."""

from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from intaglio.browser import Renderer
from intaglio.capture import Capture
from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.chart_files import write_charts
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.evaluate.score_report import Evaluation
from intaglio.evaluate.speed.timed_sites import sites_to_time
from intaglio.evaluate.speed.timing import FIGURES, VISION, charts, time_site
from intaglio.fetch import origin
from intaglio.segment import SEGMENTERS

EXAMPLE = """
intaglio evaluate speed --corpus ../shared/corpora --json speed.json -o charts/
intaglio evaluate speed https://example.org/ --pages 500 --method vips --repeat 3
"""

MARGINS = ("saved - weighted", "saved - weighted, with texts")
SHOWN = ("pages", "clusters", "hit ratio", "weighted hit ratio", "plain s", "templates s", "saved", "warm saved",
         "hit ms", "miss ms")  # fmt: skip


def command(
    sites: Annotated[
        list[str] | None, typer.Argument(metavar="[SITE]...", help="URLs or folders; else the corpus.")
    ] = None,
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    output: ChartsOption = None,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", help="Time this method; may be repeated. Default: the vision methods."),
    ] = None,
    pages: Annotated[int, typer.Option("--pages", min=2, help="Pages of each site.")] = 200,
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="Passes, of which medians are taken.")] = 1,
) -> None:
    """Time sites plain (every page rendered and segmented) and with templates, as the papers' tables do.

    Times are sums over pages without the start of the browser; nothing is cached between pages, in both cases.
    """
    methods = method or [name for name in VISION if name in SEGMENTERS]
    unknown = [name for name in methods if name not in SEGMENTERS]
    if unknown:
        raise typer.BadParameter(f"no method '{unknown[0]}'; there are {', '.join(SEGMENTERS)}")
    rows: list[dict[str, Any]] = []
    folder = CORPORA if sites else open_corpus(corpus, "sites")
    with sites_to_time(sites or [], folder, pages) as found:
        for site in track(found, "timing sites", total=len(sites) if sites else None):
            trusted = frozenset(origin(str(capture.url)) for capture in site.captures if capture.url)
            options = replace(render_options(), workers=1, trusted=trusted, pages_per_browser=1_000_000)
            with Renderer(options) as renderer:
                renderer.render(Capture(b"<p>started"))
                rows += time_site(site, methods, renderer, repeat)
    console = Console()
    console.print(table(rows))
    settings = {"methods": methods, "pages": pages, "repeat": repeat}
    Evaluation("speed", settings, rows, FIGURES, by="method", shown=("hit ratio", "saved", *MARGINS)).publish(
        console, json
    )
    if output is not None:
        write_charts(output, charts(rows))


def table(rows: list[dict[str, Any]]) -> Table:
    """The papers' tables: a line a site and method."""
    made = Table(title="Time plain and with templates")
    for name in ("site", "method"):
        made.add_column(name)
    for name in SHOWN:
        made.add_column(name, justify="right")
    for row in rows:
        made.add_row(str(row["site"]), str(row["method"]), *(_shown(name, row[name]) for name in SHOWN))
    return made


def _shown(name: str, value: object) -> str:
    assert isinstance(value, int | float)
    if "ratio" in name or "saved" in name:
        return f"{100 * value:.1f} %"
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"
