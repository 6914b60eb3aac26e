"""`intaglio evaluate records`: wrappers against the values that people marked on pages of many sites."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.chart_files import Series, line_chart, write_charts
from intaglio.evaluate.corpora import CORPORA, RecordPage, open_corpus, read_records
from intaglio.evaluate.records.name_stability import Kept, names_kept
from intaglio.evaluate.records.wrapper_scores import score_site, sites_of
from intaglio.evaluate.score_report import Evaluation
from intaglio.wrapper import WrapperOptions

EXAMPLE = "intaglio evaluate records --corpus ../shared/corpora --json scores.json -o charts/"
SHOWN = ("f1", "strict", "learned", "usual", "leaked", "learning ×", "extraction ×")
LOSS = ("lost alone", "lost", "misfit", "whole", "text", "torn", "missing", "a record")
"""Words that records lose, what became of lists, and fields that a record has."""
FIGURES = (*SHOWN, *LOSS, "precision", "recall", "strict f1", "templates", "fields")
PAPER = ((0.80, 0.90), (0.90, 0.95), (0.70, 0.75))
"""structureDelta and textDelta of the paper's three settings."""
SHARE = 0.025
"""Of a site's pages, that the paper learns from; at least as many as are learned from by themselves."""
SIZES = (2, 3, 5, 10, 20, 30, 40)
LOW = 0.8


def command(
    corpus: CorpusOption = CORPORA,
    json_file: JsonOption = None,
    output: ChartsOption = None,
    pages: Annotated[int, typer.Option("--pages", "-k", min=1, help="Learn from this many pages of a template.")] = 20,
    site: Annotated[str | None, typer.Option("--site", help="Only sites with this in their name.")] = None,
    templates: Annotated[bool, typer.Option(help="Tell templates apart first; else a site is one template.")] = False,
    paper: Annotated[bool, typer.Option(help="Score the paper's procedure at its three settings, too.")] = True,
) -> None:
    """Score wrappers on the corpus `records`: the best field for each attribute, chosen on one half of the pages.

    A second table says what records lose: words of one page alone and of fewer than half of the pages that are in no
    field, furniture or misfit, the share that only misfits have, and what became of siblings that are built alike.

    With -o, F1 is drawn against the number of pages learned from.
    """
    found = sites_of(read_records(open_corpus(corpus, "records")))
    sites = {name: members for name, members in found.items() if site is None or site in name}
    options = replace(WrapperOptions(), pages=pages)
    console = Console()
    rows = _rows(sites, options, "learning sites", templates=templates)
    chosen = asdict(options) | {"templates": templates}
    evaluation = Evaluation("records", chosen, rows, FIGURES, by="part", shown=SHOWN)
    console.print(evaluation.table())
    console.print(Evaluation("words and lists", chosen, rows, LOSS, by="part").table())
    _print_low(console, rows)
    kept = [names_kept(name, members, options) for name, members in track(list(sites.items()), "learning again")]
    _print_kept(console, kept)
    settings = _paper_rows(sites, options) if paper else []
    if settings:
        shown = ("f1", "strict f1", *SHOWN[1:])
        console.print(Evaluation("the paper's procedure", {}, settings, FIGURES, by="setting", shown=shown).table())
    curve = _curve(sites, options) if output is not None else {}
    if json_file is not None:
        _write(json_file, evaluation, kept, settings, curve)
    if output is not None:
        series = [Series("F1", list(curve.items()))]
        write_charts(output, {"pages": line_chart("F1 by pages learned from", series, x="pages", y="mean F1")})


def _rows(
    sites: Mapping[str, Sequence[RecordPage]], options: WrapperOptions, saying: str, *, templates: bool = False
) -> list[dict[str, Any]]:
    return [score_site(name, found, options, templates=templates) for name, found in track(list(sites.items()), saying)]


def _paper_rows(sites: Mapping[str, Sequence[RecordPage]], options: WrapperOptions) -> list[dict[str, Any]]:
    """The paper's procedure on max(2.5 %, 20) pages of each site, at its three settings."""
    rows: list[dict[str, Any]] = []
    for structure, text in PAPER:
        setting = f"s = {structure:.2f}, t = {text:.2f}"
        paper = replace(options, anchored=False, structure_delta=structure, text_delta=text)
        for name, pages in track(list(sites.items()), setting):
            learned = max(math.ceil(SHARE * len(pages)), options.pages)
            rows.append({"setting": setting} | score_site(name, pages, replace(paper, pages=learned)))
    return rows


def _curve(sites: Mapping[str, Sequence[RecordPage]], options: WrapperOptions) -> dict[int, float]:
    """Mean F1 by the number of pages learned from."""
    curve = {}
    for size in SIZES:
        rows = _rows(sites, replace(options, pages=size), f"learning from {size} pages")
        curve[size] = sum(row["f1"] for row in rows) / len(rows)
    return curve


def _print_low(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """List the attributes that no field holds well."""
    table = Table("site", "attribute", "field", "precision", "recall", title=f"attributes below {LOW}")
    for row in rows:
        for name, one in row["attributes"].items():
            if one["f1"] < LOW:
                fields = ", ".join(filter(None, one["fields"]))
                table.add_row(row["site"], name, fields, f"{one['precision']:.2f}", f"{one['recall']:.2f}")
    if table.row_count:
        console.print(table)


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
    settings: Sequence[Mapping[str, Any]],
    curve: Mapping[int, float],
) -> None:
    content = {
        "name": evaluation.name, "options": dict(evaluation.options), "rows": list(evaluation.rows),
        "mean": evaluation.mean, "names": {one.site: {"before": one.before, "after": one.after} for one in kept},
        "paper": list(settings), "f1 by pages": dict(curve),
    }  # fmt: skip
    file.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
