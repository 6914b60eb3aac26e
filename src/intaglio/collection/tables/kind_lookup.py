"""Kinds and columns by what people call them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from intaglio.errors import Ambiguous, NothingFound
from intaglio.tables import Column, Kind, Table

Thing = TypeVar("Thing")


def kind_named(kinds: Sequence[Kind], name: str) -> Kind:
    """The kind of this name, file name or id, or of a beginning of one that no other has; Ambiguous, NothingFound."""
    exact = [kind for kind in kinds if name in (kind.id, kind.name, kind.slug)]
    begun = [kind for kind in kinds if any(one.startswith(name) for one in (kind.id, kind.name, kind.slug))]
    found = only(exact or begun, name, [f"{kind.name} ({kind.id})" for kind in exact or begun])
    if found is None:
        known = ", ".join(kind.name for kind in kinds[:8]) or "none yet"
        raise NothingFound(f"no kind is called '{name}'; there are {known}{', …' * (len(kinds) > 8)}")
    return found


def template_named(templates: Iterable[str], name: str) -> str | None:
    """The template with this id, or with this beginning of one; None if there is none, Ambiguous if several."""
    known = sorted(set(templates))
    begun = [name] if name in known else [one for one in known if one.startswith(name)]
    return only(begun, name, begun)


def column_named(table: Table, name: str) -> Column:
    """The column, or column of a list's items, of this name or id, or of a beginning that no other has."""
    columns = list(table.columns)
    paths = [(column.name, column) for column in columns]
    paths += [(f"{column.name}.{item.name}", item) for column in columns for item in column.items]
    exact = [one for path, one in paths if path == name] or [one for _, one in paths if one.id == name]
    begun = [one for path, one in paths if path.startswith(name)]
    found = only(exact or begun, name, [path for path, one in paths if one in (exact or begun)])
    if found is None:
        raise NothingFound(f"{table.kind.name} has no column '{name}'; `intaglio fields` lists them")
    return found


def only(found: Sequence[Thing], name: str, names: Sequence[str]) -> Thing | None:
    """The one thing that was found, or None; Ambiguous if there are several."""
    if len(found) > 1:
        raise Ambiguous(f"'{name}' may be {', '.join(names[:8])}{', …' * (len(names) > 8)}: say more of it")
    return found[0] if found else None
