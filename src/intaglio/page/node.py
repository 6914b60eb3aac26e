"""Node: a light view of one element, for people; algorithms use the page's columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intaglio.page.page import Page


@dataclass(frozen=True, slots=True)
class Node:
    """One element of a page."""

    page: Page
    number: int

    @property
    def tag(self) -> str:
        """Name of the element."""
        return self.page.tag_name(self.number)

    @property
    def id(self) -> str | None:
        """The id attribute."""
        return self.page.id_of(self.number)

    @property
    def classes(self) -> list[str]:
        """The class names."""
        return (self.page.class_of(self.number) or "").split()

    @property
    def attributes(self) -> dict[str, str]:
        """All attributes."""
        return self.page.attributes(self.number)

    @property
    def text(self) -> str:
        """Text of the subtree as a person reads it."""
        return self.page.text(self.number)

    @property
    def path(self) -> tuple[int, ...]:
        """Positions on the way from the root element."""
        return self.page.path(self.number)

    @property
    def parent(self) -> Node | None:
        """The element above, None for the root."""
        up = int(self.page.parent[self.number])
        return Node(self.page, up) if up >= 0 else None

    @property
    def children(self) -> list[Node]:
        """The elements right below."""
        return [Node(self.page, int(e)) for e in self.page.children(self.number)]

    def __iter__(self) -> Iterator[Node]:
        """Go through the elements right below."""
        return iter(self.children)

    def find(self, tag: str) -> Node | None:
        """First element of that name below, or None."""
        return next(self.find_all(tag), None)

    def find_all(self, tag: str) -> Iterator[Node]:
        """Elements of that name below, in document order."""
        for e in self.page.descendants(self.number):
            if self.page.tag_name(e) == tag:
                yield Node(self.page, e)

    def __repr__(self) -> str:
        """Look like the start tag."""
        marks = f"#{self.id}" if self.id else ""
        marks += "".join(f".{name}" for name in self.classes)
        return f"<Node {self.number} {self.tag}{marks}>"
