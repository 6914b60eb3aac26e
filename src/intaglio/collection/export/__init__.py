"""Files written from a collection's database. `EXPORTS` has every format that can be asked for, by name.

To add a format, write its file here and add its line: `intaglio export --format` then knows it.
"""

from __future__ import annotations

from intaglio.collection.export.selected_records import write_jsonl, write_parquet_file
from intaglio.collection.export.selection import Export, Selection

EXPORTS: dict[str, Export] = {
    "jsonl": Export("JSON Lines, a line a record", write_jsonl),
    "parquet": Export("one Parquet table of records", write_parquet_file),
}

__all__ = ["EXPORTS", "Export", "Selection"]
