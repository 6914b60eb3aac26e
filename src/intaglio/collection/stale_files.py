"""Which corrections the files beside the database have, and writing those files anew."""

from __future__ import annotations

from intaglio.collection.collection import Collection
from intaglio.collection.export.record_files import write_records
from intaglio.store import Transaction

NOTE = "corrections in files"
"""The number of the last correction that the files have."""


def files_are_stale(tx: Transaction) -> bool:
    """Whether people said something since the files were written."""
    note = tx.notes.get(NOTE)
    return tx.corrections.last() > (note if isinstance(note, int) else 0)


def note_files(collection: Collection, last: int) -> None:
    """Note that the files have all corrections up to one."""
    with collection.store.writing() as tx:
        tx.notes.put(NOTE, last)


def write_files(collection: Collection) -> None:
    """Write the files that depend on corrections anew: records, tables."""
    with collection.store.reading() as tx:
        last = tx.corrections.last()
    write_records(collection)
    note_files(collection, last)
