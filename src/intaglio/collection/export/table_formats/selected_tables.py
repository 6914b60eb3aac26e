"""Tables as they are exported: the columns and rows that are asked for, and the lists in them as child tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from intaglio.collection.tables.kind_lookup import kind_named
from intaglio.collection.tables.list_rows import ListTable
from intaglio.collection.tables.listing_links import PageDirectory, find_links
from intaglio.collection.tables.make_tables import lines_of
from intaglio.collection.tables.row_conditions import Condition, all_hold, conditions
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.collection.tables.table_rows import ShownTable, shown_table
from intaglio.tables import Kind
from intaglio.tables.kinds.kind_names import file_name

if TYPE_CHECKING:  # workers make texts of tables without a database
    from intaglio.collection.collection import Collection
    from intaglio.collection.export.selection import Selection


@dataclass(frozen=True)
class SelectedTable:
    """One table of an export."""

    stored: StoredTables
    shown: ShownTable
    lists: tuple[ListTable, ...]
    conditions: Sequence[Condition] = ()
    site: str | None = None

    @property
    def kind(self) -> Kind:
        """Its kind."""
        return self.shown.table.kind

    def list_name(self, one: ListTable) -> str:
        """The name of a child table: of the kind and the list, fit for a file, whatever pages say."""
        names = [file_name(other.name) for other in self.lists]
        own = file_name(one.name)
        at = self.lists.index(one)
        return f"{self.kind.slug}.{own}" + (f"-{at + 1}" if own in names[:at] else "")

    @cached_property
    def _sites(self) -> Mapping[str, str]:
        return {key.template: key.site for key in self.kind.templates}

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines of the records whose rows are asked for."""
        table = self.shown.table
        for line in lines_of(self.stored.tx, self.kind):
            if self.site is not None and self._sites.get(line["template"]) != self.site:
                continue
            if not self.conditions or all_hold(self.conditions, {**line, **table.row(line)}):
                yield line

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, lists nested."""
        return map(self.shown.row, self.lines())


@dataclass(frozen=True)
class TableSelector:
    """Makes tables ready for export; looks through all pages once, and only if there is a listing."""

    stored: StoredTables

    @cached_property
    def directory(self) -> PageDirectory:
        """All pages by their address."""
        return PageDirectory.of(self.stored)

    def select(self, kind: Kind, columns: Sequence[str] = (), where: Sequence[str] = ()) -> SelectedTable:
        """One table."""
        table = self.stored.table(kind)
        shown = shown_table(table, columns)
        wanted = conditions(table, where)
        links = None
        if kind.listing:
            links = find_links(shown.table, lines_of(self.stored.tx, kind), self.directory)
        lists = []
        for name, column in shown.columns.items():
            if column.type == "list":
                leads = links if links is not None and links.column.id == column.id else None
                lists.append(ListTable(shown.table, name, column, leads, self.directory if leads else None))
        return SelectedTable(self.stored, shown, tuple(lists), wanted)


def selected_tables(collection: Collection, selection: Selection) -> Iterator[SelectedTable]:
    """The tables of a selection: one, or all that are not ignored, largest first."""
    collection.kinds()  # found now, if no run has
    with collection.store.reading() as tx:
        stored = StoredTables(tx)
        selector = TableSelector(stored)
        kinds = [kind for kind in stored.kinds if kind.id not in stored.ignored]
        if selection.table is not None:
            kinds = [kind_named(stored.kinds, selection.table)]
        for kind in kinds:
            yield replace(selector.select(kind, selection.columns, selection.where), site=selection.site)


def pages_with_rows(collection: Collection, selection: Selection) -> frozenset[tuple[str, str]] | None:
    """Template and source of the pages that have a row in the selected table; None if none is selected: all pages."""
    if selection.table is None:
        return None
    tables = selected_tables(collection, replace(selection, columns=()))
    return frozenset((line["template"], line["source"]) for table in tables for line in table.lines())
