"""Prose: paragraphs with links and emphasis here and there. What is in one is read as one text, not aligned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.draft import Instance
from intaglio.wrapper.options import ProseOptions
from intaglio.wrapper.page_model.node_features import has_letter
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.page_model.tag_sets import INLINE

_LISTING = "pre"
_HOLDERS = frozenset({"p", "blockquote", _LISTING})
_WITHIN = INLINE | {
    "br", "code", "kbd", "samp", "var", "sub", "sup", "s", "del", "ins", "mark", "q", "wbr", "time", "dfn",
}  # fmt: skip
"""What a text may be dressed with."""


def is_prose(
    evidence: Evidence, instances: Sequence[Instance], pages: Sequence[PageFeatures], options: ProseOptions
) -> bool:
    """Whether the members of a place are paragraphs of prose, dressed in ways of no consequence, or listings."""
    if evidence.tag not in _HOLDERS or evidence.lone == evidence.members:
        return False
    some = instances[: options.looked_at]
    trees = [(pages[page].tree, node) for page, node in some]
    if evidence.tag == _LISTING:
        return len(instances) == 1 or len({tree.text(node) for tree, node in trees}) > 1
    if evidence.members < options.members or evidence.label() or _labelled(evidence, options.known):
        return False
    if sum(_is_plain(tree, node) for tree, node in trees) < options.plain * len(trees):
        return False
    ways = Counter(tuple(tree.mark(child)[:2] for child in tree.children[node]) for tree, node in trees)
    dressed = Counter({way: count for way, count in ways.items() if len(way) > 1})
    varied = len(dressed) >= options.ways and max(dressed.values()) <= options.same_way * dressed.total()
    if not varied and dressed.total() > options.seldom * len(trees):
        return False
    words = median(_words(tree, node) for tree, node in trees)
    return words >= options.words and _is_bare(trees, options.bare) and not _known(some, pages, options.known)


def _labelled(evidence: Evidence, most: float) -> bool:
    return evidence.leads.total() - evidence.leads[""] > most * evidence.members


def _is_plain(tree: Tree, node: int) -> bool:
    return all(tree.is_text(below) or tree.mark(below).tag in _WITHIN for below in range(node + 1, tree.end[node]))


def _words(tree: Tree, node: int) -> int:
    return sum(len(string.split()) for string in tree.strings_below(node))


def _is_bare(trees: Sequence[tuple[Tree, int]], least: float) -> bool:
    bare = total = 0
    for tree, node in trees:
        total += sum(map(len, tree.strings_below(node)))
        bare += sum(len(tree.first_string(child)) for child in tree.children[node] if tree.is_text(child))
    return bare >= least * total


def _known(some: Sequence[Instance], pages: Sequence[PageFeatures], most: float) -> bool:
    known = total = 0
    for page, node in some:
        tree, frequency = pages[page].tree, pages[page].vocabulary.frequency
        for string in tree.strings_below(node):
            total += 1
            known += string in frequency and has_letter(string)
    return known > most * total
