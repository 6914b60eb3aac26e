"""The run: pages come in, in order; hits are read at once, misses render meanwhile; results are committed in order.

A page waits only for the template it belongs to. What is committed is a prefix of what came in, together with what
the site's templates learned from it, so that a run can be stopped anywhere.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace

from intaglio.browser import Rendering
from intaglio.capture import Capture
from intaglio.collection.export.jsonl import Appender
from intaglio.errors import PageError, WriteConflict
from intaglio.page import Page
from intaglio.run.inputs.feed import InputPage
from intaglio.run.page_budget import check_elements
from intaglio.run.page_task import PageTask, error_row, page_row
from intaglio.run.progress import Figures
from intaglio.run.site_protocol import Learner
from intaglio.run.stages import Methods, StageFunction
from intaglio.sources import Unread
from intaglio.store import PageRow, Store, Transaction


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
        self._makes: dict[str, dict[str, StageFunction]] = {}
        self._slots: deque[PageTask] = deque()
        self._committed_at = time.monotonic()

    def run(self, arrivals: Iterable[InputPage | None]) -> None:
        """Work through all that arrives; what is ready when an interrupt comes is committed."""
        try:
            for arrival in arrivals:
                if arrival is not None:
                    self._slots.append(PageTask(arrival))
                    self._begin(self._slots[-1])
                self._advance()
                while len(self._slots) >= self._options.window:
                    self._wait()
                self._commit_when_due()
            while self._slots:
                self._wait()
            self._tell([])
        except KeyboardInterrupt:
            self._commit()
            for slot in self._slots:
                if slot.rendering is not None:
                    slot.rendering.cancel()  # else the browsers would work through all that waits
            raise

    # One page

    def _begin(self, slot: PageTask) -> None:
        found = slot.arrival.found
        if isinstance(found, Unread):
            slot.failure = ("read", found.reason)
        elif self._methods.render_all:
            slot.rendering = slot.rendering or self._submit(slot)
        else:
            with slot.attempt(), slot.timed("parse"):
                slot.page = Page.of(found)
                check_elements(slot.page.size)  # columns are filled when first asked for
            if not slot.done:
                self._match(slot)

    def _match(self, slot: PageTask) -> None:
        """Find the page's template; render it if it founds one; read it if the template is there."""
        learner = self._learner(slot.arrival.row.site)
        with slot.attempt():
            self._check(slot)
            with slot.timed("match"):
                slot.ticket = learner.take(slot.at_hand)
        if slot.done or slot.ticket is None:
            return
        if slot.ticket.founder and not learner.ready(slot.ticket):
            if self._methods.render is None or slot.rendering is not None:
                self._found(slot)
            else:
                slot.rendering = self._submit(slot)
        elif learner.ready(slot.ticket):
            self._read(slot)

    def _check(self, slot: PageTask) -> None:
        slot.stage = "check"
        reason = self._methods.check(slot.at_hand) if self._methods.check else None
        if reason is not None:
            raise PageError(reason)

    def _submit(self, slot: PageTask) -> Future[Rendering]:
        assert self._methods.render is not None
        assert isinstance(slot.arrival.found, Capture)
        return self._methods.render(slot.arrival.found, slot.arrival.resources)

    def _found(self, slot: PageTask) -> None:
        """Make the template of its founder, once that is rendered, and read it."""
        assert slot.ticket is not None
        learner = self._learner(slot.arrival.row.site)
        with slot.attempt():
            layout = None
            if slot.rendering is not None:
                slot.stage = "render"
                rendered = slot.rendering.result()
                slot.ms["render"] = rendered.ms
                layout = rendered.layout
                # Where parser and browser agree, the page at hand has all columns filled already.
                slot.page = slot.page if rendered.parsed else rendered.page
            with slot.timed("segment"):
                learner.found(slot.ticket, slot.at_hand, layout)
        if slot.done:
            learner.give_up(slot.ticket)
            self._match_again(slot)
        else:
            self._read(slot)

    def _match_again(self, failed: PageTask) -> None:
        """Those who waited for a template that is not to be look for another, in order."""
        for slot in self._slots:
            if not slot.done and slot.ticket and failed.ticket and slot.ticket.template == failed.ticket.template:
                self._match(slot)

    def _read(self, slot: PageTask) -> None:
        assert slot.ticket is not None
        learner = self._learner(slot.arrival.row.site)
        with slot.attempt():
            page = slot.at_hand
            with slot.timed("map"):
                reading = learner.read(slot.ticket, page)
            extras = {}
            for name, make in self._makes[slot.arrival.row.site].items():
                with slot.timed(name):
                    made = make(page, reading, slot.arrival.row)
                slot.lessons += made.lessons
                if made.line is not None:
                    extras[name] = made.line
            slot.result = page_row(slot, reading, page.title, extras)
        # What is ready may wait long for those before it: only its result is kept.
        slot.page = slot.ticket = None

    # All pages under way

    def _advance(self) -> None:
        """Go on with every page whose waiting is over."""
        moved = True
        while moved:
            moved = False
            for slot in [one for one in self._slots if not one.done]:
                moved |= self._step(slot)

    def _step(self, slot: PageTask) -> bool:
        if slot.page is None:
            if slot.rendering is None or not slot.rendering.done():
                return False
            self._rendered_first(slot)
        elif slot.ticket is not None and slot.ticket.founder:
            if slot.rendering is None or not slot.rendering.done():
                return False
            self._found(slot)
        elif slot.ticket is not None and self._learner(slot.arrival.row.site).ready(slot.ticket):
            self._read(slot)
        return slot.done

    def _rendered_first(self, slot: PageTask) -> None:
        assert slot.rendering is not None
        slot.stage = "render"
        with slot.attempt():
            rendered = slot.rendering.result()
            slot.ms["render"] = rendered.ms
            slot.page = rendered.page
        if not slot.done:
            self._match(slot)

    def _wait(self) -> None:
        """Wait for some page to move, then commit."""
        rendering = [slot.rendering for slot in self._slots if not slot.done and slot.rendering is not None]
        if rendering and not self._slots[0].done:
            wait(rendering, return_when=FIRST_COMPLETED)
            self._advance()
        self._commit_when_due(force=self._slots[0].done)

    def _learner(self, site: str) -> Learner:
        if site not in self._sites:
            if len(self._sites) >= self._options.sites:
                self._forget_sites()
            with self._store.reading() as tx:
                self._sites[site] = self._methods.open_site(tx, site)
                self._makes[site] = {
                    stage.name: stage.open_site(tx, site, learning=True) for stage in self._methods.stages
                }
        return self._sites[site]

    def _forget_sites(self) -> None:
        """Let go of sites that no page under way belongs to; all they learned is written."""
        needed = {slot.arrival.row.site for slot in self._slots}
        self._sites = {site: learner for site, learner in self._sites.items() if site in needed}
        self._makes = {site: makes for site, makes in self._makes.items() if site in needed}

    # Committing

    def _commit_when_due(self, *, force: bool = False) -> None:
        late = time.monotonic() - self._committed_at > self._options.seconds
        ready = sum(1 for _ in self._ready())
        if ready and (force or late or ready >= self._options.batch):
            self._commit()

    def _ready(self) -> Iterator[PageTask]:
        for slot in self._slots:
            if not slot.done:
                return
            yield slot

    def _commit(self) -> None:
        """Write what is ready, and what was learned, in one transaction; then append it to the files."""
        slots = list(self._ready())
        if not slots:
            return
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
        for slot in slots:
            if slot.result is not None and slot.result.template is not None:
                for number, lesson in slot.lessons:
                    tx.templates.put_lesson(slot.result.site, slot.result.template, number, lesson)

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
        slots, self._slots = self._slots, deque()
        with self._store.reading() as tx:
            finished = {
                (origin, source)
                for origin in {slot.arrival.row.origin for slot in slots}
                for source in tx.captures.finished(origin, [slot.arrival.row.source for slot in slots])
            }
        for slot in slots:
            if slot.key not in finished:
                slot.page = slot.ticket = slot.result = slot.failure = None
                slot.ms.clear()
                slot.lessons.clear()
                self._slots.append(slot)
                self._begin(slot)
