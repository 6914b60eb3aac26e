"""Further stages: what is made of each page besides its areas, as functions handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from intaglio.collection.page_lines import PageResult
from intaglio.collection.phase_progress import Progress
from intaglio.page import Page
from intaglio.store import CaptureRow, Transaction

if TYPE_CHECKING:  # workers, which know stages, need no collection
    from intaglio.collection.collection import Collection
    from intaglio.collection.page_cache import PageCache
    from intaglio.workers import WorkerPool


@dataclass(frozen=True, slots=True)
class StageOutput:
    """What a further stage made of a page."""

    line: str | None
    """For the stage's own file."""
    lessons: Sequence[tuple[int, bytes]] = ()
    """What the page's template is to keep of it, each in its slot."""


StageFunction = Callable[[Page, PageResult, CaptureRow], StageOutput]


class OpenStage(Protocol):
    """Gives what a stage does with the pages of a site."""

    def __call__(self, tx: Transaction, site: str, *, learning: bool) -> StageFunction:
        """Pages come in their order; only of new ones are templates to learn."""


class WorkerStage(Protocol):
    """What a stage does with a page in any process; it can be pickled."""

    @property
    def lessons(self) -> int:
        """How many pages of a template are to teach it."""

    def teach(self, page: Page, row: CaptureRow) -> StageOutput:
        """Take a page that is to teach; its line may wait for the end, as those that taught are done then."""

    def prepared(self, lessons: Sequence[bytes]) -> object:
        """What was learned from lessons, to be used for many pages."""

    def make(self, page: Page, reading: PageResult, row: CaptureRow, learned: object) -> StageOutput:
        """Take a page with all that was learned."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Something further made of each page."""

    name: str
    open_site: OpenStage
    finish: Callable[[Collection, Callable[[Progress], None], PageCache, WorkerPool | None], object] | None = None
    """What is left to be done when all pages are read."""
    worker: WorkerStage | None = None
    """The same for other processes; None: it must be done in this one."""
