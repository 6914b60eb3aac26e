"""`intaglio evaluate similarity`: how well the measures tell templates apart."""

import json as json_module
from typing import Annotated

import typer
from rich.table import Table

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.chart_files import write_charts
from intaglio.evaluate.corpora import CORPORA, SitePage, open_corpus, read_sites
from intaglio.evaluate.score_report import Evaluation, narrow_table, show
from intaglio.evaluate.templates.level_memory import memory_rows
from intaglio.evaluate.templates.measures import LEVELS, Row, SimilarityOptions, charts, score_site
from intaglio.similarity import LevelOptions

EXAMPLE = "intaglio evaluate similarity --corpus ../shared/corpora --json scores.json -o charts/"
MEMORY_PAGES = 40
"""Pages of each site that are kept at once to see what they take."""


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
            show(console, table_by_depth(rows, measure, what))
    some = [page.html for pages in sites.values() for page in pages[:MEMORY_PAGES]]
    memory = memory_rows(some)
    show(console, memory_table(memory))
    at_defaults = [row for row in rows if row["depth"] in (None, LevelOptions().depth)]
    show(console, Evaluation("similarity, ROC AUC", {}, at_defaults, ["auc", "inside", "between"], "measure").table())
    if json is not None:
        figures = ["auc", "inside", "between"]
        mean = Evaluation("similarity", {"pairs": pairs}, rows, figures, "measure").mean
        content = {"name": "similarity", "options": {"pairs": pairs}, "rows": rows, "mean": mean, "memory": memory}
        json.write_text(json_module.dumps(content, indent=1) + "\n", encoding="utf-8")
    if output is not None:
        write_charts(output, charts(rows))


def memory_table(rows: list[Row]) -> Table:
    """What is kept of each page, so that it can be compared."""
    table = narrow_table(f"memory a page while {rows[0]['pages']} pages are kept, in KB; D = {LevelOptions().depth}")
    for row in rows:
        table.add_column(row["kept"], justify="right")
    table.add_row(*(f"{row['kb']:.1f}" for row in rows))
    return table


def table_by_depth(rows: list[Row], measure: str, what: str) -> Table:
    """Mean similarity of each site for each D, a line a D; and the share of pairs above Q."""
    chosen = [row for row in rows if row["measure"] == measure]
    sites = list(dict.fromkeys(row["site"] for row in chosen))
    table = narrow_table(f"{measure}: mean S {what} templates, against D; last: share of pairs above Q")
    table.add_column("D", justify="right")
    for name in (*sites, "S > Q"):
        table.add_column(name, justify="right")
    for depth in sorted({row["depth"] for row in chosen}):
        mine = [row for row in chosen if row["depth"] == depth]
        above = sum(row[f"{what}_alike"] for row in mine) / len(mine)
        table.add_row(str(depth), *(f"{row[what]:.2f}" for row in mine), f"{above:.2f}")
    return table
