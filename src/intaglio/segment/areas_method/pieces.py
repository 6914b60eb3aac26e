"""The parts of an element that a reader sees as one each: runs of flowing text, runs of alike items, containers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from intaglio.page import Bools, Ints, Page
from intaglio.page.tags import codes
from intaglio.segment.areas_method.extent import Extent

_FLOW = codes("p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote hr br img figure address li dt dd")
HEADINGS = codes("h1 h2 h3 h4 h5 h6")
WIDER, HIGHER = 1.05, 3.0
"""How much wider or higher than its neighbour an item of a list may be."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive children and texts of one element that belong together."""

    elements: tuple[int, ...] = ()
    texts: tuple[int, ...] = ()

    @property
    def container(self) -> int | None:
        """The one element it is, which may be divided further; None for runs."""
        return self.elements[0] if len(self.elements) == 1 and not self.texts else None


@dataclass(frozen=True, eq=False)
class Divider:
    """Finds the pieces of a page's elements."""

    page: Page
    extent: Extent
    repeats: int
    """As many alike neighbours make a list."""

    @cached_property
    def _flows(self) -> Bools:
        flowing: Bools = self.extent.inline | np.isin(self.page.tag, list(_FLOW))
        return flowing

    def seen_children(self, e: int) -> list[int]:
        """Children in which there is something to see."""
        children: Ints = self.page.children(e)
        found: list[int] = children[self.extent.seen[children]].tolist()
        return found

    def seen_texts(self, e: int) -> list[int]:
        """Texts directly in an element that can be seen."""
        own = self.page.own_texts(e)
        found: list[int] = own[self.extent.text_seen[own]].tolist()
        return found

    def only_child(self, e: int) -> int | None:
        """The child that holds all there is to see, if there is one."""
        children = self.seen_children(e)
        return children[0] if len(children) == 1 and not self.seen_texts(e) else None

    def innermost(self, e: int) -> int:
        """The element below e, or e itself, that still holds all there is to see in e, and in parts."""
        while (child := self.only_child(e)) is not None:
            e = child
        return e

    def tightened(self, e: int) -> int:
        """As far down as the element is all there is to see; but hidden tabs and slides stay with the one shown."""
        while (child := self.only_child(e)) is not None and not self._has_hidden_twin(child):
            e = child
        return e

    def _has_hidden_twin(self, e: int) -> bool:
        page = self.page
        others = page.children(int(page.parent[e]))
        twins = (page.tag[others] == page.tag[e]) & (page.cls[others] == page.cls[e]) & (others != e)
        return bool((twins & (page.text_stop[others] > page.text_start[others])).any())

    def pieces(self, e: int) -> list[Piece]:
        """The pieces of an element, in document order; what cannot be seen is in none."""
        return list(self._lists(self._runs(e)))

    def parts(self, piece: Piece) -> list[Piece]:
        """What a piece is made of: a container of its pieces, a list of its items, a text of its sections."""
        if piece.container is not None:
            pieces = self.pieces(self.innermost(piece.container))
            if len(pieces) != 1 or pieces[0].container is not None:
                return pieces
            piece = pieces[0]
        if not self.flows(piece):
            return [Piece(elements=(e,)) for e in piece.elements]
        return self._sections(piece)

    def flows(self, piece: Piece) -> bool:
        """Whether some of it is flowing text."""
        return bool(piece.texts or self._flows[list(piece.elements)].any())

    def _sections(self, piece: Piece) -> list[Piece]:
        """Cut a run of flowing text before every heading that follows something else."""
        places = [(int(self.page.text_seen[t]) - 0.5, Piece(texts=(t,))) for t in piece.texts]
        places += [(float(e), Piece(elements=(e,))) for e in piece.elements]
        sections: list[list[Piece]] = [[]]
        headed = True
        for _, item in sorted(places, key=lambda place: place[0]):
            heading = item.container is not None and int(self.page.tag[item.container]) in HEADINGS
            if heading and not headed:
                sections.append([])
            headed = heading
            sections[-1].append(item)
        return [together(section) for section in sections]

    def _runs(self, e: int) -> Iterator[Piece]:
        """Containers one by one, and what flows between them together."""
        texts = [(int(self.page.text_seen[t]) - 0.5, Piece(texts=(t,))) for t in self.seen_texts(e)]
        children = [(float(child), Piece(elements=(child,))) for child in self.seen_children(e)]
        run: list[Piece] = []
        for _, piece in sorted(texts + children, key=lambda item: item[0]):
            if piece.texts or self._flows[piece.elements[0]]:
                run.append(piece)
                continue
            if run:
                yield together(run)
                run = []
            yield piece
        if run:
            yield together(run)

    def _lists(self, pieces: Iterator[Piece]) -> Iterator[Piece]:
        """Put together enough neighbours that are alike."""
        alike: list[Piece] = []
        for piece in [*pieces, Piece()]:
            if alike and not self._alike(alike[-1].container, piece.container):
                yield from [together(alike)] if len(alike) >= self.repeats else alike
                alike = []
            alike.append(piece)

    def _alike(self, one: int | None, other: int | None) -> bool:
        """Same tag, class and look, at least half the same kinds of children, and no names of their own."""
        if one is None or other is None:
            return False
        page = self.page
        if page.tag[one] != page.tag[other] or page.cls[one] != page.cls[other] or page.id[[one, other]].max() >= 0:
            return False
        if not self._same_look(one, other):
            return False
        kinds, others = self._child_kinds(one), self._child_kinds(other)
        return 2 * len(kinds & others) >= max(len(kinds), len(others))

    def _same_look(self, one: int, other: int) -> bool:
        width, height = self.extent.width[[one, other]], self.extent.height[[one, other]]
        if not self.extent.laid_out and self.page.cls[one] >= 0:
            return True
        return bool(width.max() <= WIDER * width.min() and height.max() <= HIGHER * max(1.0, height.min()))

    def _child_kinds(self, e: int) -> set[tuple[int, int]]:
        children = self.page.children(e)
        return set(zip(self.page.tag[children].tolist(), self.page.cls[children].tolist(), strict=True))


def together(pieces: Sequence[Piece]) -> Piece:
    """Make one piece of several."""
    elements = tuple(e for piece in pieces for e in piece.elements)
    return Piece(elements, tuple(t for piece in pieces for t in piece.texts))
