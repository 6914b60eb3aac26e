"""What a scheduler works with: templates, renderer and further stages, all as functions handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from intaglio.browser import Rendering
from intaglio.capture import Capture
from intaglio.collection.collection import Collection
from intaglio.collection.page_lines import PageResult
from intaglio.collection.phase_progress import Progress
from intaglio.page import Page
from intaglio.resources import Resources
from intaglio.run.site_protocol import OpenSite
from intaglio.store import CaptureRow, Transaction

Render = Callable[[Capture, Resources], Future[Rendering]]


Check = Callable[[Page], str | None]
"""Says why a page cannot be read, or None."""


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


@dataclass(frozen=True, slots=True)
class Stage:
    """Something further made of each page."""

    name: str
    open_site: OpenStage
    finish: Callable[[Collection, Callable[[Progress], None]], object] | None = None
    """What is left to be done when all pages are read."""


@dataclass(frozen=True, slots=True)
class Methods:
    """What a run works with; the runner itself knows none of it."""

    open_site: OpenSite
    render: Render | None = None
    """None where segmenting needs no layout."""
    render_all: bool = False
    """Every page is read as the browser has it, hits too."""
    check: Check | None = None
    stages: Sequence[Stage] = ()
    keep_picture: Callable[[str, Capture, Rendering], None] | None = None
    """Keeps the picture of the page that founded a template."""
