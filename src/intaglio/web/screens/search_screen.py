"""Search: pages by what they say, with the field that says it; facets by kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any
from unicodedata import combining, normalize

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
MARKED = 50
"""Words of a query that are marked."""
_WORD = re.compile(r"[^\W_]+")
_SPACED = r"[^\W_\u0e00-\u0eff\u0f00-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
"""Letters and digits of scripts that part words by spaces."""


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


def _hit(found: Found, words: re.Pattern[str] | None, named: Mapping[str, Any]) -> dict[str, Any]:
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


def _words(query: str) -> re.Pattern[str] | None:
    """What finds the words that are looked for in a text that is levelled: whole words, as the index has them.

    >>> found = _words('name:"blue lamp" OR price:>83 -sold caf\u00e9')
    >>> found and found.findall(levelled("Lamp, Caf\u00c9 and sold lamps at 83"))
    ['lamp', 'cafe', '83']
    """
    plain = (word.rpartition(":")[2] for word in query.split() if not word.startswith("-") and word not in OPERATORS)
    words = dict.fromkeys(one for word in plain for one in _WORD.findall(levelled(word)))
    several = sorted(list(words)[:MARKED], key=len, reverse=True)
    return re.compile("|".join(map(_bounded, several))) if several else None


def _bounded(word: str) -> str:
    """A word as an expression; where scripts part no words, it may stand anywhere."""
    before = f"(?<!{_SPACED})" if re.match(_SPACED, word[0]) else ""
    return f"{before}{re.escape(word)}{f'(?!{_SPACED})' if re.match(_SPACED, word[-1]) else ''}"


def levelled(text: str) -> str:
    """A text without case and accents, of the same length.

    >>> levelled("\u00c9tude Stra\u00dfe")
    'etude stra\u00dfe'
    """
    return text.lower() if text.isascii() else "".join(map(_level, text))


@lru_cache(4096)
def _level(one: str) -> str:
    bare = "".join(part for part in normalize("NFKD", one) if not combining(part)).lower()
    return bare if len(bare) == 1 else one


def _said(found: Found, words: re.Pattern[str] | None) -> tuple[str | None, str]:
    """The field that has most words of the query, and its value around the first of them; else the snippet.

    Addresses come last, before them what the title says already, then long values.
    """
    best = (0, False, False, 0)
    told: tuple[str | None, str] = (None, found.snippet)
    if words is None:
        return told
    for name, value in leaves(found.fields):
        text = " ".join(str(value).split()) if value is not None else ""
        there = list(words.finditer(levelled(text)))
        rank = (len({one[0] for one in there}), "://" not in text, text not in found.title, -len(text))
        if there and rank > best:
            best, told = rank, (name, _around(text, there[0].start()))
    return told


def _around(text: str, at: int) -> str:
    """A long text around a place, cut between words."""
    if len(text) <= LONGEST:
        return text
    start = 0 if at < LONGEST // 3 else text.rfind(" ", 0, at - LONGEST // 3) + 1
    stop = text.rfind(" ", start + 1, start + LONGEST)
    return ("…" if start else "") + text[start : stop if stop > at else start + LONGEST] + "…"


def _parts(text: str, words: re.Pattern[str] | None) -> Iterator[dict[str, Any]]:
    """A text cut where words of the query begin and end."""
    at = 0
    for one in words.finditer(levelled(text)) if words is not None else ():
        if one.start() > at:
            yield {"text": text[at : one.start()], "hit": False}
        yield {"text": text[one.start() : one.end()], "hit": True}
        at = one.end()
    if at < len(text):
        yield {"text": text[at:], "hit": False}
