"""Scores the tables of the sites of `records`: whether people would find what they asked for, and little else."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from intaglio.collection.tables.table_rows import shown_table
from intaglio.evaluate.corpora import RecordPage, part_of
from intaglio.evaluate.records.wrapper_scores import truth_of
from intaglio.evaluate.tables.column_scores import FIGURES as COLUMN_FIGURES
from intaglio.evaluate.tables.column_scores import TablePages, Words, column_row
from intaglio.evaluate.tables.ranker_training import SiteExamples, examples_of, learn_weights
from intaglio.evaluate.tables.site_tables import SiteTables, site_tables
from intaglio.garbage import held_aside, seldom_collected
from intaglio.page.parser import parse
from intaglio.tables import Table, TableOptions, find_table
from intaglio.tables.columns.ranking import WEIGHTS

Row = dict[str, Any]
OTHERS = "weights of other verticals"
PLAIN = "without the vocabulary"
FIGURES = (
    *COLUMN_FIGURES, "in table", "columns", "junk", f"first ten, {PLAIN}", f"name f1, {PLAIN}", f"first ten, {OTHERS}",
    "cost ×",
)  # fmt: skip


class RecordSite:
    """A site of `records`, read once; tables of it under several options."""

    def __init__(self, name: str, pages: Sequence[RecordPage]) -> None:
        """Read the site: templates, kinds, records."""
        self.name, self.pages = name, pages
        self.found: SiteTables = site_tables(name, [page.html.read_bytes() for page in pages])
        self.kind = max(self.found.kinds, key=lambda kind: kind.pages)
        names = sorted({name for page in pages for name in page.attributes})
        self.truth = {one: truth_of(one, pages) for one in names if truth_of(one, pages)}
        self.cost = self._cost()

    def table(self, options: TableOptions = TableOptions(), weights: Mapping[str, float] = WEIGHTS) -> TablePages:
        """The table of the kind with most pages."""
        lines = {number: self.found.lines[number] for number in self.found.pages_of(self.kind)}
        facts = {key: self.found.facts[key] for key in self.kind.templates}
        some = _some_lines(list(lines.values()), options.rows)
        table: Table = find_table(self.kind, lambda: some, facts, options=options, weights=weights, total=len(lines))
        return TablePages(table, lines, len(self.pages), self.truth, facts)

    def examples(self) -> SiteExamples:
        """What weights are learned from."""
        return examples_of(self.name, self.table())

    def _cost(self) -> float:
        """Processor time of kinds, and of the table and its rows as files have them, made for the first time, as a
        multiple of a bare parse of its pages.
        """
        with held_aside(), seldom_collected():  # as a run does
            start = time.process_time()
            made = self.table()
            shown = shown_table(made.table)
            for line in made.lines.values():
                shown.row(line)
            own = time.process_time() - start
        bodies = [self.pages[number].html.read_bytes() for number in made.lines]
        start = time.process_time()
        for body in bodies:
            parse(body)
        return own / (time.process_time() - start) + self.found.kind_cost


def _some_lines(lines: Sequence[Mapping[str, Any]], most: int) -> Sequence[Mapping[str, Any]]:
    """Those that columns are chosen by, as a run takes them, spread over all."""
    return lines if len(lines) <= most else [lines[at * len(lines) // most] for at in range(most)]


def score_tables(sites: Sequence[RecordSite], words: Words) -> list[Row]:
    """A row a site, with the part it belongs to: settings were chosen on `tune`, and are reported on `report`."""
    examples = {site.name: site.examples() for site in sites}
    rows: list[Row] = []
    for site in sites:
        vertical = site.name.split("/")[0]
        lessons = [one for name, one in examples.items() if name.split("/")[0] != vertical and part_of(name) == "tune"]
        row: Row = {"site": site.name, "part": part_of(site.name), **column_row(site.table(), words)}
        plain = column_row(site.table(TableOptions(vocabulary=False)), words, examples=False)
        row |= {f"first ten, {PLAIN}": plain["first ten"], f"name f1, {PLAIN}": plain["name f1"]}
        if lessons:
            learned = {**learn_weights(lessons), "main": WEIGHTS["main"], "image": WEIGHTS["image"]}
            row[f"first ten, {OTHERS}"] = column_row(site.table(weights=learned), words, examples=False)["first ten"]
        rows.append({**row, "cost ×": site.cost})
    return rows
