"""`intaglio evaluate articles`: content of pages, ours and the peers', against what people chose."""

import json as json_format
from typing import Annotated

import typer
from rich.console import Console

from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.articles.article_rows import TYPES, Row, fifths, lead_table, runners, score_page, summary, tables
from intaglio.evaluate.articles.peers import METHODS
from intaglio.evaluate.articles.text_scores import part_of_host
from intaglio.evaluate.chart_files import Series, bar_chart, line_chart, write_charts
from intaglio.evaluate.corpora import CORPORA, open_corpus, read_articles, read_sites

EXAMPLE = """
intaglio evaluate articles --corpus ../shared/corpora --json scores.json -o charts/
intaglio evaluate articles --part report --method intaglio --method trafilatura
intaglio evaluate articles --paper
intaglio evaluate articles --templates
"""


def command(
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    output: ChartsOption = None,
    method: Annotated[
        list[str] | None, typer.Option("--method", help="Score this method only; may be given several times.")
    ] = None,
    part: Annotated[str, typer.Option(help="Which hosts: tune, report or both.")] = "both",
    every: Annotated[int, typer.Option(min=1, help="Take only every so many pages.")] = 1,
    paper: Annotated[bool, typer.Option("--paper", help="Redo the tables of Shen and Zou instead.")] = False,
    templates: Annotated[
        bool, typer.Option("--templates", help="Compare articles found through templates and alone instead.")
    ] = False,
    render: Annotated[bool, typer.Option(help="With --paper: render some pages for VIPS and visual features.")] = True,
) -> None:
    """Score content found by us and by every peer installed: word F1 by page type, and what else matters.

    The model was fitted on two hosts of three ("tune"); the third ("report") tells how well it does on others.
    """
    unknown = [name for name in method or [] if name not in METHODS]
    if unknown:
        raise typer.BadParameter(f"no method '{unknown[0]}'; there are {', '.join(METHODS)}")
    if part not in ("tune", "report", "both"):
        raise typer.BadParameter(f"no part '{part}'; there are tune, report and both")
    console = Console()
    if templates:
        from intaglio.evaluate.articles.template_gain_table import publish as publish_templates

        publish_templates(read_sites(open_corpus(corpus, "sites"))[::every], console, json, output)
        return
    pages = read_articles(open_corpus(corpus, "articles"))[::every]
    if paper:
        from intaglio.evaluate.articles.paper_table import publish

        publish(pages, console, json, output, render_options(offline=True) if render else None)
        return
    pages = [page for page in pages if part in ("both", part_of_host(page.host))]
    chosen = runners(method)
    rows: list[Row] = []
    for turn, page in enumerate(track(pages, "scoring pages", total=len(pages))):
        rows += score_page(page, chosen, turn)
    for title in dict.fromkeys(row["part"] for row in sorted(rows, key=lambda row: row["part"])):
        for table in tables([row for row in rows if row["part"] == title], f"hosts to {title}"):
            console.print(table)
    lead = lead_table(rows, "trafilatura")
    if lead is not None:
        console.print(lead)
    sure = fifths([row for row in rows if row["method"] == "intaglio"])
    if sure:
        console.print("confidence → word F1, by fifths: " + ", ".join(f"{c:.2f} → {f:.2f}" for c, f in sure))
    if json is not None:
        content = {"name": "articles", "options": {"part": part, "every": every}, "rows": rows, "mean": summary(rows)}
        json.write_text(json_format.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if output is not None:
        means = summary(rows)
        bars = {kind: {name: figures[kind] for name, figures in means.items()} for kind in TYPES}
        charts = {"articles-f1": bar_chart("Word F1 by page type", bars, y="word F1")}
        charts["articles-confidence"] = line_chart(
            "What confidence is worth", [Series("fifths of the pages", sure)], x="mean confidence", y="mean word F1"
        )
        write_charts(output, charts)
