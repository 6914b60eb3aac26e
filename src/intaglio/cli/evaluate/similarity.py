"""`intaglio evaluate similarity`: how well the measures tell templates apart."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.chart_files import write_charts
from intaglio.evaluate.corpora import CORPORA, SitePage, open_corpus, read_sites
from intaglio.evaluate.score_report import Evaluation
from intaglio.evaluate.templates.measures import LEVELS, Row, SimilarityOptions, charts, score_site
from intaglio.similarity import LevelOptions

EXAMPLE = "intaglio evaluate similarity --corpus ../shared/corpora --json scores.json -o charts/"


def command(
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    output: ChartsOption = None,
    pairs: Annotated[int, typer.Option("--pairs", min=1, help="Pairs of each kind that are compared per site.")] = 200,
) -> None:
    """Compare pairs of pages of one template and of two: mean similarity for D = 1 … 15, ROC AUC of each measure."""
    options = SimilarityOptions(pairs=pairs)
    sites: dict[str, list[SitePage]] = {}
    for page in read_sites(open_corpus(corpus, "sites")):
        sites.setdefault(page.site, []).append(page)
    rows: list[Row] = []
    for name, pages in track(sites.items(), "comparing pages", total=len(sites)):
        rows += score_site(name, pages, options)
    console = Console()
    for measure in LEVELS:
        for what in ("inside", "between"):
            console.print(table_by_depth(rows, measure, what))
    at_defaults = [row for row in rows if row["depth"] in (None, LevelOptions().depth)]
    console.print(Evaluation("similarity, ROC AUC", {}, at_defaults, ["auc", "inside", "between"], "measure").table())
    if json is not None:
        Evaluation("similarity", {"pairs": pairs}, rows, ["auc", "inside", "between"], "measure").publish(
            Console(quiet=True), json
        )
    if output is not None:
        write_charts(output, charts(rows))


def table_by_depth(rows: list[Row], measure: str, what: str) -> Table:
    """Mean similarity of each site for each D."""
    chosen = [row for row in rows if row["measure"] == measure]
    depths = sorted({row["depth"] for row in chosen})
    table = Table("site", *(str(d) for d in depths), title=f"{measure}: mean S {what} templates, against D")
    for site in dict.fromkeys(row["site"] for row in chosen):
        values = {row["depth"]: row[what] for row in chosen if row["site"] == site}
        table.add_row(site, *(f"{values[d]:.2f}" for d in depths))
    return table
