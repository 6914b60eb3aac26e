"""PatternTree: what the pages of a template have in common, as fixed, set, optional and variant nodes.

Its language, as in the paper: a fixed node is its element with its children's language inside, or its text; an
optional node is its children's language or nothing; a set, its children's language once or more; a variant, any text.
Past the paper, a fixed node may be whole: its element with anything inside, which is one text; and so may a set, whose
items are then one text together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, Literal

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.align.sequence_alignment import Follow
from intaglio.wrapper.page_model.page_tree import TEXT, Mark

Kind = Literal["fixed", "set", "optional", "variant"]


@dataclass(frozen=True, slots=True, eq=False)
class PatternTree:
    """A node of a pattern tree, and so the tree below it."""

    type: Kind
    mark: Mark | None = None
    """What it is in a page; None for sets and optionals, which only hold others."""
    children: tuple[PatternTree, ...] = ()
    text: str = ""
    """The string of a fixed text."""
    attributes: Mapping[str, str | None] = field(default_factory=dict)
    """Attributes that carry data: the value they always have, or None where it varies."""
    evidence: Evidence | None = None
    """What its members had in common; None for sets and optionals."""
    filled: float = 1.0
    """Share of its parent's members that have it."""
    follow: Follow = Follow(0.0, 0.0, 0.0, 0.0, 0.0)
    """How likely it is there, given whether what stands before it is; for elements and texts."""
    number: int = 0
    """What it is called by within its tree."""
    whole: bool = False
    """All that is in it is one varying text: an element has no children then; a set, items that are whole or texts."""

    @property
    def is_text(self) -> bool:
        """Whether it stands for a text."""
        return self.mark is TEXT or self.mark == TEXT

    def wholes(self) -> frozenset[int]:
        """The numbers of nodes that are whole."""
        return frozenset(node.number for node, _ in self.walk() if node.whole)

    def walk(self) -> Iterator[tuple[PatternTree, int]]:
        """All nodes from here in document order, each with its depth."""
        stack = [(self, 0)]
        while stack:
            node, depth = stack.pop()
            yield node, depth
            if node.children:
                stack.extend(zip(reversed(node.children), repeat(depth + 1)))

    def __str__(self) -> str:
        """The tree with a line a node."""
        return "\n".join("  " * depth + node.line() for node, depth in self.walk())

    def __repr__(self) -> str:
        """Its own line only, for trees may be deep."""
        return f"<PatternTree {self.line()}>"

    def line(self, longest: int = 60) -> str:
        """The node in a few words: `<div#main.wide>`, `"Price:"`, `…` for a variant text, `?` and `+` for holders."""
        if self.mark is None:
            return "+" if self.type == "set" else "?"
        if self.type == "variant":
            return "…"
        if self.is_text:
            return repr(self.text if len(self.text) <= longest else self.text[:longest] + "…")
        mark = self.mark.tag + (f"#{self.mark.id}" if self.mark.id else "")
        mark += "".join(f".{name}" for name in self.mark.cls.split())
        held = "".join(f" {name}=…" for name, value in self.attributes.items() if value is None)
        return f"<{mark}{held}>{' …' * self.whole}"

    def json(self) -> dict[str, Any]:
        """The tree as plain values, nodes in document order with the number of their parents."""
        nodes: list[dict[str, Any]] = []
        above: list[int] = []
        for node, depth in self.walk():
            row: dict[str, Any] = {"type": node.type, "parent": above[depth - 1] if depth else None}
            if node.mark is not None:
                row["symbol"] = node.mark.tag
                row |= {name: value for name, value in (("class", node.mark.cls), ("id", node.mark.id)) if value}
            if node.text:
                row["text"] = node.text
            if node.whole:
                row["whole"] = True
            if node.attributes:
                row["attributes"] = dict(node.attributes)
            del above[depth:]
            above.append(len(nodes))
            nodes.append(row)
        return {"nodes": nodes}


Walk = Sequence[tuple[PatternTree, int]]
"""All nodes of a tree in document order, each with its depth."""
