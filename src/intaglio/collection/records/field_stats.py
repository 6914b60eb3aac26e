"""How often the fields of a template's records are filled, and with what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class FieldFigures:
    """One field in figures."""

    name: str
    """Those of the lists it is in before it, with dots between."""
    filled: int
    """Records that have it."""
    values: int
    """Values in all; more than records where it is in a list."""
    examples: tuple[str, ...]


def field_figures(records: Iterable[Mapping[str, Any]]) -> tuple[int, list[FieldFigures]]:
    """The number of records, and the figures of every field in them, in the order of the page."""
    filled: Counter[str] = Counter()
    values: Counter[str] = Counter()
    examples: dict[str, dict[str, None]] = {}
    count = 0
    for fields in records:
        count += 1
        seen = set()
        for name, value in leaves(fields):
            shown = examples.setdefault(name, {})
            if value is None:
                continue
            seen.add(name)
            values[name] += 1
            if len(shown) < EXAMPLES:
                shown[value] = None
        filled.update(seen)
    lists = {name[:at] for name in examples for at, letter in enumerate(name) if letter == "."}
    return count, [
        FieldFigures(name, filled[name], values[name], tuple(shown))
        for name, shown in examples.items()
        if name not in lists  # null on a page that has none, and a list of fields on others
    ]


def leaves(fields: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Full names and values of all fields of a record, also of those that are not filled."""
    pending: list[tuple[str, Any]] = [("", fields)]
    while pending:
        name, value = pending.pop()
        if isinstance(value, dict):
            pending.extend((f"{name}.{key}".lstrip("."), one) for key, one in reversed(value.items()))
        elif isinstance(value, list):
            pending.extend((name, one) for one in reversed(value))
        else:
            yield name, value


def paths(fields: Mapping[str, Any]) -> Iterator[str]:
    """Full names of all fields and lists of a record."""
    for name, _ in leaves(fields):
        parts = name.split(".")
        yield from (".".join(parts[: at + 1]) for at in range(len(parts)))
