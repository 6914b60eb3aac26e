"""Options of learning; the only place where their defaults are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from intaglio.page import Page

_FEWEST = 2


@dataclass(frozen=True, slots=True)
class WrapperOptions:
    """How a template is learned from its pages."""

    anchored: bool = True
    """Align by labels, ids, classes and shapes of texts as well; False is the paper's procedure alone."""
    structure_delta: float = 0.8
    """Two nodes are alike in structure if matching their trees without texts reaches this; the paper's procedure."""
    text_delta: float = 0.9
    """Two nodes are alike in text if matching them with texts reaches this; the paper's procedure."""
    pages: int = 20
    """How many pages are learned from; further ones are left to extraction."""
    elements: int = 45_000
    """Elements that are learned from, about: of large pages fewer are taken, but two at least."""
    widest: int = 400
    """Children of a node beyond this many are not aligned one by one."""
    rare: int = 2
    """A field is offered if it was filled on this many of the learned pages (on one, if there are fewer)."""

    def affordable(self, pages: Sequence[Page], besides: Sequence[Page] = ()) -> Sequence[Page]:
        """The first of some pages, as many as are learned from besides others."""
        left = self.elements - sum(page.size for page in besides)
        taken = accumulate(page.size for page in pages[: max(self.pages - len(besides), 0)])
        return pages[: max(_FEWEST - len(besides), sum(size <= left for size in taken))]
