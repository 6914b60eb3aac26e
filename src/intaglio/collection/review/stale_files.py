"""Which corrections the files beside the database have: they are stale when people said something since."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from intaglio.collection.collection import fill_collection
from intaglio.collection.export.jsonl import write_page_kinds
from intaglio.collection.export.record_files import write_records
from intaglio.collection.export.table_formats.table_files import TableFileOptions, write_tables
from intaglio.collection.tables.make_tables import make_tables
from intaglio.store import Store, Transaction

NOTE = "corrections in files"
"""The number of the last correction that the files have."""


def files_are_stale(tx: Transaction) -> bool:
    """Whether people said something since the files were written."""
    note = tx.notes.get(NOTE)
    return tx.corrections.last() > (note if isinstance(note, int) else 0)


@contextmanager
def noting_files(store: Store) -> Iterator[None]:
    """Around the writing of files: note which corrections they have."""
    with store.reading() as tx:
        last = tx.corrections.last()
    yield
    with store.writing() as tx:
        tx.notes.put(NOTE, last)


def write_files(folder: Path, options: TableFileOptions = TableFileOptions()) -> list[str]:
    """Write records, tables and the kinds of pages anew; CollectionBusy while a run fills the collection.

    Gives what was wanted and is nowhere, a line each.
    """
    with fill_collection(folder) as filled, noting_files(filled.store):
        missing = make_tables(filled.store)
        write_records(filled)
        write_page_kinds(folder, filled.store)
        return missing + write_tables(filled, options)
