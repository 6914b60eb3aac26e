"""Selection: what of a collection is to be exported. Export: a format that it can be written in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # workers make texts of tables without a database
    from intaglio.collection.collection import Collection


@dataclass(frozen=True, slots=True)
class Selection:
    """Which part of a collection; what is None is not restricted."""

    site: str | None = None
    template: str | None = None
    """Its id, or a beginning of it that no other has."""
    columns: tuple[str, ...] = ()
    """Columns of the table, or fields of the records, in this order; none: its main ones, or all."""
    table: str | None = None
    """The name of a kind: its table, instead of records; pages and articles: those with a row in it."""
    where: tuple[str, ...] = ()
    """Conditions on the rows of the table, such as `price<20`; all must hold."""
    llms: bool = False
    """Markdown: write `llms.txt` and `llms-full.txt` for each site, too."""


@dataclass(frozen=True, slots=True)
class Export:
    """A format."""

    help: str
    write: Callable[[Collection, Path, Selection], int]
    """Write what is selected to a file or folder, in one go; give how many pages it has."""
