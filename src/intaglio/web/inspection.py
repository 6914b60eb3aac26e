"""Inspection: what the screens work with. Caches are bounded, and let go of what the database no longer says."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast

from intaglio.articles import Article, Memory, article
from intaglio.capture import Capture
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.corrections.area_roles import area_roles, roles_of
from intaglio.collection.corrections.correction import Correction, What
from intaglio.collection.corrections.redesigned_templates import followed
from intaglio.collection.lookup.stored_knowledge import StoredKnowledge
from intaglio.collection.page_lines import page_of, record_of
from intaglio.collection.readable_rows import readable_wrapper
from intaglio.collection.records.field_names import Names, load_names
from intaglio.collection.review.stale_files import files_are_stale
from intaglio.collection.summary import kind_of_reason
from intaglio.collection.tables.kind_lookup import kind_named
from intaglio.collection.tables.make_tables import current_tables
from intaglio.collection.tables.said.column_choices import is_about
from intaglio.errors import CodecError, IntaglioError, NothingFound
from intaglio.page import Page
from intaglio.resources import Nothing, Resources
from intaglio.site import Site
from intaglio.store import CaptureRow, PageRow, Tally
from intaglio.tables import Column, Kind, Table, TemplateKey
from intaglio.templates import Template, template_codec
from intaglio.web.row_index import IndexedRow, RowIndex, Wish
from intaglio.web.safe_view.page_marks import PageMarks, mark_page
from intaglio.wrapper import Wrapper

Made = TypeVar("Made")

KEPT = 48
"""Things of each sort that are kept at hand."""


class Cache:
    """The things used last, up to a number."""

    def __init__(self, most: int = KEPT) -> None:
        """Begin empty."""
        self._most = most
        self._held: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What is kept under a key; made if it is not there."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return cast("Made", self._held[key])
        made = make()
        with self._lock:
            self._held[key] = made
            while len(self._held) > self._most:
                self._held.popitem(last=False)
        return made

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._held)


@dataclass(frozen=True, slots=True)
class Figures:
    """A collection in figures."""

    tally: Sequence[Tally]
    errors: Sequence[tuple[str, str, int]]
    """Stage, kind of reason, how many; the most frequent first."""
    alarms: Sequence[str]

    @property
    def pages(self) -> int:
        """All pages."""
        return sum(row.pages for row in self.tally)

    @property
    def failed(self) -> int:
        """All errors."""
        return sum(count for _, _, count in self.errors)

    def of(self, site: str | None = None, template: str | None = None) -> dict[str, int]:
        """Pages, hits and incomplete pages of a site or template."""
        found: Counter[str] = Counter(pages=0, hits=0, partial=0)
        for row in self.tally:
            if site in (None, row.site) and template in (None, row.template):
                found["pages"] += row.pages
                found["hits"] += row.pages * row.hit
                found["partial"] += row.pages * (row.status == "partial")
        return dict(found)


@dataclass(frozen=True, slots=True, eq=False)
class ShownPage:
    """One page of the collection, as far as it can be shown."""

    row: PageRow
    line: dict[str, Any]
    """As in `pages.jsonl`."""
    captured: Capture | None
    page: Page | None
    """None if its bytes cannot be read any more."""
    reason: str | None
    """Why not."""
    resources: Resources

    @property
    def title(self) -> str:
        """What it is called."""
        return " ".join((self.line.get("title") or "").split()) or self.row.url or self.row.source


@dataclass(slots=True, eq=False)
class Inspection:
    """A collection that is being looked at."""

    collection: Collection
    _cache: Cache = field(default_factory=Cache)
    _pages: Cache = field(default_factory=lambda: Cache(12))
    _rows: RowIndex = field(init=False)

    def __post_init__(self) -> None:
        """Use the index of rows beside the collection."""
        self._rows = RowIndex(self.collection.folder)

    @property
    def folder(self) -> Path:
        """Where the collection is."""
        return self.collection.folder

    def state(self) -> tuple[int, ...]:
        """Numbers that change with results, records, errors, templates and corrections."""
        with self.collection.store.reading() as tx:
            return (*tx.lookups.state(), tx.corrections.last())

    def cached(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Something that holds as long as the database says the same."""
        return self._cache.get((key, self.state()), make)

    def figures(self) -> Figures:
        """The collection in figures."""
        return self.cached("figures", self._figures)

    def _figures(self) -> Figures:
        with self.collection.store.reading() as tx:
            counts: Counter[tuple[str, str]] = Counter()
            for stage, reason, count in tx.lookups.reasons():
                counts[stage, kind_of_reason(reason)] += count
            alarms = tx.notes.get("alarms")
            errors = [(stage, reason, count) for (stage, reason), count in counts.most_common()]
            return Figures(tx.pages.tally(), errors, [str(one) for one in alarms] if isinstance(alarms, list) else [])

    def template(self, name: str) -> Template:
        """A template by its id; NothingFound if there is none, or none that can be read."""
        return self.cached(("template", name), lambda: self._template(name))

    def _template(self, name: str) -> Template:
        with self.collection.store.reading() as tx:
            row = tx.lookups.template(name)
        if row is None:
            raise NothingFound(f"there is no template {name}")
        try:
            return template_codec.loads(row.blob)
        except CodecError as error:
            raise NothingFound(f"template {name} cannot be read: {error}") from error

    def wrapper(self, site: str, template: str) -> tuple[Wrapper | None, Names]:
        """The newest wrapper of a template, and the names given to its fields."""
        return self.cached(("wrapper", site, template), lambda: self._wrapper(site, template))

    def _wrapper(self, site: str, template: str) -> tuple[Wrapper | None, Names]:
        with self.collection.store.reading() as tx:
            row, names = tx.records.wrapper(site, template), load_names(tx, template)
        return (readable_wrapper(row) if row is not None else None), names

    def knowledge(self) -> StoredKnowledge:
        """What is known of sites."""
        return StoredKnowledge(self.collection.store)

    def page(self, capture: int) -> ShownPage:
        """A page by its number; NothingFound if there is none."""
        return self._pages.get((capture, self.state()), lambda: self._page(capture))

    def _page(self, capture: int) -> ShownPage:
        with self.collection.store.reading() as tx:
            row, captured = tx.lookups.page(capture), tx.captures.get(capture)
        if row is None or captured is None:
            raise NothingFound(f"there is no page {capture}")
        line = page_of(row.line)
        try:
            found, resources = self._read(captured)
            return ShownPage(row, line, found, Page.of(found), None, resources)
        except IntaglioError as error:
            return ShownPage(row, line, None, None, str(error), Nothing())

    def _read(self, row: CaptureRow) -> tuple[Capture, Resources]:
        library = open_captures(self.collection)
        return library.read(row), library.resources(row)

    def marks(self, shown: ShownPage) -> PageMarks | None:
        """What of a page is fixed and what varies; None without its bytes, template, or a wrapper that can be read."""
        template = shown.row.template
        if shown.page is None or template is None:
            return None
        page = shown.page
        wrapper, _ = self.wrapper(shown.row.site, template)
        if wrapper is None:
            return None
        return self._pages.get(("marks", shown.row.capture, self.state()), lambda: mark_page(page, wrapper))

    def memory(self, site: str, template: str) -> Memory:
        """What is remembered of a template's articles, and what people said of their places."""
        return self.cached(
            ("memory", site, template), lambda: Memory.lent(self.knowledge().lessons(site).get(template, []))
        )

    def article(self, shown: ShownPage) -> Article | None:
        """The article of a page by all that is known now; None without its bytes."""
        if shown.page is None:
            return None
        page, template = shown.page, shown.row.template
        memory = self.memory(shown.row.site, template) if template is not None else None
        return self._pages.get(("article", shown.row.capture, self.state()), lambda: article(page, memory=memory))

    # Kinds and tables

    def kinds(self, *, ignored: bool = False) -> list[Kind]:
        """The kinds of pages, the largest first."""
        return self.cached(("kinds", ignored), lambda: self.collection.kinds(ignored=ignored))

    def kind(self, id_: str) -> Kind:
        """A kind by its id or name; NothingFound if there is none."""
        return kind_named(self.kinds(ignored=True), id_)

    def kind_of_template(self) -> Mapping[tuple[str, str], Kind]:
        """The kind of each template."""
        return self.cached(
            "kind of template",
            lambda: {(key.site, key.template): kind for kind in self.kinds(ignored=True) for key in kind.templates},
        )

    def largest(self, kind: Kind) -> TemplateKey:
        """The template of a kind with most pages."""
        figures = self.figures()
        return max(kind.templates, key=lambda key: figures.of(key.site, key.template)["pages"])

    def table(self, kind: Kind) -> Table:
        """The table of a kind, as people decided."""
        return self.cached(("table", kind.id), lambda: self.collection.table(kind))

    def table_with(self, kind: Kind, further: Correction) -> Table:
        """The table of a kind as it would be if something more was said."""
        with current_tables(self.collection.store) as stored:
            return stored.table(kind, [further])

    def rows(self, kind: Kind, wish: Wish) -> tuple[list[IndexedRow], int]:
        """Some rows of a table, and how many there are."""
        with self.collection.store.reading() as tx:
            return self._rows.rows(tx, self.table(kind), wish, self.state())

    def shapes(self, kind: Kind) -> dict[str, list[tuple[str, int]]]:
        """The commonest shapes of each column's values."""
        with self.collection.store.reading() as tx:
            return self._rows.shapes(tx, self.table(kind), self.state())

    def column_of_field(self, site: str, template: str) -> Mapping[str, Column]:
        """The column that each raw field of a template is."""
        kind = self.kind_of_template().get((site, template))
        if kind is None:
            return {}
        key = TemplateKey(site, template)
        return self.cached(("columns", kind.id, key), lambda: dict(_fields(self.table(kind).columns, key)))

    def field_names(self, site: str, template: str) -> Mapping[str, str]:
        """What the column is called that each raw field of a template is."""
        return {raw: column.name for raw, column in self.column_of_field(site, template).items()}

    def area_texts(self, shown: ShownPage) -> Mapping[int, Sequence[int]]:
        """The texts of a page that each area of its template holds, those of areas within it included."""
        page, name = shown.page, shown.row.template
        if page is None or name is None:
            return {}
        return self._pages.get(("areas", shown.row.capture, self.state()), lambda: _held(page, self.template(name)))

    def spread(self, site: str, template: str, count: int) -> list[PageRow]:
        """Some pages of a template, from its first to its last."""
        with self.collection.store.reading() as tx:
            return tx.lookups.spread_pages(site, template, count)

    def lines(self, site: str, template: str, count: int) -> list[tuple[PageRow, dict[str, Any]]]:
        """Some pages of a template, from its first to its last, with their lines as in `pages.jsonl`."""
        with self.collection.store.reading() as tx:
            rows = tx.lookups.spread_pages(site, template, count)
            return [(row, page_of(full.line)) for row in rows if (full := tx.lookups.page(row.capture)) is not None]

    def record_line(self, capture: int) -> dict[str, Any] | None:
        """The record of a page as its line has it, under the names that fields were found with."""
        with self.collection.store.reading() as tx:
            row = tx.lookups.record(capture)
        return record_of(row.line) if row is not None else None

    # What people said

    def stale(self) -> bool:
        """Whether the files beside the database lack corrections."""
        with self.collection.store.reading() as tx:
            return files_are_stale(tx)

    def said(self) -> list[Correction]:
        """What people said and still holds."""
        return self.cached("said", self._said)

    def _said(self) -> list[Correction]:
        with self.collection.store.reading() as tx:
            return followed(tx, self.collection.corrections(standing=True))

    def marks_of(self, kind: Kind) -> Mapping[tuple[str, str], Correction]:
        """What people said of cells: by column id and source."""
        return {
            (one.target.column, one.target.source): one
            for one in self.said()
            if one.what is What.MARK and is_about(one.target, kind) and one.target.column and one.target.source
        }

    def marked(self, kind: Kind) -> dict[str, tuple[int, int]]:
        """How many cells of each column are marked right, and wrong."""
        names = {column.id: column.name for column in self.table(kind).columns}
        counts: dict[str, Counter[str]] = {}
        for (column, _), one in self.marks_of(kind).items():
            counts.setdefault(names.get(column, column), Counter())[str(one.value)] += 1
        return {name: (found["right"], found["wrong"]) for name, found in counts.items()}

    def areas_said(self, site: str, template: str) -> dict[int, dict[str, bool]]:
        """What people said of areas of a template: whether they are content, and whether they are lists."""
        found: dict[int, dict[str, bool]] = {}
        for one in self.said():
            here = any(place.template == template and place.site in ("", site) for place in one.target.places)
            if here and one.target.area is not None and one.what in (What.BODY, What.LIST):
                found.setdefault(one.target.area, {})[str(one.what)] = bool(one.value)
        return found

    def area_roles(self, site: str, template: str) -> dict[int, str | None]:
        """The roles that people gave to areas of a template."""
        with self.collection.store.reading() as tx:
            return dict(roles_of(area_roles(tx), site, template))


def _held(page: Page, template: Template) -> dict[int, list[int]]:
    texts: dict[int, set[int]] = {}
    for area in Site(template.site, [template]).read_as(template.id, page).areas:
        texts[area.number] = set(area.held(page))
    parents = list(enumerate(template.areas.parents))
    for number, parent in reversed(parents):  # parents come first
        if parent >= 0:
            texts.setdefault(parent, set()).update(texts.get(number, ()))
    return {number: sorted(found) for number, found in texts.items()}


def _fields(columns: Sequence[Column], key: TemplateKey, within: tuple[str, ...] = ()) -> Iterator[tuple[str, Column]]:
    """The raw fields of columns and of their items; places of items begin in the item."""
    for column in sorted(columns, key=lambda one: one.left_out is None):  # those that are kept have the last word
        for place in column.whence(key):
            yield ".".join((*within, *place)), column
            yield from _fields(column.items, key, (*within, *place))
