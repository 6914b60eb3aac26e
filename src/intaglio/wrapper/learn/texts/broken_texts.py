"""Texts in which line breaks part the paragraphs: how many there are says nothing, no more than it does of `<p>`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from intaglio.wrapper.draft import Instance
from intaglio.wrapper.learn.texts.body_texts import Stretch, find_bodies, has_paragraphs
from intaglio.wrapper.learn.texts.prose import words_of
from intaglio.wrapper.options import BodyOptions
from intaglio.wrapper.page_model.node_features import has_letter
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import TEXT, Tree
from intaglio.wrapper.page_model.tag_sets import DRESS

_BREAK, _LINK = "br", "a"
_PARTS = DRESS | {TEXT.tag}
"""What such a text is made of."""


class _Part(NamedTuple):
    """A text in a row of children, and the label before it."""

    row: int
    stretch: Stretch
    label: str
    pieces: int
    """Texts between breaks."""


def find_texts(
    instances: Sequence[Instance], pages: Sequence[PageFeatures], common: Collection[str], options: BodyOptions
) -> list[Stretch | None]:
    """The text in each row of children: of paragraphs, or else of what breaks part; none where there is none."""
    found = find_bodies(instances, pages, common, options)
    return found if any(found) else find_broken_texts(instances, pages, common, options)


def may_have_texts(tree: Tree, node: int, options: BodyOptions) -> bool:
    """Whether there may be a text among the children of a node, at a glance."""
    return has_paragraphs(tree, node, options.few) or _has_breaks(tree, node, options.few)


def find_broken_texts(
    instances: Sequence[Instance], pages: Sequence[PageFeatures], common: Collection[str], options: BodyOptions
) -> list[Stretch | None]:
    """The text in each row of children that breaks part, behind one label or none, if some rows have more pieces of it
    than others; else none.
    """
    found: list[Stretch | None] = [None] * len(instances)
    trees = [(pages[page].tree, node) for page, node in instances]
    if not any(_has_breaks(tree, node, options.few) for tree, node in trees):
        return found
    heads = _heads(trees, common, options)
    parts: defaultdict[str, list[_Part]] = defaultdict(list)
    for row, (tree, node) in enumerate(trees):
        for part in _parts(tree, tree.children[node], row, heads):
            parts[part.label].append(part)
    texts = [some for some in parts.values() if _is_text(some, trees, options)]
    for part in max(texts, key=lambda some: _words(some, trees), default=()):
        before = found[part.row]
        if before is None or _size(part.stretch) > _size(before):
            found[part.row] = part.stretch
    return found


def _has_breaks(tree: Tree, node: int, few: int) -> bool:
    """Whether a row of children has several breaks and several texts, at a glance."""
    children = tree.children[node]
    if len(children) < 2 * few:
        return False
    tags = [tree.tags[child] for child in children]
    return tags.count(_BREAK) >= few and tags.count(TEXT.tag) >= few


def _heads(trees: Sequence[tuple[Tree, int]], common: Collection[str], options: BodyOptions) -> frozenset[str]:
    """The texts that children of many rows begin with, or that stand all over the site."""
    counts = Counter(
        head
        for tree, node in trees
        for head in {tree.first_string(child) for child in tree.children[node]}
        if has_letter(head)
    )
    least = max(2, options.steady * len(trees))
    return frozenset(head for head, count in counts.items() if count >= least or head in common)


def _parts(tree: Tree, children: Sequence[int], row: int, heads: Collection[str]) -> Iterator[_Part]:
    """The texts of a row: what no label and nothing that is no part of a text stands in, up to the last plain words."""
    start, label = 0, ""
    for at in range(len(children) + 1):
        head = tree.first_string(children[at]) if at < len(children) else ""
        if at < len(children) and _is_part(tree, children[at]) and head not in heads:
            continue
        worded = [one for one in range(start, at) if tree.head[children[one]] >= 0]
        while worded and not tree.is_text(children[worded[-1]]):
            worded.pop()
        if worded:
            stretch = Stretch(worded[0], worded[-1] + 1)
            yield _Part(row, stretch, label, _pieces([tree.tags[child] for child in children[slice(*stretch)]]))
        start, label = at + 1, head if head in heads else ""


def _pieces(tags: Sequence[str]) -> int:
    """How many runs of words there are between breaks."""
    return sum(tag != _BREAK and (not at or tags[at - 1] == _BREAK) for at, tag in enumerate(tags))


def _is_part(tree: Tree, node: int) -> bool:
    """Whether a child may stand in a text: words, a break, or dressed words that no class calls anything."""
    mark = tree.mark(node)
    return mark.tag in _PARTS and not (mark.cls or mark.id) and _PARTS.issuperset(tree.tags[node : tree.end[node]])


def _is_text(parts: Sequence[_Part], trees: Sequence[tuple[Tree, int]], options: BodyOptions) -> bool:
    """Whether some stretches are free texts: on several rows, in several pieces on some, not equally many on all, and
    most of their words in sentences.
    """
    rows = {part.row for part in parts}
    counts = Counter(part.pieces for part in parts)
    several = sum(count for pieces, count in counts.items() if pieces >= options.few)
    if len(rows) < max(2, options.steady * len(trees)) or several < 2 or len(counts) < 2:
        return False
    if max(counts.values()) > (1 - options.seldom / 2) * len(parts):
        return False
    return 2 * sum(_in_sentences(part, trees, options.words) for part in parts) > _words(parts, trees)


def _words(parts: Sequence[_Part], trees: Sequence[tuple[Tree, int]]) -> int:
    return sum(words_of(trees[part.row][0], child) for part in parts for child in _children(part, trees))


def _in_sentences(part: _Part, trees: Sequence[tuple[Tree, int]], least: int) -> int:
    """The words of a stretch that stand in sentences, outside of links."""
    tree = trees[part.row][0]
    plain = (words_of(tree, child) for child in _children(part, trees) if tree.tags[child] != _LINK)
    return sum(count for count in plain if count >= least)


def _children(part: _Part, trees: Sequence[tuple[Tree, int]]) -> Sequence[int]:
    tree, node = trees[part.row]
    return tree.children[node][slice(*part.stretch)]


def _size(stretch: Stretch) -> int:
    return stretch.stop - stretch.start
