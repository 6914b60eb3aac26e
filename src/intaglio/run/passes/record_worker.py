"""What a worker does about records: counts texts, learns wrappers, extracts records.

Pages are read again by reference. What was learned and parsed stays at hand up to a bound, for what comes next often
needs it again.
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from typing import Any

from intaglio.collection.page_cache import CAPTURES, PageCache
from intaglio.collection.records.field_names import renamed
from intaglio.collection.records.record_lines import record_row, url_for_links
from intaglio.collection.tables.kind_evidence import facts_content, pages_told
from intaglio.errors import CodecError, IntaglioError
from intaglio.page import Page, page_codec
from intaglio.run.page_budget import PageBudget, within
from intaglio.run.passes.record_work import (
    CountTexts,
    ExtractRecords,
    FormerTemplate,
    LearnedWrapper,
    LearnWrapper,
    PlaceTexts,
    TextCounts,
)
from intaglio.store import CaptureRow, PackedRecord, WrapperRow
from intaglio.tables import field_facts
from intaglio.tables.kinds.place_table import PlaceTable
from intaglio.tables.kinds.placed_pages import declare_several_types, placed_pages, with_folder
from intaglio.workers import Handler
from intaglio.wrapper import Record, Wrapper, WrapperOptions, extract
from intaglio.wrapper.boilerplate import recurring, spread, texts_of, title_parts
from intaglio.wrapper.learn.similar_templates import BorrowedPages, pages_of_similar
from intaglio.wrapper.wrapper import Background, Lesson, take_lesson
from intaglio.wrapper.wrapper_codec import dumps, loads

log = logging.getLogger(__name__)

BUDGET = PageBudget()
WRAPPERS = 32
"""Wrappers that stay at hand."""


def wrapper_key(blob: bytes) -> str:
    """The key of a wrapper: the same in all processes."""
    return f"wrapper {blake2b(blob, digest_size=16).hexdigest()}"


def row_key(row: WrapperRow) -> str:
    """The key of a template's wrapper: several templates may have the same."""
    return f"{wrapper_key(row.blob)} {row.template}"


def open_record_worker() -> Handler:
    """The handler of workers that are asked about records alone."""
    return RecordWorker().handle


@dataclass(slots=True)
class RecordWorker:
    """Does what is asked about records; see `record_work`."""

    _cache: PageCache | None = None
    _wrappers: OrderedDict[str, Wrapper] = field(default_factory=OrderedDict)
    _places: PlaceTable = field(default_factory=PlaceTable)
    _held: dict[int, Page] | None = None
    """Pages of the task at hand, by capture, if it comes back to them."""
    _lesson: Lesson | None = None
    """What the task at hand learned."""

    def handle(self, task: object, shared: Mapping[str, Any]) -> object:
        """Do a task."""
        self._cache = shared[CAPTURES]
        match task:
            case CountTexts():
                return self.count(task)
            case PlaceTexts():
                if task.alone and not declare_several_types(self._pages(task.captures)):
                    return []
                pages = list(self._pages(task.captures))
                placed = placed_pages(pages, self._places)
                return [with_folder(one, page.url or "") for one, page in zip(placed, pages, strict=True)]
            case LearnWrapper():
                with self._holding():
                    learned = self.learn(task, shared)
                    if learned is None or not task.with_records:
                        return learned
                    return replace(learned, records=self._at_once(task, learned.row))
            case ExtractRecords():
                return self.extract(task, shared)
        raise AssertionError(task)

    def count(self, task: CountTexts) -> TextCounts:
        """On how many of some pages each text stands."""
        texts: Counter[str] = Counter()
        titles: Counter[str] = Counter()
        seen = 0
        for page in self._pages(task.captures):
            seen += 1
            texts.update(set(texts_of(page)))
            titles.update(set(title_parts(page)))
        return TextCounts(seen, texts, titles)

    def learn(self, task: LearnWrapper, shared: Mapping[str, Any]) -> LearnedWrapper | None:
        """The wrapper of a template; None if there is no more to learn from than there was."""
        common = shared[task.common]
        own = list(self._pages(task.captures))
        if len(own) < len(task.kept):
            own = max(own, list(_kept(task)), key=len)
        beside = {name: list(self._pages(captures)) for name, captures in task.beside.items()}
        seen = [*own, *(page for pages in beside.values() for page in pages)]
        if task.before is not None and len(seen) <= task.known:
            return None
        pages = _affordable(seen, task.options)
        loan = self._loan(task, pages)
        records = self._former(task.former, shared, task.options) if task.former is not None else {}
        lent = next((one.wrapper for one in task.lenders if one.template == loan.lender and not records), None)
        before = task.before or lent
        previous = self._wrapper(before, shared, task.options) if before is not None else None
        former = [records.get(page.url or "") for page in pages]
        known = Background(previous, common, loan.pages, former, task.lists)
        with within(BUDGET, BUDGET.element * sum(page.size for page in pages)):
            lesson = take_lesson(pages or [Page.parse("")], task.options, known)
        wrapper, self._lesson = lesson.wrapper, lesson
        texts = recurring(pages, 2) if len(pages) > 1 else common
        row = WrapperRow(task.site, task.template, 0, len(seen), dumps(wrapper), sorted(texts))
        self._keep(wrapper_key(row.blob), wrapper)
        used = {id(page) for page in pages}
        kept = {
            name: [page for page in some if id(page) in used] for name, some in {**beside, task.template: own}.items()
        }
        blobs = {name: list(map(page_codec.dumps, some)) for name, some in kept.items()}
        told = {name: pages_told(some) for name, some in kept.items()}
        return LearnedWrapper(row, blobs.pop(task.template), blobs, facts_content(field_facts(wrapper)), told)

    def extract(self, task: ExtractRecords, shared: Mapping[str, Any]) -> list[PackedRecord]:
        """The records of some pages; one that fails goes without."""
        if not task.captures:
            return []
        row: WrapperRow = shared[task.wrapper]
        wrapper = self._wrapper(task.wrapper, shared, task.options)
        fixed = frozenset(row.steady)
        found = []
        for capture in task.captures:
            record = self._record(partial(extract, wrapper), row, capture, fixed)
            if isinstance(record, PackedRecord):
                found.append(record)
            elif record is not None:
                log.warning("%s has no record: %s", capture.source, record)
        return found

    def _at_once(self, task: LearnWrapper, row: WrapperRow) -> dict[str, list[PackedRecord]]:
        """The records of the pages that there were to learn from; one that fails waits for those of the others."""
        assert self._lesson is not None
        read, fixed = self._lesson.extract, frozenset(row.steady)
        found = {}
        for template, captures in {task.template: task.captures, **task.beside}.items():
            of_template = replace(row, template=template)
            made = [self._record(read, of_template, capture, fixed) for capture in captures]
            found[template] = [record for record in made if isinstance(record, PackedRecord)]
        return found

    def _record(
        self, read: Callable[[Page], Record], row: WrapperRow, capture: CaptureRow, fixed: frozenset[str]
    ) -> PackedRecord | Exception | None:
        """The record of a page, or why there is none; None if it cannot be read any more."""
        page = self._page(capture, last=True)
        if page is None:
            return None
        try:
            with within(BUDGET, BUDGET.element * page.size):
                return PackedRecord.of(record_row(row, capture, page, read(page), fixed))
        except (IntaglioError, RecursionError) as error:
            return error

    def _former(
        self, former: FormerTemplate, shared: Mapping[str, Any], options: WrapperOptions
    ) -> dict[str, dict[str, Any]]:
        """What pages had before they were redesigned, by address."""
        wrapper = self._wrapper(former.wrapper, shared, options)
        pages = [page_codec.loads(blob) for blob in former.pages]
        return {page.url: renamed(extract(wrapper, page).fields, former.names) for page in pages if page.url}

    def _loan(self, task: LearnWrapper, own: Sequence[Page]) -> BorrowedPages[str]:
        """Pages of templates that are built alike."""
        captures = {one.template: one.captures for one in task.lenders}
        firsts = {name: page for name, rows in captures.items() if rows and (page := self._page(rows[0])) is not None}

        def some(name: str, count: int) -> list[Page]:
            rows = captures[name]
            return list(self._pages([rows[at] for at in spread(len(rows), count)]))

        return pages_of_similar(own, firsts, some, task.similar)

    def _page(self, capture: CaptureRow, *, last: bool = False) -> Page | None:
        """A page; where its URL is not known, its links are taken from its place in its folder."""
        assert self._cache is not None
        if self._held is not None and capture.id in self._held:
            return self._held[capture.id]
        page = self._cache.page(capture, last=last)
        page = page.with_url(url_for_links(capture.source)) if page is not None and page.url is None else page
        if self._held is not None and page is not None:
            self._held[capture.id] = page
        return page

    @contextmanager
    def _holding(self) -> Iterator[None]:
        """Keep every page that a task asks for until it is done."""
        self._held = {}
        try:
            yield
        finally:
            self._held = self._lesson = None

    def _pages(self, captures: Sequence[CaptureRow]) -> Iterator[Page]:
        for capture in captures:
            if (page := self._page(capture)) is not None:
                yield page

    def _wrapper(self, key: str, shared: Mapping[str, Any], options: WrapperOptions) -> Wrapper:
        blob: bytes = shared[key].blob
        known = wrapper_key(blob)  # templates that were learned together have the same wrapper
        if known in self._wrappers:
            self._wrappers.move_to_end(known)
            return self._wrappers[known]
        return self._keep(known, loads(blob, options))

    def _keep(self, key: str, wrapper: Wrapper) -> Wrapper:
        self._wrappers[key] = wrapper
        while len(self._wrappers) > WRAPPERS:
            self._wrappers.popitem(last=False)
        return wrapper


def _affordable(pages: Sequence[Page], options: WrapperOptions) -> list[Page]:
    """Some of the pages that a template could be learned from, all over it, if they are too large together."""
    return [pages[at] for at in spread(len(pages), len(options.affordable(pages)))]


def _kept(task: LearnWrapper) -> Iterator[Page]:
    for blob in task.kept:
        try:
            yield page_codec.loads(blob)
        except CodecError as error:
            log.info("a page kept with template %s is passed over: %s", task.template, error)
