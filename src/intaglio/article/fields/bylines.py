"""Author and date as the page shows them: short lines around the headline that are marked, worded or dated as such."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.class_hints import any_name_has
from intaglio.article.blocks.counts import word_count
from intaglio.article.fields.dates import iso_date
from intaglio.article.fields.declared import Found
from intaglio.page import TAGS, Bools, Page
from intaglio.white_space import collapsed

NEAR, FAR, BEFORE = 12, 40, 5
"""Blocks behind the headline in which any byline counts, in which one that is marked does; and blocks before it."""
SHORT = 14
"""Words of a line that may be a byline."""
LONGEST = 200
"""Its characters."""
_UP = 6
"""Elements above a line whose names are looked at."""
_ELSEWHERE = re.compile(
    r"(?:^|[\s_-])(?:related|recommended|popular|trending|comments?|sidebar|footer|menu|nav|navigation|copyright|breadcrumbs?)"
    r"(?=[\s_-]|$)",
    re.IGNORECASE,
)
"""Names of places whose authors and dates are those of other pages."""
_AUTHOR = re.compile(r"author|byline|creator|contributor|username|poster(?!or)", re.IGNORECASE)
_NOT_NAME = re.compile(
    r"avatar|bio(?![a-z])|image|img|photo|desc|date|time|social|statistic|profile-rank", re.IGNORECASE
)
_DATED = re.compile(r"date(?!d?base)|publish|posted|timestamp|byline|post-?time", re.IGNORECASE)
_BY = re.compile(
    r"(?:^\W*|.*(?:[|•·,;]\s*|\d{4}\s+))"
    r"(?:(?:article|story|words|post|text|written|posted|published|created|started|submitted)\s+)?"
    r"(?:by|von|por|par|door)\b[:\s]+(?=\S)",
    re.IGNORECASE,
)
_SAYING = ("by", "von", "por", "par", "door")
_LABEL = re.compile(
    r"^(?:(?:authors?|writer|written|posted|published|by|von|por|par|door)\b[:\s]*)(?:by\b[:\s]*)?", re.IGNORECASE
)
_END = re.compile(
    r"\s*(?:[|•·⋅–—/(»]|\s-\s|\b(?:on|in|for|at)\b|\b(?i:published|updated|posted|last)\b|\d{1,2}[:.]\d\d|,?\s"
    r"(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s\d|\d{4}|\d+\s(?:min|hour|day|week|month|year)).*$",
    re.DOTALL,
)
_CHANGED = re.compile(r"^\W*(?:last\s)?(?:updat|modif|revis|edited|review|aktualis)", re.IGNORECASE)
_OTHER_DAY = re.compile(
    r"joined|registered|member since|copyright|©|expire|deadline|last edited|last visit", re.IGNORECASE
)
_NO_PERSON = re.compile(
    r"^(?:admin|administrator|editor|read more|follow|(?:topic )?authors?|guest|anonymous|about.*|view.*|share.*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A short line of text that stands around the headline."""

    text: str
    owner: int
    """Element the text stands in."""
    near: bool
    """It is quite near."""


def shown_author(page: Page, lines: Sequence[Line]) -> Iterator[Found]:
    """Who wrote it, by a line that is marked as a byline or says so."""
    names = _Names(page, _AUTHOR, _NOT_NAME, parts=("author", "byline", "creator", "contributor", "username", "poster"))
    for line in lines:
        said = _BY.match(line.text) if line.near and any(map(line.text.lower().__contains__, _SAYING)) else None
        if said or names.mark(line.owner):
            name = person(line.text[said.end() :] if said else line.text)
            upper = not said or name[:1].isupper() or not name.isascii()
            if name and upper and not _is_elsewhere(page, line.owner):
                yield Found(name, "byline")


def person(text: str) -> str:
    """A name without what goes before and behind it; empty if it cannot be one.

    >>> person("By Ada Quill | 3 March 2024"), person("Author: Ada Quill"), person("https://example.org/ada")
    ('Ada Quill', 'Ada Quill', '')
    """
    name = _END.sub("", _LABEL.sub("", collapsed(text))).strip(" ,;:-–—")
    fit = 1 < len(name) <= 60 and len(name.split()) <= 6 and not text.strip().startswith(("http://", "https://", "@"))
    return (
        name if fit and not _NO_PERSON.search(name) and any(map(str.isalpha, name)) and not iso_date(text[:12]) else ""
    )


def shown_date(page: Page, lines: Sequence[Line]) -> Iterator[Found]:
    """When it was published, by a line with a date; one that says it was changed comes last."""
    changed = []
    names = _Names(page, _DATED, parts=("date", "publish", "posted", "timestamp", "byline", "post-time", "posttime"))
    for line in lines:
        day = iso_date(line.text)
        if not day or _OTHER_DAY.search(line.text) or _is_elsewhere(page, line.owner):
            continue
        if line.near or names.mark(line.owner):
            if not _CHANGED.search(line.text):
                yield Found(day, "byline")
                return
            changed.append(Found(day, "byline"))
    yield from changed


def shown_change(page: Page, lines: Sequence[Line]) -> Iterator[Found]:
    """When it was last changed, by a line that says so."""
    for line in lines:
        if _CHANGED.search(line.text) and not _is_elsewhere(page, line.owner):
            yield Found(iso_date(line.text), "byline")


def lines_around(page: Page, blocks: Blocks, title: str | None) -> list[Line]:
    """Short lines near the headline, those behind it first; none without a headline."""
    head = _headline(page, blocks, title)
    if head is None:
        return []
    low = max(head - BEFORE, 0)
    few = (low + (blocks.words[low : head + 1 + FAR] <= 2 * SHORT).nonzero()[0]).tolist()
    chosen = [*(b for b in few if b > head), *(b for b in reversed(few) if b < head)]
    owners = blocks.owner.take(chosen).tolist() if chosen else []
    return [
        Line(text, owner, b <= head + NEAR)
        for b, owner, text in zip(chosen, owners, _lines(page, blocks, chosen), strict=True)
        if len(text) <= LONGEST and text.count(" ") < SHORT
    ]


def _headline(page: Page, blocks: Blocks, title: str | None) -> int | None:
    """The block of the headline: the first one that says it, a heading of the first rank if there is one."""
    top = _in_headings(page)[blocks.owner]
    heads = top.nonzero()[0]
    if title:
        wanted = title.casefold()
        highest: list[int] = heads.tolist()
        for b, line in zip(highest, _lines(page, blocks, highest), strict=True):
            if line.casefold() == wanted:
                return b
        size = word_count(title)
        alike: list[int] = (np.abs(blocks.words - size) < 1).nonzero()[0].tolist()
        lines = zip(alike, _lines(page, blocks, alike), strict=True)
        same = next((b for b, line in lines if line.casefold() == wanted), None)
        if same is not None:
            return same
    return int(heads[blocks.words[heads].argmax()]) if len(heads) else None


def _in_headings(page: Page) -> Bools:
    inside = np.zeros(page.size, dtype=np.bool_)
    for e in (page.tag == TAGS["h1"]).nonzero()[0][:64].tolist():
        inside[e : page.end[e]] = True
    return inside


def _lines(page: Page, blocks: Blocks, chosen: Sequence[int]) -> list[str]:
    """The texts of some blocks, white space collapsed."""
    if not chosen:
        return []
    texts = page.texts
    spans = zip(blocks.start.take(chosen).tolist(), blocks.stop.take(chosen).tolist(), strict=True)
    whole = (texts[start] if stop == start + 1 else " ".join(texts[start:stop]) for start, stop in spans)
    return [collapsed(text) for text in whole]


def _is_elsewhere(page: Page, owner: int) -> bool:
    """Whether a line stands in a menu, a form, the page's footer or beside the content, by tag or name."""
    above = [owner, *islice(page.ancestors(owner), _UP)]
    tags = {int(page.tag[up]) for up in above}
    if TAGS["nav"] in tags or TAGS["form"] in tags or (TAGS["footer"] in tags and TAGS["article"] not in tags):
        return True
    within = [up for up in above if page.tag[up] != TAGS["body"]]
    return any(_ELSEWHERE.search(names) for names in page.values("class", within) if names)


class _Names:
    """Whether the names of a line's nearest elements say what it is; each name is read once."""

    def __init__(
        self, page: Page, wanted: re.Pattern[str], unwanted: re.Pattern[str] | None = None, *, parts: tuple[str, ...]
    ) -> None:
        self._page, self._wanted, self._unwanted = page, wanted, unwanted
        self._some = any_name_has(page, parts)  # one of them is in whatever is wanted
        self._known: dict[int, bool | None] = {-1: None}

    def mark(self, owner: int) -> bool:
        """The verdict of the first name that says anything."""
        for e in (owner, *islice(self._page.ancestors(owner), 3)) if self._some else ():
            name = int(self._page.cls[e])
            if name not in self._known:
                self._known[name] = self._read(self._page.strings[name])
            if (verdict := self._known[name]) is not None:
                return verdict
        return False

    def _read(self, name: str) -> bool | None:
        if self._unwanted is not None and self._unwanted.search(name):
            return False
        return True if self._wanted.search(name) else None
