"""Scores kinds: on whole sites whose pages are labelled, and on sites that show one kind of thing.

Addresses are hidden from the method, but for the figures that say so. Purity: share of labelled pages whose label is
the most frequent of their kind; also as a mean over labels. Wholeness: share of a label's pages in its largest kind,
mean over labels of ten pages. Labels come from addresses. Two of `transmission` name pages and the lists of them alike,
and are labelled apart here.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from intaglio.evaluate.corpora import RecordPage, SitePage
from intaglio.evaluate.tables.site_tables import SiteTables, site_tables
from intaglio.tables import KindOptions

Row = dict[str, Any]
_AGREEMENT = ("purity", "purity of labels", "wholeness")
_ADDRESSED = {figure: f"{figure}, addresses" for figure in _AGREEMENT}
FIGURES = (*_AGREEMENT, *_ADDRESSED.values(), "pages in one table", "templates", "kinds", "cost ×")
LEAST = 10
_MIXED = {"transmission": frozenset({"news", "resource"})}
_LIST = re.compile(r"\?page=|/(?:\d[\d.]*|[\w-]+(?:\.[\w-]+)*\.(?:org|net|com))\.html$|^(?:current|resources)\.html")
"""Addresses of lists among those: a page of a list, a month, a link to another host that is answered with a list."""


def label_of(page: SitePage) -> str | None:
    """The label of a page; lists are labelled apart from what they list."""
    if page.template in _MIXED.get(page.site, ()) and _LIST.search(page.page):
        return f"{page.template} list"
    return page.template


def score_site(name: str, pages: Sequence[SitePage], options: KindOptions, *, learned: bool) -> Row:
    """A labelled site; beside it how provisional kinds agree with labels if addresses are known."""
    bodies = [page.html.read_bytes() for page in pages]
    labels = {number: label for number, page in enumerate(pages) if (label := label_of(page)) is not None}
    found = site_tables(name, bodies, learned=learned, options=options)
    known = replace(options, addresses=True)
    told = _agreement(site_tables(name, bodies, [page.page for page in pages], learned=False, options=known), labels)
    addressed = {called: told[figure] for figure, called in _ADDRESSED.items()}
    return {"site": name, "corpus": "sites", **_row(found), **_agreement(found, labels), **addressed}


def score_records(name: str, pages: Sequence[RecordPage], options: KindOptions, *, learned: bool) -> Row:
    """A site whose pages are all of one kind."""
    found = site_tables(name, [page.html.read_bytes() for page in pages], learned=learned, options=options)
    largest = max(kind.pages for kind in found.kinds)
    return {"site": name, "corpus": "records", **_row(found), "pages in one table": largest / len(pages)}


def _row(found: SiteTables) -> Row:
    return {"templates": found.templates, "kinds": len(found.kinds), "cost ×": found.kind_cost}


def _agreement(found: SiteTables, labels: Mapping[int, str]) -> Row:
    in_kind: defaultdict[str, Counter[str]] = defaultdict(Counter)
    of_label: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for kind in found.kinds:
        for page in found.pages_of(kind):
            if page in labels:
                in_kind[kind.id][labels[page]] += 1
                of_label[labels[page]][kind.id] += 1
    large = {label: counts for label, counts in of_label.items() if counts.total() >= LEAST}
    pure = [
        sum(count * in_kind[kind][label] / in_kind[kind].total() for kind, count in counts.items()) / counts.total()
        for label, counts in large.items()
    ]
    whole = {label: max(counts.values()) / counts.total() for label, counts in large.items()}
    return {
        "purity": sum(max(counts.values()) for counts in in_kind.values()) / len(labels),
        "purity of labels": sum(pure) / len(pure),
        "wholeness": sum(whole.values()) / len(whole),
        "labels": whole,
    }


def by_site(pages: Sequence[SitePage]) -> dict[str, list[SitePage]]:
    """The pages of the corpus `sites` by site."""
    sites: defaultdict[str, list[SitePage]] = defaultdict(list)
    for page in pages:
        sites[page.site].append(page)
    return dict(sites)


def words_file(corpus: Path) -> Path:
    """Where the words an attribute may be called by are, beside the corpora."""
    return corpus.parent / "methods" / "attribute-words.json"
