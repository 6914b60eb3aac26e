"""What wrappers know of their fields, kept when they are learned: tables need it, and not the whole wrappers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import astuple, fields
from typing import Any

from intaglio.errors import CodecError
from intaglio.store import Transaction, WrapperRow
from intaglio.tables import FieldFacts, TemplateKey, field_facts
from intaglio.wrapper import wrapper_codec

log = logging.getLogger(__name__)

FORMAT = 1
"""Grows when facts are found otherwise than by older releases."""
_NAMES = [one.name for one in fields(FieldFacts)]


def facts_note(key: TemplateKey) -> str:
    """The note of the facts of a template's fields."""
    return f"facts {key.site} {key.template}"


def facts_content(facts: Sequence[FieldFacts]) -> list[list[Any]]:
    """Facts as JSON values."""
    return [list(astuple(one)) for one in facts]


def keep_facts(tx: Transaction, row: WrapperRow, content: Sequence[Sequence[Any]]) -> None:
    """Keep the facts of a wrapper's fields."""
    note = {"format": [FORMAT, _NAMES], "version": row.version, "facts": list(content)}
    tx.notes.put(facts_note(TemplateKey(row.site, row.template)), note)


def facts_of(tx: Transaction, key: TemplateKey) -> tuple[FieldFacts, ...]:
    """What the wrapper of a template knows of its fields; nothing if there is none, or one of an older release."""
    row = tx.records.wrapper(*key)
    if row is None:
        return ()
    note = tx.notes.get(facts_note(key))
    if isinstance(note, dict) and note["format"] == [FORMAT, _NAMES] and note["version"] == row.version:
        return tuple(_facts(one) for one in note["facts"])
    try:
        return field_facts(wrapper_codec.loads(row.blob))
    except CodecError as error:  # tables are made from records alone, until the next run learns it anew
        log.info("the wrapper of template %s tells nothing of its fields: %s", key.template, error)
        return ()


def _facts(content: Sequence[Any]) -> FieldFacts:
    values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in content]
    return FieldFacts(*values)
