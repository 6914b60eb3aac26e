"""Values where the template does not expect them: the label before one, or its class, says which field's it is."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple, TypeVar

from intaglio.wrapper.fields.unforeseen_lists import texts_of
from intaglio.wrapper.page_model.page_tree import Mark, Tree
from intaglio.wrapper.page_model.tag_sets import DRESS_ONLY
from intaglio.wrapper.pattern import PatternTree

Around = tuple[tuple[str, str], ...]
"""Name and class of some elements, innermost first."""
Slot = TypeVar("Slot")
_NEAR = 3
"""Elements around a value that are looked at, and steps from a label up to what it shares with its value."""
_TEXTS, _UP = 2_000, 20
"""Texts of one stray part, and elements above each, that are looked at, at most."""


class Stray(NamedTuple):
    """Texts of a page, the number of the first and of the one after the last."""

    start: int
    stop: int


def plain_label(text: str) -> str:
    """A label without what stands behind it."""
    return text.rstrip(" :：").casefold()


def slots_by_classes(pattern: PatternTree, slots: Mapping[int, Slot], lists: Container[int]) -> dict[Around, Slot]:
    """The fields of the page that the classes around their texts, or those of the nearest element alone, tell from all
    others.
    """
    found: dict[Around, Slot] = {}
    twice: set[Around] = set()
    path: list[PatternTree] = []
    for node, depth in pattern.walk():
        del path[depth:]
        path.append(node)
        slot = slots.get(node.number)
        if slot is None or node.whole:
            continue
        around = _around(one.mark for one in reversed(path) if one.mark is not None and not one.is_text)
        listed = any(one.type == "set" and one.number in lists for one in path)
        for known in (around, around[:1]):
            if listed or not any(cls for _, cls in known) or found.setdefault(known, slot) is not slot:
                twice.add(known)
    return {around: slot for around, slot in found.items() if around not in twice}


def find_stray_values(
    tree: Tree, node: int, by_classes: Mapping[Around, Slot], by_labels: Mapping[str, Slot]
) -> Iterator[tuple[Slot, Stray]]:
    """The values in a part of a page that fits nowhere, by the labels before them or else by their classes. The label
    of the first may stand right before the part.
    """
    texts = texts_of(tree, node)[:_TEXTS]
    taken = texts.start
    before = by_labels.get(plain_label(tree.strings[taken - 1])) if by_labels and taken and texts else None
    first = _labelled(tree, taken - 1, texts.stop, by_labels) if before is not None else None
    if before is not None and first is not None:
        yield before, first
        taken = first.stop
    for text in texts:
        if text < taken:
            continue
        slot = by_labels.get(plain_label(tree.strings[text])) if by_labels and len(texts) > 1 else None
        value = _labelled(tree, text, texts.stop, by_labels) if slot is not None else None
        if slot is None:
            around = _classes_of(tree, int(tree.page.text_owner[text])) if by_classes else ()
            slot = by_classes.get(around) or by_classes.get(around[:1])
            value = Stray(text, text + 1)
        if slot is not None and value is not None:
            yield slot, value
            taken = value.stop


def without_values(tree: Tree, node: int, values: Sequence[Stray]) -> list[int]:
    """The texts of a node that are in none of some values, as nodes."""
    taken = {text for one in values for text in range(*one)}
    stop = tree.end[node]
    return [at for at in range(node, stop) if tree.element[at] < 0 and tree.head[at] not in taken]


def _labelled(tree: Tree, label: int, stop: int, labels: Container[str]) -> Stray | None:
    """What stands right behind a label that is alone in its element, or before a text of the same element."""
    page, value = tree.page, label + 1
    if value >= stop or plain_label(tree.strings[value]) in labels:
        return None
    around = int(page.text_owner[label])
    for _ in range(_NEAR):
        if page.text_stop[around] > value:
            break
        if page.text_start[around] != label:
            return None
        around = int(page.parent[around])
    else:
        return None
    e = int(page.text_owner[value])
    if e == around:
        return Stray(value, value + 1)
    while int(page.parent[e]) != around:
        e = int(page.parent[e])
    last = int(page.text_stop[e])
    return Stray(value, last) if page.text_start[e] == value and last <= stop else None


def _around(marks: Iterable[Mark]) -> Around:
    """Name and class of the nearest elements, what only dresses a text left out."""
    shown = (mark[:2] for mark in islice(marks, _UP) if mark.cls or mark.tag not in DRESS_ONLY)
    return tuple(islice(shown, _NEAR))


def _classes_of(tree: Tree, element: int) -> Around:
    return _around(map(tree.mark_of, chain((element,), tree.page.ancestors(element))))
