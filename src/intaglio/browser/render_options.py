"""How pages are rendered: the only place where these defaults are written."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from intaglio.layout.build import VIEWPORT


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Options of rendering; the same for all pages of a renderer."""

    executable: Path | None = None
    """The Chromium to start; None looks in the usual places."""
    javascript: bool = False
    dom: Literal["parser", "snapshot", "either"] = "parser"
    """Whose tree the layout is numbered by: the parser's, and a difference is an error; the browser's; or the parser's
    where they agree, else the browser's. With JavaScript on always the browser's."""
    web: bool = True
    """Fetch resources that are in no folder or archive from the web."""
    trusted: frozenset[str] = frozenset()
    """Origins, as `http://intranet:80`, that pages may load from though their addresses are not public."""
    screenshot: bool = False
    viewport: tuple[int, int] = VIEWPORT
    time_limit: float = 30.0
    """Seconds for a page; after half of them loading is stopped and what is there is laid out."""
    workers: int = max(1, (os.cpu_count() or 2) // 2)
    """Browsers at work at once."""
    pages_per_browser: int = 200
    """Pages after which a browser is replaced by a fresh one."""
    screenshot_height: int = 12_000
    """Pixels at which a screenshot is cut off."""
    picture_bytes: int = 0
    """Size of the small picture (WebP) that is kept of a page, at most; 0: none is taken."""
    picture_height: int = 4_500
    """Pixels at which that picture is cut off."""
