"""The headline of a page: its main heading if that agrees with the page's name; else the name, without the site's."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from html import unescape
from itertools import takewhile
from urllib.parse import urlsplit

import numpy as np

from intaglio.articles.fields.declared import Found, PageMetadata
from intaglio.articles.output.addresses import link_addresses, resolved
from intaglio.page import KNOWN, TAGS, Page
from intaglio.page.tags import codes
from intaglio.white_space import collapsed

_WORD = re.compile(r"[^\W_]+")
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
"""Letters as names and addresses spell them that have none but those of English."""
_CUT = re.compile(r"(?:^|\s+)[|\-–—·•»:~/]+\s+|\s*[|»•]\s*")
"""What sites put between a page's name and their own."""
_ANCHORS = "#¶§🔗"
"""Signs that headings end with to be linked to."""
_DOMAIN = re.compile(r"(?:[\w-]+\.)+(?:com|org|net|info|[a-z]{2})", re.IGNORECASE)
_IS_ELSEWHERE = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_IS_ELSEWHERE[sorted(codes("nav footer"))] = True
_IS_ELSEWHERE.flags.writeable = False
_WHOLE, _SCHEME = ("http://", "https://"), len("https://")
"""How addresses begin, and where their path does not begin before."""
_PLAIN = re.compile(r"https?://[\w.-]+(/[\w./%~+-]*)?(?:[?#][!-~]*)?", re.ASCII)
"""Addresses whose path is plain to see."""
_FRONT = ("", "/", "/index.html", "/index.php")
"""Paths of a site's front page."""
LONGEST = 300
"""Characters of a heading; longer ones are no headlines."""
LONGEST_NAME = 1000
"""Characters that are taken of what a page says its name is."""
_MOST = 64
"""Headings of a rank that are looked at."""
_LETTER = re.compile(r"[^\W\d_]")
_LOOKED = 8
"""Parts of a name that are looked at."""
_PARTS = 6
"""Parts of a name that are compared with a heading at once."""
_LONG = 5
"""Words that no name of a site has more of."""
AGREE = 0.5
"""Share of a lone heading's words that must be among those of the page's name."""


def titles(declared: PageMetadata) -> Iterator[Found]:
    """Candidates for the headline, the best first."""
    page = declared.page
    named = [*declared.of_metas(("og:title", "twitter:title")), *([Found(page.title, "title")] if page.title else [])]
    named = [Found(unescape(name.value[:LONGEST_NAME]), name.origin) for name in named]
    site = _SiteNames(declared)
    site.names.update(tuple(_words(name)) for name in (*_home_names(page), *_linked_names(page)))
    heads = [text for text in _headings(page) if not site.matches(text)]
    main = _parts(named[-1].value) if named else []
    heads = [text for text in heads if len(main) < 2 or not _only_in_last(text, main) or site.leads(main)]
    agreeing = [text for text in heads if any(_is_part(text, name.value) for name in named)]
    if agreeing:
        yield Found(max(agreeing, key=len), "h1")
    known = {word for name in named for word in _words(name.value)}
    if len(heads) == 1 and (not named or _agreement(heads[0], known) >= AGREE):
        yield Found(heads[0], "h1")
    headlines = [Found(unescape(found.value), found.origin) for found in declared.of_works(("headline",))]
    yield from (found for found in headlines if not site.matches(found.value))
    for name in sorted(named, key=lambda name: site.matches(name.value)):  # the site's own name comes last
        yield Found(_without_site(name.value, site, lambda: page.derived(_below)), name.origin)
    yield from (Found(text, "h1") for text in heads or _headings(page))


def _below(page: Page) -> list[list[str]]:
    """The words of each lower heading."""
    ranks = ((page.tag == TAGS[f"h{rank}"]).nonzero()[0][:_MOST].tolist() for rank in "234")
    return [_words(text) for heads in ranks for text in _texts_of(page, heads)]


def main_headings(page: Page) -> list[int]:
    """The headings of the first rank."""
    found: list[int] = (page.tag == TAGS["h1"]).nonzero()[0].tolist()
    return found


def _headings(page: Page) -> list[str]:
    return [text for text in _texts_of(page, page.derived(main_headings)[:_MOST]) if len(text) < LONGEST]


def _home_names(page: Page) -> set[str]:
    """What main headings say that lead to the site's front page: its name, on all other pages."""
    found = set()
    for e in page.derived(main_headings)[:8]:
        link = _first_link(page, e)
        if link is None or _path(page.url) in _FRONT:
            continue
        address = resolved(page, link_addresses(page).get(link, "#"))
        if _path(address) in _FRONT and _host(address) == _host(page.url):
            found.add(collapsed(page.text(e)))
    return found


def _linked_names(page: Page) -> list[str]:
    """What the first main heading says if it alone is a link, to another page, and one that is none follows, or it
    stands outside of what the page is for and not first in its name: the name of the site, wherever its front page is.
    """
    heads = [e for e in page.derived(main_headings)[:8] if page.text_stop[e] > page.text_start[e]]
    links = [_whole_link(page, e) for e in heads]
    if not heads or links[0] is None or any(link is not None for link in links[1:]):
        return []
    address, said = resolved(page, links[0]).partition("#")[0], collapsed(page.text(heads[0]))
    if address in ("", page.url) or (len(heads) == 1 and not _stands_above(page, heads[0], said)):
        return []
    return [said]


def _stands_above(page: Page, e: int, said: str) -> bool:
    """Whether a heading stands before the main part of a page, and later in its name."""
    main = ((page.tag == TAGS["main"]) | (page.tag == TAGS["article"])).nonzero()[0][:1].tolist()
    parts = list(map(_words, _parts(page.title or "")[:_LOOKED]))
    return bool(main) and int(page.end[e]) <= main[0] and _words(said) in parts[1:]


def _whole_link(page: Page, e: int) -> str | None:
    """Where an element leads all of whose texts are in one link."""
    link = _first_link(page, e)
    return link_addresses(page).get(link) if link is not None and page.text_stop[link] == page.text_stop[e] else None


def _first_link(page: Page, heading: int) -> int | None:
    """The link that a heading begins with."""
    tags = page.tag[heading : page.end[heading]].tolist() if page.end[heading] > heading + 1 else ()
    links = (heading + at for at, tag in enumerate(tags) if tag == TAGS["a"])
    return next((link for link in links if page.text_start[link] == page.text_start[heading]), None)


def _texts_of(page: Page, heads: Sequence[int]) -> list[str]:
    """What headings say, those of menus and footers left out."""
    start, end = page.derived(_elsewhere) if heads else ([], [])
    texts = [collapsed(page.text(e)) for e in heads if not (at := bisect(start, e)) or e >= end[at - 1]]
    return [text for text in (text.rstrip(_ANCHORS).rstrip() for text in texts) if text]


def _elsewhere(page: Page) -> tuple[list[int], list[int]]:
    """Where menus and footers begin and end, those in one another as one."""
    places = _IS_ELSEWHERE.take(page.tag, mode="clip").nonzero()[0]
    starts: list[int] = []
    ends: list[int] = []
    for start, end in zip(places.tolist(), page.end.take(places).tolist(), strict=True):
        if not ends or start >= ends[-1]:
            starts.append(start)
            ends.append(end)
    return starts, ends


class _SiteNames:
    """What the site is called, by its own word and by its address."""

    def __init__(self, declared: PageMetadata) -> None:
        self.names = {tuple(_words(declared.site.value))} if declared.site else set()
        self.joined = _joined_names(_host(declared.page.url))

    def matches(self, text: str) -> bool:
        """Whether a text is the site's name."""
        words = _words(text)
        joined = "".join(words)
        named = tuple(words) in self.names or (len(joined) > 2 and joined in self.joined)
        return named or _DOMAIN.fullmatch(text) is not None

    def cut_off(self, text: str) -> str:
        """A name of a page without the site's, if that has several words, and stands right behind it."""
        ends = [found.end() for found in _WORD.finditer(text)]
        said = _words(text)
        for some in self.names:
            if 1 < len(some) < len(said) == len(ends) and tuple(said[-len(some) :]) == some:
                return text[: ends[-len(some) - 1]]
        return text

    def leads(self, parts: Sequence[str]) -> bool:
        """Whether the site's name stands first of the parts of a page's: then the last is no other name of it."""
        return self.matches(parts[0]) or len(_words(parts[-1])) > max(_LONG, sum(map(len, map(_words, parts[:-1]))))


@lru_cache(maxsize=64)
def _joined_names(host: str) -> frozenset[str]:
    """What a host's name may have of the site's, without dots and hyphens."""
    labels = host.removeprefix("www.").split(".")
    return frozenset("".join(part).replace("-", "") for part in (labels[:1], labels[:-1], labels))


def _path(url: str | None) -> str:
    url = url or ""
    if found := _PLAIN.fullmatch(url):
        return found[1] or ""
    try:
        return urlsplit(url).path
    except ValueError:
        return ""


def _host(url: str | None) -> str:
    url = url or ""
    if url.startswith(_WHOLE) and (path := url.find("/", _SCHEME)) > 0:
        url = url[:path]  # as all pages of a site have it
    return _host_of(url)


@lru_cache(maxsize=64)
def _host_of(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def _without_site(name: str, site: _SiteNames, headings: Callable[[], Sequence[list[str]]]) -> str:
    """A page's name without the site's, cut where a heading tells if nothing else does."""
    parts = _parts(name)
    if len(parts) < 2:
        halves = [half for half in (name.partition(": ")[::2] if ": " in name else ()) if _words(half) in headings()]
        return halves[0].strip() if len(halves) == 1 else site.cut_off(parts[0]) if parts else name
    kept = [part for part in parts if not site.matches(part)]
    if kept and len(kept) < len(parts):
        # What follows the site's name is about the site.
        own = list(takewhile(kept.__contains__, parts[parts.index(kept[0]) :]))
        start = name.index(own[0])
        return name[start : name.index(own[-1], start) + len(own[-1])]
    return _told_by(headings(), name, parts) or next((part for part in parts if _LETTER.search(part)), parts[0])


def _told_by(headings: Sequence[list[str]], name: str, parts: Sequence[str]) -> str:
    """The most of a name's parts, side by side, that one of the headings says; nothing if none says any."""
    for count in range(min(len(parts), _PARTS), 0, -1):
        for at in range(len(parts) - count + 1):
            if _words(" ".join(parts[at : at + count])) in headings:
                start = name.index(parts[at])
                return name[start : name.index(parts[at + count - 1], start) + len(parts[at + count - 1])]
    return ""


def _parts(name: str) -> list[str]:
    return [part for piece in _CUT.split(name) if (part := piece.strip())]


def _words(text: str) -> list[str]:
    small = text.lower()
    return _WORD.findall(small if small.isascii() else small.translate(_SPELLED))


def _only_in_last(text: str, parts: Sequence[str]) -> bool:
    """Whether the last part of a page's name, the site's, is all that begins or ends with a heading's words."""
    some = _words(text)
    return _is_in(some, _words(parts[-1])) and not any(_is_edge(some, _words(part)) for part in parts[:-1])


def _is_part(text: str, name: str) -> bool:
    """Whether a heading's words stand in a page's name, side by side, and not in the midst of a sentence."""
    some = _words(text)
    within = [part for part in map(_words, _parts(name)) if _is_in(some, part)]
    if not within:
        return _is_in(some, _words(name))
    return any(len(part) <= _LONG or _is_edge(some, part) for part in within)


def _is_edge(some: list[str], words: list[str]) -> bool:
    """Whether the others begin or end with the words."""
    return bool(some) and some in (words[: len(some)], words[-len(some) :])


def _is_in(some: list[str], words: list[str]) -> bool:
    """Whether the words stand among the others, side by side."""
    size = len(some)
    return bool(some) and any(words[at : at + size] == some for at in range(len(words) - size + 1))


def _agreement(text: str, known: set[str]) -> float:
    words = set(_words(text))
    return len(words & known) / len(words) if words else 0.0
