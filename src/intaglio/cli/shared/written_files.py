"""Writes the files of a collection anew after something was corrected."""

import sys
from pathlib import Path

from intaglio.collection.export.table_formats.table_files import TableFileOptions
from intaglio.collection.review.stale_files import write_files as write_all
from intaglio.errors import CollectionBusy


def write_files(folder: Path, options: TableFileOptions = TableFileOptions()) -> list[str]:
    """Write records, tables and the kinds of pages; unless a run fills the collection, which does it at its end.

    Gives what was wanted and is nowhere, a line each.
    """
    try:
        return write_all(folder, options)
    except CollectionBusy:
        print("intaglio: kept; the run that fills the collection writes the files at its end", file=sys.stderr)
        return []
