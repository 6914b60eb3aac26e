"""Borrowing: a template with few pages is learned together with some of templates that are built alike.

From one page alone nothing tells what is fixed, and from a few not much. Sites have large templates, and small ones
that are variants of them: these should have the same fields under the same names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from intaglio.page import Page
from intaglio.similarity import leaf_paths, path_distance

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class BorrowedPages(Generic[Key]):
    """What a template is learned with besides its own pages."""

    pages: Sequence[Page] = ()
    lender: Key | None = None
    """The template most like it, whose fields' names it takes over."""


@dataclass(frozen=True, slots=True)
class SimilarOptions:
    """When pages of other templates are learned from, too."""

    wanted: int = 10
    """Pages that a template is to be learned from; with fewer, others are borrowed."""
    like: float = 0.8
    """How alike two templates have to be, by the paths that pages of both have in common."""
    lenders: int = 20
    """Templates that may lend pages, the largest of a site, to smaller ones."""
    borrowers: int = 200
    """Templates of a site that borrow, in a run: of a site that has more, each page is made by hand."""


def pages_of_similar(
    own: Sequence[Page],
    lenders: Mapping[Key, Page],
    pages_of: Callable[[Key, int], Sequence[Page]],
    options: SimilarOptions = SimilarOptions(),
) -> BorrowedPages[Key]:
    """Pages to learn a template from besides its own, those of the likest lender first.

    `lenders` has a page of each template that may lend; `pages_of` gives so many of one.
    """
    missing = options.wanted - len(own)
    if missing <= 0 or not own:
        return BorrowedPages()
    paths = leaf_paths(own[0])
    likeness = {key: 1.0 - path_distance(paths, page.derived(leaf_paths)) for key, page in lenders.items()}
    likest = sorted((key for key in lenders if likeness[key] >= options.like), key=lambda key: -likeness[key])
    found: list[Page] = []
    for key in likest:
        found += pages_of(key, missing - len(found))
        if len(found) >= missing:
            break
    return BorrowedPages(found, likest[0] if likest else None)
