"""Collection: what a run has filled, and what can be asked of it. Opened to look, it is never written to.

with intaglio.open("out") as collection:
for record in collection.records():
print(record["url"], record["fields"])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from getpass import getuser
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from intaglio.capture import Capture
from intaglio.collection.corrections.area_roles import area_roles, line_with_roles, roles_of
from intaglio.collection.corrections.correction import Correction, Example, Target, Value, What
from intaglio.collection.corrections.correction_log import keep, said
from intaglio.collection.corrections.correction_log import standing as still_standing
from intaglio.collection.folder import CollectionFolder, filled_folder, store_of
from intaglio.collection.lookup.page_reader import PageReader
from intaglio.collection.lookup.stored_knowledge import StoredKnowledge
from intaglio.collection.packs.no_store import NoStore
from intaglio.collection.packs.pack_file import PackFile
from intaglio.collection.packs.packed_knowledge import PackedKnowledge
from intaglio.collection.packs.packed_tables import PackedTables
from intaglio.collection.page_lines import ARTICLES, page_of, record_of, with_kind
from intaglio.collection.reading import Reading, ReadingOptions
from intaglio.collection.records.field_names import load_all_names, renamed_line
from intaglio.collection.records.field_stats import FieldFigures, field_figures
from intaglio.collection.records.record_search import search
from intaglio.collection.summary import Summary, summarise
from intaglio.collection.tables.kind_lookup import kind_named
from intaglio.collection.tables.make_tables import current_tables
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.collection.tables.table_rows import shown_table
from intaglio.compact_json import read_json
from intaglio.errors import NothingKnown
from intaglio.index import Found
from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.tables import Kind, Table
from intaglio.templates import Template


@dataclass(frozen=True, slots=True, eq=False)
class Collection(CollectionFolder):
    """A collection; made by `intaglio.open`. Safe to share between threads; pickled as its folder's path.

    What iterators give is as it was when they began, also while a run goes on.
    """

    _reader: PageReader = field(repr=False)

    def sites(self) -> list[str]:
        """Names of the sites that have templates."""
        return self._reader.knowledge.sites()

    def templates(self, site: str | None = None) -> Iterator[Template]:
        """The templates of one site or of all, in the order in which they were found."""
        for name in self.sites() if site is None else [site]:
            yield from self._reader.knowledge.site(name).templates

    def fields(self, template: str) -> list[FieldFigures]:
        """The fields of a template's records: how often they are filled, and examples."""
        return field_figures(record["fields"] for record in self.records(template=template))[1]

    def pages(self, site: str | None = None, template: str | None = None) -> Iterator[dict[str, Any]]:
        """Pages with their areas, as `pages.jsonl` has them."""
        with self.store.reading() as tx:
            kinds, roles = StoredTables(tx).by_template, area_roles(tx)
            for row in tx.pages.pages(site=site, template=template):
                kind = kinds.get((row.site, row.template or ""))
                line = with_kind(row.line, kind.name if kind is not None else None)
                yield page_of(line_with_roles(line, roles_of(roles, row.site, row.template)))

    def articles(self, site: str | None = None, template: str | None = None) -> Iterator[dict[str, Any]]:
        """The content of pages, as `articles.jsonl` has it."""
        with self.store.reading() as tx:
            for _, line in tx.pages.extras(ARTICLES, site=site, template=template):
                yield read_json(line)

    def records(self, site: str | None = None, template: str | None = None) -> Iterator[dict[str, Any]]:
        """Records of pages, as `records/<template>.jsonl` has them: under the names that people gave to fields."""
        with self.store.reading() as tx:
            names = load_all_names(tx)
            for row in tx.records.records(site=site, template=template):
                yield renamed_line(record_of(row.line), names.get(row.template, {}))

    def kinds(self, *, ignored: bool = False) -> list[Kind]:
        """The kinds of pages, largest first, as people named, merged and split them; also ignored ones, if asked for.

        They are found at the end of a run; in a collection of an older release, when they are first asked for.
        """
        with self._tables() as stored:
            return [kind for kind in stored.kinds if ignored or kind.id not in stored.ignored]

    def table(self, kind: str | Kind) -> Table:
        """The table of a kind, which is meant by its name, its id, or a beginning of either that no other has."""
        with self._tables() as stored:
            name = kind.id if isinstance(kind, Kind) else kind
            return stored.table(kind_named(stored.kinds, name))

    def rows(self, kind: str | Kind, columns: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
        """The rows of a table, as `tables/<kind>.jsonl` has them; with these columns, or with `*` for all."""
        shown = shown_table(self.table(kind), columns)
        with self.store.reading() as tx:
            yield from shown.rows(tx)

    @contextmanager
    def _tables(self) -> Iterator[StoredTables | PackedTables]:
        if isinstance(self.store, NoStore):
            yield PackedTables(self.store.pack)
            return
        with current_tables(self.store) as stored:
            yield stored

    def errors(self) -> Iterator[dict[str, Any]]:
        """What gave no page and why, as `errors.jsonl` has it."""
        with self.store.reading() as tx:
            for row in tx.pages.errors():
                yield {"source": row.source, "url": row.url, "stage": row.stage, "reason": row.reason}

    def corrections(self, *, standing: bool = False) -> list[Correction]:
        """What people said, in order; or what of it still holds."""
        with self.store.reading() as tx:
            everything = said(tx)
        return still_standing(everything) if standing else everything

    def correct(
        self,
        what: What,
        target: Target,
        value: Value = None,
        *,
        examples: Sequence[Example] = (),
        who: str | None = None,
    ) -> Correction:
        """Keep what a person says, for good; in one short transaction, also while a run fills the collection.

        Lists, searches and screens have it at once; files have it when they are next written.
        """
        correction = Correction(what, target, value, tuple(examples), who if who is not None else _user())
        with self.store.writing() as tx:
            return keep(tx, correction)

    def undo(self, correction: int, *, who: str | None = None) -> Correction:
        """Take a correction back, by its number; an undoing can be undone itself."""
        return self.correct(What.UNDO, Target(correction=correction), who=who)

    def summary(self) -> Summary:
        """Figures: sites, templates with their pages and examples, errors, times."""
        return summarise(self.store)

    def search(
        self, query: str, *, template: str | None = None, kind: str | None = None, limit: int = 10
    ) -> list[Found]:
        """The pages that answer a query, best first; brings the search index up to date first.

        Templates and kinds may be named by their beginnings.
        """
        return search(self, query, template=template, kind=kind, limit=limit)

    def read(
        self,
        page: Capture | Page | bytes | str,
        *,
        url: str | None = None,
        options: ReadingOptions = ReadingOptions(),
        layout: Layout | None = None,
    ) -> Reading:
        """Read a page by the known templates: one parse, nothing learned, no browser.

        A page whose URL is of a known site is matched with that site's templates, any other with those of all sites.
        """
        if not self._reader.names:
            raise NothingKnown(f"{self.folder} has no templates yet: `intaglio run SOURCE -o {self.folder}` finds some")
        return self._reader.read(_captured(page, url), options, layout)

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()

    def __enter__(self) -> Self:
        """Give the collection itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        """Pickle as the path; the other process opens the collection for itself."""
        return open_collection, (self.folder,)


def open_collection(folder: Path | str) -> Collection:
    """Open a collection to look at it; use it in a `with` statement.

    Of a pack, which is a file, this gives a collection that lists sites, templates, kinds and columns and reads pages.
    """
    folder = Path(folder)
    if folder.is_file():
        pack = PackFile.open(folder)
        return Collection(folder, NoStore(pack), PageReader(PackedKnowledge(pack)))
    return _collection(CollectionFolder(folder, store_of(folder)))


@contextmanager
def fill_collection(folder: Path, store_url: str | None = None) -> Iterator[Collection]:
    """Make or open a collection to write into it; CollectionBusy if somebody else does."""
    with filled_folder(folder, store_url) as opened:
        yield _collection(opened)


def _user() -> str:
    try:
        return getuser()
    except (OSError, KeyError):  # a user without a name
        return ""


def _captured(page: Capture | Page | bytes | str, url: str | None) -> Capture | Page:
    if isinstance(page, str):
        return Page.parse(page, url=url)
    if isinstance(page, bytes):
        return Capture(page, source=url or "", url=url)
    if url is None:
        return page
    return page.with_url(url) if isinstance(page, Page) else replace(page, url=url)


def _collection(opened: CollectionFolder) -> Collection:
    return Collection(opened.folder, opened.store, PageReader(StoredKnowledge(opened.store)))
