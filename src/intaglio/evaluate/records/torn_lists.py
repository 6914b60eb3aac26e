"""Whether records keep lists whole: siblings that are built alike must be the items of one list.

Groups are found on the pages alone: three or more children of one element with the same name and class that hold the
same kinds of elements, and no label between them. Cells, prose and rows of labels are no lists, nor are siblings that
ids tell apart on many pages. Prose is what stands between paragraphs, or in an element whose content people wrote: many
words, another make-up on most pages that have any, and no class or id in it that many pages share, those of paragraphs
aside. Pages that say the same there count once, and an element that has all the words of another is that element.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from intaglio.evaluate.records.lost_words import strings_in, words_in
from intaglio.page import Page
from intaglio.wrapper import Record
from intaglio.wrapper.page_model.page_tree import folded

Outcome = Literal["whole", "text", "torn", "missing"]
OUTCOMES: tuple[Outcome, ...] = ("whole", "text", "torn", "missing")
"""As the items of one list; within one text; in several fields; not all there."""
Words = frozenset[str]
_CELLS = frozenset({"td", "th", "dt", "dd", "col", "option", "br", "meta", "link", "head", "body", "tbody", "thead"})
_PROSE = frozenset(
    {
        "p",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "blockquote",
        "pre",
        "figure",
        "i",
        "b",
        "em",
        "strong",
        "u",
        "font",
        "sup",
    }
)
_TITLES = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_FEWEST, _SENTENCE = 3, 8
"""Items of a list, and words of a sentence, at least."""
_LOOKED_AT, _WRITTEN, _STEADY = 40, 40, 0.3
"""Elements that are looked at; words that people write, at least; share of elements with the same class in them."""
_FIXED, _KNOWN, _ALIKE, _FOUND = 0.5, 0.2, 0.5, 0.5
"""Shares: pages with a fixed text; pages with a label; kinds of elements that items share; words of an item found."""


@dataclass(frozen=True, slots=True)
class Group:
    """Siblings that are built alike."""

    page: int
    elements: tuple[int, ...]
    items: tuple[Words, ...]
    """The words of each that vary from page to page."""


def groups_of(pages: Sequence[Page]) -> Iterator[Group]:
    """The groups of all pages of a site."""
    texts = [[" ".join(text.split()) for text in page.texts] for page in pages]
    standing, leading = _counted(texts), _counted([list(filter(None, map(_lead, some))) for some in texts])
    named = _counted([list(page.having("id").values()) for page in pages])
    free = _FreeContent(pages)
    for number, page in enumerate(pages):
        for siblings in _siblings(page):
            apart = _is_told_apart(page, siblings, texts[number], standing, named, _KNOWN * len(pages))
            if apart or free.holds(number, siblings[0]):
                continue
            own = [texts[number][int(page.text_start[e]) : int(page.text_stop[e])] for e in siblings]
            group = _group(number, siblings, [_varying_words(some, standing, leading, len(pages)) for some in own])
            if len(group.items) >= _FEWEST and 2 * len(group.items) >= len(siblings):
                yield group


def _counted(texts: Sequence[Sequence[str]]) -> Counter[str]:
    """On how many pages each text stands."""
    return Counter(text for some in texts for text in set(some))


def _group(page: int, siblings: Sequence[int], words: Sequence[Words]) -> Group:
    """The siblings that have words."""
    kept = [(e, some) for e, some in zip(siblings, words, strict=True) if some]
    return Group(page, tuple(e for e, _ in kept), tuple(some for _, some in kept))


class _FreeContent:
    """Which elements hold what people wrote, by name, class and id."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pages = pages
        self._where: defaultdict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
        for number, page in enumerate(pages):
            for e in range(page.size):
                if page.class_of(e) or page.id_of(e):
                    self._where[_sign(page, e)].append((number, e))
        self._known: dict[tuple[str, str, str], bool] = {}

    def holds(self, number: int, element: int) -> bool:
        """Whether an element of a page stands in such content."""
        page = self._pages[number]
        around = (e for e in page.ancestors(element) if page.class_of(e) or page.id_of(e))
        return any(self._is_free(_sign(page, e)) for e in around)

    def _is_free(self, sign: tuple[str, str, str]) -> bool:
        known = self._known.get(sign)
        if known is None:
            known = self._known[sign] = self._looks_free(self._where[sign][:_LOOKED_AT])
        return known

    def _looks_free(self, some: Sequence[tuple[int, int]]) -> bool:
        if len(some) < _FEWEST:
            return False
        ways: Counter[tuple[str, ...]] = Counter()
        signs: Counter[tuple[str, str, str]] = Counter()
        words = []
        different = {(page := self._pages[number]).text(e): (page, e) for number, e in some}
        for page, outer in different.values():
            e = _unwrapped(page, outer)
            below = list(page.descendants(e))
            if len(below) < _FEWEST:
                continue
            ways[tuple(page.tag_name(inner) for inner in below)] += 1
            named = {_sign(page, inner) for inner in below if _is_named(page, inner)}
            signs.update(named - {_sign(page, e), _sign(page, outer)})
            words.append(len(page.text(e).split()))
        if len(words) < _FEWEST:
            return False
        steady = max(signs.values(), default=0) > _STEADY * len(words)
        return not steady and max(ways.values()) <= _FIXED * len(words) and median(words) >= _WRITTEN


def _unwrapped(page: Page, e: int) -> int:
    """The innermost element that has all the words of an element."""
    while True:
        own = int(page.text_start[e]), int(page.text_stop[e])
        whole = [c for c in page.children(e).tolist() if (int(page.text_start[c]), int(page.text_stop[c])) == own]
        if len(whole) != 1 or own[0] == own[1]:
            return e
        e = whole[0]


def _is_named(page: Page, e: int) -> bool:
    """Whether an element has a class or id; writers' programs give classes to paragraphs, which say nothing."""
    return bool(page.id_of(e) or (page.class_of(e) and page.tag_name(e) != "p"))


def _sign(page: Page, e: int) -> tuple[str, str, str]:
    return page.tag_name(e), folded(page.class_of(e) or ""), folded(page.id_of(e) or "")


def _varying_words(own: Sequence[str], standing: Counter[str], leading: Counter[str], pages: int) -> Words:
    """The words of an item that are not on most pages; none if it is a label with its value."""
    varying = [text for text in own if standing[text] < _FIXED * pages]
    if not varying or _labelled(own, standing, leading, _KNOWN * pages):
        return frozenset()
    return frozenset(words_in(varying))


def _siblings(page: Page) -> Iterator[list[int]]:
    """Children of one element that are built alike."""
    for parent in range(page.size):
        children = page.children(parent).tolist()
        if len(children) < _FEWEST:
            continue
        inline = page.tag_name(parent) == "p" or any(page.tag_name(e) == "p" for e in children)
        if page.tag_name(parent) in ("ul", "ol") and _in_prose(page, parent):
            continue
        for some in _by_mark(page, children, inline=inline):
            yield from _between(page, _alike(page, some))


def _by_mark(page: Page, children: Sequence[int], *, inline: bool) -> Iterable[list[int]]:
    """Children that may be items, by tag and class."""
    found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for e in children:
        tag = page.tag_name(e)
        if tag not in _CELLS and tag not in _PROSE and not (tag in ("a", "span") and inline):
            found[tag, folded(page.class_of(e) or "")].append(e)
    return found.values()


def _alike(page: Page, some: Sequence[int]) -> list[int]:
    """Those that hold about the elements that most hold."""
    kinds = [{page.tag_name(inner) for inner in page.descendants(e)} for e in some]
    usual = Counter(map(frozenset, kinds)).most_common(1)[0][0]
    return [e for e, kind in zip(some, kinds, strict=True) if _overlap(usual, kind) >= _ALIKE]


def _in_prose(page: Page, parent: int) -> bool:
    """Whether a list stands between paragraphs of a text."""
    around = int(page.parent[parent])
    if around < 0:
        return False
    beside = [page.text(e) for e in page.children(around).tolist() if page.tag_name(e) in _PROSE - _TITLES]
    beside += [page.texts[text] for text in page.own_texts(around).tolist()]
    return any(len(text.split()) >= _SENTENCE for text in beside)


def _between(page: Page, siblings: Sequence[int]) -> Iterator[list[int]]:
    """Siblings, parted where something else stands between them that ends with a colon: it heads a list of its own."""
    others = set(page.children(int(page.parent[siblings[0]])).tolist()).difference(siblings) if siblings else ()
    labels = [e for e in sorted(others) if page.text(e).rstrip().endswith(":")]
    part: list[int] = []
    for e in siblings:
        if part and any(part[-1] < label < e for label in labels):
            if len(part) >= _FEWEST:
                yield part
            part = []
        part.append(e)
    if len(part) >= _FEWEST:
        yield part


def _between_labels(
    page: Page, siblings: Sequence[int], texts: Sequence[str], standing: Mapping[str, int], least: float
) -> bool:
    """Whether labels stand between siblings, as texts of their parent or in elements of their own."""
    parent = int(page.parent[siblings[0]])
    own = [texts[text] for text in page.own_texts(parent).tolist()]
    kind = page.tag_name(siblings[0]), page.class_of(siblings[0])
    for e in page.children(parent).tolist():
        start, stop = int(page.text_start[e]), int(page.text_stop[e])
        if stop - start == 1 and (page.tag_name(e), page.class_of(e)) != kind:
            own.append(texts[start])
    labels = [text for text in own if any(map(str.isalpha, text)) and standing[text] >= least]
    return 2 * len(labels) >= len(siblings)


def _is_told_apart(
    page: Page,
    siblings: Sequence[int],
    texts: Sequence[str],
    standing: Mapping[str, int],
    named: Mapping[str, int],
    least: float,
) -> bool:
    """Whether labels or ids, or what they declare for machines, say that siblings are things of their own."""
    return (
        _between_labels(page, siblings, texts, standing, least)
        or _named(page, siblings, named, least)
        or _declared(page, siblings)
    )


def _named(page: Page, siblings: Sequence[int], named: Mapping[str, int], least: float) -> bool:
    """Whether most siblings have ids that many pages have: each is a thing of its own."""
    ids = [page.id_of(e) for e in siblings]
    return 2 * sum(named[name] >= least for name in ids if name) >= len(siblings)


def _declared(page: Page, siblings: Sequence[int]) -> bool:
    """Whether siblings declare themselves to be different things."""
    said = [tuple(page.values(name, siblings)) for name in ("itemprop", "property")]
    return any(None not in names and len(set(names)) == len(names) for names in said)


def _overlap(one: frozenset[str], other: set[str]) -> float:
    either = one | other
    return len(one & other) / len(either) if either else 1.0


def _lead(text: str) -> str:
    head, colon, _ = text.partition(":")
    return head if colon and len(head) < 40 else ""


def _labelled(own: Sequence[str], standing: Mapping[str, int], leading: Mapping[str, int], least: float) -> bool:
    """Whether a row starts with a label that many pages have; with a colon behind it, several are enough."""
    first = own[0]
    if len(own) > 1 and any(map(str.isalpha, first)) and standing[first] >= least:
        return True
    lead = _lead(first)
    return bool(lead) and leading[lead] >= min(least, _FEWEST)


def outcome(group: Group, record: Record) -> Outcome:
    """Whether a group's items are those of one list, one text, or in several fields; or not there."""
    kept = [record.fields, record.furniture]
    there = words_in(strings_in(kept))
    if any(len(item & there) < _FOUND * len(item) for item in group.items):
        return "missing"
    lists = _lists(kept)
    if any(_in_turn(group.items, some) for some in lists):
        return "whole"
    everything = frozenset().union(*group.items)
    one_text = any(len(everything & words_in([text])) >= _FOUND * len(everything) for text in strings_in(kept))
    return "text" if one_text else "torn"


def _lists(value: object) -> list[list[set[str]]]:
    """The words of the items of every list of a record."""
    found: list[list[set[str]]] = []
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, list):
            found.append([words_in(strings_in(item)) for item in one])
            pending.extend(one)
        elif isinstance(one, Mapping):
            pending.extend(one.values())
    return found[1:]


def _in_turn(items: Sequence[Words], found: Sequence[set[str]]) -> bool:
    """Whether each of some items is an entry of a list, in order."""
    at = 0
    for words in items:
        while at < len(found) and len(words & found[at]) < max(_FOUND * len(words), 1):
            at += 1
        if at == len(found):
            return False
        at += 1
    return True


def torn_lists(pages: Sequence[Page], records: Sequence[Record]) -> Counter[Outcome]:
    """How many groups of a site came out how."""
    return Counter(outcome(group, records[group.page]) for group in groups_of(pages))
