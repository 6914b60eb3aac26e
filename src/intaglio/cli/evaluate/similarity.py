"""`intaglio evaluate similarity`: how well the measures tell templates apart."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.chart_files import write_charts
from intaglio.evaluate.corpora import CORPORA, SitePage, open_corpus, read_sites
from intaglio.evaluate.score_report import Evaluation, narrow_table
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
    """Mean similarity of each site for each D, a line a D; and the share of pairs above Q."""
    chosen = [row for row in rows if row["measure"] == measure]
    sites = list(dict.fromkeys(row["site"] for row in chosen))
    table = narrow_table(f"{measure}: mean S {what} templates, against D; last: share of pairs above Q")
    table.add_column("D", justify="right")
    for name in (*sites, "S > Q"):
        table.add_column(name, justify="right", overflow="fold", max_width=7)
    for depth in sorted({row["depth"] for row in chosen}):
        mine = [row for row in chosen if row["depth"] == depth]
        above = sum(row[f"{what}_alike"] for row in mine) / len(mine)
        table.add_row(str(depth), *(f"{row[what]:.2f}" for row in mine), f"{above:.2f}")
    return table
