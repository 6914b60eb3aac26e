"""Verifying a mapped node by its subtree: how many paths to the leaves below it are those of the template's node."""

from __future__ import annotations

from intaglio.page import Page
from intaglio.similarity.hashing import shape, text_hash


def subtree_distance(template: Page, t: int, page: Page, e: int) -> float:
    """1 - |A ∩ B| / max(|A|, |B|) of the two subtrees' leaf-path sets."""
    return paths_distance(subtree_paths(template, t), subtree_paths(page, e))


def paths_distance(mine: set[int], theirs: set[int]) -> float:
    """The same, of two sets of paths that are not empty."""
    return 1.0 - len(mine & theirs) / max(len(mine), len(theirs))


def subtree_paths(page: Page, e: int) -> set[int]:
    """Hashes of the paths from an element, itself included, to the leaves below it; an id enters, digits folded."""
    found: set[int] = set()
    ways = {int(page.parent[e]): 0}
    for d in range(e, int(page.end[e])):
        mark = page.id_of(d)
        name = page.tag_name(d) + (f"#{shape(mark)}" if mark else "")
        way = hash((ways[int(page.parent[d])], text_hash(name)))
        ways[d] = way
        if page.leaves[d]:
            found.add(way)
    return found


VERIFIED = 0.3
"""Distance up to which a subtree counts as the template's, unless told otherwise."""
