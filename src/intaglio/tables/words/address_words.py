"""What addresses say of the things they lead to: what `/teams/12` and `/teams/31` lead to are teams."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from intaglio.tables.words.vocabulary import common_word

_WORD = re.compile(r"[^\W\d_]{3,}")
_HOST = re.compile(r"(?:[A-Za-z][\w.+-]*:)?//([^/?#]*)")
_HAVE_PAGES = frozenset({
    "author", "brand", "publisher", "category", "genre", "company", "director", "cast", "studio", "team", "college",
    "speaker", "city", "country", "cuisine",
})  # fmt: skip
"""Things that have pages of their own."""
_USUAL, _SEVERAL = 0.8, 2
"""Share of addresses that have a word, and how many have it at least: some lead to a search instead."""


def thing_of(addresses: Iterable[str]) -> str:
    """The vocabulary's word for a thing with pages of its own that nearly all of some addresses have, the last if there
    are several; nothing if there is none.

    >>> thing_of(["/nba/teams/12.html", "/nba/teams/31.html"])
    'team'
    """
    said = list(map(_words, addresses))
    counts = Counter(chain.from_iterable(map(set, said)))
    usual = {word for word, count in counts.items() if count >= max(_USUAL * len(said), _SEVERAL)}
    if not usual:
        return ""
    whole = next((words for words in said if usual.issubset(words)), said[0])
    things = (thing for word in reversed(whole) if word in usual and (thing := common_word((word,))) in _HAVE_PAGES)
    return next(things, "")


def _words(address: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(_below_host(address))]


def host_of(address: str) -> str:
    """The host of an address; nothing if it has none.

    >>> host_of("https://example.org/a?b"), host_of("//example.org"), host_of("mailto:ann@example.org")
    ('example.org', 'example.org', '')
    """
    found = _HOST.match(address)
    return found[1] if found is not None else ""


def _below_host(address: str) -> str:
    found = _HOST.match(address)
    below = address[found.end() :] if found is not None else address
    return below.partition("#")[0]
