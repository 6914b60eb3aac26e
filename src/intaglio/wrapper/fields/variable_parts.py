"""Slots: where the data of a pattern tree is, each with what stands around it and could name it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import NamedTuple
from unicodedata import category

from intaglio.wrapper.fields.labels.labels_behind import labels_behind
from intaglio.wrapper.fields.labels.table_headers import Headers, column_header, header_cells, heads_others
from intaglio.wrapper.options import NameOptions
from intaglio.wrapper.page_model.node_features import COLONS, NAMES, has_letter
from intaglio.wrapper.page_model.tag_sets import DRESS_ONLY
from intaglio.wrapper.pattern import PatternTree, Walk

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "th", "dt"})
_OF_ROWS = frozenset({"th", "dt"})
"""Headings of what stands beside them, and of nothing further on."""
_CELLS = frozenset({"td", "dd"})
_ROW = "tr"
_FORMS = 3
"""Of a label: `Writer:` where there is one, `Writers:` where there are more."""
_OPENING = frozenset({"Ps", "Pi", "Sc"})
"""Unicode's categories of signs that open something, or stand before a sum."""
_NOTICE = re.compile(r"©|\(c\)\s*\d{4}|\bcopyright\b|all rights reserved", re.IGNORECASE)
_LABEL_AND_VALUE = re.compile(r"[:：]\s*\w")
_DRAWN = ("material-icons", "material-symbols")
"""What classes of elements begin with whose text is the name of an icon."""
_NUMBERED = re.compile(r"[A-Z]{2,}[-\s]?\d{1,2}|.*[^\W\d_].*[:：]", re.DOTALL)
"""A label with a number in it, as `ISBN-13` and `Top 5:` are, which no value that all pages share is."""


class FixedText(NamedTuple):
    """A text that may be a label, and the elements it is in."""

    text: str
    elements: tuple[PatternTree, ...]
    path: tuple[PatternTree, ...]


@dataclass(frozen=True, eq=False)
class VariablePart:
    """A varying text, or a varying attribute of an element."""

    pattern: PatternTree
    attribute: str
    """Nothing for a text."""
    above: tuple[PatternTree, ...]
    """The elements it is in, innermost first; an attribute's own element included."""
    sets: tuple[int, ...]
    """Numbers of the sets it is in, outermost first."""
    label: str
    """The fixed text right before it, close by, or else right behind it; nothing if there is none."""
    row: str
    """The last fixed text before it, close by, whether data stands between them or not."""
    far_label: str
    far_row: str
    """The same, further away: a table may say more than a name."""
    heading: str
    """The last fixed heading before it."""
    caption: str
    """The fixed heading right before the list it is in; nothing if there is none."""
    column: str = ""
    """The header cell above it, in a table; nothing if there is none."""
    text: int = -1
    """Number of the set that is one text and that it is a part of; -1 for none."""
    names_itself: bool = False
    """It is a label that few pages have, or that has several forms, and that tells itself."""
    own: int = 0
    """How many of the elements it is in, from the innermost on, hold few other varying texts."""
    before: tuple[FixedText, ...] = ()
    """Fixed texts before it, close by, the last one first."""
    is_behind: bool = False
    """Its label stands behind it."""
    item: int | None = None
    """How many of the elements it is in are within its item of a list; None if it is in none."""
    is_labelled_within: bool = True
    is_headed_within: bool = True
    """Whether its label and its heading stand within its item, if it is in one."""

    @cached_property
    def own_text(self) -> str:
        """What a link or image itself says on all pages; nothing where that varies."""
        if not self.attribute:
            return ""
        said = [node for node, _ in self.pattern.walk() if node.is_text]
        if self.pattern.whole or any(node.type == "variant" for node in said):
            return ""
        shown = [node.attributes.get("alt") for node, _ in self.pattern.walk() if node.mark is not None]
        return " ".join([node.text for node in said] or [alt for alt in shown if alt])

    @property
    def declared(self) -> str:
        """What the page declares it to be, for machines; nothing if it does not."""
        near = self.above[:1] if self.attribute else self.above[:2]
        said = (name for one in near if one.mark is not None for name in one.mark.cls.split())
        return next((name[1:] for name in said if name.startswith("@")), "")

    @property
    def has_text(self) -> bool:
        """Whether its element holds a text."""
        return any(node.is_text for node, _ in self.pattern.walk())

    @property
    def key(self) -> tuple[int, str]:
        """Its identity: pattern node and attribute."""
        return self.pattern.number, self.attribute

    def element(self) -> tuple[object, ...]:
        """Name and class of the element it is in; what only dresses a text is none."""
        marks = (one.mark for one in self.above if one.mark is not None)
        return next((mark[:2] for mark in marks if mark.cls or mark.tag not in DRESS_ONLY), ())

    def signature(self) -> tuple[object, ...]:
        """What two slots share that stand for one thing on pages built differently: what is around them from the
        next id downwards, what only dresses a text left out, and the label before them. Parts of one text share it.
        """
        if self.text >= 0:
            return self.sets, self.attribute, self.text
        around: list[object] = []
        for element in self.above:
            assert element.evidence is not None
            assert element.mark is not None
            own = element.evidence.own_id()
            if own:
                around.append(own)
                break
            if element.mark.cls or element.mark.tag not in DRESS_ONLY:
                around.append(element.mark[:2])
        return self.sets, self.attribute, bool(self.attribute) and self.pattern.whole, self.row, *around


def find_variable_parts(root: PatternTree, options: NameOptions = NameOptions()) -> Iterator[VariablePart]:
    """All slots of a tree in document order."""
    nodes = list(root.walk())
    behind = labels_behind(nodes, options.longest_label)
    before = _Before(*_text_counts(nodes), options, header_cells(nodes), behind)
    path: list[PatternTree] = []
    for node, depth in nodes:
        del path[depth:]
        path.append(node)
        holds = _varying(node)
        if not holds and not node.is_text:
            continue
        around = path[:-1] if node.is_text else path
        elements = tuple([one for one in reversed(around) if one.mark is not None])
        if holds:
            yield from before.parts(node, holds, path, elements)
        before.pass_by(node, path, elements)


def _varying(node: PatternTree) -> list[str]:
    """The attributes of a node that vary; nothing as the name of its text."""
    names = [name for name, value in node.attributes.items() if value is None] if node.attributes else []
    if (node.whole and node.mark is not None) or (node.type == "variant" and not names):
        names.append("")
    return names


@dataclass(slots=True)
class _Before:
    """The last fixed text and the last fixed heading before a place."""

    texts: Mapping[int, int]
    """How many texts are at or below each node."""
    varying: Mapping[int, int]
    """How many of them vary."""
    options: NameOptions
    headers: Headers
    behind: Mapping[int, str]
    """Labels behind values, by the numbers of their nodes."""
    label: str = ""
    heading: str = ""
    headed: tuple[PatternTree, ...] = ()
    """The path to the last fixed heading."""
    beside: tuple[PatternTree, ...] = ()
    """The elements that the last fixed text is in."""
    fixed: tuple[PatternTree, ...] = ()
    """The path to it; nothing if data stands behind it."""
    last: tuple[FixedText, ...] = ()
    """The last fixed texts that may be labels, from the last one on."""

    def parts(
        self, node: PatternTree, names: Sequence[str], path: Sequence[PatternTree], elements: tuple[PatternTree, ...]
    ) -> Iterator[VariablePart]:
        """The varying text of a node, or its varying attributes."""
        near = self.options.near
        shared = (at for at, one in enumerate(elements) if self.varying[one.number] > self.options.shared)
        own = next(shared, len(elements))
        reach = _reach(elements[:own], near)
        sets = tuple(one.number for one in path if one.mark is None and one.type == "set" and not one.whole)
        text = next((one.number for one in path if one.mark is None and one.whole), -1)
        far = self._row(elements, own, self.options.far)
        row = far and self._row(elements, own, near)
        belongs = bool(self.fixed) and _belongs(self.fixed, path, self.texts, self.options.labelled)
        caption = self.label if sets and belongs and self._is_caption(path) else ""
        heading = self.heading if _is_of_section(self.headed, path, self.texts, self.options.labelled) else ""
        column = column_header(self.headers, path) if self.headers.cells else ""
        is_label = bool(_own_label(node, elements, self.options.longest_label))
        before = self._labels(path, elements, reach)
        if is_label or _is_main_heading(elements):
            row, far, column, before = "", "", "", ()
        elif _LABEL_AND_VALUE.search(far) and node.evidence is not None and node.evidence.lead():
            row, far, before = "", "", () if row else before  # as the text before, it has its label in itself
        label, far_label = (row, far) if belongs else ("", "")
        for name in names:
            behind = self.behind.get(node.number, "") if not (name or column or is_label) else ""
            yield VariablePart(
                node, name, elements, sets, label or behind, row, far_label or behind, far, heading, caption, column,
                text, is_label, own, before, bool(behind) and not label, *self._item(path),
            )  # fmt: skip

    def _row(self, elements: tuple[PatternTree, ...], own: int, near: int) -> str:
        """The last fixed text, if it stands near what is in some elements."""
        beside = _is_beside(elements, self.label, self.beside, near, _reach(elements[:own], near))
        return self.label if beside and not _is_next_link(elements, self.label, self.beside) else ""

    def _item(self, path: Sequence[PatternTree]) -> tuple[int | None, bool, bool]:
        """How many elements of the item that a path leads into are on it, and whether the last label and heading are in
        that item.
        """
        at = next((at for at in range(len(path) - 1, -1, -1) if path[at].type == "set" and not path[at].whole), None)
        if at is None:
            return None, True, True
        labelled, headed = (any(one is path[at] for one in told) for told in (self.fixed, self.headed))
        return sum(one.mark is not None and not one.is_text for one in path[at + 1 :]), labelled, headed

    def _is_caption(self, path: Sequence[PatternTree]) -> bool:
        """Whether the last label is that of the innermost list that a path leads into: a heading close by, or alone in
        the row of a table before it.
        """
        if _is_heading(self.beside):
            return _is_near(_around_list(path), self.beside, self.options.near)
        meet = _meeting(self.fixed, path)
        row = self.fixed[meet].mark if meet < len(self.fixed) else None
        return row is not None and row.tag == _ROW and any(one.type == "set" for one in path[meet : meet + 2])

    def _labels(
        self, path: Sequence[PatternTree], elements: tuple[PatternTree, ...], reach: int
    ) -> tuple[FixedText, ...]:
        """The fixed texts before a place that may be its label."""
        near, least = self.options.near, self.options.labelled
        last = (one for one in self.last if _is_beside(elements, one.text, one.elements, near, reach))
        last = (one for one in last if not _are_two_items(elements, one.elements))
        return tuple(one for one in last if _is_there(one.path, path, least))

    def pass_by(self, node: PatternTree, path: Sequence[PatternTree], elements: tuple[PatternTree, ...]) -> None:
        """Take a node for what stands before the next; header cells of a table are no labels of what follows."""
        if self.headers.rows and any(one.number in self.headers.rows for one in path):
            return
        text = _own_label(node, elements, self.options.longest_label) if node.type == "variant" else node.text
        if node.type == "variant" and not text:
            self.fixed = ()
        elif node.whole:
            self.label, self.fixed = "", ()
        elif node.is_text and not _opens(text) and text.strip() not in COLONS:
            other = _is_link(text, elements) or _is_drawn(elements)
            names = _is_label(text, self.options.longest_label) and not other
            self.label, self.beside, self.fixed = text if names else "", elements, tuple(path)
            if self.label and self.options.before:
                self.last = (FixedText(text, elements, tuple(path)), *self.last[: self.options.before - 1])
            if (
                self.label
                and node.type != "variant"
                and _is_heading(elements)
                and not _OF_ROWS & {one.mark.tag for one in elements[:2] if one.mark}
            ):
                self.heading, self.headed = text, tuple(path)


def _own_label(node: PatternTree, elements: Sequence[PatternTree], longest: int) -> str:
    """What a varying text says if it is a label: it has a few forms with a colon behind each, or one that nearly all
    pages have, or only one page has it and it is the name of a row or term with what it names beside it; nothing if it
    is none.
    """
    if node.evidence is None or not node.is_text:
        return ""
    text, forms = node.evidence.usual[0], node.evidence.heads
    if not _is_label(text, longest):
        return ""
    few = len(forms) <= _FORMS and all(form.endswith(COLONS) for form in forms)
    if text.endswith(COLONS) and (few or node.evidence.label() == text):
        return text
    if node.evidence.members > 1:
        return ""
    cell = next((at for at, one in enumerate(elements[:2]) if one.mark is not None and one.mark.tag in NAMES), None)
    return text if cell is not None and cell + 1 < len(elements) and heads_others(elements[cell + 1]) else ""


def _is_main_heading(elements: Sequence[PatternTree]) -> bool:
    """Whether a text is the main heading, which nothing before it is the label of."""
    return any(one.mark is not None and one.mark.tag == "h1" for one in elements[:2])


def _text_counts(nodes: Walk) -> tuple[dict[int, int], dict[int, int]]:
    """How many texts, and how many that vary, are at or below each node of a tree."""
    texts: dict[int, int] = {}
    varying: dict[int, int] = {}
    for node, _ in reversed(nodes):
        below = [child.number for child in node.children]
        texts[node.number] = node.is_text + sum(map(texts.__getitem__, below))
        varying[node.number] = (node.type == "variant" or node.whole) + sum(map(varying.__getitem__, below))
    return texts, varying


def _belongs(
    label: Sequence[PatternTree], value: Sequence[PatternTree], texts: Mapping[int, int], least: float
) -> bool:
    """Whether a text, by the path to it, is the label of what comes next: it stands alone beside it, no set ends
    between the two, and it is there wherever the value is.
    """
    meet = _meeting(label, value)
    if meet == len(value):
        return False
    mine = label[meet:]
    alone = texts[mine[0].number] == 1 and all(one.type != "set" for one in mine)
    return alone and _is_there(label, value, least)


def _meeting(one: Sequence[PatternTree], other: Sequence[PatternTree]) -> int:
    """Where two paths part."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (mine, its) in enumerate(pairs) if mine is not its), len(other))


def _is_there(label: Sequence[PatternTree], value: Sequence[PatternTree], least: float) -> bool:
    """Whether a text is there wherever a value is, by the paths to both."""
    meet = _meeting(label, value)
    return prod(one.filled for one in label[meet:]) >= least * prod(one.filled for one in value[meet:])


def _is_of_section(
    heading: Sequence[PatternTree], value: Sequence[PatternTree], texts: Mapping[int, int], least: float
) -> bool:
    """Whether a value is in the section of a heading, by the paths to both: what holds the heading and further texts
    holds the value, too, and the heading is there wherever the value is.
    """
    meet = next((at for at, (one, other) in enumerate(zip(heading, value, strict=False)) if one is not other), 0)
    if not meet or any(texts[one.number] > 1 for one in heading[meet:]):
        return False
    mine, other = (prod(one.filled for one in path[meet:]) for path in (heading, value))
    return mine >= least * other


def _around_list(path: Sequence[PatternTree]) -> tuple[PatternTree, ...]:
    """The elements around the innermost list that a path leads into, innermost first."""
    last = max(at for at, one in enumerate(path) if one.type == "set" and not one.whole)
    return tuple(one for one in reversed(path[:last]) if one.mark is not None)


def _is_heading(elements: Sequence[PatternTree], headings: Container[str] = _HEADINGS) -> bool:
    """Whether a text is a heading, by the elements it is in."""
    return any(one.mark is not None and one.mark.tag in headings for one in elements[:2])


def _opens(text: str) -> bool:
    """Whether a text only leads up to what follows: a bracket, the sign of a currency."""
    return all(category(sign) in _OPENING for sign in text if not sign.isspace())


def _is_label(text: str, longest: int) -> bool:
    if len(text) > longest or not (has_letter(text) or _NUMBERED.fullmatch(text)):
        return False
    if len(text) == 1 and text.isupper():  # the first letter of a text, set large
        return False
    return _NOTICE.search(text) is None


def _is_link(text: str, elements: Sequence[PatternTree]) -> bool:
    """Whether a text is that of a link, which names itself and nothing else."""
    tags = [one.mark.tag for one in elements[:2] if one.mark is not None]
    return "a" in tags and not text.endswith(":") and not NAMES & set(tags)


def _is_drawn(elements: Sequence[PatternTree]) -> bool:
    """Whether a text is that of a button, which says what a click does, or the name of what a font of icons draws."""
    marks = [one.mark for one in elements[:2] if one.mark is not None]
    tags = {mark.tag for mark in marks}
    is_button = "button" in tags and not _is_heading(elements) and not _is_heading(elements[1:])
    return is_button or any(name.startswith(_DRAWN) for mark in marks[:1] for name in mark.cls.split())


def _reach(elements: Sequence[PatternTree], near: int) -> int:
    """How many elements around a value its label may meet it in: those near by, and the row of a cell that has little
    else in it.
    """
    cell = next((at for at, one in enumerate(elements) if one.mark is not None and one.mark.tag in _CELLS), 0)
    return max(near, cell + 2)


def _is_beside(
    elements: tuple[PatternTree, ...], label: str, others: tuple[PatternTree, ...], near: int, reach: int
) -> bool:
    """Whether a fixed text stands close before another; one with a colon may be as far off as the row of a cell is."""
    if _is_near(elements, others, near):
        return True
    far = others[: _reach(others, near)] if label.endswith(COLONS) else ()
    return label.endswith(COLONS) and not {id(one) for one in elements[:reach]}.isdisjoint(map(id, far))


def _is_next_link(elements: Sequence[PatternTree], label: str, others: Sequence[PatternTree]) -> bool:
    """Whether a text is that of a link in another item of a list than what stands before it, which is no label then."""
    in_link = any(one.mark is not None and one.mark.tag == "a" for one in elements[:2])
    return in_link and not label.endswith(COLONS) and _are_two_items(elements, others)


def _are_two_items(elements: Sequence[PatternTree], others: Sequence[PatternTree]) -> bool:
    """Whether two texts, by the elements they are in, stand in different items of lists."""
    mine, its = (next((one for one in some if _is_item(one)), None) for some in (elements, others))
    return None not in (mine, its) and mine is not its


def _is_item(element: PatternTree) -> bool:
    return element.mark is not None and element.mark.tag == "li"


def _is_near(elements: tuple[PatternTree, ...], others: tuple[PatternTree, ...], near: int) -> bool:
    """Whether two texts, by the elements they are in, meet a few steps up."""
    return not {id(one) for one in elements[:near]}.isdisjoint(map(id, others[:near]))
