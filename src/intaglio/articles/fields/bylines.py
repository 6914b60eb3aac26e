"""Author and date as the page shows them: short lines around the headline that are marked, worded or dated as such."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from intaglio.articles.blocks.class_hints import any_name_has
from intaglio.articles.fields.dates import iso_date, may_have_date
from intaglio.articles.fields.declared import Found
from intaglio.articles.fields.lines_around import LinesAround
from intaglio.page import TAGS, Page
from intaglio.white_space import collapsed

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
_SAYING = re.compile(r"(?:by|von|por|par|door)[: ]")
"""What any line has, in small letters, that says so."""
_CHANGES = ("updat", "modif", "revis", "edited", "review", "aktualis")
"""What any line has that says that something was changed."""
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
_MOST = 12
"""Links of a line that are looked at."""
_NO_PERSON = re.compile(
    r"^(?:admin|administrator|editor|read more|follow|(?:topic )?authors?|guest|anonymous|about.*|view.*|share.*)$",
    re.IGNORECASE,
)


def shown_author(around: LinesAround) -> Iterator[Found]:
    """Who wrote it, by a line that is marked as a byline or says so."""
    parts = "author", "byline", "creator", "contributor", "username", "poster"
    names = _Names(around.page, _AUTHOR, _NOT_NAME, parts=parts)
    some_say = _SAYING.search(around.said) is not None
    for text, owner, near in around.lines if some_say or names.some else ():
        said = _BY.match(text) if near and some_say and _SAYING.search(text.lower()) else None
        if said or names.mark(owner):
            name = person(text[said.end() :] if said else text)
            upper = not said or name[:1].isupper() or not name.isascii()
            if name and upper and not around.is_elsewhere(owner):
                yield Found(_several(around.page, owner, name) or name, "byline")


def _several(page: Page, owner: int, said: str) -> str:
    """The names of several people, where each is a link and nothing else is said; else nothing."""
    links = (page.tag[owner : page.end[owner]] == TAGS["a"]).nonzero()[0][:_MOST].tolist()
    names = [collapsed(page.text(owner + at)) for at in links]
    whole = " ".join(names)
    alike = len(names) > 1 and (said == whole or said in (", ".join(names), " & ".join(names), " and ".join(names)))
    return ", ".join(names) if alike and all(map(person, names)) else ""


def person(text: str) -> str:
    """A name without what goes before and behind it; empty if it cannot be one.

    >>> person("By Ada Quill | 3 March 2024"), person("Author: Ada Quill"), person("https://example.org/ada")
    ('Ada Quill', 'Ada Quill', '')
    """
    name = _END.sub("", _LABEL.sub("", collapsed(text))).strip(" ,;:-–—")
    fit = 1 < len(name) <= 60 and len(name.split()) <= 6 and not text.strip().startswith(("http://", "https://", "@"))
    return (
        name if fit and not _NO_PERSON.match(name) and any(map(str.isalpha, name)) and not iso_date(text[:12]) else ""
    )


def shown_date(around: LinesAround) -> Iterator[Found]:
    """When it was published, by a line with a date; one that says it was changed comes last."""
    changed = []
    parts = "date", "publish", "posted", "timestamp", "byline", "post-time", "posttime"
    names = _Names(around.page, _DATED, parts=parts)
    for text, owner, near in around.lines if may_have_date(around.said) else ():
        day = iso_date(text)
        if not day or _OTHER_DAY.search(text) or around.is_elsewhere(owner):
            continue
        if near or names.mark(owner):
            if not _CHANGED.match(text):
                yield Found(day, "byline")
                return
            changed.append(Found(day, "byline"))
    yield from changed


def shown_change(around: LinesAround) -> Iterator[Found]:
    """When it was last changed, by a line that says so."""
    if around.said.isascii() and not any(map(around.said.__contains__, _CHANGES)):
        return
    for text, owner, _ in around.lines:
        if _CHANGED.match(text) and not around.is_elsewhere(owner):
            yield Found(iso_date(text), "byline")


class _Names:
    """Whether the names of a line's nearest elements say what it is; each name is read once."""

    def __init__(
        self, page: Page, wanted: re.Pattern[str], unwanted: re.Pattern[str] | None = None, *, parts: tuple[str, ...]
    ) -> None:
        self._page, self._wanted, self._unwanted, self._parts = page, wanted, unwanted, parts
        self._known: dict[int, bool | None] = {-1: None}

    @cached_property
    def some(self) -> bool:
        """Whether any name may say so: one of the parts is in whatever is wanted."""
        return any_name_has(self._page, self._parts)

    def mark(self, owner: int) -> bool:
        """The verdict of the first name that says anything."""
        for e in (owner, *islice(self._page.ancestors(owner), 3)) if self.some else ():
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
