"""SiteParts: all that reading pages of one site needs, as blobs and JSON values; what a pack has of a site."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from intaglio.articles import Lesson
from intaglio.articles.memory.lesson import dumps
from intaglio.collection.corrections.area_roles import Roles, area_roles, roles_of
from intaglio.collection.corrections.article_places import given_lessons
from intaglio.collection.records.field_names import Names, load_all_names
from intaglio.collection.tables.make_tables import current_tables
from intaglio.collection.tables.table_json import kind_content, table_content
from intaglio.store import Store, TemplateRow, WrapperRow
from intaglio.tables import Column, Kind, Table, TemplateKey


@dataclass(frozen=True, slots=True)
class PackedWrapper:
    """The newest wrapper of a template."""

    version: int
    blob: bytes
    pages: int = 0
    """How many it was learned from; a pack does not know."""
    steady: Sequence[str] = ()
    """Texts that recur on those pages; a pack does not know."""


def tables_note(site: str) -> str:
    """The note of a store in which the tables of a site are that was learned elsewhere."""
    return f"learned tables {site}"


@dataclass(frozen=True, slots=True)
class SiteParts:
    """What a pack has of one site."""

    site: str
    templates: Sequence[TemplateRow]
    """In the order in which they were founded."""
    aliases: Mapping[str, str]
    lessons: Mapping[str, Sequence[bytes]] = field(default_factory=dict)
    """What pages taught about articles, by template."""
    wrappers: Mapping[str, PackedWrapper] = field(default_factory=dict)
    names: Mapping[str, Names] = field(default_factory=dict)
    """The names that people gave to fields, by template."""
    roles: Mapping[str, Mapping[int, str | None]] = field(default_factory=dict)
    """The roles that people gave to areas, by template."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """The table of each template's kind, as people decided, as JSON."""


@dataclass(frozen=True)
class StoreSites:
    """The sites of a store; kinds and tables are found first, if no run has."""

    store: Store

    @cached_property
    def names(self) -> list[str]:
        """The sites that have templates."""
        with self.store.reading() as tx:
            return tx.templates.sites()

    def parts(self, site: str) -> SiteParts:
        """All that is known of a site."""
        with self.store.reading() as tx:
            known, lessons = tx.templates.load(site), tx.templates.lessons(site)
            said = given_lessons(tx, site)
            found = {row.id: tx.records.wrapper(site, row.id) for row in known.rows}
            learned = tx.notes.get(tables_note(site))
        ids = [row.id for row in known.rows]
        roles = {name: given for name in ids if (given := roles_of(self._said[1], site, name))}
        return SiteParts(
            site=site,
            templates=known.rows,
            aliases=known.aliases,
            lessons={name: some for name in ids if (some := _lessons(lessons.get(name, []), said.get(name)))},
            wrappers={name: _wrapper(row) for name, row in found.items() if row is not None},
            names={name: self._said[0][name] for name in ids if name in self._said[0]},
            roles=roles,
            tables=self._tables_of(site, ids, learned if isinstance(learned, dict) else {}),
        )

    def _tables_of(self, site: str, ids: Sequence[str], learned: Mapping[str, object]) -> dict[str, str]:
        """The tables of a site's templates: of records that the store has, or as they were learned elsewhere."""
        kept = {name: json.dumps(learned[name], sort_keys=True) for name in ids if name in learned}
        own = {name: self._tables[key] for name in ids if (key := TemplateKey(site, name)) in self._tables}
        return {**kept, **own}

    @cached_property
    def _said(self) -> tuple[Mapping[str, Names], Roles]:
        with self.store.reading() as tx:
            return load_all_names(tx), area_roles(tx)

    @cached_property
    def _tables(self) -> Mapping[TemplateKey, str]:
        with current_tables(self.store) as stored:
            wanted = [kind for kind in stored.kinds if kind.id not in stored.ignored]
            return {key: text for kind in wanted for key, text in _texts(kind, stored.table(kind)).items()}


def _texts(kind: Kind, table: Table) -> dict[TemplateKey, str]:
    """A table for each of its templates; without examples, which are what pages said and reading needs not."""
    bare = replace(table, columns=tuple(map(_bare, table.columns)))
    text = json.dumps({"kind": kind_content(kind), "table": table_content(bare)}, sort_keys=True)
    return dict.fromkeys(kind.templates, text)


def _bare(column: Column) -> Column:
    return replace(column, examples=(), items=tuple(map(_bare, column.items)), also=tuple(map(_bare, column.also)))


def _lessons(taught: Sequence[bytes], given: Lesson | None) -> list[bytes]:
    """What pages taught, and what people said."""
    return [*taught, *([dumps(given)] if given is not None else [])]


def _wrapper(row: WrapperRow) -> PackedWrapper:
    return PackedWrapper(row.version, row.blob, row.pages, row.steady)
