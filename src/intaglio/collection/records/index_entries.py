"""What the index takes of records: each page's texts and fields, without what stands all over its site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from intaglio.collection.page_lines import record_of
from intaglio.collection.records.field_names import Names, load_all_names, path_shown, renamed
from intaglio.collection.records.searched_columns import NamedColumns, columns_of, compared
from intaglio.collection.records.site_texts import load_boilerplate
from intaglio.index import Entry, EntryPreparer, PreparedEntry
from intaglio.index.passages import BETWEEN
from intaglio.store import PackedRecord, RecordRow, Transaction
from intaglio.tables.table import fields_of
from intaglio.wrapper.boilerplate import SiteBoilerplate

NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class IndexGround:
    """What entries depend on besides the records: the names of fields, columns, and the boilerplate of sites."""

    steady: Mapping[str, SiteBoilerplate]
    names: Mapping[str, Names]
    columns: NamedColumns

    @property
    def noted(self) -> dict[str, object]:
        """What changes whenever entries would."""
        pages = {site: one.pages for site, one in self.steady.items()}
        return {"names": dict(self.names) or None, "steady": pages, "columns": self.columns.digest}

    def entry(self, row: RecordRow) -> Entry:
        """What the index takes of a record."""
        return _entry(row, self.steady.get(row.site, SiteBoilerplate()), self.names.get(row.template, {}), self.columns)


def index_ground(tx: Transaction) -> IndexGround:
    """The ground as it is now."""
    steady = {site: load_boilerplate(tx, site) for site in tx.templates.sites()}
    return IndexGround(steady, load_all_names(tx), columns_of(tx))


def prepared_entries(ground: IndexGround, rows: Sequence[PackedRecord], preparer: EntryPreparer) -> list[PreparedEntry]:
    """Records made ready for the index."""
    return [preparer.prepared(ground.entry(row.unpacked())) for row in rows]


def _own_items(value: object, common: frozenset[str], *, inside: bool = False) -> object:
    """A field as it is; of a list what is not common to the site, as the entries of a menu are."""
    if isinstance(value, list):
        own = [one for one in value if not isinstance(one, str) or one not in common]
        items = [one if isinstance(one, str) else _own_items(one, common, inside=True) for one in own]
        return [item for item in items if item is not None]
    return _own_parts(value, common, inside=inside) if isinstance(value, dict) else value


def _own_parts(value: Mapping[str, object], common: frozenset[str], *, inside: bool) -> dict[str, object]:
    left_out = common if inside else NONE
    return {
        name: (None if one in left_out else one) if isinstance(one, str) else _own_items(one, common, inside=inside)
        for name, one in value.items()
    }


def _own_texts(lines: Sequence[str], title: str, own: str, common: frozenset[str]) -> Iterator[str]:
    """What is searched of a page's passages: without what stands all over the site, and with its own title alone."""
    for line in lines:
        if BETWEEN not in line:  # most are one text
            if line not in common:
                yield own if line == title else line
            continue
        texts = line.split(BETWEEN)
        if title not in texts and common.isdisjoint(texts):
            yield " ".join(texts)
            continue
        for kept, some in groupby(texts, lambda text: text not in common):
            if kept:
                yield " ".join(own if text == title else text for text in some)


def _entry(row: RecordRow, steady: SiteBoilerplate, names: Names, columns: NamedColumns) -> Entry:
    line = record_of(row.line)
    named, compared_columns = columns.read(row.site, row.template, fields_of(line))
    fields = {**named, **renamed(line["fields"], names), **named}  # columns first, and before fields of their names
    title = " ".join((line["title"] or "").split())
    own = steady.own_title(title)
    common = steady.texts
    texts = list(_own_texts(row.texts, title, own, common))
    kept = {name: own if title and value == title else _own_items(value, common) for name, value in fields.items()}
    typed = {path_shown(path, names): value for path, value in line["typed"].items()}
    typed |= compared_columns
    return Entry(
        row.capture, row.site, row.template, line["source"], line["url"], title, own, texts, kept,
        *compared(typed), shared_title=title in common,
    )  # fmt: skip
