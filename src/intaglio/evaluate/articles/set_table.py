"""Every method on every set of truths at once, and our lead over the best setting of a peer, set by set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isnan
from types import MappingProxyType
from typing import Any

import numpy as np
from rich.table import Table

from intaglio.evaluate.score_report import Interval

Row = Mapping[str, Any]
OURS = "intaglio"
PEERS = ("trafilatura", "trafilatura no comments", "trafilatura precision", "trafilatura recall", "trafilatura fast")
"""The settings of the peer whose best is to be beaten."""
FIELDS = ("title", "author", "date")


def mean_of(figure: str, which: Callable[[Row], bool]) -> Callable[[Sequence[Row]], float]:
    """The mean of a figure over some of the rows."""

    def score(rows: Sequence[Row]) -> float:
        values = [row[figure] for row in rows if row[figure] is not None and which(row)]
        return float(np.mean(values)) if values else float("nan")

    return score


def _snippets(rows: Sequence[Row]) -> tuple[int, int, int]:
    """Wanted snippets found, unwanted ones found, wanted ones in all."""
    own = [row for row in rows if row["set"] == "snippets"]
    return sum(r["in_found"] for r in own), sum(r["out_found"] for r in own), sum(r["in_all"] for r in own)


def snippet_precision(rows: Sequence[Row]) -> float:
    """Wanted snippets among all that were found."""
    found, wrong, _ = _snippets(rows)
    return found / (found + wrong) if found + wrong else float("nan")


def snippet_recall(rows: Sequence[Row]) -> float:
    """Wanted snippets that were found."""
    found, _, wanted = _snippets(rows)
    return found / wanted if wanted else float("nan")


def snippet_f(rows: Sequence[Row]) -> float:
    """The harmonic mean of both."""
    found, wrong, wanted = _snippets(rows)
    return 2 * found / (found + wrong + wanted) if wanted else float("nan")


SCORES: Mapping[str, Callable[[Sequence[Row]], float]] = MappingProxyType(
    {
        "articles": mean_of("f1", lambda row: row["set"] == "articles"),
        "its articles": mean_of("f1", lambda row: row["set"] == "articles" and row["type"] == "article"),
        "bodies": mean_of("f1", lambda row: row["set"] == "bodies"),
        "bodies, 4-grams": mean_of("shingle_f1", lambda row: row["set"] == "bodies"),
        "snippets, precision": snippet_precision,
        "recall": snippet_recall,
        "F": snippet_f,
    }
)
"""Every score by its name; word F1 where nothing else is said."""
LED = ("articles", "its articles", "bodies", "bodies, 4-grams", "F")


def by_method(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each method."""
    made: dict[str, list[Row]] = {}
    for row in rows:
        made.setdefault(row["method"], []).append(row)
    return made


def set_table(rows: Sequence[Row], title: str) -> Table:
    """A line a method, a column a score; pages and cost beside them."""
    pages = len({(row["set"], row["page"]) for row in rows})
    table = Table(title=f"{title}: {pages:,} pages, word F1 where nothing else is said")
    for column in ("method", *SCORES, "ms in all", "x ours"):
        table.add_column(column, justify="left" if column == "method" else "right")
    methods = by_method(rows)
    cost = {name: sum(row["ms"] for row in own) for name, own in methods.items()}
    for name, own in methods.items():
        ratio = f"{cost[name] / cost[OURS]:.1f}" if cost.get(OURS) else "-"
        table.add_row(name, *(_shown(score(own)) for score in SCORES.values()), f"{cost[name]:,.0f}", ratio)
    return table


def lead_table(rows: Sequence[Row], peers: Sequence[str] = PEERS) -> Table | None:
    """Our lead over the peer's best setting in each score, pages drawn again and again; None if it did not run."""
    methods = by_method(rows)
    peers = [name for name in peers if name in methods]
    if OURS not in methods or not peers:
        return None
    table = Table(title="Lead over the best setting of trafilatura, mean [95 % interval]")
    for column in ("score", "ours", "theirs", "setting", "lead"):
        table.add_column(column)
    for name in LED:
        score = SCORES[name]
        theirs = {peer: score(methods[peer]) for peer in peers}
        if isnan(max(theirs.values(), default=float("nan"))):
            continue
        best = max(theirs, key=lambda peer: theirs[peer])
        lead = _difference(methods[OURS], methods[best], score)
        table.add_row(name, f"{score(methods[OURS]):.3f}", f"{theirs[best]:.3f}", best, str(lead))
    return table


def _difference(ours: Sequence[Row], theirs: Sequence[Row], score: Callable[[Sequence[Row]], float]) -> Interval:
    """The difference of a score over the same pages, with the interval of resampled pages."""
    known = {(row["set"], row["page"]): row for row in theirs}
    pairs = [(row, known[row["set"], row["page"]]) for row in ours if (row["set"], row["page"]) in known]
    random = np.random.default_rng(0)
    drawn = []
    for _ in range(300):
        some = [pairs[number] for number in random.integers(0, len(pairs), len(pairs))]
        drawn.append(score([one for one, _ in some]) - score([other for _, other in some]))
    low, high = np.nanpercentile(drawn, (2.5, 97.5))
    whole = score([one for one, _ in pairs]) - score([other for _, other in pairs])
    return Interval(whole, float(low), float(high))


def field_table(rows: Sequence[Row]) -> Table:
    """Title, author and date of each method: right, wrong, and given where the truth has none; in pages."""
    table = Table(title="Fields: right / wrong / missing of the pages whose truth has one (given where it has none)")
    for column in ("method", *FIELDS):
        table.add_column(column, justify="left" if column == "method" else "right")
    for name, own in by_method(rows).items():
        if any(row["title"] is not None for row in own):
            table.add_row(name, *(_counted(own, field) for field in FIELDS))
    return table


def _counted(rows: Sequence[Row], field: str) -> str:
    known = [row for row in rows if row[field] is not None]
    right = sum(row[field] for row in known)
    given = sum(row[f"{field}_given"] for row in known)
    free = [row for row in rows if row[field] is None]
    beyond = sum(row[f"{field}_given"] for row in free)
    return f"{right:.0f} / {given - right:.0f} / {len(known) - given} ({beyond} of {len(free)})"


def type_f1(rows: Sequence[Row]) -> dict[str, float]:
    """F1 of each page type, by what our rows say; and the mean over the types."""
    known = [row for row in rows if row["type_found"] is not None and row["set"] == "articles"]
    made = {}
    for kind in dict.fromkeys(row["type"] for row in known):
        right = sum(row["type"] == kind == row["type_found"] for row in known)
        both = sum((row["type"] == kind) + (row["type_found"] == kind) for row in known)
        made[kind] = 2 * right / both
    return made | {"macro": float(np.mean(list(made.values())))} if made else {}


def _shown(value: float) -> str:
    return "-" if isnan(value) else f"{value:.3f}"
