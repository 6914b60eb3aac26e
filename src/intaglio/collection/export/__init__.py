"""Files written from a collection's database. `EXPORTS` has every format that can be asked for, by name.

To add a format, write its file here and add its line to `export_formats.py`: `intaglio export --format` then knows it.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intaglio.collection.export.export_formats import EXPORTS
    from intaglio.collection.export.selection import Export, Selection

__all__ = ["EXPORTS", "Export", "Selection"]


def __getattr__(name: str) -> object:
    """Load the formats when they are first asked for: workers, which make texts of tables, need no database."""
    if name not in __all__:
        raise AttributeError(f"module 'intaglio.collection.export' has no attribute {name!r}")
    from intaglio.collection.export import export_formats

    value = globals()[name] = getattr(export_formats, name)
    return value
