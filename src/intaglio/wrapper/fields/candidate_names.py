"""Candidate names of fields, from declared data, labels, ids, classes and headings around them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from intaglio.wrapper.fields.given_names import OLD, STRUCK, given_id, given_name, says_nothing
from intaglio.wrapper.fields.labels.icons import icon_before
from intaglio.wrapper.fields.variable_parts import FixedText, VariablePart
from intaglio.wrapper.options import NameOptions
from intaglio.wrapper.page_model.data_attributes import NAMELESS
from intaglio.wrapper.page_model.node_features import COLONS
from intaglio.wrapper.page_model.tag_sets import INLINE, TITLES
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.value_types import ValueType, type_of

_WORDS = re.compile(r"\W+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WITHIN = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
"""An apostrophe within a word, as in `seller's`."""
_TAG_NAMES = {
    "h1": "heading",
    "title": "page_title",
    "img": "image",
    "time": "time",
    "address": "address",
    "blockquote": "quote",
    "figcaption": "caption",
}
_COMMON = {
    "price": "price", "description": "description", "desc": "description", "author": "author", "rating": "rating",
    "address": "address", "phone": "phone", "telephone": "phone", "email": "email", "brand": "brand", "sku": "sku",
    "isbn": "isbn", "category": "category", "publisher": "publisher", "summary": "summary",
    "ingredients": "ingredients",
    "instructions": "instructions", "website": "website", "duration": "duration",
}  # fmt: skip
"""Words of classes and ids that say what a value is, wherever they stand in the name."""
_COMMON_LISTS = {"rev": "reviews", "reviews": "reviews", "comments": "comments", "genres": "genres", "tags": "tags"}
_HOOKS = frozenset({"js", "is", "has", "no", "ga", "gtm", "qa"})
"""What class names for scripts and states begin with."""
_HEADS = frozenset({"heading", "header"})
"""Words that say something alone, and nothing of what is around them: `panel_heading`."""
_REGIONS = frozenset({"nav", "header", "footer", "aside", "form", "figure"})
_FORM = "form"
_CELLS = frozenset({"td", "th", "dt", "label"})
"""Elements that name what stands beside them."""
_STRUCK = frozenset({"del", "s", "strike"})
_MOJIBAKE = re.compile("\ufffd|[\u00c2\u00c3][\u0080-\u00bf]|\u00e2\u20ac")
_FORMS: dict[ValueType, str] = {"date": "date", "money": "price"}
_TIME = re.compile(r"\b\d{1,2}:\d\d\b|\b\d{1,2}\s?[ap]\.?m\b", re.IGNORECASE)
_SHORT, _NEARLY_ALL = 60, 0.8
"""Characters of a text with a time of day, and share of the values that have to have one."""
_NEAR = 2
"""Elements around a text within which it is a link's or a heading's."""
_IN_PROSE = {"href": "links", "src": "images"}
_IN_ITEMS = dict.fromkeys(TITLES, "heading")
"""Names for what is in items of lists: elsewhere, what is around says more."""


def slug(string: str, longest: int) -> str:
    """A name of letters, digits and underscores; nothing if there is no letter in it, or if most words are numbers, as
    in a day and time.
    """
    if _MOJIBAKE.search(string):
        return ""
    name = _WORDS.sub("_", _CAMEL.sub("_", _WITHIN.sub("", string)).lower()).strip("_")
    if len(name) > longest:
        name = name[:longest].rsplit("_", 1)[0] if "_" in name[1:longest] else name[:longest]
    words = name.split("_")
    is_value = len(words) > 1 and 2 * sum(any(map(str.isdigit, word)) for word in words) > len(words)
    return name if any(map(str.isalpha, name)) and not is_value else ""


def unused(candidates: Iterator[str], taken: Container[str]) -> str:
    """The first of some names, with a number if it is taken."""
    name = next((name for name in candidates if name), "text")
    if name not in taken:
        return name
    return next(numbered for number in range(2, 1_000_000) if (numbered := f"{name}_{number}") not in taken)


def field_names(
    slot: VariablePart,
    options: NameOptions,
    values: Sequence[str] = (),
    listed: str = "",
    shared: Container[str] = (),
) -> Iterator[str]:
    """Names for a variable part, the best first; none where nothing names it. Some of its `values` may tell by their
    form; `listed` is the name of the list it is in, which says nothing of a part of its items, and `shared` are the
    classes that values with labels of their own have in common.
    """
    if slot.attribute and slot.pattern.whole:
        return iter((_IN_PROSE[slot.attribute],))
    if slot.text >= 0 and slot.above[1:]:  # which part of a text comes first says nothing of it
        slot = replace(slot, above=slot.above[1:], own=max(slot.own - 1, 0))
    slot = _in_its_item(slot) if listed else slot
    ending = f"_{slot.attribute}" if slot.attribute and slot.attribute not in NAMELESS else ""
    struck = any(map(_is_struck, slot.above[: options.up]))
    names = _plain_names(slot, options, values, listed, shared)
    return (OLD * struck + name + ending for name in names if name)


def _in_its_item(slot: VariablePart) -> VariablePart:
    """A part of a list's items with what stands around it in its item alone: what is around the list, or before it,
    says nothing of one of several parts.
    """
    if slot.item is None:
        return slot
    label = slot.label if slot.is_labelled_within or slot.is_behind else ""
    heading = slot.heading if slot.is_headed_within else ""
    return replace(slot, above=slot.above[: max(slot.item, 1)], label=label, heading=heading, caption="")


def _is_struck(element: PatternTree) -> bool:
    mark = element.mark
    return mark is not None and (mark.tag in _STRUCK or not STRUCK.isdisjoint(mark.cls.split()))


def _plain_names(
    slot: VariablePart, options: NameOptions, values: Sequence[str], listed: str, shared: Container[str]
) -> Iterator[str]:
    up, longest = options.up, options.longest
    yield from _roles(slot.above[:up], longest)
    yield slug(slot.own_text, longest)
    yield slug(slot.column, longest)
    said = _label(slot, shared)
    label, own = slug(said, longest), own_label(slot)
    is_heading = said in (slot.heading, slot.caption) or (bool(own) and stands_above(slot, said))
    yield slug(own, longest) if is_heading and slot.element()[:1] != ("a",) else ""
    yield "" if label == listed and is_heading else label
    yield slug(own, longest)
    yield common_thing(slot.above[: min(up, slot.own)])
    yield icon_before(slot.above) if not slot.attribute else ""
    form = by_form(values) if not slot.attribute else ""
    yield from (name for name in _placed_names(slot, form, options, shared) if name != listed)
    yield form
    if listed:
        yield _in_item(slot)
    yield from (name for name in around(slot.above[up:], longest, shared) if name != listed)


def shared_classes(slots: Sequence[VariablePart], options: NameOptions) -> frozenset[str]:
    """The classes around values that several with different labels have, and few labels: they name none of them."""
    labels: defaultdict[str, set[str]] = defaultdict(set)
    of_labels: defaultdict[str, set[str]] = defaultdict(set)
    for slot in slots:
        if slot.label and not slot.attribute:
            for found, elements in ((labels, slot.above), *((of_labels, one.elements) for one in slot.before[:1])):
                for name in _classes(elements):
                    found[name].add(slot.label)
    return frozenset(
        name for name, some in labels.items() if len(some) > max(options.shared, options.shared * len(of_labels[name]))
    )


def _classes(elements: Sequence[PatternTree]) -> Iterator[str]:
    """The classes of the elements that a text is in, near by, and the ids, which some pages give again and again."""
    marks = [one.mark for one in elements[:_NEAR] if one.mark is not None]
    return (name for mark in marks for name in (*mark.cls.split(), *([f"#{mark.id}"] if mark.id else ())))


def _label(slot: VariablePart, shared: Container[str]) -> str:
    """The label right before a value, unless it is itself a value."""
    by_value = slot.before and slot.before[0].text == slot.label and not _may_label(slot.before[0], shared)
    return "" if by_value else slot.label


def stands_above(slot: VariablePart, label: str) -> bool:
    """Whether a label is a line by itself, and no cell: it may head several values, each with a label of its own."""
    elements = slot.before[0].elements if slot.before and slot.before[0].text == label else ()
    block = next((one for one in elements if one.mark is not None and one.mark.tag not in INLINE), None)
    return block is not None and block.mark is not None and block.mark.tag not in _CELLS and block not in slot.above


def _row_label(slot: VariablePart, shared: Container[str]) -> str:
    """The label of the row that a value is in, or goes on with, though other values stand between the two; in elements
    that others have behind their labels.
    """
    if slot.attribute or slot.pattern.whole or not _is_value(slot.above, shared):
        return ""
    return next((one.text for one in slot.before if _may_label(one, shared)), "")


def _may_label(one: FixedText, shared: Container[str]) -> bool:
    """Whether a fixed text may be a label, and is no value that all pages have."""
    return one.text.endswith(COLONS) or not _is_value(one.elements, shared)


def _is_value(elements: Sequence[PatternTree], shared: Container[str]) -> bool:
    """Whether a text, by the elements it is in, stands where others have values behind their labels."""
    return any(name in shared for name in _classes(elements))


def _placed_names(slot: VariablePart, form: str, options: NameOptions, shared: Container[str]) -> Iterator[str]:
    """Names from what stands near; for a heading that looks like a day or a sum, its form."""
    up, longest = options.up, options.longest
    yield slug(_row_label(slot, shared), longest)
    yield from around(slot.above[:1], longest, shared)
    nearest = _undressed(slot.above)
    for tag in nearest[:2]:
        yield _TAG_NAMES.get(tag, _IN_ITEMS.get(tag, "") if slot.sets else "")
    own = max(slot.own, 1)
    yield from around(slot.above[1 : min(up, own)], longest, shared)
    yield (form or "heading") if nearest[:1] and nearest[0] in TITLES and not slot.attribute else ""
    yield common_thing(slot.above[:up])
    yield from around(slot.above[own:up], longest, shared)
    yield slug(slot.heading, longest)


def by_form(values: Sequence[str]) -> str:
    """What values are that all look alike: a day, a time of day, a sum of money."""
    form = _FORMS.get(type_of(values))
    if form is not None:
        return form
    times = sum(len(value) <= _SHORT and _TIME.search(value) is not None for value in values)
    return "time" if values and times >= _NEARLY_ALL * len(values) else ""


def _in_item(slot: VariablePart) -> str:
    """The link or the heading of an item is the name of what it lists."""
    inside = [one.mark.tag for one in slot.above[:_NEAR] if one.mark is not None]
    return "name" if "a" in inside or not TITLES.isdisjoint(inside) else ""


def last_resort(slot: VariablePart) -> str:
    """The name of what nothing names."""
    tags = _undressed(slot.above)[:1]
    if not TITLES.isdisjoint(tags) and not slot.attribute:
        return "heading"
    region = next((one.mark.tag for one in slot.above if one.mark is not None and one.mark.tag in _REGIONS), "")
    ending = f"_{slot.attribute}" if slot.attribute and slot.attribute not in NAMELESS else ""
    return (f"{region}_text" if region else "text") + ending


def _undressed(elements: Sequence[PatternTree]) -> list[str]:
    """The names of elements that do not only dress a text, innermost first."""
    return [one.mark.tag for one in elements if one.mark is not None and one.mark.tag not in INLINE]


def list_names(
    slots: Sequence[VariablePart], holder: Sequence[PatternTree], options: NameOptions, shared: Container[str] = ()
) -> Iterator[str]:
    """Names for a list: of the label before it, or of the elements that hold it, innermost first."""
    up, longest = options.up, options.longest
    first = next((slot for slot in slots if not _labelled_within(slot, holder)), slots[0])
    yield slug(_label(first, shared) or _row_label(first, shared), longest)
    yield from _roles(holder[:up], longest)
    for element in holder[:1]:
        yield from (_COMMON_LISTS.get(name, "") for name in (element.mark.cls.split() if element.mark else ()))
    yield from around(holder[:1], longest, shared)
    yield slug(slots[0].caption, longest)
    yield from around(holder[1:up], longest, shared)
    yield slug(slots[0].heading, longest)
    yield "items"


def _labelled_within(slot: VariablePart, holder: Sequence[PatternTree]) -> bool:
    """Whether the label of a value stands in the item of the list that some elements hold, as the first of several
    parts may be labelled, and not before the list.
    """
    if slot.is_behind:
        return True
    if not slot.before or slot.before[0].text != slot.label or not holder:
        return False
    path = slot.before[0].path
    at = next((at for at, node in enumerate(path) if node is holder[0]), len(path))
    return any(node.type == "set" for node in path[at + 1 :])


def common_thing(elements: Sequence[PatternTree]) -> str:
    """The word for a common thing that the nearest class or id has: `woocommerce-Price-amount` is `price`."""
    for element in elements:
        assert element.mark is not None
        names = (given_name(name) for name in element.mark.cls.split() if not name.startswith("@"))
        for said in (*names, given_id(element.mark.id)):
            for word in _WORDS.sub("_", _CAMEL.sub("_", said).lower()).split("_"):
                if word in _COMMON:
                    return _COMMON[word]
    return ""


def around(elements: Sequence[PatternTree], longest: int, shared: Container[str] = ()) -> Iterator[str]:
    """Names from ids and classes; the class of a form says how it looks."""
    for element in elements:
        assert element.mark is not None
        assert element.evidence is not None
        own_id = slug(given_id(element.evidence.own_id()), longest)
        yield own_id if _tells(own_id) and f"#{element.evidence.own_id()}" not in shared else ""
        for name in element.mark.cls.split() if element.mark.tag != _FORM else ():
            given = given_name(name)
            said = slug(given, longest)
            if not name.startswith("@") and "#" not in given and len(said) > 1 and _tells(said) and name not in shared:
                yield said


def _tells(name: str) -> bool:
    """Whether a class name says what something is: `box_content` does not, nor does a hook for scripts or states."""
    words = name.split("_")
    said = [word for word in words if word not in _HEADS] or words
    return words[0] not in _HOOKS and any(len(word) > 1 and not says_nothing(word) for word in said)


def _roles(elements: Sequence[PatternTree], longest: int) -> Iterator[str]:
    for element in elements:
        assert element.mark is not None
        yield from (slug(name, longest) for name in element.mark.cls.split() if name.startswith("@"))


def own_label(slot: VariablePart) -> str:
    """The label within the text itself, as in `Price: $4`, if its members have one in common; a heading that one page
    alone has may have a colon in it.
    """
    evidence = slot.pattern.evidence
    if evidence is None or (evidence.members == 1 and _is_title(slot.above[:_NEAR])):
        return ""
    return evidence.lead()


def _is_title(elements: Sequence[PatternTree]) -> bool:
    return any(one.mark is not None and (one.mark.tag == "h1" or one.mark.tag in TITLES) for one in elements)
