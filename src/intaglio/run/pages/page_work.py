"""What is asked of workers about pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intaglio.capture import Capture
from intaglio.page import Page
from intaglio.store import CaptureRow


@dataclass(frozen=True, slots=True)
class ParseJob:
    """Parse a page and keep it."""

    place: tuple[int, int]
    """The worker, and the number under which it keeps the page."""
    capture: Capture


@dataclass(frozen=True, slots=True)
class StageWork:
    """A stage that is to take a page."""

    name: str
    learned: str | None
    """Key of what it has learned; None: the page is to teach."""


@dataclass(frozen=True, slots=True)
class ReadJob:
    """Read a page that was kept, by a template."""

    place: tuple[int, int]
    row: CaptureRow
    template: str
    """Key of what it takes."""
    ms: Mapping[str, float]
    """What was spent on the page before."""
    stages: Sequence[StageWork]
    page: Page | None
    """The page as the browser has it, if it is to be read as such."""
    founder: bool
    founded: bool
    """The areas are the template's own, as the page founded it."""


@dataclass(frozen=True, slots=True)
class GivePage:
    """Give a page that was kept."""

    number: int


@dataclass(frozen=True, slots=True)
class DropPage:
    """Forget a page that was kept."""

    number: int
