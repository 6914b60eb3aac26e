"""Correction: what a person said once. It names its target by address and by example values.

The address is what the target was called when it was corrected; where learning anew has changed that, the examples
find it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from intaglio.errors import BadCorrection
from intaglio.shapes import decoding
from intaglio.store import CorrectionRow

COLUMN_TYPES = ("text", "number", "money", "date", "time", "boolean", "url", "image", "list")
"""What `type` may say of a column."""
MARKS = ("right", "wrong")
"""What `mark` may say of a cell."""
LONGEST_NAME = 80
LONGEST_NUMBER = 20
LARGEST_NUMBER = 2**53
"""Of an area or a correction."""
Value = str | bool | None
"""What is said of a target."""


class What(StrEnum):
    """What can be said."""

    RENAME = "rename"
    """A column, or a field of a template's records, has this name."""
    HIDE = "hide"
    """A column is left out (true) or shown (false)."""
    MAIN = "main"
    """A column is among the main ones, or not."""
    TYPE = "type"
    """A column has this type."""
    MERGE_COLUMN = "merge-column"
    """The target column takes in the column with this id, which the examples are of."""
    WANT = "want"
    """The column that holds this example value is main and has this name."""
    NAME_KIND = "name-kind"
    """A kind has this name."""
    MERGE_KIND = "merge-kind"
    """The target kind takes in the kind with this id; examples are pages of both, each with its kind's id."""
    KEEP_APART = "keep-apart"
    """The target kind and the kind with this id are two, whatever they have in common."""
    SPLIT_KIND = "split-kind"
    """A template leaves its kind."""
    IGNORE_KIND = "ignore-kind"
    """A kind has no table, or has one."""
    MARK = "mark"
    """A cell is right or wrong; right with two examples: the first stood there, the second should."""
    ROLE = "role"
    """An area has this role; null: none."""
    BODY = "body"
    """What stands at a place, or in an area, of a template's pages is content of the article, or is not."""
    LIST = "list"
    """An area is a list, whose items are the next learning's rows, or is none."""
    UNDO = "undo"
    """Another correction no longer holds."""


class Place(NamedTuple):
    """A template, or a field of its records: the names of the lists it is in before its own, dots between."""

    site: str
    """Empty: a template of any site."""
    template: str
    field: str | None = None

    @classmethod
    def of(cls, content: object) -> Place:
        """From a JSON value; TypeError if it is none."""
        if not isinstance(content, list | tuple) or not 2 <= len(content) <= 3:
            raise TypeError("a place has a site, a template and maybe a field")
        site, template, *rest = content
        return cls(_text(site), _text(template), _text_or_none(rest[0]) if rest else None)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{str(value)[:LONGEST_NAME]!r} is no text")
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def _person(value: object) -> str:
    """Who said it, in characters that any database and screen has."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in _text(value)[:LONGEST_NAME])


def _number_or_none(value: object) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST_NUMBER:
        raise TypeError(f"{str(value)[:LONGEST_NAME]!r} is no number of an area or a correction")
    return value


@dataclass(frozen=True, slots=True)
class Example:
    """A value as it stood on a page when somebody corrected something."""

    source: str
    value: str
    url: str | None = None

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Example:
        """From JSON values; KeyError or TypeError if they are none."""
        return cls(_text(content["source"]), _text(content["value"]), _text_or_none(content.get("url")))


@dataclass(frozen=True, slots=True)
class Target:
    """What a correction is about, by address; what does not matter is None or empty."""

    kind: str | None = None
    column: str | None = None
    """Id of a column of the kind."""
    places: tuple[Place, ...] = ()
    """Where kind or column were found at the time; a template or field by itself is named by its place alone."""
    area: int | None = None
    """Number of an area of the template in `places`."""
    source: str | None = None
    """The page, where one cell is meant."""
    block: str | None = None
    """The place of a text block on the pages of the template in `places`: a number for the tags and classes above."""
    correction: int | None = None
    """The correction that is undone."""
    blocks: tuple[str, ...] = ()
    """The places of the text blocks that the area had when it was spoken of, where articles are concerned."""
    path: str | None = None
    """The tags and classes down to the element whose children are the area's items, where lists are concerned."""
    other: tuple[Place, ...] = ()
    """Where the other kind was found, where two are made one, or kept apart."""

    @property
    def key(self) -> tuple[object, ...]:
        """The same for two corrections that are about the same thing; the later one holds."""
        exact = () if self.column or (self.kind and not self.column) else self.places
        return self.kind, self.column, exact, self.area, self.source, self.block, self.correction

    def as_dict(self) -> dict[str, Any]:
        """As JSON values, without what does not matter."""
        found = {name: value for name, value in asdict(self).items() if value not in (None, ())}
        for name in ("places", "other"):
            if name in found:
                found[name] = [list(place) for place in getattr(self, name)]
        return found

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Target:
        """From JSON values, such as those that `as_dict` gave; TypeError if they are none."""
        lists = {name: content.get(name) or () for name in ("places", "other", "blocks")}
        if not all(isinstance(value, list | tuple) for value in lists.values()):
            raise TypeError("places, other and blocks are lists")
        kind, column, source, block, path = (
            _text_or_none(content.get(name)) for name in ("kind", "column", "source", "block", "path")
        )
        area, undone = (_number_or_none(content.get(name)) for name in ("area", "correction"))
        places, other = (tuple(map(Place.of, lists[name])) for name in ("places", "other"))
        return cls(kind, column, places, area, source, block, undone, tuple(map(_text, lists["blocks"])), path, other)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person said; made by `Collection.correct`."""

    what: What
    target: Target
    value: Value = None
    examples: tuple[Example, ...] = ()
    who: str = ""
    time: datetime | None = None
    id: int = 0

    def as_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "id": self.id, "who": self.who, "time": self.time.isoformat() if self.time is not None else None,
            "what": str(self.what), "target": self.target.as_dict(), "value": self.value,
            "examples": [asdict(one) for one in self.examples],
        }  # fmt: skip

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Correction:
        """From JSON values, such as those that `as_dict` gave; BadCorrection if they make no sense."""
        try:
            made = cls(
                What(content["what"]), Target.of(content["target"]), _said(content.get("value")),
                tuple(map(Example.of, content.get("examples", ()))), _person(content.get("who", "")),
                datetime.fromisoformat(content["time"]) if content.get("time") else None,
                _number_or_none(content.get("id")) or 0,
            )  # fmt: skip
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadCorrection(f"not a correction: {error}") from error
        check(made)
        return made

    @classmethod
    def of_row(cls, row: CorrectionRow) -> Correction:
        """From a row of the store; what a newer release wrote must not reach this one."""
        with decoding(f"correction {row.id}"):
            examples = tuple(Example.of(one) for one in row.examples if isinstance(one, dict))
            value = row.value if isinstance(row.value, str | bool) else None
            return cls(What(row.what), Target.of(row.target), value, examples, row.who, row.time, row.id)

    def row(self) -> CorrectionRow:
        """As a row of the store."""
        examples = [asdict(one) for one in self.examples]
        return CorrectionRow(self.who, self.time, str(self.what), self.target.as_dict(), self.value, examples, self.id)


def _said(value: object) -> Value:
    return value if isinstance(value, bool) else _text_or_none(value)


_TEXT = frozenset({
    What.RENAME, What.TYPE, What.WANT, What.NAME_KIND, What.MERGE_KIND, What.MARK, What.MERGE_COLUMN, What.KEEP_APART,
})  # fmt: skip
_FLAG = frozenset({What.HIDE, What.MAIN, What.SPLIT_KIND, What.IGNORE_KIND, What.BODY, What.LIST})
_COLUMN = frozenset({What.RENAME, What.HIDE, What.MAIN, What.TYPE, What.MARK, What.MERGE_COLUMN})
_KIND = frozenset({What.NAME_KIND, What.MERGE_KIND, What.IGNORE_KIND, What.KEEP_APART})


def check(correction: Correction) -> None:
    """Refuse what makes no sense by itself: BadCorrection."""
    what, target, value = correction.what, correction.target, correction.value
    try:
        Target.of(target.as_dict())
    except TypeError as error:
        raise BadCorrection(f"{what}: {error}") from error
    if (what in _TEXT and not isinstance(value, str)) or (what in _FLAG and not isinstance(value, bool)):
        raise BadCorrection(f"{what}: {value!r} is no {'text' if what in _TEXT else 'yes or no'}")
    if what in (What.RENAME, What.NAME_KIND, What.WANT):
        check_name(str(value), dots=what is What.NAME_KIND)
    if what is What.TYPE and value not in COLUMN_TYPES:
        raise BadCorrection(f"'{value}' is no type; types are {', '.join(COLUMN_TYPES)}")
    if what is What.MARK and value not in MARKS:
        raise BadCorrection(f"a cell is {' or '.join(MARKS)}, not '{value}'")
    lacking = _lacking(what, target)
    if lacking:
        raise BadCorrection(f"{what} does not say which {lacking}")


def _lacking(what: What, target: Target) -> str | None:
    """What the target of a correction should name and does not."""
    needed: list[tuple[bool, bool, str]] = [
        (what in _COLUMN, bool(target.column or any(place.field for place in target.places)), "column or field"),
        (what is What.MARK, target.source is not None, "page"),
        (what in _KIND, target.kind is not None, "kind"),
        (what is What.SPLIT_KIND, bool(target.places), "template"),
        (what in (What.ROLE, What.LIST), bool(target.places) and target.area is not None, "area of which template"),
        (what is What.BODY, bool(target.places) and _says_where(target), "place of which template"),
        (bool(target.blocks), all(map(_is_number, target.blocks)), "places the area had"),
        (what is What.UNDO, target.correction is not None, "correction"),
    ]
    return next((name for wanted, there, name in needed if wanted and not there), None)


def _says_where(target: Target) -> bool:
    """Whether a place or an area of a page is named."""
    return _is_number(target.block) or target.area is not None


def _is_number(text: object) -> bool:
    return isinstance(text, str) and text.removeprefix("-").isdigit() and len(text) <= LONGEST_NUMBER


def check_name(name: str, *, dots: bool = False) -> None:
    """Refuse what cannot be the name of a column, or of a kind, which may have dots: BadCorrection."""
    if not name.strip() or ("." in name and not dots) or not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadCorrection(
            f"'{name[:LONGEST_NAME]}' is no name: it must have letters, no dots, and {LONGEST_NAME} characters at most"
        )
