"""Scores wrappers on the corpus `records`: how well the best field holds each attribute, learned without labels.

A site's pages are shuffled; the first ones are learned from. Each attribute's field is chosen on the first half of the
pages, which those learned from belong to, and scored on the other half.
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from intaglio.evaluate.corpora import RecordPage, part_of
from intaglio.page import Page
from intaglio.wrapper import Record, Wrapper, WrapperOptions, extract, learn

Row = dict[str, Any]
Values = Mapping[int, Sequence[str]]
"""What a field, or the truth, has on pages, by page number."""

EVERYWHERE = 0.9
"""A text on this share of a site's pages is fixed, whatever a wrapper takes it for."""


@dataclass(frozen=True, slots=True)
class Score:
    """How well a field holds an attribute."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def sites_of(pages: Iterable[RecordPage]) -> dict[str, list[RecordPage]]:
    """The pages by site, as `vertical/site`."""
    sites: defaultdict[str, list[RecordPage]] = defaultdict(list)
    for page in pages:
        sites[f"{page.vertical}/{page.site}"].append(page)
    return dict(sites)


def score_site(site: str, pages: Sequence[RecordPage], options: WrapperOptions, seed: int = 0) -> Row:
    """Learn a site and score it."""
    shuffled = list(pages)
    random.Random(f"{seed} {site}").shuffle(shuffled)  # noqa: S311
    parsed = [Page.parse(page.html.read_bytes()) for page in shuffled]
    start = time.perf_counter()
    wrapper = learn(parsed[: options.pages], options)
    learned = time.perf_counter()
    records = [extract(wrapper, page) for page in parsed]
    extracted = time.perf_counter()
    attributes = _attributes(shuffled, by_field(records))
    return {
        "site": site,
        "part": part_of(site),
        **{figure: _mean(row[figure] for row in attributes.values()) for figure in ("precision", "recall", "f1")},
        "usual": _usual(wrapper, records),
        "fields": len(wrapper.fields),
        "leaked": _leaked(records, parsed),
        "learning s": learned - start,
        "extraction ms": 1000 * (extracted - learned) / len(parsed),
        "attributes": attributes,
    }


def by_field(records: Sequence[Record]) -> dict[str, dict[int, list[str]]]:
    """What each field holds on each page, those of lists under their names with dots."""
    held: defaultdict[str, dict[int, list[str]]] = defaultdict(dict)
    for number, record in enumerate(records):
        for name, value in leaves(record.fields):
            held[name].setdefault(number, []).append(value)
    return held


def leaves(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of a record with their full names."""
    for name, value in fields.items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str):
                yield name, item
            elif item is not None:
                yield from ((f"{name}.{inner}", text) for inner, text in leaves(item))


def score(held: Values, truth: Values, pages: range) -> Score:
    """Precision: mean share of true values, where there are any. Recall: pages with a true value, of those with truth."""
    filled = [page for page in pages if held.get(page)]
    due = [page for page in pages if truth.get(page)]
    shares = [sum(value in truth.get(page, ()) for value in held[page]) / len(held[page]) for page in filled]
    hits = sum(any(value in truth[page] for value in held.get(page, ())) for page in due)
    return Score(_mean(shares), hits / len(due) if due else 0.0)


def _attributes(pages: Sequence[RecordPage], held: Mapping[str, Values]) -> dict[str, Row]:
    """For each attribute the field that does best on the first half, and its score on the second."""
    half = len(pages) // 2
    found: dict[str, Row] = {}
    for attribute in sorted({name for page in pages for name in page.attributes}):
        truth = {
            number: [" ".join(value.split()) for value in page.attributes[attribute]]
            for number, page in enumerate(pages)
            if page.attributes.get(attribute)
        }
        if not any(number >= half for number in truth):
            continue
        best = max(held, key=lambda name: (score(held[name], truth, range(half)).f1, name), default=None)
        result = score(held[best] if best else {}, truth, range(half, len(pages)))
        found[attribute] = {"field": best, "precision": result.precision, "recall": result.recall, "f1": result.f1}
    return found


def _usual(wrapper: Wrapper, records: Sequence[Record]) -> float:
    """Share of pages that have at least half of the fields that most learned pages have."""
    usual = {name.split(".")[0] for name, field in wrapper.named().items() if field.filled > 0.5}
    if not usual:
        return 0.0
    return _mean(sum(record.fields[name] is not None for name in usual) >= len(usual) / 2 for record in records)


def _leaked(records: Sequence[Record], pages: Sequence[Page]) -> float:
    """Share of all values in records that stand on nearly every page of the site."""
    standing = Counter(text for page in pages for text in {" ".join(text.split()) for text in page.texts})
    fixed = {text for text, count in standing.items() if count >= EVERYWHERE * len(pages)}
    values = [value for record in records for _, value in leaves(record.fields)]
    return _mean(value in fixed for value in values)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
