"""The page's own title as the name of its thing, where no text on the page says it, or says it whole.

Headings with code or marks in them come in pieces, and pages of several builds have no place for the name in common;
what a browser shows as the title says it on all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from intaglio.tables.cell_values import without_affixes
from intaglio.tables.columns.candidate import Candidate
from intaglio.tables.columns.collected_values import CollectedValues
from intaglio.tables.columns.column_names import MAIN
from intaglio.tables.kind import Kind
from intaglio.tables.table import PAGE_TITLE, Column
from intaglio.tables.table_options import TableOptions

ID = "page_title"
_NEARLY_ALL, _MOST = 0.9, 0.6
"""Share of the titles that differ, and have the same words before or behind; that say what the page itself does."""
_PARTED = re.compile(r"\s+[-–—|·•»>:]+\s+|\s*[|»]\s*|:\s+")
_PARTS = 3
"""Parts before or behind what a title tells, at most."""


def named_by_titles(
    columns: Sequence[Column], main: Candidate | None, values: CollectedValues, kind: Kind, options: TableOptions
) -> tuple[Column, ...]:
    """Columns whose first is the name as titles say it, if they do so better than the main thing of the page; where
    that is missing, they stand in for it.
    """
    titles = {row: title for row, title in values.titles.items() if title}
    affixes = _affixes(list(titles.values()))
    told = {row: said for row, title in titles.items() if (said := without_affixes(title, *affixes))}
    if not told or len(told) < _NEARLY_ALL * values.sampled or len(set(told.values())) < _NEARLY_ALL * len(told):
        return tuple(columns)
    name = next((one for one in columns if one.name == MAIN), None)
    found = Column(
        ID, MAIN, "text", main=True, origin="head", places=dict.fromkeys(kind.templates, PAGE_TITLE),
        fill=len(told) / values.sampled, distinct=len(set(told.values())) / len(told),
        examples=tuple(said[: options.shown] for said in list(told.values())[: options.examples]),
        prefix=affixes[0], suffix=affixes[1],
    )  # fmt: skip
    if main is None and name is None:
        return (found, *columns)
    if main is None or name is None or name.id != ".".join(main.place):
        return tuple(columns)
    if not _say_more(told, main):
        if main.rows.keys() >= told.keys():
            return tuple(columns)
        filled = replace(name, also=(*name.also, found), fill=len(main.rows.keys() | told.keys()) / values.sampled)
        return tuple(filled if one is name else one for one in columns)
    also = (replace(name, main=False), *name.also)
    whole = replace(found, id=name.id, also=also, label=name.label, declared=name.declared)
    return (whole, *(one for one in columns if one is not name))


def _say_more(told: Mapping[int, str], main: Candidate) -> bool:
    """Whether titles say the same as the main thing on most rows, and on the others the same and more."""
    said = {row: main.rows[row][0] if row in main.rows else "" for row in told}
    same = sum(said[row] == title for row, title in told.items())
    within = sum(said[row] in title for row, title in told.items())
    return same < within and same >= _MOST * len(told) and within >= _NEARLY_ALL * len(told)


def _affixes(titles: Sequence[str]) -> tuple[str, str]:
    """What nearly all titles begin and end with, up to where their parts are parted: the name of the site; of a single
    title, the last part.
    """
    before = behind = ""
    for _ in range(_PARTS if len(titles) > 1 else 1):
        rest = [title[len(before) : len(title) - len(behind)] for title in titles if _has(title, before, behind)]
        parted = [(text, list(_PARTED.finditer(text))) for text in rest]
        heads = Counter(text[: marks[0].end()] for text, marks in parted if marks)
        tails = Counter(text[marks[-1].start() :] for text, marks in parted if marks)
        head, first = max(heads.items(), key=lambda entry: entry[1], default=("", 0))
        tail, last = max(tails.items(), key=lambda entry: entry[1], default=("", 0))
        if last >= _NEARLY_ALL * len(titles):
            behind = tail + behind
        elif first >= _NEARLY_ALL * len(titles):
            before += head
        else:
            break
    return before, behind


def _has(title: str, before: str, behind: str) -> bool:
    return title.startswith(before) and title.endswith(behind) and len(title) > len(before) + len(behind)
