"""The seam to the database: what the rest of Intaglio may ask of a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from intaglio.frontier import Link, Visit, VisitState
from intaglio.store.rows import (
    CaptureRow,
    CorrectionRow,
    ErrorRow,
    PackedRecord,
    PageAddress,
    PageRow,
    RecordRow,
    RunRow,
    SiteTemplates,
    Tally,
    TemplateRow,
    WrapperRow,
)


class Templates(Protocol):
    """The templates of all sites."""

    def sites(self) -> list[str]:
        """Names of the sites that have templates."""

    def load(self, site: str) -> SiteTemplates:
        """The templates of a site."""

    def aliases(self, site: str) -> dict[str, str]:
        """Ids of a site's templates that were merged away, with those of the ones that live on."""

    def save(
        self,
        site: str,
        rows: Sequence[TemplateRow],
        *,
        seen: int,
        merged: Mapping[str, str] | None = None,
    ) -> int:
        """Write templates, new or changed, made on the ground of revision `seen`; give the new revision.

        `WriteConflict`, and nothing is written, if anybody wrote templates of the site since: load again, look again,
        save again. So nothing learned is lost, and no template founded twice.
        """

    def put_lessons(self, site: str, lessons: Sequence[tuple[str, int, bytes]]) -> None:
        """Keep lessons, by template and number, each in place of the one with its number; none with a template that
        was merged away.
        """

    def lessons(self, site: str) -> dict[str, list[bytes]]:
        """The lessons of each template of a site, by number."""


class Captures(Protocol):
    """Pages that were found, whether done or not."""

    def origin(self, kind: str, location: str) -> int:
        """The number of a source, given on first sight."""

    def origins(self) -> dict[int, tuple[str, str]]:
        """Kind and location of all sources by their numbers."""

    def add(self, rows: Iterable[CaptureRow]) -> int:
        """Add those that are new; give how many were."""

    def renew(self, row: CaptureRow) -> None:
        """Put a capture in the place of the one with its id, to be read again."""

    def pending(self, after: int, limit: int, origins: Sequence[int]) -> list[CaptureRow]:
        """Captures with neither page nor error, in order, behind the one with that id."""

    def archived(self, after: int, limit: int) -> list[CaptureRow]:
        """Those in archives, with URLs, behind an id, in order."""

    def ids(self, origin: int, sources: Sequence[str]) -> dict[str, int]:
        """The numbers of those sources of an origin that are there."""

    def finished(self, origin: int, sources: Sequence[str]) -> set[str]:
        """Those sources of an origin that have a page or an error."""

    def count(self, origins: Sequence[int] | None = None) -> int:
        """How many there are, those that gave no bytes included."""

    def get(self, number: int) -> CaptureRow | None:
        """One by its id."""

    def some(self, numbers: Sequence[int]) -> list[CaptureRow]:
        """Those of some ids that are there, in the order of the ids."""

    def with_digests(self, origin: int, digests: Sequence[bytes]) -> dict[bytes, str]:
        """The sources of the first ones of an origin with those bodies, by digest."""

    def with_digest(self, origin: int, digest: bytes) -> CaptureRow | None:
        """The first one of an origin with that body."""

    def pages_of(self, origin: int, site: str) -> int:
        """How many of a site have bytes to be read."""

    def archive_size(self, origin: int, place: str) -> int:
        """Bytes of an archive that are accounted for: where its last record ends."""


class Pages(Protocol):
    """What came out."""

    def add(self, pages: Sequence[PageRow], errors: Sequence[ErrorRow] = ()) -> None:
        """Add results in order; one whose source already has a result is a `Stale`."""

    def replace(self, pages: Sequence[PageRow]) -> None:
        """Put new results in the place of old ones, by sequence number."""

    def remove(self, capture: int) -> None:
        """Forget all that was made of a capture."""

    def remove_errors(self, stage: str) -> None:
        """Forget the errors of a stage that are no capture's."""

    def pages(
        self, after: int = 0, site: str | None = None, template: str | None = None, *, lines: bool = True
    ) -> Iterator[PageRow]:
        """Results in order, behind a sequence number; without their lines, if those are not needed."""

    def addresses(self, site: str | None = None) -> Iterator[PageAddress]:
        """Where the pages of a site, or all, are from, in the order of their results."""

    def captures(self, site: str, template: str | None = None) -> list[int]:
        """The captures of a site or template, in the order of their addresses, whatever came first."""

    def errors(self, after: int = 0) -> Iterator[ErrorRow]:
        """Failures in order, behind a sequence number."""

    def extras(
        self, stage: str, after: int = 0, site: str | None = None, template: str | None = None
    ) -> Iterator[tuple[int, str]]:
        """Sequence numbers of pages and their lines of a further stage, in order; of all, or of a site or template."""

    def stages(self) -> dict[str, int]:
        """The further stages that made lines, and how many."""

    def outdated(self, site: str, after: int = 0, limit: int = 256) -> list[PageRow]:
        """Results whose template has since been made anew, under a higher version, or was merged into another."""

    def count_outdated(self, site: str) -> int:
        """How many results `outdated` would give in all."""

    def lacking(self, stage: str, site: str, after: int = 0, limit: int = 256) -> list[PageRow]:
        """Results of a site, behind a sequence number and without lines, that a further stage made no line of."""

    def count_lacking(self, stage: str, site: str) -> int:
        """How many results `lacking` would give in all."""

    def put_extras(self, pages: Sequence[PageRow]) -> None:
        """Write what further stages made of pages, in place of what they made before."""

    def counts(self) -> tuple[int, int]:
        """Number of pages and of errors."""

    def last_page(self) -> int:
        """Sequence number of the last page, 0 if there is none."""

    def last_error(self) -> int:
        """Sequence number of the last error, 0 if there is none."""

    def by_template(self, site: str) -> dict[str, int]:
        """How many pages each template has."""

    def tally(self) -> list[Tally]:
        """How many pages there are of each site, template, status, and of hits and misses."""


class Frontier(Protocol):
    """The URLs of a crawl: to visit, in flight, done, outgoing, set aside."""

    def add(self, links: Iterable[Link]) -> int:
        """Add those never seen before; give how many were."""

    def known(self, urls: Sequence[str]) -> set[str]:
        """Those URLs that were seen before."""

    def take(self, site: str, limit: int) -> list[Visit]:
        """The next to visit, breadth first; they are in flight from now on."""

    def done(self, url: str) -> None:
        """Note that a URL has been dealt with."""

    def again(self, site: str, depth: int) -> int:
        """Put what is done up to a depth back among those to visit; give how many there are."""

    def restart(self) -> int:
        """Put what is in flight or set aside back among those to visit, as at the start of a run; give how many."""

    def leave(self, wanted: Callable[[str, int], bool], state: VisitState) -> Counter[str]:
        """Move what waits to another state, where its URL and depth are not wanted; give how many of each site."""

    def follow(self, site: str) -> int:
        """Make a site's outgoing links links to visit, as the beginning of its own crawl."""

    def outgoing_sites(self, limit: int) -> list[str]:
        """Sites that links lead out to, the earliest found first."""

    def waiting_sites(self) -> list[str]:
        """Sites that have URLs to visit, the earliest found first."""

    def counts(self, site: str | None = None) -> dict[VisitState, int]:
        """How many URLs there are in each state."""


class Records(Protocol):
    """Wrappers and the records they found."""

    def wrapper(self, site: str, template: str) -> WrapperRow | None:
        """The newest wrapper of a template."""

    def wrapper_version(self, site: str, template: str) -> int | None:
        """The version of that wrapper, None if there is none."""

    def put_wrapper(self, row: WrapperRow, learned_from: Sequence[bytes] = ()) -> None:
        """Keep a wrapper, with the compact pages it was learned from in place of earlier ones; old versions stay."""

    def learned_from(self, site: str, template: str) -> list[bytes]:
        """The compact pages that the newest wrapper of a template was learned from."""

    def waiting(self, site: str, template: str, version: int, after: int, limit: int) -> list[PageRow]:
        """Pages behind a sequence number, without lines, that have no record by that version of a wrapper."""

    def put(self, rows: Sequence[PackedRecord]) -> None:
        """Write records, each in place of the one its page had."""

    def some_records(self, after: int, most: int) -> list[PackedRecord]:
        """The first records behind a sequence number, in order."""

    def records(self, after: int = 0, template: str | None = None, site: str | None = None) -> Iterator[RecordRow]:
        """Records behind a sequence number, in order; of all pages, or of those of a site or template."""

    def lines(self, site: str | None, template: str) -> Iterator[str]:
        """The lines of a template's records alone, in order; None: of all sites."""

    def some_lines(self, site: str, templates: Sequence[str], most: int) -> list[str]:
        """Lines of some records of some templates, evenly over the addresses of their pages."""

    def last(self) -> int:
        """The highest sequence number, 0 if there is none."""

    def by_template(self) -> dict[str, tuple[int, int]]:
        """How many records each template has, and the highest sequence number among them."""


class Notes(Protocol):
    """Small facts about the collection under a name, as JSON values."""

    def get(self, key: str) -> object:
        """The value, or None."""

    def put(self, key: str, value: object) -> None:
        """Write a value."""


class Corrections(Protocol):
    """What people said, append-only."""

    def add(self, row: CorrectionRow) -> int:
        """Keep what was said; give its number."""

    def rows(self, what: Collection[str] | None = None, after: int = 0) -> list[CorrectionRow]:
        """What was said, in order, behind a number; all of it, or of these sorts."""

    def last(self) -> int:
        """The highest number, 0 if nothing was said."""


class Runs(Protocol):
    """What a collection was like at the end of each run that changed it, append-only."""

    def add(self, row: RunRow) -> int:
        """Keep what a run left; give its number."""

    def newest(self, most: int) -> list[RunRow]:
        """The last runs, the newest first."""


class Lookups(Protocol):
    """Single rows and short pages of rows; what they cost does not grow with the collection."""

    def page(self, capture: int) -> PageRow | None:
        """The result of a capture, with its line."""

    def page_at(self, address: str) -> PageRow | None:
        """The newest result of a URL or source, with its line."""

    def record(self, capture: int) -> RecordRow | None:
        """The record of a capture."""

    def record_of_source(self, site: str, source: str) -> RecordRow | None:
        """The record of a page of a site by its source; of the newest, if several origins have it."""

    def records_of(self, site: str, template: str) -> tuple[int, int]:
        """How many records a template has, and the highest sequence number among them."""

    def stage_line(self, stage: str, capture: int) -> str | None:
        """The line that a further stage made of a capture."""

    def template(self, name: str) -> TemplateRow | None:
        """A template by its id alone."""

    def spread_pages(self, site: str, template: str, count: int) -> list[PageRow]:
        """Results of a template from its first to its last, about evenly spread, without lines."""

    def reasons(self, limit: int = 400) -> list[tuple[str, str, int]]:
        """Stages and reasons of errors, the most frequent first, with how many there are."""

    def failures(self, after: int = 0, limit: int = 50) -> list[ErrorRow]:
        """What gave no page, behind a sequence number."""

    def state(self) -> Sequence[int]:
        """Numbers that are other ones as soon as results, records, errors or templates are."""


class Transaction(Protocol):
    """One transaction: sees a consistent store; what it writes is written together or not at all."""

    @property
    def templates(self) -> Templates:
        """The templates."""

    @property
    def captures(self) -> Captures:
        """The pages found."""

    @property
    def pages(self) -> Pages:
        """The results."""

    @property
    def frontier(self) -> Frontier:
        """The crawl's URLs."""

    @property
    def records(self) -> Records:
        """Wrappers and records."""

    @property
    def notes(self) -> Notes:
        """Facts about the collection."""

    @property
    def corrections(self) -> Corrections:
        """What people said."""

    @property
    def runs(self) -> Runs:
        """What runs left."""

    @property
    def lookups(self) -> Lookups:
        """Single rows and short pages of rows."""


class Store(Protocol):
    """A store of one collection; safe with several processes at once."""

    def reading(self) -> AbstractContextManager[Transaction]:
        """A transaction that only reads."""

    def writing(self) -> AbstractContextManager[Transaction]:
        """A transaction that may write: committed at the end of the block, undone by an exception."""

    def close(self) -> None:
        """Let go of the database."""
