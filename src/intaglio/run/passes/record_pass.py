"""The records of a collection: a wrapper is learned for every provisional kind, and applied to all pages of it.

Templates that seem to show one kind of thing are learned together, so that their fields go by the same names; each
keeps the wrapper as its own. Captures are read again by reference. A record names its wrapper's version, so that a run
that was stopped goes on, and pages get new records when their template's wrapper was learned anew. Wrappers are learned
and pages are read in workers; what they find is written in the order of templates and pages, whoever was first.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.corrections.area_roles import given_lists
from intaglio.collection.corrections.redesigned_templates import note_redesign
from intaglio.collection.page_cache import CAPTURES, PageCache
from intaglio.collection.readable_rows import readable_outline, wrapper_is_readable
from intaglio.collection.records.site_texts import load_boilerplate, save_boilerplate
from intaglio.collection.tables.kind_evidence import headings_of, keep_facts
from intaglio.errors import IntaglioError
from intaglio.run.passes.former_templates import KnownTemplate, former_template, known_templates
from intaglio.run.passes.part_templates import TemplateParter
from intaglio.run.passes.provisional_kinds import (
    Counts,
    ProvisionalOptions,
    by_size,
    lesson_shares,
    provisional_kinds,
)
from intaglio.run.passes.record_extraction import BATCH, Learning, RecordPass, TemplateRecords, extract_records
from intaglio.run.passes.record_work import (
    CountTexts,
    FormerTemplate,
    LearnWrapper,
    Lender,
    PlaceTexts,
    TextCounts,
)
from intaglio.run.passes.record_worker import open_record_worker, row_key
from intaglio.run.passes.reread import OnProgress
from intaglio.store import CaptureRow, WrapperRow
from intaglio.workers import NOTHING, WorkerOptions, WorkerPool, WorkItem
from intaglio.wrapper import WrapperOptions
from intaglio.wrapper.boilerplate import BoilerplateOptions, SiteBoilerplate, recurring_of, spread
from intaglio.wrapper.learn.similar_templates import SimilarOptions

log = logging.getLogger(__name__)

AGAIN = 2
"""A site that has grown by this factor is looked at anew for what stands all over it."""
COMMON = "common"
"""What the key of the texts that stand all over a site begins with."""
LISTS = "lists"
"""What the note begins with of what people said of a site's lists when these were learned."""
BLOCK = 16
"""Templates that are learned before their pages get records: what was learned and parsed is still at hand then."""


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """How records are found."""

    wrapper: WrapperOptions = field(default_factory=WrapperOptions)
    boilerplate: BoilerplateOptions = field(default_factory=BoilerplateOptions)
    similar: SimilarOptions = field(default_factory=SimilarOptions)
    kinds: ProvisionalOptions = field(default_factory=ProvisionalOptions)
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
    collection: Collection,
    options: RecordOptions = RecordOptions(),
    on_progress: OnProgress = lambda _: None,
    pool: WorkerPool | None = None,
    cache: PageCache | None = None,
) -> RecordSummary:
    """Learn what is to be learned, and give every page a record that has none by its template's newest wrapper."""
    if pool is None:
        with WorkerPool(open_record_worker, WorkerOptions(workers=1)) as here:
            return find_records(collection, options, on_progress, here, cache)
    with collection.store.reading() as tx:
        templates = {site: tx.pages.by_template(site) for site in tx.templates.sites()}
        had = sum(count for count, _ in tx.records.by_template().values())
    size = sum(sum(counts.values()) for counts in templates.values())
    missing = max(size - had, 0) or None
    whole = RecordPass(
        collection, options, pool, on_progress, missing, size, cache or PageCache(open_captures(collection))
    )
    for site, counts in templates.items():
        _SiteRecords(whole, site, counts).find()
    return RecordSummary(whole.done, whole.learned)


@dataclass(slots=True)
class _SiteRecords:
    """The records of one site."""

    whole: RecordPass
    site: str
    counts: Mapping[str, int]
    lenders: dict[str, tuple[Lender, WrapperRow]] = field(default_factory=dict)
    """The largest templates, by their ids, which lend pages and names to smaller ones."""
    borrowers: int = 0
    known: Sequence[KnownTemplate] = ()
    """Templates that were learned in earlier runs."""
    lists: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    """What people said of lists, by template."""
    obeyed: dict[str, Any] = field(default_factory=dict)
    """The same, as it was when templates were last learned."""

    def find(self) -> None:
        """Learn the largest templates first, some at a time, and give their pages records."""
        self.whole.tell_learned(0)
        self.known = self._known()
        self._hear()
        common = self._common()
        order = iter(self._groups())
        while block := list(islice(order, BLOCK)):
            templates: list[TemplateRecords] = []
            for group in block:
                templates += self._begin(group, common, templates)
            extract_records(self.whole, self.site, templates, self._settle)

    def _hear(self) -> None:
        """Look up what people said of lists."""
        with self.whole.collection.store.reading() as tx:
            self.lists = given_lists(tx, self.site)
            noted = tx.notes.get(f"{LISTS} {self.site}")
        self.obeyed = dict(noted) if isinstance(noted, dict) else {}

    def _said_anew(self, template: str) -> bool:
        """Whether people said something of a template's lists since it was learned."""
        return bool(dict(self.lists.get(template, {})) != self.obeyed.get(template, {}))

    def _known(self) -> list[KnownTemplate]:
        """The templates of earlier runs, if there is a new one that may stand in the place of one of them."""
        with self.whole.collection.store.reading() as tx:
            new = any(tx.records.wrapper(self.site, name) is None for name in self.counts)
            return known_templates(tx, self.site) if new else []

    def _groups(self) -> list[Counts]:
        """The templates of the site that are learned together, the largest first; none if there is nothing to learn."""
        whole, most = self.whole, self.whole.options.wrapper.pages
        with whole.collection.store.reading() as tx:
            seen = {name: row.pages if (row := tx.records.wrapper(self.site, name)) else 0 for name in self.counts}
            rows, headings = tx.templates.load(self.site).rows, headings_of(tx, self.site)
        if not any(seen[name] < min(count, most) or self._said_anew(name) for name, count in self.counts.items()):
            return by_size(self.counts, [])
        outlines = {row.id: readable_outline(row) for row in rows if row.id in self.counts}
        known = {name: outline for name, outline in outlines.items() if outline is not None}
        looked = sorted(known, key=lambda name: -self.counts[name])[: whole.options.kinds.templates]
        captures = self._samples(looked, whole.options.kinds.sketch.pages)
        items = (WorkItem(PlaceTexts(some, alone=len(looked) == 1), self._shared()) for some in captures)
        placed = zip(looked, whole.pool.in_order(items), strict=False)
        read = {name: pages for name, future in placed if (pages := future.result())}
        urls = {name: [one.url or one.source for one in some] for name, some in zip(looked, captures, strict=True)}
        kinds = provisional_kinds(self.site, self.counts, known, read, urls, headings)
        if TemplateParter(whole.collection, self.site, whole.cache, whole.options.kinds.apart).part(kinds, read):
            with whole.collection.store.reading() as tx:
                self.counts = tx.pages.by_template(self.site)
            return self._groups()
        return by_size(self.counts, kinds)

    def _common(self) -> SiteBoilerplate:
        """The boilerplate of the site; found anew where the site has grown."""
        store, options = self.whole.collection.store, self.whole.options.boilerplate
        with store.reading() as tx:
            known = load_boilerplate(tx, self.site)
        size = sum(self.counts.values())
        if size < AGAIN * max(known.pages, 1):
            return known
        captures = self._sample(None, options.pages)
        parts = (captures[at : at + BATCH] for at in range(0, len(captures), BATCH))
        seen, texts, titles = 0, Counter[str](), Counter[str]()
        for future in self.whole.pool.in_order(WorkItem(CountTexts(some), self._shared()) for some in parts):
            counts: TextCounts = future.result()
            seen += counts.pages
            texts.update(counts.texts)
            titles.update(counts.titles)
        found = SiteBoilerplate(size, *(recurring_of(counts, seen, options) for counts in (texts, titles)))
        with store.writing() as tx:
            save_boilerplate(tx, self.site, found)
        return found

    def _begin(
        self, group: Counts, common: SiteBoilerplate, before: Sequence[TemplateRecords]
    ) -> list[TemplateRecords]:
        """Begin to learn the wrapper of templates of a kind, if one has none or has seen less than it could."""
        options = self.whole.options
        template, *beside = group
        with self.whole.collection.store.reading() as tx:
            rows = {name: tx.records.wrapper(self.site, name) for name in group}
            kept = tx.records.learned_from(self.site, template) if rows[template] is not None else []
        old = {name: row for name, row in rows.items() if row is not None and wrapper_is_readable(row)}
        anew = any(map(self._said_anew, group))
        enough = {name: min(count, options.wrapper.pages) for name, count in group.items()}
        if not anew and all(name in old and old[name].pages >= least for name, least in enough.items()):
            return [TemplateRecords(name, row) for name, row in old.items()]
        shared = self._shared({f"{COMMON} {self.site} {common.pages}": common.texts})
        lenders = self._lenders(sum(group.values()), before, shared)
        first = next(iter(old.values()), None)
        key = row_key(first) if first is not None else None
        if key is not None:
            shared[key] = first
        shares = lesson_shares(group, options.wrapper.pages)
        captures = self._sample(template, shares[template])
        former = self._former(captures, shared) if first is None else None
        task = LearnWrapper(
            self.site, template, captures, kept, key,
            min(row.pages for row in old.values()) if len(old) == len(group) and not anew else 0,
            f"{COMMON} {self.site} {common.pages}", lenders, options.wrapper, options.similar,
            {name: self._sample(name, shares[name]) for name in beside if name in shares}, former,
            {way: is_list for name in group for way, is_list in self.lists.get(name, {}).items()},
        )  # fmt: skip
        worker = self.whole.pool.least_busy()
        others = [TemplateRecords(name, rows[name]) for name in beside]
        learning = Learning(task, shared, self.whole.pool.submit(task, shared, worker=worker))
        before_it = former.template if former is not None else None
        return [TemplateRecords(template, rows[template], learning, worker, others, before_it), *others]

    def _lenders(self, pages: int, before: Sequence[TemplateRecords], shared: dict[str, object]) -> list[Lender]:
        """Templates that lend pages and names to one with few pages; their wrappers are shared."""
        options = self.whole.options.similar
        if pages >= options.wanted or self.borrowers >= options.borrowers:
            return []
        self.borrowers += 1
        if len(self.lenders) < options.lenders:
            self._settle(before)  # those before it are the ones that lend
        shared.update((lender.wrapper, row) for lender, row in self.lenders.values())
        return [lender for lender, _ in self.lenders.values()]

    def _former(self, captures: Sequence[CaptureRow], shared: dict[str, object]) -> FormerTemplate | None:
        """The template that pages of a new one had before they were redesigned, if so; its wrapper is shared."""
        with self.whole.collection.store.reading() as tx:
            found = former_template(tx, self.known, captures) if self.known else None
        if found is None:
            return None
        former, row = found
        shared[former.wrapper] = row
        return former

    def _settle(self, templates: Sequence[TemplateRecords]) -> None:
        """Wait for what is being learned, and write it, in the order of the templates."""
        options = self.whole.options.similar
        for one in templates:
            if one.learning is not None:
                self._write(one, one.learning)
                one.learning = None
                self.whole.tell_learned(self.counts[one.template])
            if one.row is not None and one.template not in self.lenders and len(self.lenders) < options.lenders:
                captures = self._sample(one.template, options.wanted)
                self.lenders[one.template] = Lender(one.template, captures, row_key(one.row)), one.row

    def _write(self, one: TemplateRecords, learning: Learning) -> None:
        try:
            learned = learning.result(self.whole.pool)
        except (IntaglioError, RecursionError) as error:  # one odd template is not to cost the others their records
            log.warning("template %s of %s has no records: %s", one.template, self.site, error)
            for each in (one, *one.beside):
                each.row = None
            return
        if learned is None:
            return  # what is new cannot be read any more: the wrapper that it has stays
        for each in (one, *one.beside):
            version = each.row.version + 1 if each.row is not None else 1
            each.row = replace(learned.row, template=each.template, version=version)
            found = learned.records.get(each.template, ())
            each.found = {record.capture: replace(record, version=version) for record in found}
            pages = learned.learned_from if each is one else learned.beside.get(each.template, ())
            with self.whole.collection.store.writing() as tx:
                tx.records.put_wrapper(each.row, pages)
                keep_facts(tx, each.row, learned.facts, learned.told.get(each.template))
                if one.former is not None:
                    note_redesign(tx, self.site, each.template, one.former)
                if self._said_anew(each.template):
                    self.obeyed[each.template] = dict(self.lists.get(each.template, {}))
                    tx.notes.put(f"{LISTS} {self.site}", self.obeyed)
            self.whole.learned += 1

    def _sample(self, template: str | None, wanted: int) -> list[CaptureRow]:
        """Some captures of the site or a template, from its first to its last."""
        return self._samples([template], wanted)[0]

    def _samples(self, templates: Sequence[str | None], wanted: int) -> list[list[CaptureRow]]:
        """The same of several."""
        with self.whole.collection.store.reading() as tx:
            known = [tx.pages.captures(self.site, template) for template in templates]
            return [tx.captures.some([some[at] for at in spread(len(some), wanted)]) for some in known]

    def _shared(self, more: Mapping[str, object] = NOTHING) -> dict[str, object]:
        return {CAPTURES: self.whole.cache, **more}
