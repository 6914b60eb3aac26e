"""FieldFacts: what a wrapper knows of a field besides its values: where it stands, what stands around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from intaglio.tables.words.value_shapes import SHAPES, shape_of
from intaglio.wrapper import Wrapper
from intaglio.wrapper.fields.field import Field
from intaglio.wrapper.fields.given_names import given_id, given_name
from intaglio.wrapper.fields.variable_parts import VariablePart, find_variable_parts
from intaglio.wrapper.page_model.data_attributes import LABEL
from intaglio.wrapper.page_model.page_tree import Mark
from intaglio.wrapper.pattern import PatternTree

_HEAD = frozenset({"meta", "link", "title", "head", "base"})
_DAY = "datetime"
_PICTURES = frozenset({"img", "source", "input", "video"})
_REGIONS = frozenset({"nav", "header", "footer", "aside"})
_NAVIGATION = re.compile(
    r"(?!body|html).*[#.\s](?:(?:nav(?:bar|igation|header|footer)?|foot(?:er)?|copyright|pager|pagination|paging)"
    r"(?:[-_.\s]|$)|(?:(?:post|article|entry|page|chapter|doc|sub|side)[-_]?)?(?:nav|navigation|prev|previous|next|prev-?next)"
    r"(?:[-_](?:post|article|entry|page|chapter|item|links?|title))*(?=[.\s]|$))",
    re.IGNORECASE | re.DOTALL,
)
"""The signature of an element whose id or a class begins with a word for navigation, or the foot of the page, or says
that it leads to the page before or behind: `post-nav`, `prev-article`.
"""
_BESIDE = re.compile(
    r"(?!body|html).*[#.\s](?:left|right|main|page|site|sphinx)?[-_]?sidebar(?:wrapper|[-_.\s]|$)",
    re.IGNORECASE | re.DOTALL,
)
"""The signature of an element whose id or a class says that it is beside what a page is for."""
_FRAME = re.compile(
    r"(?!body|html)\w+#(?:page|site|main)?[-_]?(?:header|masthead|menu|sidebar|top|banner)(?:[-_.\s]|$)", re.IGNORECASE
)
"""The signature of an element whose id says that it is around what a page is for."""
_CURRENCY = re.compile(r"(?:[A-Z]{1,3}\s?)?[$€£¥₹₽₺₩₫₪₴]|USD|EUR|GBP|CHF|kr\.?|zł|Kč|Ft|лв\.?|руб\.?")
_AROUND, _SMALL = 2, 12
"""Elements around a number in which the sign of its currency may stand, and their parts that are looked at."""
_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@lru_cache(maxsize=4096)
def _leads_around(sign: str) -> bool:
    return _NAVIGATION.match(sign) is not None


@lru_cache(maxsize=4096)
def _is_beside(sign: str) -> bool:
    return _BESIDE.match(sign) is not None


@lru_cache(maxsize=4096)
def _is_around(sign: str) -> bool:
    return _FRAME.match(sign) is not None


@lru_cache(maxsize=4096)
def _stand_beside(signature: tuple[str, ...]) -> bool:
    """Whether what stands in some elements is beside what the page is for; many fields stand in the same ones."""
    return any(map(_leads_around, signature)) or any(map(_is_beside, signature))


class FieldFacts(NamedTuple):
    """One field of a template."""

    path: tuple[str, ...]
    """Its raw name in records, those of the lists it is in before it."""
    origin: str
    """`text`, `attribute`, `target`, `image`, `head` or `declared`."""
    attribute: str
    """Nothing for a text."""
    order: int
    """Its place among the fields of the template, in document order."""
    filled: float
    """Share of the pages learned from that have it."""
    type: str
    depth: int
    """How many lists it is in."""
    tags: tuple[str, ...] = ()
    """Names of the elements it is in, innermost first."""
    words: tuple[str, ...] = ()
    """Words of their classes and ids, innermost first."""
    near: tuple[str, ...] = ()
    """Those of the two innermost elements alone."""
    label: str = ""
    """The fixed text right before it."""
    row: str = ""
    """The last fixed text before it, close by."""
    heading: str = ""
    """The last fixed heading before it."""
    column: str = ""
    """The header cell above it, behind what names its row."""
    declared: str = ""
    """What the page calls it for machines: an `itemprop`, the name of a `<meta>`, a schema.org property."""
    region: str = ""
    """`nav`, `header`, `footer` or `aside`, if it stands in one."""
    signature: tuple[str, ...] = ()
    """Classes and ids around it, digits folded: what two templates have alike for one thing."""
    whole: bool = False
    """A text of several blocks."""
    currency: str = ""
    """The sign of a currency that stands beside a number, in an element of its own."""

    @property
    def navigates(self) -> bool:
        """Whether it stands in a part that leads around the site, a `nav` or one that is called so by its class, and is
        no day: some pages have theirs beside their menu.
        """
        leads = self.region == "nav" or any(map(_leads_around, self.signature))
        return leads and "time" not in self.tags[:2]

    @property
    def beside(self) -> bool:
        """Whether it stands beside what the page is for, or leads around the site."""
        return bool(self.region) or _stand_beside(self.signature)

    @property
    def frames(self) -> bool:
        """Whether it stands in a part around what the page is for, by the element or its id."""
        return bool(self.region) or any(map(_is_around, self.signature))


def field_facts(wrapper: Wrapper) -> tuple[FieldFacts, ...]:
    """The facts of all fields of a wrapper but furniture, in document order; declared ones without a place last."""
    fields = {slot: field for field in wrapper.fields if not field.furniture for slot in field.slots}
    around = _Around()
    seen: dict[int, FieldFacts] = {}
    for part in wrapper.parts.values() or find_variable_parts(wrapper.pattern):
        field = fields.get(part.key)
        if field is not None and id(field) not in seen:
            seen[id(field)] = _facts(wrapper.form.path(field), field, part, len(seen), around)
    for field in wrapper.fields:
        if id(field) not in seen and not field.furniture:
            seen[id(field)] = FieldFacts(
                wrapper.form.path(field), field.origin, field.attribute, len(seen), field.filled, field.type,
                int(field.within >= 0), label=field.label, heading=field.heading, declared=field.declared,
            )  # fmt: skip
    return tuple(_with_days(list(seen.values())))


def _with_days(found: Sequence[FieldFacts]) -> Iterator[FieldFacts]:
    """Take the day that an element declares for its text where its words tell none: `8 days ago`."""
    days = {one.path for one in found if one.origin == "text" and one.type == "date"}
    for one in found:
        declares = one.attribute == _DAY and one.type == "date"
        said = (*one.path[:-1], one.path[-1].removesuffix(f"_{_DAY}")) if declares else ()
        yield one._replace(origin="text") if declares and said not in days else one


class _Told(NamedTuple):
    """What the start tag of an element says of the fields in it."""

    words: tuple[str, ...]
    """Words of its id and classes."""
    declared: str
    """What it is for machines."""
    region: str
    sign: str
    """Its name with its id and classes, if it has any."""
    alone: bool
    """Its id is its own, and tells it from all others."""


class _Place(NamedTuple):
    """What an element and those around it say."""

    tags: tuple[str, ...]
    words: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    """Those of the innermost element, of the two innermost ones, of three and of four."""
    declared: tuple[str, str, str]
    """What the innermost element is for machines, or else the next, or else the third."""
    region: str
    signature: tuple[str, ...]
    """The signs of the element and of those around it, up to one whose own tells it from all others."""


_NOWHERE = _Place((), ((), (), (), ()), ("", "", ""), "", ())


class _Around(dict[int, _Place]):
    """Places by the number of their element; elements within it take theirs from it."""

    def __init__(self) -> None:
        """Begin empty."""
        self._within: dict[tuple[int, Mark], _Place] = {}
        """Places of elements, by the identity of that around them: items of a list stand at one."""

    def at(self, above: tuple[PatternTree, ...]) -> _Place:
        """The place within some elements, innermost first."""
        place, new = _NOWHERE, []
        for one in above:
            if one.number in self:
                place = self[one.number]
                break
            new.append(one)
        for one in reversed(new):
            key = id(place), _usual_mark(one)
            if key not in self._within:
                self._within[key] = _within(place, key[1])
            place = self[one.number] = self._within[key]
        return place


def _within(place: _Place, mark: Mark) -> _Place:
    """The place of an element that stands at another."""
    told = _told(mark)
    words, (one, two, three, _), (near, next_, _) = told.words, place.words, place.declared
    own = (told.sign,) if told.sign else ()
    return _Place(
        (mark.tag, *place.tags[:5]),
        (words, words + one, words + two, words + three),
        (told.declared, told.declared or near, told.declared or next_),
        told.region or place.region,
        own if told.alone else own + place.signature,
    )


def _usual_mark(element: PatternTree) -> Mark:
    """Name, class and id of an element; an id that is another one on other pages is made from content."""
    mark, evidence = element.mark, element.evidence
    assert mark is not None
    if not mark.id or evidence is None or not evidence.ids:
        return mark
    return mark if 2 * evidence.ids.get(mark.id, 0) > evidence.members else mark._replace(id="")


def _facts(path: tuple[str, ...], field: Field, part: VariablePart, order: int, around: _Around) -> FieldFacts:
    place = around.at(part.above)
    return FieldFacts(
        path=path,
        origin="text" if _tells_stars(part, field) else _origin(part, place.tags),
        attribute=part.attribute,
        order=order,
        filled=field.filled,
        type=field.type,
        depth=len(part.sets),
        tags=place.tags,
        words=place.words[3],
        near=place.words[1],
        label=field.label or part.far_label,
        row=part.far_row,
        heading=field.heading,
        column=part.column,
        declared=field.declared or place.declared[2],
        region=place.region,
        signature=place.signature,
        whole=part.pattern.whole,
        currency=_currency(part) if field.type == "number" else "",
    )


def _tells_stars(part: VariablePart, field: Field) -> bool:
    """Whether an attribute says in words what stars show."""
    if part.attribute != "title" or not any(map(SHAPES["rating"], field.examples)):
        return False
    return shape_of(field.examples) == "rating"


def _origin(part: VariablePart, tags: Sequence[str]) -> str:
    if not _HEAD.isdisjoint(tags[:2]):
        return "head"
    if not part.attribute or part.attribute == LABEL:
        return "text"
    if part.attribute == "src" and tags[:1] and tags[0] in _PICTURES:
        return "image"
    return "target" if part.attribute in ("href", "src") else "attribute"


def _currency(part: VariablePart) -> str:
    """The fixed text beside a value that is the sign of a currency, in the nearest of the elements around both."""
    for element in part.above[:_AROUND]:
        fixed = (node.text.strip() for node, _ in islice(element.walk(), _SMALL) if node.text and node.type == "fixed")
        sign = next((text for text in fixed if _CURRENCY.fullmatch(text)), "")
        if sign:
            return sign
    return ""


@lru_cache(maxsize=4096)
def _told(mark: Mark) -> _Told:
    """What an element says; many have the same start tag."""
    classes = mark.cls.split()
    own = " ".join((given_id(mark.id), *(given_name(one) for one in classes if not one.startswith("@"))))
    words = _WORD.findall(own if own == own.lower() else _CAMEL.sub(" ", own))
    return _Told(
        tuple(map(str.lower, words)),
        next((one[1:] for one in classes if one.startswith("@")), ""),
        mark.tag if mark.tag in _REGIONS else "",
        f"{mark.tag}#{mark.id}.{mark.cls}" if mark.id or mark.cls else "",
        bool(mark.id) and "#" not in mark.id,
    )
