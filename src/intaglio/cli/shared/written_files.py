"""Writes the files of a collection anew after something was corrected."""

import sys
from pathlib import Path

from intaglio.collection.collection import fill_collection
from intaglio.collection.export.jsonl import write_page_kinds
from intaglio.collection.export.record_files import write_records
from intaglio.collection.export.table_formats.table_files import TableFileOptions, write_tables
from intaglio.collection.tables.make_tables import make_tables
from intaglio.errors import CollectionBusy


def write_files(folder: Path, options: TableFileOptions = TableFileOptions()) -> list[str]:
    """Write records, tables and the kinds of pages; unless a run fills the collection, which does it at its end.

    Gives what was wanted and is nowhere, a line each.
    """
    try:
        with fill_collection(folder) as filled:
            missing = make_tables(filled.store)
            write_records(filled)
            write_page_kinds(folder, filled.store)
            return missing + write_tables(filled, options)
    except CollectionBusy:
        print("intaglio: kept; the run that fills the collection writes the files at its end", file=sys.stderr)
        return []
