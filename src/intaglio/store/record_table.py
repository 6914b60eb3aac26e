"""Wrappers and records in the store; a record that is found anew gets a new sequence number, for those who follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, select, text

from intaglio.blobs import packed, unpacked
from intaglio.compact_json import compact_json, read_json
from intaglio.store.page_table import by_address, chunks, page_row
from intaglio.store.rows import PackedRecord, PageRow, RecordRow, WrapperRow
from intaglio.store.schema import pages, wrapped, wrappers
from intaglio.store.schema import records as table
from intaglio.store.upsert import BATCH

# Statements that are asked again and again: to put one together takes longer than to answer it.
_VERSION = select(func.max(wrappers.c.version)).where(
    wrappers.c.site == bindparam("site"), wrappers.c.template == bindparam("template")
)
_WRAPPER = (
    select(wrappers)
    .where(wrappers.c.site == bindparam("site"), wrappers.c.template == bindparam("template"))
    .order_by(wrappers.c.version.desc())
    .limit(1)
)
_WAITING = (
    select(*(column for column in pages.c if column.name != "line"))
    .outerjoin(
        table,
        and_(
            table.c.capture == pages.c.capture,
            table.c.template == bindparam("template"),
            table.c.version == bindparam("version"),
        ),
    )
    .where(pages.c.site == bindparam("site"), pages.c.template == bindparam("template"))
    .where(pages.c.sequence > bindparam("after"), table.c.sequence.is_(None))
    .order_by(pages.c.sequence)
    .limit(bindparam("most"))
)
_GONE = delete(table).where(table.c.capture.in_(bindparam("captures", expanding=True)))
_BEHIND = select(table).where(table.c.sequence > bindparam("after")).order_by(table.c.sequence).limit(bindparam("most"))
_LINES = select(table.c.sequence, table.c.line).where(table.c.sequence.in_(bindparam("numbers", expanding=True)))


@dataclass(frozen=True, slots=True)
class SqlRecords:
    """See `protocol.Records`."""

    connection: Connection

    def wrapper(self, site: str, template: str) -> WrapperRow | None:
        """The newest wrapper of a template."""
        row = self.connection.execute(_WRAPPER, {"site": site, "template": template}).one_or_none()
        if row is None:
            return None
        return WrapperRow(row.site, row.template, row.version, row.pages, row.blob, _strings(row.steady))

    def wrapper_version(self, site: str, template: str) -> int | None:
        """The version of that wrapper, None if there is none."""
        return self.connection.execute(_VERSION, {"site": site, "template": template}).scalar()

    def put_wrapper(self, row: WrapperRow, learned_from: Sequence[bytes] = ()) -> None:
        """Keep a wrapper, with the compact pages it was learned from in place of earlier ones; old versions stay."""
        values = {
            "site": row.site, "template": row.template, "version": row.version, "pages": row.pages, "blob": row.blob,
            "steady": _packed(row.steady),
        }  # fmt: skip
        self.connection.execute(wrappers.insert(), values)
        old = delete(wrapped).where(wrapped.c.site == row.site, wrapped.c.template == row.template)
        self.connection.execute(old)
        pages = [
            {"site": row.site, "template": row.template, "slot": slot, "page": page}
            for slot, page in enumerate(learned_from)
        ]
        if pages:
            self.connection.execute(wrapped.insert(), pages)

    def learned_from(self, site: str, template: str) -> list[bytes]:
        """The compact pages that the newest wrapper of a template was learned from."""
        kept = select(wrapped.c.page).where(wrapped.c.site == site, wrapped.c.template == template)
        return list(self.connection.execute(kept.order_by(wrapped.c.slot)).scalars())

    def waiting(self, site: str, template: str, version: int, after: int, limit: int) -> list[PageRow]:
        """Pages behind a sequence number, without lines, that have no record by that version of a wrapper."""
        asked = {"site": site, "template": template, "version": version, "after": after, "most": limit}
        return [page_row(row, "") for row in self.connection.execute(_WAITING, asked)]

    def put(self, rows: Sequence[PackedRecord]) -> None:
        """Write records, each in place of the one its page had."""
        if not rows:
            return
        if self.connection.dialect.name == "postgresql":
            # As for pages: sequence numbers are to become visible in their order.
            self.connection.execute(text("LOCK TABLE records IN SHARE ROW EXCLUSIVE MODE"))
        for start in range(0, len(rows), BATCH):
            some = [row.capture for row in rows[start : start + BATCH]]
            self.connection.execute(_GONE, {"captures": some})
        values = [
            {"capture": row.capture, "site": row.site, "template": row.template, "version": row.version,
             "line": row.line, "texts": row.texts}
            for row in rows
        ]  # fmt: skip
        self.connection.execute(table.insert(), values)

    def some_records(self, after: int, most: int) -> list[PackedRecord]:
        """The first records behind a sequence number, in order."""
        return list(map(_kept, self.connection.execute(_BEHIND, {"after": after, "most": most})))

    def records(self, after: int = 0, template: str | None = None, site: str | None = None) -> Iterator[RecordRow]:
        """Records behind a sequence number, in order; of all pages, or of those of a site or template."""
        query = select(table).order_by(table.c.sequence)
        if template is not None:
            query = query.where(table.c.template == template)
        if site is not None:
            query = query.where(table.c.site == site)
        for row in chunks(self.connection, query, after):
            yield record_row(row)

    def lines(self, site: str | None, template: str) -> Iterator[str]:
        """The lines of a template's records alone, in order; None: of all sites."""
        query = select(table.c.sequence, table.c.line).order_by(table.c.sequence)
        query = query.where(table.c.template == template)
        if site is not None:
            query = query.where(table.c.site == site)
        for row in chunks(self.connection, query, 0):
            yield unpacked(row.line).decode()

    def some_lines(self, site: str, templates: Sequence[str], most: int) -> list[str]:
        """Lines of some records of some templates, evenly over the addresses of their pages."""
        of_them = (table.c.site == site) & table.c.template.in_(templates)
        query = select(table.c.sequence).outerjoin(pages, pages.c.capture == table.c.capture).where(of_them)
        query = query.order_by(*by_address(self.connection), table.c.sequence)
        numbers = list(self.connection.execute(query).scalars())
        if len(numbers) > most:
            numbers = [numbers[at * len(numbers) // most] for at in range(most)]
        found = {row[0]: row[1] for row in self.connection.execute(_LINES, {"numbers": numbers})}
        return [unpacked(found[number]).decode() for number in numbers]

    def last(self) -> int:
        """The highest sequence number, 0 if there is none."""
        return int(self.connection.execute(select(func.max(table.c.sequence))).scalar() or 0)

    def by_template(self) -> dict[str, tuple[int, int]]:
        """How many records each template has, and the highest sequence number among them."""
        query = select(table.c.template, func.count(), func.max(table.c.sequence)).group_by(table.c.template)
        return {row[0]: (int(row[1]), int(row[2])) for row in self.connection.execute(query)}


def record_row(row: Row[Any]) -> RecordRow:
    """A row of the table of records."""
    return _kept(row).unpacked()


def _kept(row: Row[Any]) -> PackedRecord:
    return PackedRecord(row.capture, row.site, row.template, row.version, row.line, row.texts, row.sequence)


def _packed(strings: Sequence[str]) -> bytes:
    return packed(compact_json(list(strings)))


def _strings(blob: bytes) -> list[str]:
    found: list[str] = read_json(unpacked(blob))
    return found
