"""The records of a collection: a wrapper is learned for every template, and applied to all pages of it.

Captures are read again by reference. A record names its wrapper's version, so that a run that was stopped goes on, and
pages get new records when their template's wrapper was learned anew.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.readable_rows import readable_wrapper
from intaglio.collection.records.record_lines import page_of, record_row
from intaglio.collection.records.site_texts import load_boilerplate, save_boilerplate
from intaglio.errors import CodecError
from intaglio.page import Page, page_codec
from intaglio.run.passes.reread import OnProgress, Rereader
from intaglio.store import WrapperRow
from intaglio.wrapper import Wrapper, WrapperOptions, extract, learn
from intaglio.wrapper.boilerplate import BoilerplateOptions, SiteBoilerplate, boilerplate_of, recurring, spread
from intaglio.wrapper.learn.similar_templates import BorrowedPages, SimilarOptions, pages_of_similar
from intaglio.wrapper.wrapper_codec import dumps

log = logging.getLogger(__name__)

AGAIN = 2
"""A site that has grown by this factor is looked at anew for what stands all over it."""


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """How records are found."""

    wrapper: WrapperOptions = field(default_factory=WrapperOptions)
    boilerplate: BoilerplateOptions = field(default_factory=BoilerplateOptions)
    similar: SimilarOptions = field(default_factory=SimilarOptions)
    parquet: bool = False
    """Write Parquet files beside the JSON Lines."""


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """What came of a pass."""

    done: int
    """Pages that got a record."""
    learned: int
    """Templates that were learned, or learned anew."""


def find_records(
    collection: Collection, options: RecordOptions = RecordOptions(), on_progress: OnProgress = lambda _: None
) -> RecordSummary:
    """Learn what is to be learned, and give every page a record that has none by its template's newest wrapper."""
    with collection.store.reading() as tx:
        templates = {site: tx.pages.by_template(site) for site in tx.templates.sites()}
        boilerplate = {site: load_boilerplate(tx, site) for site in templates}
        had = sum(count for count, _ in tx.records.by_template().values())
    sizes = {site: sum(counts.values()) for site, counts in templates.items()}
    missing = max(sum(sizes.values()) - had, 0) or None
    pages = Rereader(
        collection, open_captures(collection), page_of, on_progress=on_progress, phase="records", total=missing
    )
    learned = 0
    for similar, template, count in _largest_first(pages, templates, options.similar.lenders):
        site = similar.site
        if sizes[site] >= AGAIN * max(boilerplate[site].pages, 1):
            boilerplate[site] = _look(pages, site, sizes[site], options.boilerplate)
        try:
            wrapper, row, new = _wrapper(similar, template, count, boilerplate[site], options)
            learned += new
            _extract(pages, wrapper, row)
        except (CodecError, RecursionError) as error:  # one odd template is not to cost the others their records
            log.warning("template %s of %s has no records: %s", template, site, error)
    return RecordSummary(pages.done, learned)


def _look(pages: Rereader, site: str, size: int, options: BoilerplateOptions) -> SiteBoilerplate:
    """See what stands all over a site, and keep it."""
    found = boilerplate_of(_sample(pages, site, None, options.pages), size, options)
    with pages.collection.store.writing() as tx:
        save_boilerplate(tx, site, found)
    return found


@dataclass(slots=True)
class _SimilarTemplates:
    """Templates of a site that others, which are smaller, may pages_of_similar pages of; each with one of its pages."""

    reread: Rereader
    site: str
    pages: dict[str, Page] = field(default_factory=dict)
    borrowed: int = 0
    """Templates that have borrowed pages."""

    def lend(self, own: Sequence[Page], count: int, options: SimilarOptions) -> BorrowedPages[str]:
        """Lend pages to a template that has so many, and some of them to learn from; none after many loans."""
        if count >= options.wanted or self.borrowed >= options.borrowers:
            return BorrowedPages()
        loan = pages_of_similar(own, self.pages, self.some, options)
        self.borrowed += bool(loan.pages)
        return loan

    def some(self, template: str, count: int) -> list[Page]:
        """Some pages of a template."""
        return list(_sample(self.reread, self.site, template, count))

    def wrapper(self, template: str | None, options: WrapperOptions) -> Wrapper | None:
        """What a template is known by."""
        with self.reread.collection.store.reading() as tx:
            row = tx.records.wrapper(self.site, template) if template is not None else None
        return readable_wrapper(row, options) if row is not None else None


def _largest_first(
    pages: Rereader, templates: Mapping[str, Mapping[str, int]], lending: int
) -> Iterator[tuple[_SimilarTemplates, str, int]]:
    """The templates of all sites with the number of their pages; each with those that may lend it some."""
    for site, counts in templates.items():
        similar = _SimilarTemplates(pages, site)
        for template, count in sorted(counts.items(), key=lambda entry: -entry[1]):
            yield similar, template, count
            if len(similar.pages) < lending:
                similar.pages.update((template, page) for page in similar.some(template, 1))


def _wrapper(
    similar: _SimilarTemplates, template: str, count: int, boilerplate: SiteBoilerplate, options: RecordOptions
) -> tuple[Wrapper, WrapperRow, bool]:
    """The wrapper of a template; learned if there is none, or if it has seen less than it could."""
    reread, site = similar.reread, similar.site
    with reread.collection.store.reading() as tx:
        known = tx.records.wrapper(site, template)
    before = readable_wrapper(known, options.wrapper) if known is not None else None
    if known is not None and before is not None and known.pages >= min(count, options.wrapper.pages):
        return before, known, False
    seen = _lesson(reread, (site, template), options.wrapper.pages)
    if known is not None and before is not None and len(seen) <= known.pages:
        return before, known, False  # what is new cannot be read any more
    pages = _thinned(seen, options.wrapper)
    others = similar.lend(pages, count, options.similar)
    before = before or similar.wrapper(others.lender, options.wrapper)
    wrapper = learn(pages or [Page.parse("")], options.wrapper, before, boilerplate.texts, others.pages)
    texts = recurring(pages, 2) if len(pages) > 1 else boilerplate.texts
    version = known.version + 1 if known is not None else 1
    row = WrapperRow(site, template, version, len(seen), dumps(wrapper), sorted(texts))
    with reread.collection.store.writing() as tx:
        tx.records.put_wrapper(row, [page_codec.dumps(page) for page in pages])
    return wrapper, row, True


def _lesson(reread: Rereader, of: tuple[str, str], wanted: int) -> list[Page]:
    """The pages to learn a template from: those of today, or the ones kept with it if fewer can be read by now."""
    pages = list(_sample(reread, *of, wanted))
    if len(pages) < wanted:
        with reread.collection.store.reading() as tx:
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


def _sample(reread: Rereader, site: str, template: str | None, wanted: int) -> Iterator[Page]:
    """Some pages of a site or template, from its first to its last."""
    with reread.collection.store.reading() as tx:
        numbers = [row.capture for row in tx.pages.pages(site=site, template=template, lines=False)]
        captures = [tx.captures.get(numbers[at]) for at in spread(len(numbers), wanted)]
    for capture in captures:
        if capture is not None and (page := reread.page(capture)) is not None:
            yield page


def _extract(reread: Rereader, wrapper: Wrapper, row: WrapperRow) -> None:
    """Give the pages of a template their records."""
    fixed = frozenset(row.steady)
    waiting = reread.batches(
        lambda tx, after, most: tx.records.waiting(row.site, row.template, row.version, after, most)
    )
    for _, some in waiting:
        found = [record_row(row, one.capture, one.page, extract(wrapper, one.page), fixed) for one in some]
        with reread.collection.store.writing() as tx:
            tx.records.put(found)
