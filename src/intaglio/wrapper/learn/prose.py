"""Prose: paragraphs with links and emphasis here and there. What is in one is read as one text, not aligned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.draft import Instance
from intaglio.wrapper.page_model.node_features import has_letter
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.page_model.tag_sets import INLINE

_PARAGRAPHS = frozenset({"p", "blockquote"})
_LISTING = "pre"
_WITHIN = INLINE | {
    "br", "code", "kbd", "samp", "var", "sub", "sup", "s", "del", "ins", "mark", "q", "wbr", "time", "dfn",
}  # fmt: skip
"""What a text may be dressed with."""
_MEMBERS, _LOOKED_AT = 3, 200
"""Paragraphs to judge by, at least and at most."""
_PLAIN = 0.9
"""Share of paragraphs that hold nothing but texts and what dresses them."""
_WAYS, _SAME_WAY = 3, 0.6
"""Prose is dressed in so many ways, at least; and the share of the commonest of them, at most."""
_SELDOM = 0.5
"""Or no more than this share of paragraphs is dressed at all."""
_WORDS = 8
"""Words of a usual paragraph, at least."""
_BARE = 0.6
"""Share of the characters that no element within dresses: what is all links is a list of them."""
_KNOWN = 0.25
"""Share of texts within that several pages have, at most: labels are such."""


def is_prose(evidence: Evidence, instances: Sequence[Instance], pages: Sequence[PageFeatures]) -> bool:
    """Whether the members of a place are paragraphs of prose, dressed in ways of no consequence, or listings."""
    if evidence.tag == _LISTING:
        return evidence.lone < evidence.members and _differ([(pages[page].tree, node) for page, node in instances])
    if evidence.tag not in _PARAGRAPHS or evidence.lone == evidence.members or evidence.members < _MEMBERS:
        return False
    if evidence.label() or _labelled(evidence):
        return False
    some = instances[:_LOOKED_AT]
    trees = [(pages[page].tree, node) for page, node in some]
    if sum(_is_plain(tree, node) for tree, node in trees) < _PLAIN * len(trees):
        return False
    ways = Counter(tuple(tree.mark(child)[:2] for child in tree.children[node]) for tree, node in trees)
    dressed = Counter({way: count for way, count in ways.items() if len(way) > 1})
    varied = len(dressed) >= _WAYS and max(dressed.values()) <= _SAME_WAY * dressed.total()
    if not varied and dressed.total() > _SELDOM * len(trees):
        return False
    return median(_words(tree, node) for tree, node in trees) >= _WORDS and _is_bare(trees) and not _known(some, pages)


def _differ(listings: Sequence[tuple[Tree, int]]) -> bool:
    return len(listings) == 1 or len({tree.text(node) for tree, node in listings[:_LOOKED_AT]}) > 1


def _labelled(evidence: Evidence) -> bool:
    return evidence.leads.total() - evidence.leads[""] > _KNOWN * evidence.members


def _is_plain(tree: Tree, node: int) -> bool:
    return all(tree.is_text(below) or tree.mark(below).tag in _WITHIN for below in range(node + 1, tree.end[node]))


def _words(tree: Tree, node: int) -> int:
    return sum(len(string.split()) for string in tree.strings_below(node))


def _is_bare(trees: Sequence[tuple[Tree, int]]) -> bool:
    bare = total = 0
    for tree, node in trees:
        total += sum(map(len, tree.strings_below(node)))
        bare += sum(len(tree.first_string(child)) for child in tree.children[node] if tree.is_text(child))
    return bare >= _BARE * total


def _known(some: Sequence[Instance], pages: Sequence[PageFeatures]) -> bool:
    known = total = 0
    for page, node in some:
        tree, frequency = pages[page].tree, pages[page].vocabulary.frequency
        for string in tree.strings_below(node):
            total += 1
            known += string in frequency and has_letter(string)
    return known > _KNOWN * total
