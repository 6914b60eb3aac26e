"""`evaluate articles`: content found by us and by every peer installed, against the corpora `articles` and `news`.

Methods take turns on each page, so that they share what the machine is doing; a bare parse of the page is the unit of
time.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan
from statistics import median
from typing import Any

import turbohtml
from rich.table import Table

from intaglio.evaluate.articles.peers import METHODS, Describe, Extract, Extracted, installed
from intaglio.evaluate.articles.text_scores import part_of_host, same_words, share_kept, shingle_f1, word_f1, words_of
from intaglio.evaluate.corpora import ArticlePage
from intaglio.evaluate.score_report import bootstrap

TYPES = ("article", "documentation", "service", "forum", "listing", "collection", "product")
FIGURES = ("f1", "shingle_f1", "with", "without", "title", "author", "date", "ms", "ratio")
TRIES, ENOUGH = 3, 0.1
"""Each method is timed so often, in processor time, unless that takes this many seconds."""
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Runner:
    """A method ready to run."""

    name: str
    extract: Extract
    describe: Describe | None


def runners(names: Sequence[str] | None = None) -> list[Runner]:
    """The methods with these names, or all that are installed."""
    chosen = {name: METHODS[name] for name in (names or METHODS)}
    return [Runner(name, extract, describe) for name, (extract, describe) in installed(chosen).items()]


def score_page(page: ArticlePage, methods: Sequence[Runner], turn: int) -> Iterator[Row]:
    """A row for each method on one page; each page begins with another method."""
    html = page.html.read_bytes()
    bare = _timed(_parse, html, None)[1]
    for place in range(len(methods)):
        method = methods[(turn + place) % len(methods)]
        text, ms, error = _timed(method.extract, html, page.url)
        known = _described(method.describe, html, page.url)
        yield {
            **scored(page, text), **_fields(known, page, described=method.describe is not None), "method": method.name,
            "confidence": known.confidence, "ms": ms, "ratio": ms / bare, "error": error,
        }  # fmt: skip


def scored(page: ArticlePage, text: str) -> Row:
    """How well a text agrees with what is known of a page; None where nothing is."""
    found, wanted = words_of(text), words_of(page.text)
    return {
        "page": page.id, "set": page.set, "type": page.type, "host": page.host, "part": part_of_host(page.host),
        "f1": word_f1(found, wanted) if wanted else None,
        "shingle_f1": shingle_f1(found, wanted) if wanted else None, **_snippets(text, page),
    }  # fmt: skip


def _snippets(text: str, page: ArticlePage) -> dict[str, float | None]:
    """Which snippets are there: as shares, and counted."""
    shares = [share_kept(text, snippets) for snippets in (page.snippets_in, page.snippets_out)]
    return {
        "with": shares[0], "without": shares[1], "in_all": len(page.snippets_in),
        "in_found": round((shares[0] or 0) * len(page.snippets_in)),
        "out_found": round((shares[1] or 0) * len(page.snippets_out)),
    }  # fmt: skip


def _fields(known: Extracted, page: ArticlePage, *, described: bool) -> dict[str, Any]:
    """Which fields are right, None where the truth has nothing; and which were given at all."""
    right = {
        "title": same_words(known.title, page.title),
        "author": same_words(known.author, page.author),
        "date": float((known.date or "")[:10] == page.date[:10]) if page.date else None,
    }
    given = {f"{name}_given": bool(getattr(known, name)) for name in right}
    return {**(right if described else dict.fromkeys(right)), **given, "type_found": known.type}


def _parse(html: bytes, _: str | None) -> str:
    turbohtml.parse(html)
    return ""


def _timed(extract: Extract, html: bytes, url: str | None) -> tuple[str, float, str | None]:
    """The text, what it cost at the best of some tries, and the error if there was one: a failure finds nothing."""
    text, error, times = "", None, []
    begun = time.perf_counter()
    for _ in range(TRIES):
        start = time.process_time()
        try:
            text = extract(html, url)
        except Exception as raised:  # noqa: BLE001 (peers raise what they like)
            error = f"{type(raised).__name__}: {raised}"[:200]
        times.append((time.process_time() - start) * 1000)
        if time.perf_counter() - begun > ENOUGH:
            break
    return text, min(times), error


def _described(describe: Describe | None, html: bytes, url: str | None) -> Extracted:
    if describe is None:
        return Extracted("")
    try:
        return describe(html, url)
    except Exception:  # noqa: BLE001 (peers raise what they like)
        return Extracted("")


def summary(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Means of each method: word F1 by type and over all, the other figures, median ms and ratio."""
    made: dict[str, dict[str, float]] = {}
    for method in dict.fromkeys(row["method"] for row in rows):
        own = [row for row in rows if row["method"] == method]
        figures = {"f1": _mean(own, "f1")}
        figures |= {kind: _mean([row for row in own if row["type"] == kind], "f1") for kind in TYPES}
        figures |= {name: _mean(own, name) for name in FIGURES[1:-2]}
        made[method] = figures | {name: median(row[name] for row in own) for name in ("ms", "ratio")}
    return made


def _mean(rows: Iterable[Mapping[str, Any]], figure: str) -> float:
    return bootstrap([row[figure] for row in rows if row[figure] is not None], samples=1).mean


def tables(rows: Sequence[Row], title: str) -> Iterator[Table]:
    """Word F1 by type of page; then the other figures."""
    means = summary(rows)
    first = Table(title=f"{title}: word F1, mean [95 % interval]")
    for column in ("method", "all", *TYPES):
        first.add_column(column, justify="left" if column == "method" else "right")
    second = Table(title=f"{title}: other figures")
    for column in ("method", *FIGURES[1:]):
        second.add_column(column, justify="left" if column == "method" else "right")
    for method, figures in sorted(means.items(), key=lambda entry: -entry[1]["f1"]):
        interval = bootstrap([row["f1"] for row in rows if row["method"] == method and row["f1"] is not None])
        first.add_row(method, str(interval), *(f"{figures[kind]:.3f}" for kind in TYPES))
        second.add_row(method, *(_shown(figures[name]) for name in FIGURES[1:-2]),
                       f"{figures['ms']:.2f}", f"{figures['ratio']:.1f} x")  # fmt: skip
    yield first
    yield second


def _shown(value: float) -> str:
    return "-" if isnan(value) else f"{value:.3f}"


def fifths(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Mean confidence and mean score of the pages in each fifth by confidence, the least sure first.

    The score is word F1, or, where only snippets are known, F1 over them.
    """
    own = sorted((row["confidence"], _score(row)) for row in rows if row["confidence"] is not None)
    cuts = [round(len(own) * part / 5) for part in range(6)]
    return [
        (sum(c for c, _ in own[low:high]) / (high - low), sum(f for _, f in own[low:high]) / (high - low))
        for low, high in pairwise(cuts)
        if high > low
    ]


def _score(row: Row) -> float:
    if row["f1"] is not None:
        return float(row["f1"])
    return float(2 * row["in_found"] / max(row["in_found"] + row["out_found"] + row["in_all"], 1))
