"""Results in the store: pages with their lines, and errors, each with a sequence number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, collate, func, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from intaglio.blobs import packed, unpacked
from intaglio.compact_json import compact_json, read_json
from intaglio.errors import WriteConflict
from intaglio.shapes import decoding
from intaglio.store.rows import ErrorRow, PageAddress, PageRow, Tally
from intaglio.store.schema import aliases, captures, templates
from intaglio.store.schema import errors as error_table
from intaglio.store.schema import extras as extra_table
from intaglio.store.schema import pages as page_table
from intaglio.store.schema import records as record_table
from intaglio.store.upsert import upsert

CHUNK = 256
"""Rows read at a time, so that memory does not grow with the collection."""
MANY = 4096
"""The same, of short ones."""


@dataclass(frozen=True, slots=True)
class SqlPages:
    """See `protocol.Pages`."""

    connection: Connection

    def add(self, pages: Sequence[PageRow], errors: Sequence[ErrorRow] = ()) -> None:
        """Add results in order; one whose capture already has a result is a `WriteConflict`."""
        if self.connection.dialect.name == "postgresql":
            # Sequence numbers are to become visible in their order, so that readers can go on behind the last one.
            self.connection.execute(text("LOCK TABLE pages, errors, extras IN SHARE ROW EXCLUSIVE MODE"))
        self._finish([row.capture for row in pages] + [row.capture for row in errors if row.capture is not None])
        try:
            if pages:
                self.connection.execute(page_table.insert(), [_page_values(row) for row in pages])
            if errors:
                self.connection.execute(error_table.insert(), [_error_values(row) for row in errors])
            self.put_extras(pages)
        except IntegrityError as error:
            raise WriteConflict("a page was done elsewhere since") from error

    def _finish(self, numbers: Sequence[int]) -> None:
        if numbers:
            waiting = update(captures).where(captures.c.id == bindparam("number"), captures.c.pending)
            result = self.connection.execute(waiting.values(pending=False), [{"number": n} for n in numbers])
            if result.rowcount not in (-1, len(numbers)):
                raise WriteConflict("a page was done elsewhere since")

    def replace(self, pages: Sequence[PageRow]) -> None:
        """Put new results in the place of old ones, by sequence number."""
        if pages:
            place = update(page_table).where(page_table.c.sequence == bindparam("place"))
            new: dict[str, Any] = {
                name: bindparam(name) for name in ("template", "template_version", "hit", "status", "ms", "line")
            }
            rows = [{**{name: _page_values(row)[name] for name in new}, "place": row.sequence} for row in pages]
            self.connection.execute(place.values(new), rows)
            self.put_extras(pages)

    def remove(self, capture: int) -> None:
        """Forget all that was made of a capture."""
        for table in (page_table, extra_table, error_table, record_table):
            self.connection.execute(table.delete().where(table.c.capture == capture))

    def remove_errors(self, stage: str) -> None:
        """Forget the errors of a stage that are no capture's."""
        gone = error_table.delete().where(error_table.c.stage == stage, error_table.c.capture.is_(None))
        self.connection.execute(gone)

    def pages(
        self, after: int = 0, site: str | None = None, template: str | None = None, *, lines: bool = True
    ) -> Iterator[PageRow]:
        """Results in order, behind a sequence number; without their lines, if those are not needed."""
        columns = [column for column in page_table.c if lines or column.name != "line"]
        query = select(*columns).order_by(page_table.c.sequence)
        if site is not None:
            query = query.where(page_table.c.site == site)
        if template is not None:
            query = query.where(page_table.c.template == template)
        for row in chunks(self.connection, query, after):
            yield page_row(row, _line(row) if lines else "")

    def addresses(self, site: str | None = None) -> Iterator[PageAddress]:
        """Where the pages of a site, or all, are from, in the order of their results."""
        known = page_table.c
        query = select(known.site, known.template, known.url, known.source, known.sequence)
        query = query.order_by(known.sequence)
        if site is not None:
            query = query.where(known.site == site)
        rows = chunks(self.connection, query, 0, MANY)
        return (PageAddress(row.site, row.template, row.url, row.source) for row in rows)

    def captures(self, site: str, template: str | None = None) -> list[int]:
        """The captures of a site or template, in the order of their addresses, whatever came first."""
        query = select(page_table.c.capture).where(page_table.c.site == site)
        query = query.order_by(*by_address(self.connection))
        if template is not None:
            query = query.where(page_table.c.template == template)
        return list(self.connection.execute(query).scalars())

    def errors(self, after: int = 0) -> Iterator[ErrorRow]:
        """Failures in order, behind a sequence number."""
        query = select(error_table).order_by(error_table.c.sequence)
        for row in chunks(self.connection, query, after):
            yield ErrorRow(row.source, row.url, row.stage, row.reason, row.origin, row.capture, row.sequence)

    def extras(
        self, stage: str, after: int = 0, site: str | None = None, template: str | None = None
    ) -> Iterator[tuple[int, str]]:
        """Sequence numbers of pages and their lines of a further stage, in order; of all, or of a site or template."""
        query = (
            select(page_table.c.sequence, extra_table.c.line)
            .join(extra_table, page_table.c.capture == extra_table.c.capture)
            .where(extra_table.c.stage == stage)
            .order_by(page_table.c.sequence)
        )
        if site is not None:
            query = query.where(page_table.c.site == site)
        if template is not None:
            query = query.where(page_table.c.template == template)
        for row in chunks(self.connection, query, after):
            yield row.sequence, _line(row)

    def stages(self) -> dict[str, int]:
        """The further stages that made lines, and how many."""
        query = select(extra_table.c.stage, func.count()).group_by(extra_table.c.stage)
        return {row[0]: int(row[1]) for row in self.connection.execute(query)}

    def put_extras(self, pages: Sequence[PageRow]) -> None:
        """Write what further stages made of pages, in place of what they made before."""
        lines = [
            {"stage": stage, "capture": row.capture, "line": packed(line.encode())}
            for row in pages
            for stage, line in row.extras.items()
        ]
        upsert(self.connection, extra_table, lines, ["stage", "capture"])

    def outdated(self, site: str, after: int = 0, limit: int = CHUNK) -> list[PageRow]:
        """Results whose template has since been made anew, under a higher version, or was merged into another."""
        query = _outdated(site).where(page_table.c.sequence > after).order_by(page_table.c.sequence).limit(limit)
        return [page_row(row, _line(row)) for row in self.connection.execute(query)]

    def count_outdated(self, site: str) -> int:
        """How many results `outdated` would give in all."""
        return self._count(_outdated(site))

    def lacking(self, stage: str, site: str, after: int = 0, limit: int = CHUNK) -> list[PageRow]:
        """Results of a site, behind a sequence number and without lines, that a further stage made no line of."""
        query = _lacking(stage, site).where(page_table.c.sequence > after).order_by(page_table.c.sequence).limit(limit)
        return [page_row(row, "") for row in self.connection.execute(query)]

    def count_lacking(self, stage: str, site: str) -> int:
        """How many results `lacking` would give in all."""
        return self._count(_lacking(stage, site))

    def _count(self, query: Select[Any]) -> int:
        counted = query.with_only_columns(func.count(), maintain_column_froms=True)
        return int(self.connection.execute(counted).scalar_one())

    def counts(self) -> tuple[int, int]:
        """Number of pages and of errors."""
        return tuple(  # type: ignore[return-value]
            int(self.connection.execute(select(func.count()).select_from(table)).scalar_one())
            for table in (page_table, error_table)
        )

    def tally(self) -> list[Tally]:
        """How many pages there are of each site, template, status, and of hits and misses."""
        alike = (page_table.c.site, page_table.c.template, page_table.c.hit, page_table.c.status)
        query = select(*alike, func.count().label("pages")).group_by(*alike).order_by(*alike)
        return [Tally(row.site, row.template, row.hit, row.status, row.pages) for row in self.connection.execute(query)]

    def last_page(self) -> int:
        """Sequence number of the last page, 0 if there is none."""
        return int(self.connection.execute(select(func.max(page_table.c.sequence))).scalar() or 0)

    def last_error(self) -> int:
        """Sequence number of the last error, 0 if there is none."""
        return int(self.connection.execute(select(func.max(error_table.c.sequence))).scalar() or 0)

    def by_template(self, site: str) -> dict[str, int]:
        """How many pages each template has."""
        query = select(page_table.c.template, func.count()).where(
            page_table.c.site == site, page_table.c.template.is_not(None)
        )
        return {row[0]: int(row[1]) for row in self.connection.execute(query.group_by(page_table.c.template))}


def _outdated(site: str) -> Select[Any]:
    here, there = (page_table.c.site == templates.c.site), (page_table.c.template == templates.c.id)
    return (
        select(page_table)
        .outerjoin(templates, here & there)
        .outerjoin(aliases, (page_table.c.site == aliases.c.site) & (page_table.c.template == aliases.c.id))
        .where(page_table.c.site == site)
        .where(or_(templates.c.version > page_table.c.template_version, aliases.c.id.is_not(None)))
    )


def _lacking(stage: str, site: str) -> Select[Any]:
    made = (extra_table.c.capture == page_table.c.capture) & (extra_table.c.stage == stage)
    columns = [column for column in page_table.c if column.name != "line"]
    return (
        select(*columns).outerjoin(extra_table, made).where(page_table.c.site == site, extra_table.c.capture.is_(None))
    )


def by_address(connection: Connection) -> tuple[ColumnElement[Any], ...]:
    """The order of pages by their addresses, letter by letter in every database."""
    source = page_table.c.source
    return collate(source, "C") if connection.dialect.name == "postgresql" else source, page_table.c.sequence


def chunks(connection: Connection, query: Select[Any], after: int, most: int = CHUNK) -> Iterator[Row[Any]]:
    """Rows of a query behind a sequence number, some at a time."""
    some = query.where(query.selected_columns.sequence > bindparam("after")).limit(most)
    while rows := connection.execute(some, {"after": after}).all():
        yield from rows
        if len(rows) < most:
            return
        after = rows[-1].sequence


def _page_values(row: PageRow) -> dict[str, Any]:
    return {
        "capture": row.capture, "site": row.site, "source": row.source, "url": row.url, "template": row.template,
        "template_version": row.template_version, "hit": row.hit, "status": row.status,
        "ms": compact_json(dict(row.ms)).decode(), "line": packed(row.line.encode()),
    }  # fmt: skip


def page_row(row: Row[Any], line: str) -> PageRow:
    """A row of the table of pages, with its line."""
    with decoding("a page"):
        return PageRow(
            row.capture, row.site, row.source, row.url, row.template, row.template_version, row.hit, row.status,
            read_json(row.ms), line, sequence=row.sequence,
        )  # fmt: skip


def _line(row: Row[Any]) -> str:
    return unpacked(row.line).decode()


def _error_values(row: ErrorRow) -> dict[str, Any]:
    return {
        "origin": row.origin, "capture": row.capture, "source": row.source, "url": row.url, "stage": row.stage,
        "reason": row.reason,
    }  # fmt: skip
