"""Templates in the store: loaded a site at a time, written by compare-and-set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, or_, select, update

from intaglio.errors import WriteConflict
from intaglio.store.rows import SiteTemplates, TemplateRow
from intaglio.store.schema import aliases, samples, sites, templates
from intaglio.store.upsert import insert_new, upsert

AT_ONCE = 1 << 20
"""More than the templates that are founded between two commits; their order is to be that of their founding."""
_SITES = select(sites.c.site).order_by(sites.c.site)
_ALIASES = select(aliases.c.id, aliases.c.template).where(aliases.c.site == bindparam("of"))


@dataclass(frozen=True, slots=True)
class SqlTemplates:
    """See `protocol.Templates`."""

    connection: Connection

    def sites(self) -> list[str]:
        """Names of the sites that have templates."""
        return list(self.connection.execute(_SITES).scalars())

    def load(self, site: str) -> SiteTemplates:
        """The templates of a site."""
        revision = self.connection.execute(select(sites.c.revision).where(sites.c.site == site)).scalar() or 0
        found = self.connection.execute(
            select(templates)
            .where(templates.c.site == site, templates.c.changed <= revision)
            .order_by(templates.c.founded, templates.c.id)
        )
        rows = [TemplateRow(row.site, row.id, row.version, row.blob) for row in found]
        return SiteTemplates(revision, rows, self.aliases(site))

    def aliases(self, site: str) -> dict[str, str]:
        """Templates that were merged away, with those that live on."""
        return {row.id: row.template for row in self.connection.execute(_ALIASES, {"of": site})}

    def save(
        self,
        site: str,
        rows: Sequence[TemplateRow],
        *,
        seen: int,
        merged: Mapping[str, str] | None = None,
    ) -> int:
        """Write templates, new or changed, made on the ground of revision `seen`; see the protocol."""
        # The first update locks the site's row, so that writers of one site come one after the other.
        insert_new(self.connection, sites, [{"site": site, "revision": 0}], ["site"])
        still = (sites.c.site == site, sites.c.revision == seen)
        if not self.connection.execute(update(sites).where(*still).values(revision=seen + 1)).rowcount:
            raise WriteConflict(f"templates of {site} were changed elsewhere since")
        values = [
            {"site": row.site, "id": row.id, "version": row.version, "founded": (seen + 1) * AT_ONCE + place,
             "changed": seen + 1, "blob": row.blob}
            for place, row in enumerate(rows)
        ]  # fmt: skip
        upsert(self.connection, templates, values, ["site", "id"], ["founded"])
        for gone, kept in (merged or {}).items():
            self._merge(site, gone, kept, seen + 1)
        return seen + 1

    def _merge(self, site: str, gone: str, kept: str, revision: int) -> None:
        self.connection.execute(delete(templates).where(templates.c.site == site, templates.c.id == gone))
        self.connection.execute(delete(samples).where(samples.c.site == site, samples.c.template == gone))
        self.connection.execute(
            update(aliases)
            .where(aliases.c.site == site, or_(aliases.c.template == gone, aliases.c.id == gone))
            .values(template=kept, merged=revision)
        )
        values = {"site": site, "id": gone, "template": kept, "merged": revision}
        insert_new(self.connection, aliases, [values], ["site", "id"])

    def put_lessons(self, site: str, lessons: Sequence[tuple[str, int, bytes]]) -> None:
        """Keep lessons with their templates, each in place of the one with its number; none with one merged away."""
        if not lessons:
            return
        among = (aliases.c.site == site, aliases.c.id.in_({template for template, _, _ in lessons}))
        merged = set(self.connection.execute(select(aliases.c.id).where(*among)).scalars())
        rows = [
            {"site": site, "template": template, "slot": number, "page": lesson}
            for template, number, lesson in lessons
            if template not in merged
        ]
        upsert(self.connection, samples, rows, ["site", "template", "slot"])

    def lessons(self, site: str) -> dict[str, list[bytes]]:
        """The lessons of each template of a site, by number."""
        kept = select(samples.c.template, samples.c.page).where(samples.c.site == site)
        found: dict[str, list[bytes]] = {}
        for row in self.connection.execute(kept.order_by(samples.c.template, samples.c.slot)):
            found.setdefault(row.template, []).append(row.page)
        return found
