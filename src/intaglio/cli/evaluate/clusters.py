"""`intaglio evaluate clusters`: how well pages are put to templates, ours and by the papers' fixed rule."""

import json as json_module
from typing import Annotated

import typer
from rich.table import Table

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.chart_files import write_charts
from intaglio.evaluate.corpora import CORPORA, SitePage, open_corpus, read_sites
from intaglio.evaluate.score_report import bootstrap, narrow_table, show
from intaglio.evaluate.templates.clusters import (
    FIGURES,
    OURS,
    ClusterOptions,
    Row,
    by_site,
    charts,
    read_site,
    score_site,
    shuffled,
    stream,
)

EXAMPLE = "intaglio evaluate clusters --corpus ../shared/corpora --json scores.json -o charts/"


def command(
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    output: ChartsOption = None,
    shuffles: Annotated[int, typer.Option("--shuffles", min=1, help="Orders in which each site's pages come.")] = 5,
) -> None:
    """Stream whole sites and score the templates found against those the pages were made from.

    Ours at its default; the papers' rule, first match and nearest, at thresholds from 0.1 to 0.7.
    """
    options = ClusterOptions(shuffles=shuffles)
    sites: dict[str, list[SitePage]] = {}
    for page in read_sites(open_corpus(corpus, "sites")):
        sites.setdefault(page.site, []).append(page)
    sites = {name: pages for name, pages in sites.items() if any(page.template for page in pages)}
    rows: list[Row] = []
    growth: dict[str, list[int]] = {}
    for name, pages in track(sites.items(), "streaming sites", total=len(sites)):
        site = read_site(name, pages, options)
        rows += score_site(site, options)
        growth[name] = stream(site.readings, shuffled(len(site.labels), 0), options.matching)[1]
    console = Console()
    show(console, table_of_sites(rows))
    show(console, table_of_rules(rows))
    if json is not None:
        content = {
            "name": "clusters", "options": {"shuffles": shuffles, "threshold": options.matching.threshold},
            "rows": rows, "mean": means(rows, OURS),
            "rules": {rule: means(rows, rule) for rule in dict.fromkeys(row["rule"] for row in rows)},
            "growth": growth,
        }  # fmt: skip
        json.write_text(json_module.dumps(content, indent=1) + "\n", encoding="utf-8")
    if output is not None:
        write_charts(output, charts(rows, growth))


def means(rows: list[Row], rule: str) -> dict[str, float]:
    """The mean over sites of each figure of one rule."""
    return {figure: bootstrap([row[figure] for row in by_site(rows, rule)]).mean for figure in FIGURES}


def table_of_sites(rows: list[Row]) -> Table:
    """Ours on each site, averaged over the orders; ± is half of the spread."""
    table = narrow_table("ours at its default; mean over the orders ± half of the spread")
    for name in ("site", "pages", "purity", "±", "hits", "±", "paper", "best", "ARI", "merged", "founded"):
        table.add_column(name, justify="left" if name == "site" else "right", no_wrap=True)
    for row in by_site(rows, OURS):
        table.add_row(
            row["site"], str(row["pages"]), f"{row['purity']:.3f}", f"{row['purity_spread'] / 2:.3f}",
            f"{row['hit_ratio']:.3f}", f"{row['hit_ratio_spread'] / 2:.3f}", f"{row['paper_hit_ratio']:.3f}",
            f"{row['best_hit_ratio']:.3f}", f"{row['ari']:.2f}", f"{row['clusters']:.1f}",
            f"{row['rendered']:.1f}",
        )  # fmt: skip
    return table


def table_of_rules(rows: list[Row]) -> Table:
    """Every rule, averaged over the sites."""
    table = narrow_table("mean over sites")
    names = ("purity", "hits", "best", "V", "ARI", "merged", "founded", "paper", "doubled")
    for name in ("rule", *names):
        table.add_column(name, justify="left" if name == "rule" else "right", no_wrap=True)
    for rule in dict.fromkeys(row["rule"] for row in rows):
        found = means(rows, rule)
        counts = ("clusters", "rendered")
        table.add_row(rule, *(f"{value:.1f}" if name in counts else f"{value:.3f}" for name, value in found.items()))
    return table
