"""Single rows and short pages of rows, for people who look at a collection: their cost does not grow with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, bindparam, func, select

from intaglio.blobs import unpacked
from intaglio.store.page_table import page_row
from intaglio.store.record_table import record_row
from intaglio.store.rows import ErrorRow, PageRow, RecordRow, TemplateRow
from intaglio.store.schema import captures, errors, extras, origins, pages, records, sites, templates

_RECORDS = select(func.count(), func.max(records.c.sequence)).where(
    records.c.site == bindparam("site"), records.c.template == bindparam("template")
)
_WITHOUT_LINES = [column for column in pages.c if column.name != "line"]


@dataclass(frozen=True, slots=True)
class SqlLookups:
    """See `protocol.Lookups`."""

    connection: Connection

    def page(self, capture: int) -> PageRow | None:
        """The result of a capture, with its line."""
        row = self.connection.execute(select(pages).where(pages.c.capture == capture)).one_or_none()
        return None if row is None else page_row(row, unpacked(row.line).decode())

    def page_at(self, address: str) -> PageRow | None:
        """The newest result of a URL or source, with its line."""
        address = address.encode("utf-8", "replace").decode()  # what has no UTF-8 is no address of ours
        named = captures.c.origin.in_(select(origins.c.id)) & (captures.c.source == address)
        for condition in (captures.c.url == address, named):
            mine = pages.c.capture.in_(select(captures.c.id).where(condition))
            row = self.connection.execute(select(pages).where(mine).order_by(pages.c.sequence.desc()).limit(1)).first()
            if row is not None:
                return page_row(row, unpacked(row.line).decode())
        return None

    def record(self, capture: int) -> RecordRow | None:
        """The record of a capture."""
        row = self.connection.execute(select(records).where(records.c.capture == capture)).one_or_none()
        return None if row is None else record_row(row)

    def record_of_source(self, site: str, source: str) -> RecordRow | None:
        """The record of a page of a site by its source; of the newest, if several origins have it."""
        mine = (captures.c.origin.in_(select(origins.c.id)), captures.c.source == source, captures.c.site == site)
        query = select(records).where(records.c.capture.in_(select(captures.c.id).where(*mine)))
        row = self.connection.execute(query.order_by(records.c.sequence.desc()).limit(1)).one_or_none()
        return None if row is None else record_row(row)

    def records_of(self, site: str, template: str) -> tuple[int, int]:
        """How many records a template has, and the highest sequence number among them."""
        count, last = self.connection.execute(_RECORDS, {"site": site, "template": template}).one()
        return int(count), int(last or 0)

    def stage_line(self, stage: str, capture: int) -> str | None:
        """The line that a further stage made of a capture."""
        query = select(extras.c.line).where(extras.c.stage == stage, extras.c.capture == capture)
        line = self.connection.execute(query).scalar()
        return None if line is None else unpacked(line).decode()

    def template(self, name: str) -> TemplateRow | None:
        """A template by its id alone."""
        row = self.connection.execute(select(templates).where(templates.c.id == name).limit(1)).one_or_none()
        return None if row is None else TemplateRow(row.site, row.id, row.version, row.blob)

    def spread_pages(self, site: str, template: str, count: int) -> list[PageRow]:
        """Results of a template from its first to its last, about evenly spread, without lines."""
        mine = (pages.c.site == site, pages.c.template == template)
        first, last = self.connection.execute(
            select(func.min(pages.c.sequence), func.max(pages.c.sequence)).where(*mine)
        ).one()
        if first is None:
            return []
        found: dict[int, PageRow] = {}
        for step in range(count):
            least = first + (last - first) * step // max(1, count - 1)
            row = self.connection.execute(
                self._of(site, template).where(pages.c.sequence >= least).limit(1)
            ).one_or_none()
            if row is not None:
                found.setdefault(row.sequence, page_row(row, ""))
        return list(found.values())

    def reasons(self, limit: int = 400) -> list[tuple[str, str, int]]:
        """Stages and reasons of errors, the most frequent first, with how many there are."""
        count = func.count().label("count")
        query = select(errors.c.stage, errors.c.reason, count).group_by(errors.c.stage, errors.c.reason)
        found = self.connection.execute(query.order_by(count.desc(), errors.c.stage, errors.c.reason).limit(limit))
        return [(row[0], row[1], int(row[2])) for row in found]

    def failures(self, after: int = 0, limit: int = 50) -> list[ErrorRow]:
        """What gave no page, behind a sequence number."""
        query = select(errors).where(errors.c.sequence > after).order_by(errors.c.sequence).limit(limit)
        return [
            ErrorRow(row.source, row.url, row.stage, row.reason, row.origin, row.capture, row.sequence)
            for row in self.connection.execute(query)
        ]

    def state(self) -> Sequence[int]:
        """Numbers that are other ones as soon as results, records, errors or templates are."""
        parts = [func.max(pages.c.sequence), func.max(records.c.sequence), func.max(errors.c.sequence)]
        found = [self.connection.execute(select(part)).scalar() or 0 for part in parts]
        return [*found, self.connection.execute(select(func.sum(sites.c.revision))).scalar() or 0]

    def _of(self, site: str, template: str) -> Select[tuple[object, ...]]:
        mine = select(*_WITHOUT_LINES).where(pages.c.site == site, pages.c.template == template)
        return mine.order_by(pages.c.sequence)
