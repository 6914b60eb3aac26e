"""What a pack knows of sites, decoded when it is asked for: see `page_reader.Knowledge`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from intaglio.articles import Lesson
from intaglio.collection.lookup.known_parts import KnownWrapper
from intaglio.collection.packs.pack_file import PackFile, damage_told
from intaglio.collection.readable_rows import readable_lessons, readable_templates, readable_wrapper
from intaglio.collection.tables.table_json import kind_of, table_of
from intaglio.collection.tables.table_rows import ShownTable, shown_table
from intaglio.site import Site
from intaglio.store import WrapperRow


@dataclass(frozen=True, slots=True)
class PackedKnowledge:
    """Reads what a pack knows, a site at a time."""

    pack: PackFile

    def sites(self) -> list[str]:
        """The sites that have templates, in a fixed order."""
        return self.pack.names

    def site(self, name: str) -> Site:
        """A site with its templates."""
        rows, aliases = self.pack.templates(name)
        return Site(name, readable_templates(rows), aliases)

    def wrapper(self, site: str, template: str) -> KnownWrapper | None:
        """The wrapper of a template, and the names that people gave to its fields."""
        found = self.pack.wrapper(site, template)
        row = WrapperRow(site, template, found.version, 0, found.blob, ()) if found is not None else None
        wrapper = readable_wrapper(row) if row is not None else None
        if wrapper is None or row is None:
            return None
        return KnownWrapper(wrapper, self.pack.said(site, template)[0], row.version)

    def roles(self, site: str, template: str) -> Mapping[int, str | None]:
        """The roles that people gave to areas of a template."""
        return self.pack.said(site, template)[1]

    def table(self, site: str, template: str) -> ShownTable | None:
        """The table that a template's records belong to, with its main columns."""
        content = self.pack.table(site, template)
        with damage_told(self.pack.path):
            return None if content is None else shown_table(table_of(kind_of(content["kind"]), content["table"]))

    def lessons(self, site: str) -> dict[str, list[Lesson]]:
        """What was learned about articles from the first pages of each template."""
        return {template: list(readable_lessons(blobs)) for template, blobs in self.pack.lessons(site).items()}
