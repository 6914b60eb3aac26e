"""The run: pages come in, in order; hits are read at once, misses render meanwhile; results are committed in order.

A page waits only for the template it belongs to. What is committed is a prefix of what came in, together with what
the site's templates learned from it, so that a run can be stopped anywhere.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from itertools import islice
from threading import Event
from typing import Any, TypeVar

from intaglio.browser import Rendering
from intaglio.capture import Capture
from intaglio.collection.export.jsonl import Appender
from intaglio.errors import WriteConflict
from intaglio.run.inputs.feed import InputPage
from intaglio.run.methods import Methods
from intaglio.run.pages.here_reader import HereReader
from intaglio.run.pages.page_task import PageTask, error_row
from intaglio.run.pages.reader_protocol import PageOutput, ParsedPage, ReadOrder
from intaglio.run.progress import Figures
from intaglio.run.site_protocol import Learner
from intaglio.sources import Unread
from intaglio.store import PageRow, Store, Transaction

Value = TypeVar("Value")
AT_A_TIME = 4
"""Of what is under way, one part of so many is awaited at a time: the others keep all workers busy meanwhile."""


@dataclass(frozen=True, slots=True)
class RunnerOptions:
    """How much is under way at a time."""

    window: int = 96
    """Pages between the oldest that still waits and the newest."""
    batch: int = 64
    """Pages of a commit, at most."""
    seconds: float = 2.0
    """After which what is ready is committed."""
    sites: int = 64
    """Sites kept in memory."""


class Runner:
    """Takes arrivals through match, render, read and commit."""

    def __init__(
        self,
        store: Store,
        methods: Methods,
        files: Appender,
        figures: Figures,
        options: RunnerOptions = RunnerOptions(),
        seen: Callable[[Sequence[PageRow]], None] = lambda _: None,
    ) -> None:
        """Write results into a store and behind its files; `figures` counts them, `seen` is told of them."""
        self._seen = seen
        self._store = store
        self._methods = methods
        self._files = files
        self._figures = figures
        self._options = options
        self._sites: dict[str, Learner] = {}
        self._reader = methods.reader or HereReader(methods.check, methods.stages)
        self._slots: deque[PageTask] = deque()
        self._open: list[PageTask] = []
        """Those that are not done, in the same order."""
        self._taken = 0
        self._at_work = 0
        """How much is being parsed or read."""
        self._over: deque[None] = deque()
        """What of it is over, as other threads tell."""
        self._enough = 1
        """How much has to be over before it is gone on: to look at all pages for each that moves would cost more."""
        self._moved = Event()
        """Something that was done elsewhere with a page is over."""
        self._committed_at = time.monotonic()

    def run(self, arrivals: Iterable[InputPage | None]) -> None:
        """Work through all that arrives; an interrupt leaves what was committed before it."""
        try:
            for arrival in arrivals:
                if arrival is not None:
                    self._take_up(PageTask(arrival))
                self._advance()
                while self._full:
                    self._wait()
                self._commit_when_due()
            while self._slots:
                self._wait(last=True)
            self._tell([])
        except KeyboardInterrupt:
            for slot in self._slots:
                if slot.rendering is not None:
                    slot.rendering.cancel()  # else the browsers would work through all that waits
            raise

    @property
    def _full(self) -> bool:
        """Whether nothing more is to be taken up now."""
        if len(self._slots) >= self._options.window:
            return True
        return self._still_at_work() >= self._reader.bound

    def _still_at_work(self) -> int:
        while self._over:
            self._over.popleft()
            self._at_work -= 1
        return self._at_work

    # One page

    def _take_up(self, slot: PageTask) -> None:
        self._taken += 1
        slot.number = self._taken
        self._slots.append(slot)
        self._begin(slot)
        if not slot.done:
            self._open.append(slot)

    def _begin(self, slot: PageTask) -> None:
        found = slot.arrival.found
        if isinstance(found, Capture):
            slot.size = len(found.body)
        if isinstance(found, Unread):
            slot.failure = ("read", found.reason)
        elif self._methods.render_all:
            slot.rendering = slot.rendering or self._submit(slot)
        else:
            slot.parsing = self._counted(self._reader.parse(found))

    def _counted(self, future: Future[Value]) -> Future[Value]:
        """Count what a page is worked on with, and wake up once it is over."""
        self._at_work += 1
        future.add_done_callback(self._end_one)
        return future

    def _end_one(self, _: Future[Any]) -> None:
        self._over.append(None)
        if len(self._over) >= self._enough:
            self._moved.set()

    def _parsed(self, slot: PageTask) -> bool:
        """Take what came of parsing or, where every page is rendered, of that; False if it is not done."""
        if slot.parsed is not None:
            return True
        if slot.parsing is not None and slot.parsing.done():
            slot.stage = "parse"
            with slot.attempt():
                slot.parsed = slot.parsing.result()
                slot.ms.update(slot.parsed.ms)
                slot.failure = slot.parsed.failure
        elif slot.parsing is None and slot.rendering is not None and slot.rendering.done():
            slot.stage = "render"
            with slot.attempt():
                rendered = slot.rendering.result()
                slot.ms["render"] = rendered.ms
                slot.parsed = ParsedPage(rendered.page, page=rendered.page)
        else:
            return False
        return True

    def _match(self, slot: PageTask) -> None:
        """Find the page's template; render it if it founds one."""
        assert slot.parsed is not None
        learner = self._learner(slot.arrival.row.site)
        with slot.attempt(), slot.bounded(), slot.timed("match"):
            slot.ticket = learner.take(slot.parsed.sketch)
        if slot.done or slot.ticket is None:
            self._reader.drop(slot.parsed)
        elif slot.ticket.founder and self._methods.render and not slot.rendering and not learner.ready(slot.ticket):
            slot.rendering = self._submit(slot)

    def _submit(self, slot: PageTask) -> Future[Rendering]:
        assert self._methods.render is not None
        assert isinstance(slot.arrival.found, Capture)
        rendering = self._methods.render(slot.arrival.found, slot.arrival.resources)
        rendering.add_done_callback(lambda _: self._moved.set())
        return rendering

    def _found(self, slot: PageTask) -> None:
        """Make the template of its founder, once that is rendered."""
        assert slot.ticket is not None
        assert slot.parsed is not None
        assert isinstance(slot.arrival.found, Capture)
        learner = self._learner(slot.arrival.row.site)
        with slot.attempt():
            layout = None
            if slot.rendering is not None:
                slot.stage = "render"
                rendered = slot.rendering.result()
                slot.ms["render"] = rendered.ms
                layout = rendered.layout
                # Where parser and browser agree, the page that was parsed has all columns filled already.
                slot.rendered = None if rendered.parsed or self._methods.render_all else rendered.page
            with slot.bounded(), slot.timed("segment"):
                page = slot.rendered or self._reader.page(slot.parsed, slot.arrival.found)
                learner.found(slot.ticket, page, layout)
            self._keep_picture(slot)
        if slot.done:
            learner.give_up(slot.ticket)
            self._reader.drop(slot.parsed)
            self._match_again(slot)

    def _keep_picture(self, slot: PageTask) -> None:
        if self._methods.keep_picture is not None and slot.rendering is not None and slot.ticket is not None:
            assert isinstance(slot.arrival.found, Capture)
            self._methods.keep_picture(slot.ticket.template, slot.arrival.found, slot.rendering.result())

    def _match_again(self, failed: PageTask) -> None:
        """Those who waited for a template that is not to be look for another, in order."""
        for slot in self._open:
            if not slot.done and slot.ticket and failed.ticket and slot.ticket.template == failed.ticket.template:
                self._match(slot)

    def _order(self, slot: PageTask) -> ReadOrder:
        assert slot.ticket is not None
        assert slot.parsed is not None
        assert isinstance(slot.arrival.found, Capture)
        return ReadOrder(slot.arrival.row, slot.arrival.found, slot.parsed, slot.ticket, slot.ms, slot.rendered)

    def _take_output(self, slot: PageTask) -> None:
        """What came of reading a page."""
        assert slot.reading is not None
        order, output, slot.stage = self._order(slot), PageOutput(None), "map"
        with slot.attempt():
            output = slot.reading.result()
            slot.failure = output.failure
        slot.lessons += self._reader.took(order, output)
        if output.lost:  # the worker that had the page is gone: parse it once more, by the same template
            slot.reading, slot.parsed, slot.parsing = None, None, self._counted(self._reader.parse(order.capture))
            return
        slot.result = output.row and slot.marked(output.row)
        # What is ready may wait long for those before it: only its result is kept.
        slot.parsing = slot.parsed = slot.ticket = slot.rendered = slot.reading = None

    # All pages under way

    def _advance(self) -> None:
        """Go on with every page whose waiting is over; templates are found in the order of the pages."""
        moved = True
        while moved:
            moved, waits = False, False
            for slot in self._open:
                if slot.ticket is None and not waits:
                    waits = not self._parsed(slot)
                    if not waits and not slot.done:
                        self._match(slot)
                    moved |= slot.done or slot.ticket is not None
                if slot.ticket is not None and not slot.done:
                    moved |= self._step(slot)
            if moved:
                self._open = [one for one in self._open if not one.done]

    def _step(self, slot: PageTask) -> bool:
        """Go on with a page that has a template; say whether anything came of it."""
        assert slot.ticket is not None
        learner = self._learner(slot.arrival.row.site)
        if slot.reading is None:
            if slot.ticket.founder and not learner.ready(slot.ticket):
                if slot.rendering is not None and not slot.rendering.done():
                    return False
                self._found(slot)
            if slot.done or not self._parsed(slot) or slot.done:
                return slot.done
            if not self._reader.ready(learner, slot.arrival.row.site, slot.ticket):
                return False
            slot.reading = self._counted(self._reader.read(learner, self._order(slot)))
        if not slot.reading.done():
            return False
        self._take_output(slot)
        return True

    def _wait(self, *, last: bool = False) -> None:
        """Wait for some page to move; commit what is ready if that is due, or nothing else can be done: the window is
        full, or these are the last pages and none is under way.
        """
        if self._under_way and not self._stuck:
            left = self._committed_at + self._options.seconds - time.monotonic()
            self._enough = max(self._still_at_work() // AT_A_TIME, 1)
            if len(self._over) < self._enough:  # those that were over before could not know what is enough
                self._moved.wait(max(left, 0.0) if self._slots[0].done else None)
        self._moved.clear()
        self._advance()
        self._commit_when_due(force=self._stuck or (last and not self._under_way))

    @property
    def _stuck(self) -> bool:
        """Whether the window has to be cleared before anything more is taken up."""
        return self._slots[0].done and len(self._slots) >= self._options.window

    @property
    def _under_way(self) -> bool:
        """Whether anything is being done with pages elsewhere."""
        return any(slot.waits for slot in self._open)

    def _learner(self, site: str) -> Learner:
        if site not in self._sites:
            if len(self._sites) >= self._options.sites:
                self._forget_sites()
            with self._store.reading() as tx:
                self._sites[site] = self._methods.open_site(tx, site)
                self._reader.open_site(tx, site)
        return self._sites[site]

    def _forget_sites(self) -> None:
        """Let go of sites that no page under way belongs to; all they learned is written."""
        needed = {slot.arrival.row.site for slot in self._slots}
        self._sites = {site: learner for site, learner in self._sites.items() if site in needed}

    # Committing

    def _commit_when_due(self, *, force: bool = False) -> None:
        ready = self._ready
        late = time.monotonic() - self._committed_at > self._options.seconds
        if ready and (force or late or ready >= self._options.batch):
            self._commit()

    @property
    def _ready(self) -> int:
        """How many pages are done with none before them that is not."""
        if not self._open or not self._slots:
            return len(self._slots)
        return self._open[0].number - self._slots[0].number

    def _commit(self) -> None:
        """Write what is ready, and what was learned, in one transaction; then append it to the files."""
        slots = list(islice(self._slots, self._ready))
        try:
            pages = self._write(slots)
        except WriteConflict:
            self._start_over()
            return
        for _ in slots:
            self._slots.popleft()
        self._seen(pages)
        self._tell(pages)

    def _tell(self, pages: Sequence[PageRow]) -> None:
        self._figures.add(pages, self._files.add(pages))
        self._committed_at = time.monotonic()

    def _write(self, slots: Sequence[PageTask]) -> list[PageRow]:
        revisions = {}
        with self._store.writing() as tx:
            tx.captures.add(slot.arrival.row for slot in slots if not slot.arrival.row.id)
            numbers = self._numbers(tx, slots)
            pages = [replace(slot.result, capture=numbers[slot.key]) for slot in slots if slot.result is not None]
            errors = [error_row(slot, numbers[slot.key]) for slot in slots if slot.failure is not None]
            self._keep_lessons(tx, slots)
            for site in dict.fromkeys(slot.arrival.row.site for slot in slots):
                if site in self._sites:
                    changes = self._sites[site].changes()
                    revisions[site] = tx.templates.save(site, changes.rows, seen=changes.seen, merged=changes.merged)
            tx.pages.add(pages, errors)
        for site, revision in revisions.items():
            self._sites[site].written(revision)
        return pages

    def _keep_lessons(self, tx: Transaction, slots: Sequence[PageTask]) -> None:
        taught: dict[str, list[tuple[str, int, bytes]]] = {}
        for slot in slots:
            if slot.result is not None and slot.result.template is not None:
                new = [(slot.result.template, lesson.place, lesson.lesson) for lesson in slot.lessons]
                taught.setdefault(slot.result.site, []).extend(new)
        for site, lessons in taught.items():
            tx.templates.put_lessons(site, lessons)

    def _numbers(self, tx: Transaction, slots: Sequence[PageTask]) -> dict[tuple[int, str], int]:
        numbers: dict[tuple[int, str], int] = {}
        for origin in {slot.arrival.row.origin for slot in slots}:
            sources = [slot.arrival.row.source for slot in slots if slot.arrival.row.origin == origin]
            found = tx.captures.ids(origin, sources)
            numbers.update(((origin, source), number) for source, number in found.items())
        return numbers

    def _start_over(self) -> None:
        """Somebody else wrote meanwhile: load the sites anew, and look at the pages under way once more."""
        self._sites.clear()
        slots, self._slots, self._open = self._slots, deque(), []
        with self._store.reading() as tx:
            finished = {
                (origin, source)
                for origin in {slot.arrival.row.origin for slot in slots}
                for source in tx.captures.finished(origin, [slot.arrival.row.source for slot in slots])
            }
        for slot in slots:
            if slot.key not in finished:
                slot.begin_again()
                self._take_up(slot)
