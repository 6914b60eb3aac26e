"""What of a page is its template's and what varies, by element and text numbers: `mark_page(page, wrapper)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from intaglio.page import Page
from intaglio.wrapper import Wrapper
from intaglio.wrapper.match.match_result import Matching
from intaglio.wrapper.page_model.page_tree import Tree

State = Literal["fixed", "varies", "misfit"]


@dataclass(frozen=True, slots=True)
class PageMarks:
    """Which texts and elements are fixed, which vary, and the fields whose values they are."""

    texts: Sequence[State]
    """By text number."""
    text_fields: Mapping[int, str]
    """The field that a text belongs to, by the name it was found under."""
    elements: Mapping[int, str]
    """Elements with an attribute that is a field's value: an image's address, a link's target."""

    @property
    def varying(self) -> int:
        """How many texts vary."""
        return sum(state != "fixed" for state in self.texts)

    def fields(self) -> dict[str, list[int]]:
        """The texts of each field."""
        found: dict[str, list[int]] = {}
        for text, field in self.text_fields.items():
            found.setdefault(field, []).append(text)
        return found


def mark_page(page: Page, wrapper: Wrapper) -> PageMarks:
    """Match a page with its template's pattern."""
    tree = Tree(page)
    matching = wrapper.matcher.match(tree)
    states: list[State] = ["fixed"] * len(page.texts)
    slots = {slot: ".".join(wrapper.form.path(field)) for field in wrapper.fields for slot in field.slots}
    text_fields: dict[int, str] = {}
    elements: dict[int, str] = {}
    wholes = wrapper.pattern.wholes()
    attributes = _attributes(slots)
    for number, node, _ in matching.held:
        element = tree.element[node]
        if element < 0 or number in wholes:
            for text in _texts(tree, node):
                states[text] = "varies"
                if (number, "") in slots:
                    text_fields[text] = slots[number, ""]
        if element >= 0 and number in attributes:
            elements[element] = attributes[number]
    for text in _misfits(matching, tree):
        states[text] = "misfit"
    return PageMarks(states, text_fields, elements)


def _attributes(slots: Mapping[tuple[int, str], str]) -> dict[int, str]:
    """The field that a pattern node's attribute is; of several the first that is a picture or a link."""
    found: dict[int, str] = {}
    for (number, attribute), name in sorted(slots.items(), key=lambda slot: slot[0][1] not in ("src", "href")):
        if attribute:
            found.setdefault(number, name)
    return found


def _misfits(matching: Matching, tree: Tree) -> Iterator[int]:
    for node in [*matching.odd(tree), *matching.strays]:
        yield from _texts(tree, node)


def _texts(tree: Tree, node: int) -> range:
    """Numbers of the texts at or below a node."""
    element = tree.element[node]
    if element < 0:
        return range(tree.head[node], tree.head[node] + 1)
    return range(int(tree.page.text_start[element]), int(tree.page.text_stop[element]))
