"""Saved scores of evaluations → Markdown tables beside the papers' own figures, put between marks in a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Scores = Mapping[str, Any]
Section = Callable[[Scores], str]

SHOWN_RULES = ("ours", "first 0.2", "first 0.3", "nearest 0.3")
DEPTHS = (1, 2, 4, 6, 8, 10, 15)
KANG_D = 8


def filled(document: str, scores: Mapping[str, Scores]) -> str:
    """The document with the tables of all scores that are there between their marks; the rest stays as it is."""
    for name, section in SECTIONS.items():
        if name in scores:
            start, end = f"<!-- figures: {name} -->", f"<!-- end: {name} -->"
            table = f"{start}\n{section(scores[name])}\n{end}"
            document = re.sub(f"{re.escape(start)}.*?{re.escape(end)}", lambda _, t=table: t, document, flags=re.DOTALL)  # type: ignore[misc]
    return document


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def addresses(scores: Scores) -> str:
    """Table I of 000, and the areas carried over."""
    rows = [
        row for row in scores["rows"] if "kind" in row and row["kind"] in ("full", "compact, depth", "compact, index")
    ]
    made = [
        [row["site"], row["kind"], f"{row['mappings']:,}", f"{row['strictest']:.3f}", f"{row['verified']:.3f}",
         f"{row['checked']:.1f}", f"{row['ms']:.4f}"]
        for row in rows
    ]  # fmt: skip
    rules = [
        [rule, *(f"{found[name]:.3f}" for name in ("found", "wrong", "b3_f"))]
        for rule, found in scores["rules"].items()
    ]
    return "\n\n".join(
        [
            markdown_table(
                ("site", "address", "mappings", "strictest rung", "verified", "nodes a mapping", "ms"), made
            ),
            markdown_table(("mapping", "areas found", "wrong", "B³ F"), rules),
        ]
    )


def clusters(scores: Scores) -> str:
    """Table 1 of 001 with the claim on growth, and the rules side by side."""
    sites: dict[str, list[Scores]] = {}
    for row in scores["rows"]:
        if row["rule"] == "ours":
            sites.setdefault(row["site"], []).append(row)
    made = [
        [site, f"{rows[0]['pages']:,}", f"{_mean(rows, 'rendered'):.1f}", f"{_mean(rows, 'paper_hit_ratio'):.3f}",
         f"{_mean(rows, 'clusters'):.1f}", f"{_mean(rows, 'hit_ratio'):.3f}", f"{_mean(rows, 'purity'):.3f}",
         f"{100 * _mean(rows, 'doubled'):.0f} %"]
        for site, rows in sites.items()
    ]  # fmt: skip
    rules = [
        [rule, f"{found['paper_hit_ratio']:.3f}", f"{found['purity']:.3f}", f"{found['ari']:.3f}",
         f"{found['rendered']:.1f}", f"{100 * found['doubled']:.0f} %"]
        for rule in SHOWN_RULES if (found := scores["rules"].get(rule))
    ]  # fmt: skip
    return "\n\n".join(
        [
            markdown_table(
                ("site", "pages", "founded", "hit ratio, papers'", "after merging", "hit ratio, merged", "purity",
                 "twice the pages add"), made,
            ),
            markdown_table(("rule", "hit ratio, papers'", "purity", "ARI", "founded", "twice the pages add"), rules),
        ]
    )  # fmt: skip


def similarity(scores: Scores) -> str:
    """Table 1 of 004: mean S inside templates and between them, and the share above Q."""
    rows = [row for row in scores["rows"] if row["measure"] == "levels"]
    sites = list(dict.fromkeys(row["site"] for row in rows))
    by = {(row["site"], row["depth"]): row for row in rows}
    made = [
        [str(d), *(f"{by[site, d]['inside']:.2f} / {by[site, d]['between']:.2f}" for site in sites),
         (f"{_mean([by[site, d] for site in sites], 'inside_alike'):.2f} / "
         f"{_mean([by[site, d] for site in sites], 'between_alike'):.2f}"),
         f"{_mean([by[site, d] for site in sites], 'auc'):.3f}"]
        for d in DEPTHS
    ]  # fmt: skip
    return markdown_table(("D", *sites, "pairs with S > .8", "AUC"), made)


def records(scores: Scores) -> str:
    """The table of 003, and ours beside it."""
    settings: dict[str, list[Scores]] = {}
    for row in scores["paper"]:
        settings.setdefault(row["setting"], []).append(row)
    figures = ("strict", "learned", "f1", "strict f1")
    made = [
        [setting, str(len(rows)), *(f"{_mean(rows, name):.3f}" for name in figures)]
        for setting, rows in settings.items()
    ]
    made.append(["ours", str(len(scores["rows"])), *(f"{scores['mean'][name]:.3f}" for name in figures)])
    columns = ("procedure", "sites", "pages in the language", "of those learned from", "F1", "F1, strictly")
    return markdown_table(columns, made)


def bodies(scores: Scores) -> str:
    """The single pass of 002 with and without layout."""
    groups: dict[str, list[Scores]] = {}
    for row in scores["rows"]:
        groups.setdefault(row["blocks"], []).append(row)
    figures = ("precision", "recall", "f1")
    made = [[name, str(len(rows)), *(f"{_mean(rows, one):.3f}" for one in figures)] for name, rows in groups.items()]
    return markdown_table(("blocks", "pages", "precision", "recall", "F1"), made)


def speed(scores: Scores) -> str:
    """Tables 2 to 4 of 001."""
    made = [
        [row["site"], row["method"], str(row["pages"]), str(row["clusters"]), f"{100 * row['hit ratio']:.1f} %",
         f"{row['plain s']:.1f}", f"{row['templates s']:.1f}", f"{100 * row['saved']:.1f} %", f"{row['texts ms']:.1f}"]
        for row in scores["rows"]
    ]  # fmt: skip
    columns = (
        "site",
        "method",
        "pages",
        "founded",
        "hit ratio",
        "plain s",
        "with templates s",
        "saved",
        "retrieval ms",
    )
    return markdown_table(columns, made)


def _mean(rows: Sequence[Scores], figure: str) -> float:
    return float(sum(row[figure] for row in rows) / len(rows))


SECTIONS: Mapping[str, Section] = {
    "mapping": addresses, "clusters": clusters, "speed": speed, "bodies": bodies, "records": records,
    "similarity": similarity,
}  # fmt: skip
"""The tables of an evaluation, by its name."""
