"""Saved scores of evaluations → Markdown tables beside the papers' own figures, put between marks in a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from intaglio.align import CHECKS
from intaglio.evaluate.papers import published
from intaglio.evaluate.papers.paper_claims import claims_of

Scores = Mapping[str, Any]
Section = Callable[[Scores], str]

SHOWN_RULES = ("ours", "first 0.2", "first 0.3", "nearest 0.3")
SHOWN_ADDRESSES = ("full", "compact, depth", "compact, breadth", "compact, index")
DEPTHS = (1, 2, 4, 6, 8, 10, 15)


def filled(document: str, scores: Mapping[str, Scores]) -> str:
    """The document with the tables of all scores that are there between their marks; the rest stays as it is."""
    tables = {name: section(scores[name]) for name, section in SECTIONS.items() if name in scores}
    if claims := claims_of(scores):
        tables["claims"] = markdown_table(("paper", "claim", "here", "holds"), [claim.cells for claim in claims])
    for name, table in tables.items():
        start, end = f"<!-- figures: {name} -->", f"<!-- end: {name} -->"
        put = f"{start}\n{table}\n{end}"
        document = re.sub(f"{re.escape(start)}.*?{re.escape(end)}", lambda _, t=put: t, document, flags=re.DOTALL)  # type: ignore[misc]
    return document


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def addresses(scores: Scores) -> str:
    """Table I of 000, the ladder, and the areas carried over."""
    made = [
        [row["site"], row["kind"], f"{row['mappings']:,}", f"{row['checked']:.1f}", f"{row['search_ms']:.3f}",
         f"{row['ms']:.3f}", f"{row['strictest']:.3f}", f"{row['verified']:.3f}"]
        for row in scores["rows"] if row.get("kind") in SHOWN_ADDRESSES
    ]  # fmt: skip
    made += [
        [f"*{site}*", kind, f"{mappings:,}", f"{nodes / mappings:.1f}", f"{start:g}", f"{ms:g}", "1.000", "1.000"]
        for site, kind, mappings, nodes, start, ms in published.ADDRESSES
    ]
    rules = [
        [rule, *(f"{found[name]:.3f}" for name in ("found", "wrong", "wrong_alike", "b3_f"))]
        for rule, found in scores["rules"].items()
    ]
    ladder = [
        [row["site"], *(f"{row.get(f'at {rung}', 0.0):.3f}" for rung in (*CHECKS, "nothing"))]
        for row in scores["rows"] if row.get("kind") == "full"
    ]  # fmt: skip
    columns = ("site", "address", "mappings", "nodes a mapping", "ms to the start", "ms", "strictest rung", "verified")
    return "\n\n".join(
        [
            markdown_table(columns, made),
            markdown_table(("full addresses, by rung", *CHECKS, "no node"), ladder),
            markdown_table(("mapping", "areas found", "wrong", "wrong on nearly equal pages", "B³ F"), rules),
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
    made += [
        [f"*{site}*", "500", str(founded), f"{ratio:.3f}", "", "", "", "at most 33 %"]
        for site, founded, ratio in published.CLUSTERS
    ]
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


def speed(scores: Scores) -> str:
    """Tables 2 to 4 of 001, with the retrieval of the areas that interest in both columns."""
    made = [
        [row["site"], row["method"], str(row["pages"]), f"{row['plain s']:.1f}", f"{row['templates s']:.1f}",
         f"{100 * row['saved']:.1f} %", f"{100 * row['hit ratio']:.1f} %", f"{row['hit ms']:.1f}",
         f"{row['retrieve ms']:.2f}", f"{row['miss ms']:.0f}", f"{100 * row['retrieved']:.0f} %"]
        for row in scores["rows"]
    ]  # fmt: skip
    made += [
        [f"*{site}*", method, "500", str(plain), str(spent), f"{100 * saved:.1f} %", *[""] * 5]
        for site, method, plain, spent, saved in published.TIMES
    ]
    columns = ("site", "method", "pages", "plain s", "with templates s", "saved", "hit ratio", "ms a hit",
               "of which retrieval", "ms a miss", "pages with such areas")  # fmt: skip
    bound = scores["options"]["pages"]
    return f"The first {bound} pages of each site's crawl, where the paper has 500.\n\n{markdown_table(columns, made)}"


def articles(scores: Scores) -> str:
    """Tables 1 to 4 of 002."""
    made = []
    for row in scores["rows"]:
        if row["type"] != "all":
            continue
        paper = published.ARTICLES.get(row["table"])
        theirs = [f"{value:,}" for value in paper[1:3]] + [f"{value:.3f}" for value in paper[3:]] if paper else [""] * 5
        made.append(
            [row["table"], row["method"] + (", rendered" if row["rendered"] else ""), f"{row['segments']:,}",
             f"{row['found']:,}", f"{row['correct']:,}",
             *(f"{row[name]:.3f}" for name in ("precision", "recall", "f1")),
             *theirs[2:]]
        )  # fmt: skip
    columns = ("table", "method", "segments", "found", "correct", "precision", "recall", "F1", "*precision*",
               "*recall*", "*F1*")  # fmt: skip
    best = max(scores["curve"], key=lambda row: row["f1"])
    said = (
        f"Best on the tuning hosts: θ {best['theta']:g}, threshold {best['threshold']:.4g}, word F1 {best['f1']:.3f}."
    )
    return f"{markdown_table(columns, made)}\n\n{said}"


def bodies(scores: Scores) -> str:
    """The methods of 002 with and without layout, where there are style sheets."""
    groups: dict[tuple[str, str, str], list[Scores]] = {}
    for row in scores["rows"]:
        groups.setdefault((row["corpus"], row["method"], row["blocks"]), []).append(row)
    figures = ("precision", "recall", "f1")
    made = [[*key, str(len(rows)), *(f"{_mean(rows, one):.3f}" for one in figures)] for key, rows in groups.items()]
    return markdown_table(("corpus", "method", "blocks", "pages", "precision", "recall", "F1"), made)


def records(scores: Scores) -> str:
    """The table of 003 and ours beside it; what other choices give; the sweep of both deltas."""
    figures = ("strict", "learned", "f1", "strict f1", "leaked")
    made = [[setting, str(len(rows)), *(f"{_mean(rows, name):.3f}" for name in figures)]
            for setting, rows in _by(scores["paper"], "setting").items()]  # fmt: skip
    made.append(["ours", str(len(scores["rows"])), *(f"{scores['mean'][name]:.3f}" for name in figures)])
    columns = (
        "procedure",
        "sites",
        "pages in the language",
        "of those learned from",
        "F1",
        "F1, strictly",
        "fixed text",
    )
    names = [name for name, _, _ in next(iter(published.MATCHED.values()))]
    theirs = [[setting, *(f"{matched} of {total:,} ({matched / total:.3f})" for _, matched, total in sites)]
              for setting, sites in published.MATCHED.items()]  # fmt: skip
    listed = ", ".join(f"`{row['site']}`" for row in scores["rows"])
    size = scores["options"].get("site pages") or "all"
    said = f"Of the corpus `records`, {size} pages of each of {listed}."
    parts = [said, markdown_table(columns, made), markdown_table(("*the report*", *names), theirs)]
    if scores["choices"]:
        choices = {"as we read it": _by(scores["paper"], "setting")}
        choices |= {choice: _by(rows, "setting") for choice, rows in _by(scores["choices"], "choice").items()}
        settings = list(_by(scores["choices"], "setting"))
        chosen = [[choice, *(_both(rows[one]) for one in settings)] for choice, rows in choices.items()]
        parts.append(markdown_table(("F1 / pages in the language", *settings), chosen))
    if scores["sweep"]:
        sweep = {s: _by(rows, "t") for s, rows in _by(scores["sweep"], "s").items()}
        deltas = list(_by(scores["sweep"], "t"))
        swept = [[f"s = {s}", *(_both(rows[t]) for t in deltas)] for s, rows in sweep.items()]
        parts.append(markdown_table(("F1 / pages in the language", *(f"t = {t}" for t in deltas)), swept))
    return "\n\n".join(parts)


def similarity(scores: Scores) -> str:
    """Table 1 of 004: mean S inside templates and between them, the share above Q; and what is kept in memory."""
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
    theirs = [[str(d), *(f"{values[d - 1]:.2f}" for values in published.LEVELS.values())] for d in DEPTHS]
    memory = [[row["kept"], str(row["pages"]), f"{row['kb']:.1f}"] for row in scores["memory"]]
    return "\n\n".join(
        [
            markdown_table(("D", *sites, "pairs with S > .8", "AUC"), made),
            markdown_table(("*D*", *(f"*{name}*" for name in published.LEVELS)), theirs),
            markdown_table(("kept of each page", "pages", "KB a page"), memory),
        ]
    )


def _both(rows: Sequence[Scores]) -> str:
    return f"{_mean(rows, 'f1'):.3f} / {_mean(rows, 'strict'):.3f}"


def _by(rows: Sequence[Scores], key: str) -> dict[Any, list[Scores]]:
    groups: dict[Any, list[Scores]] = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    return groups


def _mean(rows: Sequence[Scores], figure: str) -> float:
    return float(sum(row[figure] for row in rows) / len(rows))


SECTIONS: Mapping[str, Section] = {
    "mapping": addresses, "clusters": clusters, "speed": speed, "articles": articles, "bodies": bodies,
    "records": records, "similarity": similarity,
}  # fmt: skip
"""The tables of an evaluation, by its name."""
