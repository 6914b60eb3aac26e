"""`intaglio evaluate records`: wrappers against the values that people marked on pages of many sites."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.chart_files import Series, line_chart, write_charts
from intaglio.evaluate.corpora import CORPORA, RecordPage, open_corpus, read_records
from intaglio.evaluate.records.name_stability import Kept, names_kept
from intaglio.evaluate.records.paper_procedure import choice_rows, settings_rows, sweep_chart, sweep_rows
from intaglio.evaluate.records.wrapper_scores import score_site, sites_of
from intaglio.evaluate.score_report import Evaluation, narrow_table, show
from intaglio.wrapper import WrapperOptions

EXAMPLE = """
intaglio evaluate records --corpus ../shared/corpora --json scores.json -o charts/
intaglio evaluate records --site restaurant/ --site-pages 40 --sweep --choices
"""
SHOWN = ("f1", "strict", "learned", "usual", "leaked", "learning ×", "extraction ×")
LOSS = ("lost alone", "lost", "misfit", "whole", "text", "torn", "missing", "a record")
"""Words that records lose, what became of lists, and fields that a record has."""
FIGURES = (*SHOWN, *LOSS, "precision", "recall", "strict f1", "templates", "fields")
BRIEF = ("f1", "strict f1", "strict", "learned")
SHORT = {"learning ×": "learn ×", "extraction ×": "take ×", "lost alone": "alone", "a record": "fields"}
"""How figures are called in tables, if not by their own names."""
SIZES = (2, 3, 5, 10, 20, 30, 40)
LOW = 0.8


def command(
    corpus: CorpusOption = CORPORA,
    json_file: JsonOption = None,
    output: ChartsOption = None,
    pages: Annotated[int, typer.Option("--pages", "-k", min=1, help="Learn from this many pages of a template.")] = 20,
    site: Annotated[
        list[str] | None, typer.Option("--site", help="Only sites with this in their name; may be given several times.")
    ] = None,
    templates: Annotated[bool, typer.Option(help="Tell templates apart first; else a site is one template.")] = False,
    paper: Annotated[bool, typer.Option(help="Score the report's procedure at its three settings, too.")] = True,
    site_pages: Annotated[int | None, typer.Option("--site-pages", min=4, help="Take this many pages of each.")] = None,
    sweep: Annotated[
        bool, typer.Option("--sweep", help="Score the report's procedure at many pairs of deltas, too; takes long.")
    ] = False,
    choices: Annotated[
        bool, typer.Option("--choices", help="Score what the report leaves open, decided otherwise; takes long.")
    ] = False,
) -> None:
    """Score wrappers on the corpus `records`: the best field for each attribute, chosen on one half of the pages.

    A second table says what records lose: words of one page alone and of fewer than half of the pages that are in no
    field, furniture or misfit, the share that only misfits have, and what became of siblings that are built alike.

    With -o, F1 is drawn against the number of pages learned from.
    """
    found = sites_of(read_records(open_corpus(corpus, "records")))
    sites = {name: members for name, members in found.items() if not site or any(one in name for one in site)}
    sites = {name: members[:site_pages] for name, members in sites.items()}
    options = replace(WrapperOptions(), pages=pages)
    console = Console()
    rows = _rows(sites, options, "learning sites", templates=templates)
    chosen = asdict(options) | {"templates": templates, "site pages": site_pages}
    evaluation = Evaluation("records", chosen, rows, FIGURES, by="part", shown=SHOWN)
    show(console, figure_table("records", rows, ("part",), SHOWN))
    console.print(f"mean F1 {evaluation.interval('f1')}")
    show(console, figure_table("words and lists", rows, ("part",), LOSS))
    _print_low(console, rows)
    kept = [names_kept(name, members, options) for name, members in track(list(sites.items()), "learning again")]
    _print_kept(console, kept)
    listed = list(sites.items())
    report: dict[str, list[dict[str, Any]]] = {
        "paper": settings_rows(track(listed, "the report's settings"), options) if paper else [],
        "sweep": sweep_rows(track(listed, "sweeping deltas"), options) if sweep else [],
        "choices": choice_rows(track(listed, "other choices"), options) if choices else [],
    }
    _print_report(console, report)
    curve = _curve(sites, options) if output is not None else {}
    if json_file is not None:
        _write(json_file, evaluation, kept, report, curve)
    if output is not None:
        series = [Series("F1", list(curve.items()))]
        charts = {"pages": line_chart("F1 by pages learned from", series, x="pages", y="mean F1")}
        charts |= {f"deltas-{name}": sweep_chart(report["sweep"], name) for name in ("f1", "strict") if report["sweep"]}
        write_charts(output, charts)


def _rows(
    sites: Mapping[str, Sequence[RecordPage]], options: WrapperOptions, saying: str, *, templates: bool = False
) -> list[dict[str, Any]]:
    return [score_site(name, found, options, templates=templates) for name, found in track(list(sites.items()), saying)]


def _print_report(console: Console, report: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Print what the report's procedure comes to: at its settings, over all deltas, and decided otherwise."""
    if report["paper"]:
        show(console, figure_table("the report's procedure", report["paper"], ("setting",), ("strict f1", *SHOWN)))
    if report["sweep"]:
        show(console, figure_table("the report's procedure, by both deltas", report["sweep"], ("s", "t"), BRIEF))
    if report["choices"]:
        show(console, figure_table("decided otherwise", report["choices"], ("choice", "setting"), BRIEF))


def figure_table(title: str, rows: Sequence[Mapping[str, Any]], keys: Sequence[str], figures: Sequence[str]) -> Table:
    """Means of some figures, a line for each value of the keys; narrow enough for 80 columns."""
    table = narrow_table(title)
    for name in (*keys, "rows"):
        table.add_column(name, justify="left" if name in keys else "right")
    for name in figures:
        table.add_column(SHORT.get(name, name), justify="right", no_wrap=True)
    for key in dict.fromkeys(tuple(row[name] for name in keys) for row in rows):
        own = [row for row in rows if tuple(row[name] for name in keys) == key]
        table.add_row(*map(str, key), str(len(own)), *(_mean_of(own, name) for name in figures))
    if len({tuple(row[name] for name in keys) for row in rows}) > 1:
        table.add_section()
        table.add_row("all", *[""] * (len(keys) - 1), str(len(rows)), *(_mean_of(rows, name) for name in figures))
    return table


def _mean_of(rows: Sequence[Mapping[str, Any]], figure: str) -> str:
    values = [float(row[figure]) for row in rows if row.get(figure) is not None]
    return f"{sum(values) / len(values):.3f}" if values else ""


def _curve(sites: Mapping[str, Sequence[RecordPage]], options: WrapperOptions) -> dict[int, float]:
    """Mean F1 by the number of pages learned from."""
    curve = {}
    for size in SIZES:
        rows = _rows(sites, replace(options, pages=size), f"learning from {size} pages")
        curve[size] = sum(row["f1"] for row in rows) / len(rows)
    return curve


def _print_low(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """List the attributes that no field holds well."""
    table = narrow_table(f"attributes below {LOW}")
    for name in ("site", "attribute", "field", "precision", "recall"):
        table.add_column(name, overflow="fold")
    for row in rows:
        for name, one in row["attributes"].items():
            if one["f1"] < LOW:
                fields = ", ".join(filter(None, one["fields"]))
                table.add_row(row["site"], name, fields, f"{one['precision']:.2f}", f"{one['recall']:.2f}")
    if table.row_count:
        show(console, table)


def _print_kept(console: Console, kept: Sequence[Kept]) -> None:
    """Say how many attributes keep the names of their fields."""
    total, lost = sum(len(one.before) for one in kept), sum(len(one.lost) for one in kept)
    console.print(f"learned again from more pages, {total - lost} of {total} attributes keep the names of their fields")
    for one in kept:
        for attribute, (before, after) in one.lost.items():
            console.print(f"  {one.site}, {attribute}: {before} is now {after}", markup=False)


def _write(
    file: Path,
    evaluation: Evaluation,
    kept: Sequence[Kept],
    report: Mapping[str, Sequence[Mapping[str, Any]]],
    curve: Mapping[int, float],
) -> None:
    content: dict[str, Any] = {
        "name": evaluation.name, "options": dict(evaluation.options), "rows": list(evaluation.rows),
        "mean": evaluation.mean, "names": {one.site: {"before": one.before, "after": one.after} for one in kept},
        **{name: list(rows) for name, rows in report.items()}, "f1 by pages": dict(curve),
    }  # fmt: skip
    file.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
