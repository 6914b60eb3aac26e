"""PageFilling: one page's record in the making."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from intaglio.wrapper.fields.filling.scopes import Scope
from intaglio.wrapper.page_model.data_attributes import values
from intaglio.wrapper.page_model.link_targets import Targets
from intaglio.wrapper.page_model.node_features import SIGNS
from intaglio.wrapper.page_model.page_tree import TEXT, Tree
from intaglio.wrapper.page_model.tag_sets import TEXT_PARTS
from intaglio.wrapper.record import ElementPath, Misfit

SENTENCE = 11
"""Spaces in a sentence, at least."""


class Slot(NamedTuple):
    """Where the values of a pattern node go."""

    name: str
    path: str
    """The full name."""
    prefix: str
    whole: bool
    """Whether all of them are one text."""
    seldom: bool
    """Whether some pages have none."""


class Within(NamedTuple):
    """An attribute of all that is within a text: a target."""

    scope: Scope
    slot: Slot
    node: int
    """The text's."""
    attribute: str


@dataclass(slots=True)
class PageFilling:
    """What was filled in of a page so far, and what no field has."""

    tree: Tree
    scopes: list[Scope]
    where: dict[str, list[ElementPath]] | None
    targets: Targets
    loose: list[int] = field(default_factory=list)
    """Nodes whose texts no field has."""
    prose: dict[tuple[int, str], tuple[Scope, list[int]]] = field(default_factory=dict)
    """The scope and the nodes of a text, by the former's identity and its name."""
    sentences: list[tuple[int, Scope, Slot]] = field(default_factory=list)
    """Nodes whose texts are sentences, in order, with where they went."""
    asked: set[tuple[str, int]] = field(default_factory=set)
    """Attributes of elements that are in the record, those that speak."""
    said: list[str] = field(default_factory=list)
    """All that was filled in."""
    cut: dict[str, None] = field(default_factory=dict)
    """Labels cut off values that not all pages have, in order."""

    def without_label(self, string: str, slot: Slot) -> str:
        """A value without the label that its field's values start with."""
        if not slot.prefix or not string.startswith(slot.prefix):
            return string
        if slot.seldom:
            self.cut[slot.prefix] = None
        return string[len(slot.prefix) :].lstrip()

    def note(self, path: str, element: int) -> None:
        """Say where a value stands."""
        if self.where is not None:
            self.where.setdefault(path, []).append(self.tree.page.path(element))

    def add_targets(self, asked: Sequence[Within]) -> None:
        """Add the targets within texts to those that their fields have."""
        page, element = self.tree.page, self.tree.element
        below = [range(element[one.node] + 1, int(page.end[element[one.node]])) for one in asked]
        elements: defaultdict[str, list[int]] = defaultdict(list)
        for one, some in zip(asked, below, strict=True):
            elements[one.attribute] += some
        found = {attribute: iter(values(page, attribute, some)) for attribute, some in elements.items()}
        for (scope, slot, _, attribute), some in zip(asked, below, strict=True):
            for e, value in zip(some, found[attribute], strict=False):
                if value is not None:
                    if scope[slot.name] is None:
                        scope[slot.name] = []
                    target = self.targets.absolute(value)
                    scope[slot.name].append(target)
                    self.said.append(target)
                    self.note(slot.path, e)

    def goes_on(self, node: int) -> bool:
        """Whether a text that fits nowhere goes on with one of sentences, right before it in the same element; it is
        added to that then.
        """
        tree = self.tree
        mark = tree.mark(node)
        if mark.tag not in TEXT_PARTS or mark.cls:
            return False
        at = bisect_left(self.sentences, node, key=lambda one: one[0]) - 1
        element = tree.element[node]
        around = int(tree.page.parent[element] if element >= 0 else tree.page.text_owner[tree.head[node]])
        if at < 0 or tree.head[self.sentences[at][0]] < tree.page.text_start[around]:
            return False
        before, scope, slot = self.sentences[at]
        scope[slot.name] = f"{scope[slot.name]} {tree.text(node)}"
        self.prose.setdefault((id(scope), slot.name), (scope, [before]))[1].append(node)
        self.note(slot.path, element if element >= 0 else around)
        return True

    def unplaced(self) -> list[Misfit]:
        """What fits nowhere, and what no field has; signs between values are nothing."""
        self.loose.sort()
        found = (_misfit(self.tree, node) for node in self.loose)
        return [one for one in found if not SIGNS.issuperset(one.text)]


def _misfit(tree: Tree, node: int) -> Misfit:
    page, element = tree.page, tree.element[node]
    if element < 0:
        element = int(page.text_owner[tree.head[node]])
        return Misfit(element, TEXT.tag, tree.strings[tree.head[node]], page.path(element))
    return Misfit(element, page.tag_name(element), tree.text(node), page.path(element))
