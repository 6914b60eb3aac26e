"""The records of a collection: a wrapper is learned for every template, and applied to all pages of it.

Captures are read again by reference. A record names its wrapper's version, so that a run that was stopped goes on, and
pages get new records when their template's wrapper was learned anew.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from intaglio.collection.capture_reader import CaptureReader, open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.lookup.readable_rows import readable_wrapper
from intaglio.collection.phase_progress import Progress
from intaglio.collection.records.record_lines import page_of, record_row
from intaglio.collection.records.site_texts import load_boilerplate, save_boilerplate
from intaglio.errors import CodecError, IntaglioError
from intaglio.page import Page, page_codec
from intaglio.store import CaptureRow, WrapperRow
from intaglio.wrapper import Wrapper, WrapperOptions, extract, learn
from intaglio.wrapper.boilerplate import BoilerplateOptions, SiteBoilerplate, boilerplate_of, recurring, spread
from intaglio.wrapper.learn.similar_templates import BorrowedPages, SimilarOptions, pages_of_similar
from intaglio.wrapper.wrapper_codec import dumps

log = logging.getLogger(__name__)

BATCH = 64
"""Records of a commit."""
AGAIN = 2
"""A site that has grown by this factor is looked at anew for what stands all over it."""


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """How records are found."""

    wrapper: WrapperOptions = field(default_factory=WrapperOptions)
    steady: BoilerplateOptions = field(default_factory=BoilerplateOptions)
    similar: SimilarOptions = field(default_factory=SimilarOptions)
    parquet: bool = False
    """Write Parquet files beside the JSON Lines."""


def find_records(
    collection: Collection, options: RecordOptions = RecordOptions(), watch: Callable[[Progress], None] = lambda _: None
) -> Progress:
    """Learn what is to be learned, and give every page a record that has none by its template's newest wrapper."""
    library = open_captures(collection)
    with collection.store.reading() as tx:
        templates = {site: tx.pages.by_template(site) for site in tx.templates.sites()}
        steady = {site: load_boilerplate(tx, site) for site in templates}
    sizes = {site: sum(counts.values()) for site, counts in templates.items()}
    done = learned = 0
    for lenders, template, count in _largest_first(collection, library, templates, options.similar.lenders):
        site = lenders.site
        if sizes[site] >= AGAIN * max(steady[site].pages, 1):
            steady[site] = _look(collection, library, site, sizes[site], options.steady)
        try:
            wrapper, row, new = _wrapper(lenders, template, count, steady[site], options)
            learned += new
            for made in _extract(collection, library, wrapper, row):
                done += made
                watch(Progress(done, sum(sizes.values()), learned))
        except (CodecError, RecursionError) as error:  # one odd template is not to cost the others their records
            log.warning("template %s of %s has no records: %s", template, site, error)
    return Progress(done, sum(sizes.values()), learned)


def _look(
    collection: Collection, library: CaptureReader, site: str, size: int, options: BoilerplateOptions
) -> SiteBoilerplate:
    """See what stands all over a site, and keep it."""
    found = boilerplate_of(_sample(collection, library, site, None, options.pages), size, options)
    with collection.store.writing() as tx:
        save_boilerplate(tx, site, found)
    return found


@dataclass(slots=True)
class _Lenders:
    """Templates of a site that others, which are smaller, may pages_of_similar pages of; each with one of its pages."""

    collection: Collection
    library: CaptureReader
    site: str
    pages: dict[str, Page] = field(default_factory=dict)
    loans: int = 0

    def lend(self, own: Sequence[Page], count: int, options: SimilarOptions) -> BorrowedPages[str]:
        """Lend pages to a template that has so many, and some of them to learn from; none after many loans."""
        if count >= options.wanted or self.loans >= options.borrowers:
            return BorrowedPages()
        loan = pages_of_similar(own, self.pages, self.some, options)
        self.loans += bool(loan.pages)
        return loan

    def some(self, template: str, count: int) -> list[Page]:
        """Some pages of a template."""
        return list(_sample(self.collection, self.library, self.site, template, count))

    def wrapper(self, template: str | None) -> Wrapper | None:
        """What a template is known by."""
        with self.collection.store.reading() as tx:
            row = tx.records.wrapper(self.site, template) if template is not None else None
        return readable_wrapper(row) if row is not None else None


def _largest_first(
    collection: Collection, library: CaptureReader, templates: Mapping[str, Mapping[str, int]], lending: int
) -> Iterator[tuple[_Lenders, str, int]]:
    """The templates of all sites with the number of their pages; each with those that may lend it some."""
    for site, counts in templates.items():
        lenders = _Lenders(collection, library, site)
        for template, count in sorted(counts.items(), key=lambda entry: -entry[1]):
            yield lenders, template, count
            if len(lenders.pages) < lending:
                lenders.pages.update((template, page) for page in lenders.some(template, 1))


def _wrapper(
    lenders: _Lenders, template: str, count: int, steady: SiteBoilerplate, options: RecordOptions
) -> tuple[Wrapper, WrapperRow, bool]:
    """The wrapper of a template; learned if there is none, or if it has seen less than it could."""
    collection, library, site = lenders.collection, lenders.library, lenders.site
    with collection.store.reading() as tx:
        known = tx.records.wrapper(site, template)
    before = readable_wrapper(known) if known is not None else None
    if known is not None and before is not None and known.pages >= min(count, options.wrapper.pages):
        return before, known, False
    seen = _lesson(collection, library, (site, template), options.wrapper.pages)
    if known is not None and before is not None and len(seen) <= known.pages:
        return before, known, False  # what is new cannot be read any more
    pages = _thinned(seen, options.wrapper)
    loan = lenders.lend(pages, count, options.similar)
    before = before or lenders.wrapper(loan.lender)
    wrapper = learn(pages or [Page.parse("")], options.wrapper, before, steady.texts, loan.pages)
    texts = recurring(pages, 2) if len(pages) > 1 else steady.texts
    version = known.version + 1 if known is not None else 1
    row = WrapperRow(site, template, version, len(seen), dumps(wrapper), sorted(texts))
    with collection.store.writing() as tx:
        tx.records.put_wrapper(row, [page_codec.dumps(page) for page in pages])
    return wrapper, row, True


def _lesson(collection: Collection, library: CaptureReader, of: tuple[str, str], wanted: int) -> list[Page]:
    """The pages to learn a template from: those of today, or the ones kept with it if fewer can be read by now."""
    pages = list(_sample(collection, library, *of, wanted))
    if len(pages) < wanted:
        with collection.store.reading() as tx:
            kept = tx.records.learned_from(*of)
        if len(kept) > len(pages):
            return max(pages, list(_kept(of[1], kept)), key=len)
    return pages


def _kept(template: str, blobs: Sequence[bytes]) -> Iterator[Page]:
    for blob in blobs:
        try:
            yield page_codec.loads(blob)
        except CodecError as error:
            log.info("a page kept with template %s is passed over: %s", template, error)


def _thinned(pages: Sequence[Page], options: WrapperOptions) -> list[Page]:
    """Some of the pages that a template could be learned from, all over it, if they are too large together."""
    return [pages[at] for at in spread(len(pages), len(options.affordable(pages)))]


def _sample(
    collection: Collection, library: CaptureReader, site: str, template: str | None, wanted: int
) -> Iterator[Page]:
    """Some pages of a site or template, from its first to its last."""
    with collection.store.reading() as tx:
        numbers = [row.capture for row in tx.pages.pages(site=site, template=template, lines=False)]
        captures = [tx.captures.get(numbers[at]) for at in spread(len(numbers), wanted)]
    return (page for _, page in _read(library, (one for one in captures if one is not None)))


def _read(library: CaptureReader, captures: Iterable[CaptureRow]) -> Iterator[tuple[CaptureRow, Page]]:
    for capture in captures:
        try:
            yield capture, page_of(library.read(capture))
        except IntaglioError as error:
            log.warning("%s has no record: %s", capture.source, error)


def _extract(collection: Collection, library: CaptureReader, wrapper: Wrapper, row: WrapperRow) -> Iterator[int]:
    """Give the pages of a template their records; say after every commit how many."""
    after, steady = 0, frozenset(row.steady)
    while True:
        with collection.store.reading() as tx:
            waiting = tx.records.waiting(row.site, row.template, row.version, after, BATCH)
            captures = [tx.captures.get(page.capture) for page in waiting]
        if not waiting:
            return
        found = [
            record_row(row, capture, page, extract(wrapper, page), steady)
            for capture, page in _read(library, (one for one in captures if one is not None))
        ]
        with collection.store.writing() as tx:
            tx.records.put(found)
        after = waiting[-1].sequence
        yield len(waiting)
