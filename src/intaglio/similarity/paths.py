"""Common paths: how many of two pages' paths from the root to a leaf are the same (Zeleny, Burget after Gottron)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.page import Page
from intaglio.similarity.hashing import Hashes, chained, mixed, shape, tag_hashes, text_hash


@dataclass(frozen=True, slots=True)
class PathOptions:
    """What makes two paths the same."""

    fold_digits: bool = True
    """Ids that differ in digits alone are one id; the paper takes ids as they are."""


def leaf_paths(page: Page, options: PathOptions = PathOptions()) -> Hashes:
    """The path set of a page: a hash for each distinct path to an element without element children, ascending."""
    return np.unique(element_paths(page, options)[page.leaves])


def element_paths(page: Page, options: PathOptions = PathOptions()) -> Hashes:
    """Hash of each element's path; an element with an id enters by name and id."""
    names = tag_hashes(page)
    marked = np.flatnonzero(page.id >= 0)
    if marked.size:
        ids = [shape(name) if options.fold_digits else name for name in page.strings]
        table = np.array([text_hash("#" + name) for name in ids], dtype=np.uint64)
        names[marked] = mixed(names[marked], table[page.id[marked]])
    return chained(page, names)


def path_distance(a: Hashes, b: Hashes) -> float:
    """1 - |A ∩ B| / max(|A|, |B|) of two path sets."""
    larger = max(a.size, b.size)
    return 1.0 - np.intersect1d(a, b, assume_unique=True).size / larger if larger else 0.0


def common_paths(a: Page, b: Page, options: PathOptions = PathOptions()) -> float:
    """Share of the larger path set that both pages have."""
    return 1.0 - path_distance(leaf_paths(a, options), leaf_paths(b, options))


def only_in(a: Page, b: Page, options: PathOptions = PathOptions()) -> list[str]:
    """Paths to leaves that a has and b has not, as `html/body/div#main/p`, in document order."""
    paths = element_paths(a, options)
    missing = np.isin(paths, leaf_paths(b, options), invert=True) & a.leaves
    _, first = np.unique(paths[missing], return_index=True)
    return [path_name(a, int(e), options) for e in np.sort(np.flatnonzero(missing)[first])]


def path_name(page: Page, e: int, options: PathOptions = PathOptions()) -> str:
    """The path of an element for people."""
    names = []
    for step in (e, *page.ancestors(e)):
        mark = page.id_of(step)
        folded = shape(mark) if mark and options.fold_digits else mark
        names.append(page.tag_name(step) + (f"#{folded}" if folded else ""))
    return "/".join(reversed(names))
