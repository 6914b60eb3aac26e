"""What people write in a query, as tantivy's parser wants it.

Fields are looked up, lists stand for all that is within them, and numbers and dates are compared by value:

| query | means |
|---|---|
| `price:40` | 40 to 40.99; of a price that is no number, the word |
| `price:>5`, `price:5..10` | more than 5; 5 to 10, both included |
| `date:2024`, `date:2024-11` | a day of that year or month |
| `date:<2024-11`, `date:2024-01..2024-03` | before that month; within these, both included |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache

from intaglio.errors import BadQuery
from intaglio.index.known_names import DAYS, FACTS, NUMBERS, KnownNames
from intaglio.index.words import folded, query_text

NO_WILDCARDS = "there are no wildcards, as in {}: words are found whole, in upper or lower case"
_QUOTED = r'"(?:\\.|[^"\\])*"'
_PARTS = re.compile(
    rf"(?P<sign>(?<!\S)[-+]|)(?P<name>[^\W\d][\w.-]*):(?!//)"
    rf"(?P<value>{_QUOTED}|\([^()]*\)|[\[{{][^\]}}]*[\]}}]|[^\s()\"]+)|(?P<quoted>{_QUOTED})|(?P<rest>[^\s\"]+|\"|\s+)"
)
_ORDER = re.compile(r"(>=|<=|>|<)(.+)")
_RANGE = re.compile(r"(.*?)\.\.(.*)|\[(\S+) TO (\S+)\]")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_DATE = re.compile(r"(\d{4})(?:-(\d\d?))?(?:-(\d\d?))?")
_WILD = re.compile(r"\w\*|\*\w")
_COMPARED = {NUMBERS: "a number as 5 or 5.50", DAYS: "a date as 2024, 2024-11 or 2024-11-23"}
SCALE = 10_000
"""Numbers are kept as whole ones, in parts of this size: bounds of a range are all of one type then."""
MOST = 9 * 10**18
LONGEST = 10_000
"""Characters of a query."""
DEEPEST = 50
"""Brackets within brackets: the parser goes down with each, and ends the process where they are thousands."""


def understood(query: str, known: KnownNames) -> str:
    """A query for tantivy; BadQuery where a field is unknown, or something is asked for that there is not."""
    query = folded(query)
    if len(query) > LONGEST or _depth(query) > DEEPEST:
        raise BadQuery(f"a query has at most {LONGEST:,} characters, and at most {DEEPEST} brackets within another")
    made = []
    for part in _PARTS.finditer(query):
        rest = part["rest"] or ""
        if part["name"]:
            made.append(part["sign"] + _field(part["name"], part["value"], known))
        elif _WILD.search(rest):
            raise BadQuery(NO_WILDCARDS.format(rest))
        else:  # a time of day or an address is no field
            made.append(f'"{rest}"' if ":" in rest[:-1] and "\\" not in rest else part[0])
    return query_text("".join(made))


def _depth(query: str) -> int:
    """How many brackets are open at once; those in quotes, too, as a quote may have no end."""
    deepest = depth = 0
    for one in query:
        depth = depth + 1 if one in "([{" else max(0, depth - 1) if one in ")]}" else depth
        deepest = max(deepest, depth)
    return deepest


def _field(name: str, value: str, known: KnownNames) -> str:
    if name in FACTS and name not in known.fields:
        return f"template:{known.template(value)}" if name == "template" and value.isalnum() else f"{name}:{value}"
    if _WILD.search(value) and not value.startswith(("[", '"')):
        raise BadQuery(NO_WILDCARDS.format(f"{name}:{value}"))
    paths = known.paths(name)
    if _ORDER.fullmatch(value) or _RANGE.fullmatch(value):
        asked = list(_compared(name, {path: known.fields[path] for path in paths}, value))
    else:
        asked = [_said(path, known.fields[path], value) for path in paths]
    return asked[0] if len(asked) == 1 else f"({' OR '.join(asked)})"


def _said(path: str, kinds: Sequence[str], value: str) -> str:
    """What has a word, or a value that begins so."""
    begun = {kind: bounds for kind in kinds if (bounds := _begun(value, kind)) is not None}
    if not begun:
        return f"fields.{path}:{value}"
    values = [f"{kind}.{path}:[{low} TO {high}]" for kind, (low, high) in begun.items()]
    others = " ".join(f"-{kind}.{path}:[-{MOST} TO {MOST}]" for kind in begun)
    return f"({' OR '.join(values)} OR (+fields.{path}:{value} {others}))"


def _begun(value: str, kind: str) -> tuple[int, int] | None:
    """The least and the greatest value that begins with this one: 40 has 40.99, 2024-11 has its days."""
    if kind == DAYS:
        return _days(value)
    if not _NUMBER.fullmatch(value):
        return None
    number = Decimal(value)
    more = Decimal(1).scaleb(int(number.as_tuple().exponent)) * SCALE - 1
    first = _kept(number)
    return (first - max(0, int(more)), first) if value.startswith("-") else (first, first + max(0, int(more)))


def _kept(number: Decimal) -> int:
    return max(-MOST, min(MOST, round(number * SCALE)))


@lru_cache(maxsize=8192)
def number_kept(number: float) -> int:
    """A number as the index keeps it; the same ones come again and again."""
    return _kept(Decimal(repr(number)))


@lru_cache(maxsize=8192)
def day_kept(day: str) -> int:
    """A day or month, as ISO 8601 has it, as the index keeps it; the same ones come again and again."""
    found = _days(day)
    return found[0] if found is not None else 0


def _days(value: str) -> tuple[int, int] | None:
    """The first and the last day of a year, a month or a day, as numbers; days and months may be missing: 0."""
    found = _DATE.fullmatch(value)
    if found is None:
        return None
    year, month, day = (int(part) if part else None for part in found.groups())
    first = (year or 0) * 10000 + (month or 0) * 100 + (day or 0)
    return first, first + (0 if day is not None else 99 if month is not None else 9999)


def _compared(name: str, paths: Mapping[str, Sequence[str]], value: str) -> Iterator[str]:
    """A comparison with each field that can be compared so; BadQuery if none can."""
    ordered, between = _ORDER.fullmatch(value), _RANGE.fullmatch(value)
    if ordered is not None:
        sign, limit = ordered[1], ordered[2]
        start, end = (limit, "") if sign[0] == ">" else ("", limit)
    else:
        assert between is not None
        sign = ".."
        start, end = (between[1], between[2]) if between[3] is None else (between[3], between[4])
    kinds = {kind for some in paths.values() for kind in some}
    fitting = {kind: bounds for kind in sorted(kinds) if (bounds := _bounds(start, end, sign, kind)) is not None}
    if not kinds:
        raise BadQuery(f'"{name}" has no numbers or dates that could be compared, as {name}:{value} asks')
    if not fitting:
        raise BadQuery(f"{name}:{value} compares with {' or '.join(_COMPARED[kind] for kind in sorted(kinds))} only")
    for path, some in paths.items():
        for kind in set(some) & fitting.keys():
            low, high = fitting[kind]
            yield f"{kind}.{path}:[{low} TO {high}]"


def _bounds(start: str, end: str, sign: str, kind: str) -> tuple[int, int] | None:
    """The least and the greatest number of a comparison; None if its ends are not of this kind."""
    ends = [None if text in ("", "*") else _exactly(text, kind) for text in (start, end)]
    if any(found is None and text not in ("", "*") for found, text in zip(ends, (start, end), strict=True)):
        return None
    low = -MOST if ends[0] is None else ends[0][1] + 1 if sign == ">" else ends[0][0]
    high = MOST if ends[1] is None else ends[1][0] - 1 if sign == "<" else ends[1][1]
    return low, high


def _exactly(text: str, kind: str) -> tuple[int, int] | None:
    if kind == DAYS:
        return _days(text)
    return (_kept(Decimal(text)),) * 2 if _NUMBER.fullmatch(text) else None
