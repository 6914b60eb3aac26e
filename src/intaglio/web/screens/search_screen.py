"""Search: pages by what they say, with the field that says it; facets by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from intaglio.collection.records.field_stats import leaves
from intaglio.errors import IntaglioError
from intaglio.index import Found
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.asked import Asked

HITS = 20
"""Hits on a screen."""
FACETED = 200
"""Hits that facets are counted over."""
LONGEST = 220
"""Characters of a value that are shown."""
OPERATORS = ("OR", "AND", "NOT")


def search_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """Hits with field and snippet; facets by kind."""
    query, kind, start = asked.text("q").strip(), asked.text("kind"), asked.number("from")
    found: list[Found] = []
    problem = None
    if query:
        try:
            found = inspection.collection.search(query, limit=FACETED)
        except IntaglioError as error:
            problem = str(error)
    kinds = inspection.kind_of_template()
    named = {template: one for (_, template), one in kinds.items()}
    facets = Counter(named[one.template].id for one in found if one.template in named)
    names = {one.id: one.name for one in named.values()}
    wanted = [one for one in found if not kind or (one.template in named and named[one.template].id == kind)]
    words = _words(query)
    return {
        "query": query,
        "kind": kind,
        "problem": problem,
        "total": len(wanted),
        "more": len(found) == FACETED,
        "facets": [{"id": id_, "name": names[id_], "count": count} for id_, count in facets.most_common()],
        "hits": [_hit(one, words, named) for one in wanted[start : start + HITS]],
        "next": start + HITS if start + HITS < len(wanted) else None,
        "previous": max(0, start - HITS) if start else None,
    }


def _hit(found: Found, words: list[str], named: Mapping[str, Any]) -> dict[str, Any]:
    kind = named.get(found.template)
    name, snippet = _said(found, words)
    return {
        "capture": found.page,
        "title": found.title or found.url or found.source,
        "url": found.url or found.source,
        "kind": kind.name if kind is not None else None,
        "kind_id": kind.id if kind is not None else None,
        "template": found.template,
        "snippet": list(_parts(snippet, words)),
        "field": name,
    }


def _words(query: str) -> list[str]:
    """What is looked for, without the signs of the query's language.

    >>> _words('name:"blue lamp" OR price:83 -sold')
    ['blue', 'lamp', '83']
    """
    plain = (word.rpartition(":")[2].strip('"()*~') for word in query.split() if not word.startswith("-"))
    return [word.casefold() for word in plain if word and word not in OPERATORS]


def _said(found: Found, words: list[str]) -> tuple[str | None, str]:
    """The field that has most words of the query, and its value around the first of them; else the snippet.

    Addresses come last, before them what the title says already, then long values.
    """
    best = (0, False, False, 0)
    told: tuple[str | None, str] = (None, found.snippet)
    for name, value in leaves(found.fields):
        text = " ".join(str(value).split()) if value is not None else ""
        low = text.casefold()
        places = [at for word in words if (at := low.find(word)) >= 0]
        rank = (len(places), "://" not in text, text not in found.title, -len(text))
        if places and rank > best:
            best, told = rank, (name, _around(text, min(places)))
    return told


def _around(text: str, at: int) -> str:
    """A long text around a place, cut between words."""
    if len(text) <= LONGEST:
        return text
    start = 0 if at < LONGEST // 3 else text.rfind(" ", 0, at - LONGEST // 3) + 1
    stop = text.rfind(" ", start + 1, start + LONGEST)
    return ("…" if start else "") + text[start : stop if stop > at else start + LONGEST] + "…"


def _parts(text: str, words: list[str]) -> Iterator[dict[str, Any]]:
    """A text cut where words of the query begin and end."""
    low, at = text.casefold(), 0
    if len(low) != len(text):
        yield {"text": text, "hit": False}
        return
    while at < len(text):
        places = [(low.find(word, at), -len(word)) for word in words if word]
        there = min((place for place in places if place[0] >= 0), default=None)
        if there is None:
            yield {"text": text[at:], "hit": False}
            return
        start, length = there[0], -there[1]
        if start > at:
            yield {"text": text[at:start], "hit": False}
        yield {"text": text[start : start + length], "hit": True}
        at = start + length
