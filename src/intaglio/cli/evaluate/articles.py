"""`intaglio evaluate articles`: content of pages, ours and the peers', against what people chose."""

import json as json_format
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, get_args

import typer

from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.errors import CorpusMissing
from intaglio.evaluate.articles.article_rows import TYPES, Row, fifths, runners, score_page, summary, tables
from intaglio.evaluate.articles.peers import METHODS
from intaglio.evaluate.articles.set_table import OURS, field_table, lead_table, set_table, type_f1
from intaglio.evaluate.articles.text_scores import part_of_host
from intaglio.evaluate.chart_files import Series, bar_chart, line_chart, write_charts
from intaglio.evaluate.corpora import CORPORA, ArticlePage, ArticleSet, open_corpus, read_articles, read_sites
from intaglio.evaluate.score_report import show
from intaglio.evaluate.train.block_examples import FOLDS
from intaglio.evaluate.train.held_out import HeldOut

EXAMPLE = """
intaglio evaluate articles --corpus ../shared/corpora --json scores.json -o charts/
intaglio evaluate articles --folds --method intaglio --method trafilatura
intaglio evaluate articles --folds --set bodies --set snippets
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
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", help=f"Only this truth: {', '.join(get_args(ArticleSet))}; may be given several times."),
    ] = None,
    folds: Annotated[
        bool,
        typer.Option("--folds", help="Read each page by models of ours that did not see its host; fits them first."),
    ] = False,
    fold_count: Annotated[
        int, typer.Option(min=2, help="With --folds: parts of the hosts, each left out in turn.")
    ] = FOLDS,
    every: Annotated[int, typer.Option(min=1, help="Take only every so many pages.")] = 1,
    paper: Annotated[bool, typer.Option("--paper", help="Redo the tables of Shen and Zou instead.")] = False,
    templates: Annotated[
        bool, typer.Option("--templates", help="Compare articles found through templates and alone instead.")
    ] = False,
    render: Annotated[bool, typer.Option(help="With --paper: render some pages for VIPS and visual features.")] = True,
) -> None:
    """Score content found by us and by every peer installed: on all truths, by page type, and what else matters.

    The truths are those of the corpora `articles` (all kinds of pages) and `news` (`bodies`, whole bodies; `snippets`,
    what must and must not appear). The models that ship were fitted on all of them: only with `--folds` do our figures
    tell how well they do on other hosts. Page types and the single pass were tuned on two hosts of three ("tune").
    """
    unknown = [name for name in method or [] if name not in METHODS]
    if unknown:
        raise typer.BadParameter(f"no method '{unknown[0]}'; there are {', '.join(METHODS)}")
    if part not in ("tune", "report", "both"):
        raise typer.BadParameter(f"no part '{part}'; there are tune, report and both")
    if strange := [name for name in sets or () if name not in get_args(ArticleSet)]:
        raise typer.BadParameter(f"no set '{strange[0]}'; there are {', '.join(get_args(ArticleSet))}")
    console = Console()
    if templates:
        from intaglio.evaluate.articles.template_gain_table import publish as publish_templates

        publish_templates(read_sites(open_corpus(corpus, "sites"))[::every], console, json, output)
        return
    if paper:
        from intaglio.evaluate.articles.paper_table import publish

        pages = read_articles(open_corpus(corpus, "articles"))[::every]
        publish(pages, console, json, output, render_options(offline=True) if render else None)
        return
    pages = [page for page in _pages(corpus, sets)[::every] if part in ("both", part_of_host(page.host))]
    chosen = runners(method)
    rows: list[Row] = []
    held_out = HeldOut(_pages(corpus, None), chosen, fold_count) if folds else None
    for turn, page in enumerate(track(pages, "scoring pages", total=len(pages))):
        rows += score_page(page, held_out.methods(page) if held_out else chosen, turn)
    if not folds and any(runner.name == OURS for runner in chosen):
        console.print("Our models were fitted on these pages; --folds reads each by models that did not see its host.")
    _say(console, rows, folds=folds)
    if json is not None:
        options = {"part": part, "folds": fold_count if folds else 0, "every": every, "sets": sets}
        content = {"name": "articles", "options": options, "rows": rows, "mean": summary(rows)}
        json.write_text(json_format.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if output is not None:
        _draw(output, rows)


def _pages(corpus: Path, sets: Sequence[str] | None) -> list[ArticlePage]:
    """The pages of the sets; if none are named, of the corpora that are there."""
    wanted = sets or get_args(ArticleSet)
    found: list[ArticlePage] = []
    if "articles" in wanted:
        found += read_articles(open_corpus(corpus, "articles"))
    if {"bodies", "snippets"} & set(wanted):
        try:
            found += [page for page in read_articles(open_corpus(corpus, "news")) if page.set in wanted]
        except CorpusMissing:
            if sets:
                raise
    return found


def _say(console: Console, rows: Sequence[Row], *, folds: bool) -> None:
    """Print what came of it, part by part; nothing of what was fitted on is told as if it were held out."""
    groups = {"folds of hosts": list(rows)} if folds else {}
    for part in () if folds else sorted({row["part"] for row in rows}):
        groups[f"hosts to {part}"] = [row for row in rows if row["part"] == part]
    for title, own in groups.items():
        show(console, set_table(own, title))
        lead = lead_table(own)
        if lead is not None:
            show(console, lead)
        of_types = [row for row in own if row["set"] == "articles"]
        for table in tables(of_types, title) if of_types else ():
            show(console, table)
        show(console, field_table(own))
        _say_of_ours(console, [row for row in own if row["method"] == OURS])


def _say_of_ours(console: Console, rows: Sequence[Row]) -> None:
    """Print what confidence is worth, and how well page types are told."""
    for name in dict.fromkeys(row["set"] for row in rows):
        sure = fifths([row for row in rows if row["set"] == name])
        if sure:
            said = ", ".join(f"{c:.2f} → {f:.2f}" for c, f in sure)
            console.print(f"{name}: confidence → score, by fifths: {said}")
    kinds = type_f1(rows)
    if kinds:
        console.print("page types, F1: " + ", ".join(f"{name} {value:.3f}" for name, value in kinds.items()))


def _draw(output: Path, rows: Sequence[Row]) -> None:
    means = summary([row for row in rows if row["set"] == "articles"])
    bars = {kind: {name: figures[kind] for name, figures in means.items()} for kind in TYPES}
    charts = {"articles-f1": bar_chart("Word F1 by page type", bars, y="word F1")}
    sure = fifths([row for row in rows if row["method"] == OURS])
    charts["articles-confidence"] = line_chart(
        "What confidence is worth", [Series("fifths of the pages", sure)], x="mean confidence", y="mean word F1"
    )
    write_charts(output, charts)
