"""What a scheduler works with: templates, renderer, readers and further stages, all handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from intaglio.browser import Rendering
from intaglio.capture import Capture
from intaglio.resources import Resources
from intaglio.run.pages.reader_protocol import Check, PageReader
from intaglio.run.site_protocol import OpenSite
from intaglio.run.stages import Stage
from intaglio.workers import WorkerPool

Render = Callable[[Capture, Resources], Future[Rendering]]


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
    reader: PageReader | None = None
    """Parses and reads pages, in other processes perhaps; None: page by page in this one."""
    pool: WorkerPool | None = None
    """Whom passes over stored pages may ask; None: all is done in this process."""
    keep_picture: Callable[[str, Capture, Rendering], None] | None = None
    """Keeps the picture of the page that founded a template."""
