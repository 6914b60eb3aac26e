"""Body texts: paragraphs in a row of children, with the headings, lists, listings and pictures among them, found before
pages are aligned. Which of them is the third says nothing, no more than it does of the items of a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from intaglio.wrapper.draft import Instance
from intaglio.wrapper.learn.texts.prose import is_target, is_unlinked, words_of
from intaglio.wrapper.options import BodyOptions
from intaglio.wrapper.page_model.node_features import COLONS, has_letter
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import TEXT, Mark, Tree
from intaglio.wrapper.page_model.tag_sets import DRESS, TITLES

_PARAGRAPH, _TITLE = "p", "h1"
_BLOCKS = TITLES | {_PARAGRAPH, "ul", "ol", "pre", "blockquote", "figure", "center"}
"""What a text is made of, and begins and ends with."""
_AMONG = DRESS | {TEXT.tag, "hr", "img"}
"""What may stand between these."""
_HOLDERS = frozenset({"div", "section"})
_SHOWN = frozenset({"pre", "img", "figure", "svg", "video", "picture"})
"""What such an element holds that is a part of the text: one of these at its beginning."""
_BUILT = frozenset({"form", "input", "select", "textarea", "button", "iframe", "object", "embed", "nav"})
"""What a text has none of."""


Kind = tuple[str, str]
"""Name and class of an element."""


class Stretch(NamedTuple):
    """A text in a row of children."""

    start: int
    stop: int
    """One past its last child."""


class _Row(NamedTuple):
    tree: Tree
    children: Sequence[int]

    def node(self, at: int) -> int:
        return self.children[at]

    def mark(self, at: int) -> Mark:
        return self.tree.mark(self.children[at])


def find_bodies(
    instances: Sequence[Instance], pages: Sequence[PageFeatures], common: Collection[str], options: BodyOptions
) -> list[Stretch | None]:
    """The text in each row of children, where most rows have one, and few are built alike; else none."""
    nothing: list[Stretch | None] = [None] * len(instances)
    if not any(has_paragraphs(pages[page].tree, node, options.few) for page, node in instances):
        return nothing
    rows = [_Row(pages[page].tree, pages[page].tree.children[node]) for page, node in instances]
    paragraphs = [sum(_is_paragraph(row, at) for at in range(len(row.children))) for row in rows]
    having = sum(count > 0 for count in paragraphs)
    if max(paragraphs, default=0) < options.few:
        return nothing
    steady = _steady(rows, common, options)
    found = [_longest(row, steady, partial(_has_sentences, options=options)) for row in rows]
    texts = [(row, stretch) for row, stretch in zip(rows, found, strict=True) if stretch is not None]
    if not texts or len(texts) < options.most * having or not _are_texts(texts, options):
        return nothing
    return [one or _longest(row, steady, _has_text) for row, one in zip(rows, found, strict=True)]


def has_paragraphs(tree: Tree, node: int, few: int) -> bool:
    """Whether a row of children has several paragraphs, at a glance."""
    children = tree.children[node]
    return len(children) >= few and [tree.tags[child] for child in children].count(_PARAGRAPH) >= few


def _is_paragraph(row: _Row, at: int) -> bool:
    """Whether a child is a plain paragraph: one with a class is something that the template knows of."""
    return row.tree.tags[row.children[at]] == _PARAGRAPH and not row.mark(at).cls


class _Steady(NamedTuple):
    """What the template has, as many rows show."""

    heads: Collection[str]
    marks: Collection[Mark]
    seldom: Collection[Kind]
    """Names and classes of elements that few rows have."""


def _steady(rows: Sequence[_Row], common: Collection[str], options: BodyOptions) -> _Steady:
    """First texts and classes or ids that many rows have; with few rows, what stands all over the site."""
    heads, marks, kinds = Counter[str](), Counter[Mark](), Counter[Kind]()
    for row in rows:
        said = {row.tree.first_string(node) for node in row.children}
        heads.update(one for one in said if has_letter(one))
        once = Counter(row.tree.mark(node) for node in row.children)
        marks.update(mark for mark, count in once.items() if count == 1 and (mark.cls or mark.id))
        kinds.update({mark[:2] for mark in once})
    least = max(2, options.steady * len(rows))
    return _Steady(
        {head for head, count in heads.items() if count >= least or head in common},
        {mark for mark, count in marks.items() if count >= least},
        {kind for kind, count in kinds.items() if count <= options.seldom * len(rows)},
    )


def _longest(row: _Row, steady: _Steady, is_text: Callable[[_Row, Stretch], bool]) -> Stretch | None:
    """The text with the most words in a row of children."""
    some = (_without_title(row, one) for one in _stretches(row, steady))
    stretches = [one for one in some if is_text(row, one)]
    return max(stretches, key=lambda one: sum(words_of(row.tree, row.node(at)) for at in range(*one)), default=None)


def _stretches(row: _Row, steady: _Steady) -> Iterator[Stretch]:
    start = last = -1
    titles = [row.tree.tags[node] for node in row.children].count(_TITLE)
    for at in range(len(row.children)):
        is_block = _is_block(row, at)
        tag, cls, _ = row.mark(at)
        fits = is_block or tag in _AMONG or (titles > 1 if tag == _TITLE else (tag, cls) in steady.seldom)
        if not fits or _is_built(row, at, steady):
            if start >= 0:
                yield Stretch(start, last + 1)
            start = -1
        elif is_block:
            start, last = (at if start < 0 else start), at
    if start >= 0:
        yield Stretch(start, last + 1)


def _without_title(row: _Row, stretch: Stretch) -> Stretch:
    """A text without the heading that it begins with, if it is the only one of its level, and what is dressed below."""
    tags = [row.tree.tags[row.node(at)] for at in range(*stretch)]
    if tags[0] not in TITLES or tags.count(tags[0]) > 1:
        return stretch
    start = next((at for at in range(stretch.start + 1, stretch.stop) if _is_block(row, at)), stretch.stop)
    return Stretch(start, stretch.stop)


def _is_block(row: _Row, at: int) -> bool:
    tree, node = row.tree, row.node(at)
    tag = tree.tags[node]
    if tag in _HOLDERS:
        return not _SHOWN.isdisjoint(tree.tags[node + 1 : node + 3])
    return tag in _BLOCKS


def _is_built(row: _Row, at: int, steady: _Steady) -> bool:
    """Whether a child is the template's: it starts as on many pages, has a class or id of theirs, or a form."""
    tree, node = row.tree, row.node(at)
    if tree.is_text(node):
        return tree.first_string(node) in steady.heads
    if is_target(tree, node):
        return False
    mark = tree.mark(node)
    known = mark in steady.marks or (mark.tag == _PARAGRAPH and mark.cls and mark[:2] not in steady.seldom)
    return (
        bool(known)
        or tree.first_string(node) in steady.heads
        or not _BUILT.isdisjoint(tree.tags[node : tree.end[node]])
    )


def _has_text(row: _Row, stretch: Stretch) -> bool:
    """Whether there is a paragraph: where other pages have their text, it may have but one, or many with labels."""
    return bool(_paragraphs(row, stretch))


def _paragraphs(row: _Row, stretch: Stretch) -> list[int]:
    """The paragraphs of a text that say something."""
    return [row.node(at) for at in range(*stretch) if _is_paragraph(row, at) and row.tree.head[row.node(at)] >= 0]


def _has_sentences(row: _Row, stretch: Stretch, options: BodyOptions) -> bool:
    """Whether a text has several paragraphs that are sentences, half of them at least, and few begin with labels."""
    tree, paragraphs = row.tree, _paragraphs(row, stretch)
    if len(paragraphs) < options.few:
        return False
    labels = sum(_is_labelled(tree, node, options) for node in paragraphs)
    long = sum(words_of(tree, node) >= options.words for node in paragraphs)
    return 2 * long >= len(paragraphs) and labels <= options.labels * len(paragraphs)


def _is_labelled(tree: Tree, node: int, options: BodyOptions) -> bool:
    """Whether a paragraph is a label and more; what ends at the colon of a time of day is none."""
    head = tree.first_string(node)
    colon = head.find(":", 0, options.label)
    return colon > 0 and not head[colon - 1].isdigit() and not (tree.lone[node] and head.endswith(COLONS))


def _are_texts(texts: Sequence[tuple[_Row, Stretch]], options: BodyOptions) -> bool:
    """Whether stretches are free texts: built in many ways, most words outside of links."""
    ways = Counter(tuple(row.tree.tags[row.node(at)] for at in range(*stretch)) for row, stretch in texts)
    if len(texts) >= options.texts and max(ways.values()) > options.same * len(texts):
        return False
    return is_unlinked([(row.tree, row.node(at)) for row, stretch in texts for at in range(*stretch)], options.bare)
