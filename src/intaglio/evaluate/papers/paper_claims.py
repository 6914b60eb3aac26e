"""What the papers claim, beside what saved scores come to: each claim with whether it holds here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from intaglio.evaluate.papers import published
from intaglio.similarity import LevelOptions

Scores = Mapping[str, Any]
THIRD, NEARLY_NONE, TWO_ORDERS, ONE_ORDER = 0.33, 0.05, 100.0, 10.0


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim of a paper, and what became of it."""

    paper: str
    claim: str
    here: str
    holds: str

    @property
    def cells(self) -> tuple[str, ...]:
        """As a row of a table."""
        return self.paper, self.claim, self.here, self.holds


def claims_of(scores: Mapping[str, Scores]) -> list[Claim]:
    """All claims for which there are scores, paper by paper."""
    return [claim for name, found in CLAIMS if name in scores for claim in found(scores[name])]


def _addresses(scores: Scores) -> Iterator[Claim]:
    rows = [row for row in scores["rows"] if "kind" in row]
    full = [row for row in rows if row["kind"] == "full"]
    mappings = sum(row["mappings"] for row in full)
    strictest = sum(row["mappings"] * (row["strictest"] or 0.0) for row in full) / mappings
    verified = sum(row["mappings"] * row["found"] * row["verified"] for row in full)
    verified /= sum(row["mappings"] * row["found"] for row in full)
    whole = sum((row["strictest"] or 0.0) == 1 for row in full)
    yield Claim(
        "000", "every node is found by the strictest check",
        f"{strictest:.3f} of {mappings:,} mappings; all of them on {whole} of {len(full)} sites",
        _verdict(strictest == 1),
    )  # fmt: skip
    yield Claim("000", "100 % of them are verified by their subtrees", f"{verified:.3f}", _verdict(verified == 1))
    ratios = []
    for row in full:
        searched = [
            one for one in rows if one["site"] == row["site"] and one["kind"] in ("compact, depth", "compact, breadth")
        ]
        ratios.append(min(one["search_ms"] + one["ms"] for one in searched) / row["ms"])
    indexed = [one["ms"] / row["ms"] for row in full for one in rows
               if one["site"] == row["site"] and one["kind"] == "compact, index"]  # fmt: skip
    said = f"searching the tree {_range(ratios)} times a full address; with an index of ids {_range(indexed)} times"
    yield Claim("000", "compact addresses are two orders slower", said, _verdict(_median(ratios) >= TWO_ORDERS))


def _clusters(scores: Scores) -> Iterator[Claim]:
    for rule, said in (("ours", "by our rule"), ("first 0.3", "by the papers' rule at .3")):
        rows = [row for row in scores["rows"] if row["rule"] == rule]
        sites = {site: _mean([row for row in rows if row["site"] == site], "doubled")
                 for site in dict.fromkeys(row["site"] for row in rows)}  # fmt: skip
        good = sum(value <= THIRD for value in sites.values())
        yield Claim(
            "001", f"twice the pages add at most 33 % clusters, {said}",
            f"on {good} of {len(sites)} sites; {100 * min(sites.values()):.0f} % to {100 * max(sites.values()):.0f} %",
            _verdict(good == len(sites)),
        )  # fmt: skip
    ratios = [row["paper_hit_ratio"] for row in scores["rows"] if row["rule"] == "ours"]
    yield Claim("001", "hit ratio at 500 pages .916 to .978", f"{min(ratios):.3f} to {max(ratios):.3f}, mean "
                f"{sum(ratios) / len(ratios):.3f}", _verdict(sum(ratios) / len(ratios) >= 0.916))  # fmt: skip


def _speed(scores: Scores) -> Iterator[Claim]:
    rows = scores["rows"]
    ratios = {site: ratio for site, _, ratio in published.CLUSTERS}
    theirs = [saved / ratios[site] for site, _, _, _, saved in published.TIMES]
    ours = [row["saved"] / row["weighted hit ratio"] for row in rows]
    yield Claim(
        "001", f"what hits would have taken is saved: {_range(theirs)} of it in the paper", _range(ours),
        _verdict(min(ours) >= min(theirs)),
    )  # fmt: skip
    cheaper = [row["miss ms"] / row["hit ms"] for row in rows if row["hit ms"]]
    yield Claim("001", "a hit costs one to three orders less than a miss", f"{_range(cheaper)} times less",
                _verdict(min(cheaper) >= ONE_ORDER))  # fmt: skip


def _articles(scores: Scores) -> Iterator[Claim]:
    whole = [row for row in scores["rows"] if row["type"] == "all"]
    drawn = {row["table"]: row for row in whole if row["rendered"]}
    if drawn:
        yield Claim(
            "002", "blocks by node are purer than those of VIPS",
            f"precision {drawn['2']['precision']:.3f} against {drawn['1']['precision']:.3f}, "
            f"F1 {drawn['2']['f1']:.3f} against {drawn['1']['f1']:.3f}",
            _verdict(drawn["2"]["precision"] > drawn["1"]["precision"]),
        )  # fmt: skip
    f1 = {row["method"]: row["f1"] for row in whole if not row["rendered"]}
    yield Claim("002", "clustering beats learning, pages without CSS", _beside(f1), _verdict(_beats(f1)))
    ours, theirs = scores["times"]["single pass"], scores["times"]["Naive Bayes"]
    (few, small), (many, large) = ours[0], ours[-1]
    yield Claim(
        "002", "clustering takes longer than learned methods, by more on large pages",
        f"{small:.3g} ms against {theirs[0][1]:.3g} at {few:.0f} blocks, "
        f"{large:.3g} against {theirs[-1][1]:.3g} at {many:.0f}",
        _verdict(large - theirs[-1][1] > max(small - theirs[0][1], 0.0)),
    )  # fmt: skip


def _bodies(scores: Scores) -> Iterator[Claim]:
    rows = [row for row in scores["rows"] if row["blocks"] == "rendered"]
    for corpus in dict.fromkeys(row["corpus"] for row in rows):
        own = [row for row in rows if row["corpus"] == corpus]
        f1 = {name: _mean([row for row in own if row["method"] == name], "f1")
              for name in dict.fromkeys(row["method"] for row in own)}  # fmt: skip
        yield Claim(
            "002", f"clustering beats learning, `{corpus}` rendered with CSS", _beside(f1), _verdict(_beats(f1))
        )


def _records(scores: Scores) -> Iterator[Claim]:
    rows = scores["paper"]
    learned = _mean(rows, "learned")
    yield Claim("003", "pages learned from are in the tree's language", f"{learned:.3f}", _verdict(learned == 1))
    leaked = _mean(rows, "leaked")
    yield Claim(
        "003",
        "fixed text is not retrieved",
        f"{leaked:.3f} of the values are fixed text",
        _verdict(leaked < NEARLY_NONE),
    )


def _similarity(scores: Scores) -> Iterator[Claim]:
    rows = [row for row in scores["rows"] if row["measure"] == "levels"]
    auc = {d: _mean([row for row in rows if row["depth"] == d], "auc") for d in sorted({row["depth"] for row in rows})}
    best = max(auc, key=lambda d: auc[d])
    depth = LevelOptions().depth
    yield Claim("004", f"D = {depth} is the depth to take",
                f"AUC {auc[depth]:.3f}; best at D = {best}: {auc[best]:.3f}",
                _verdict(auc[best] - auc[depth] < 0.01))  # fmt: skip
    at = [row for row in rows if row["depth"] == depth]
    inside, between = _mean(at, "inside_alike"), _mean(at, "between_alike")
    yield Claim("004", "S > .8 tells pages of one structure",
                f"true of {inside:.2f} of the pairs of one template, and of {between:.2f} of the pairs of two",
                _verdict(inside > 0.9 and between < 0.1))  # fmt: skip


CLAIMS: Sequence[tuple[str, Callable[[Scores], Iterator[Claim]]]] = (
    ("mapping", _addresses), ("clusters", _clusters), ("speed", _speed), ("articles", _articles), ("bodies", _bodies),
    ("records", _records), ("similarity", _similarity),
)  # fmt: skip
"""The claims that the scores of each evaluation bear on."""


def _verdict(holds: object) -> str:
    return "yes" if holds else "no"


def _range(values: Sequence[float]) -> str:
    return f"{min(values):.2g} to {max(values):.2g}"


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _mean(rows: Sequence[Scores], figure: str) -> float:
    return float(sum(row[figure] for row in rows) / len(rows))


def _beside(f1: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {f1[name]:.3f}" for name in ("single pass", "Naive Bayes", "C4.5") if name in f1)


def _beats(f1: Mapping[str, float]) -> bool:
    return f1["single pass"] > max(
        (value for name, value in f1.items() if name in ("Naive Bayes", "C4.5")), default=0.0
    )
