"""The names people gave to fields: kept as corrections, put in the place of the found ones on the way out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from intaglio.collection.corrections.correction import Correction, Place, Target, What, check_name
from intaglio.collection.corrections.correction_log import said, standing
from intaglio.errors import IntaglioError
from intaglio.store import Transaction
from intaglio.wrapper import Record

Names = Mapping[str, str]
"""A found name, those of the lists it is in before it and dots between → its new name, without those."""


def load_all_names(tx: Transaction) -> dict[str, dict[str, str]]:
    """The names that people gave to fields, by template."""
    names: dict[str, dict[str, str]] = {}
    for one in standing(said(tx, [What.RENAME])):
        for place in one.target.places:
            if place.field is not None and one.target.column is None:
                names.setdefault(place.template, {})[place.field] = str(one.value)
    return names


def load_names(tx: Transaction, template: str) -> Names:
    """The names given to the fields of a template."""
    return load_all_names(tx).get(template, {})


def field_renaming(names: Names, place: Place, new: str, known: set[str]) -> Correction:
    """The correction that gives a field another name; the field is given as found, or by a name given before."""
    old, template = place.field or "", place.template
    shown = {path_shown(path, names): path for path in known}
    found = shown.get(old) or (old if old in known else None)
    if found is None:
        raise IntaglioError(f"template {template} has no field '{old}'; `intaglio fields` lists them")
    check_name(new)
    wanted = ".".join([*path_shown(found, names).split(".")[:-1], new])
    if shown.get(wanted, found) != found:
        raise IntaglioError(f"template {template} has a field '{wanted}' already")
    return Correction(What.RENAME, Target(places=(place._replace(field=found),)), new)


def path_shown(path: str, names: Names) -> str:
    """The full name of a field as it is shown.

    >>> path_shown("items.text_2", {"items": "offers", "items.text_2": "price"})
    'offers.price'
    """
    parts = path.split(".")
    return ".".join(names.get(".".join(parts[: at + 1]), part) for at, part in enumerate(parts))


def renamed(fields: Mapping[str, Any], names: Names, within: str = "") -> dict[str, Any]:
    """The fields of a record under their given names; lists are nested no deeper than people nest them on pages."""
    if not names:
        return dict(fields)
    made = {}
    for name, value in fields.items():
        path = f"{within}{name}"
        if isinstance(value, list):
            value = [renamed(one, names, f"{path}.") if isinstance(one, dict) else one for one in value]  # noqa: PLW2901
        made[names.get(path, name)] = value
    return made


def renamed_record(record: Record, names: Names) -> Record:
    """A record under given names."""
    if not names:
        return record
    types = {tuple(path_shown(".".join(path), names).split(".")): type_ for path, type_ in record.types.items()}
    where = None
    if record.where is not None:
        where = {path_shown(path, names): found for path, found in record.where.items()}
    return replace(record, fields=renamed(record.fields, names), types=types, where=where)


def renamed_line(content: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The content of a record's line under given names."""
    typed = {path_shown(path, names): value for path, value in content["typed"].items()}
    shown = {**content, "fields": renamed(content["fields"], names), "typed": typed}
    if "where" in content:
        shown["where"] = {path_shown(path, names): found for path, found in content["where"].items()}
    return shown
