"""Scores the columns of a table against the values that people marked on its pages.

A column is a leaf: of what is nested, each part counts. A value counts with or without its label. A page that is not in
the table counts as a page without values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from intaglio.evaluate.records.wrapper_scores import Values, score
from intaglio.tables import Column, FieldFacts, Table, TemplateKey, want
from intaglio.tables.columns.examples import raw_texts
from intaglio.tables.table import fields_of
from intaglio.tables.words.vocabulary import words_of
from intaglio.tables.words.word_forms import any_word_matches

HOLDS = 0.7
"""F1 from which a column holds an attribute."""
EXAMPLES = (1, 3)
"""Pages that examples are taken of."""
FIRST, SAID, COPIES, CONSTANT = 10, 3, 0.9, 0.9
_LABEL = re.compile(r"^[^:\d]{1,30}:\s*(?=\S)")
_SIGN = re.compile(r"^[>»›]\s(?=\S)")
_FURNITURE = frozenset("nav menu footer breadcrumb breadcrumbs crumb share social login cart toolbar sitemap".split())  # noqa: SIM905
Words = Mapping[str, Sequence[str]]
"""What each attribute may be called."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A column without further columns in it, and what it has on each page of the site."""

    name: str
    column: Column
    main: bool
    values: Values


@dataclass(frozen=True, slots=True)
class TablePages:
    """The table of a site, and all pages of the site: those in the table have lines."""

    table: Table
    lines: Mapping[int, Mapping[str, Any]]
    pages: int
    truth: Mapping[str, Values]
    """By attribute and page."""
    facts: Mapping[TemplateKey, Sequence[FieldFacts]]


def bare(text: str) -> str:
    """A value with white space collapsed, without the label before it, or the sign that parts it from the way to it."""
    folded = _SIGN.sub("", " ".join(text.split()))
    return _LABEL.sub("", folded) or folded


def leaves_of(site: TablePages) -> list[Leaf]:
    """All kept leaves in order."""
    keys = {key.template: key for key in site.table.kind.templates}
    found = []
    for column in site.table.kept:
        for name, leaf, path in _leaf_columns(column):
            values = {}
            for page, line in site.lines.items():
                texts = _texts(path, fields_of(line), keys[line["template"]])
                if texts:
                    values[page] = [bare(text) for text in texts]
            found.append(Leaf(name, leaf, column.main, values))
    return found


def _leaf_columns(column: Column) -> Iterator[tuple[str, Column, tuple[Column, ...]]]:
    items = [one for one in column.items if one.left_out is None]
    if not items:
        yield column.name, column, (column,)
    for item in items:
        yield f"{column.name}.{item.name}", item, (column, item)


def _texts(path: Sequence[Column], fields: Mapping[str, Any], key: TemplateKey) -> list[str]:
    if len(path) == 1:
        return raw_texts(path[0], fields, key)
    items: list[Any] = [fields]
    for name in path[0].places.get(key, ("",)):
        items = [one for item in items if isinstance(item, dict) for one in item.get(name) or ()]
    return [text for item in items if isinstance(item, dict) for text in _texts(path[1:], item, key)]


def column_row(site: TablePages, words: Words, seed: int = 0, *, examples: bool = True) -> dict[str, Any]:
    """The figures of a table."""
    leaves = leaves_of(site)
    main = [leaf for leaf in leaves if leaf.main]
    attributes = {
        name: _attribute_row(site, name, leaves, words, EXAMPLES if examples else (), seed) for name in site.truth
    }
    junk = [reason for at, leaf in enumerate(main) if (reason := _junk(leaf, main[:at], site))]
    return {
        "pages": site.pages,
        "in table": len(site.lines) / site.pages,
        "columns": len(main),
        "junk": len(junk) / len(main) if main else 0.0,
        "junk kinds": dict(Counter(junk)),
        **{figure: _mean(one.get(figure, 0.0) for one in attributes.values()) for figure in FIGURES},
        "attributes": attributes,
    }


def _attribute_row(
    site: TablePages, name: str, leaves: Sequence[Leaf], words: Words, examples: Sequence[int], seed: int
) -> dict[str, Any]:
    """How an attribute of the truth is found: in its best column, by its name, by examples."""
    marked = {page: [bare(value) for value in values] for page, values in site.truth[name].items()}
    scores = [score(leaf.values, marked, range(site.pages)).f1 for leaf in leaves]
    best = max(range(len(leaves)), key=lambda at: (scores[at], -at), default=None)
    holds = [at for at, one in enumerate(scores) if one >= HOLDS]
    said = next((at for at, leaf in enumerate(leaves) if says(leaf.name, words.get(name, (name,)))), None)
    return {
        "best": leaves[best].name if best is not None else None,
        "best f1": scores[best] if best is not None else 0.0,
        "place": holds[0] if holds else None,
        "first ten": float(bool(holds) and holds[0] < FIRST),
        "in main": float(any(leaves[at].main for at in holds)),
        "by name": leaves[said].name if said is not None else None,
        "name f1": scores[said] if said is not None else 0.0,
        **{f"{n} pages f1": _by_example(site, name, marked, n, seed) for n in examples},
    }


FIGURES = ("first ten", "in main", "name f1", "3 pages f1", "1 pages f1", "best f1")


def says(name: str, words: Sequence[str]) -> bool:
    """Whether a column's name, of at most three words, has one of some words in any form."""
    own = words_of(name)
    return len(own) <= SAID and any(any_word_matches(word, own) for word in words)


def _by_example(site: TablePages, attribute: str, truth: Values, count: int, seed: int) -> float:
    """F1 of the column found by the values of some pages, over all other pages of the site.

    As people do, all attributes of a page are given with it.
    """
    having = sorted(page for page in truth if page in site.lines)
    chosen = Random(f"{seed} {attribute}").sample(having, min(count, len(having)))  # noqa: S311 - a sample
    examples = [(name, held[page][0]) for page in chosen for name, held in site.truth.items() if held.get(page)]
    lines = list(site.lines.values())
    found = want(site.table, lambda: lines, examples)
    column = next((one for one in found.main if one.name == attribute), None)
    if column is None:
        return 0.0
    taken = TablePages(_only(found, column), site.lines, site.pages, {}, {})
    others = [page for page in range(site.pages) if page not in chosen]
    return max((score(leaf.values, truth, others).f1 for leaf in leaves_of(taken)), default=0.0)


def _only(table: Table, column: Column) -> Table:
    return Table(table.kind, (column,), table.rows)


def _junk(leaf: Leaf, before: Sequence[Leaf], site: TablePages) -> str | None:
    """Why a column is one that nobody would keep."""
    values = [value for held in leaf.values.values() for value in held]
    if not values:
        return "empty"
    if leaf.column.type in ("url", "image") and leaf.column.name not in ("image", "website"):
        return "address"
    if Counter(values).most_common(1)[0][1] >= CONSTANT * len(values) and len(leaf.values) > 1:
        return "constant"
    if any(_equal(leaf, other) for other in before):
        return "copy"
    return "furniture" if _is_furniture(leaf, site) else None


def _equal(one: Leaf, other: Leaf) -> bool:
    either = one.values.keys() | other.values.keys()
    return sum(one.values.get(page) == other.values.get(page) for page in either) >= COPIES * len(either)


def _is_furniture(leaf: Leaf, site: TablePages) -> bool:
    facts = {one.path: one for some in site.facts.values() for one in some}
    found = next((facts[tuple(p)] for p in leaf.column.places.values() if tuple(p) in facts), None)
    return found is not None and (found.region in ("nav", "footer") or bool(_FURNITURE & set(found.words)))


def _mean(values: Iterator[float]) -> float | None:
    listed = list(values)
    return sum(listed) / len(listed) if listed else None
