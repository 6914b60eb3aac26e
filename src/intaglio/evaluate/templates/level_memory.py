"""What comparing pages by levels (Kang) keeps in memory: whole trees, as the paper does, or only the tags it looks at.

Each way runs in a process of its own, as what a parser holds is seen from outside only: by the growth of the process.
"""

from __future__ import annotations

import resource
import sys
from array import array
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

from intaglio.page import Page
from intaglio.similarity.tag_levels import LevelOptions, level_tags

Kept = Literal["whole trees", "tags of D levels"]
STATM = Path("/proc/self/statm")
WAYS: tuple[Kept, ...] = ("whole trees", "tags of D levels")


def memory_rows(files: Sequence[Path], depth: int = LevelOptions().depth) -> list[dict[str, Any]]:
    """For each way how much the process grows a page while all pages are kept, in KB; first what the files hold."""
    size = sum(file.stat().st_size for file in files) / max(len(files), 1) / 1024
    rows: list[dict[str, Any]] = [{"kept": "HTML", "pages": len(files), "kb": size}]
    for way in WAYS:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            grown = pool.submit(grown_by, files, way, depth).result()
        rows.append({"kept": way, "pages": len(files), "kb": grown / max(len(files), 1)})
    return rows


def grown_by(files: Sequence[Path], way: Kept, depth: int) -> float:
    """KB by which this process grows while pages are read and kept."""
    if files:
        _parsed(files[0])  # what is loaded at first use is no page's
    before = _resident()
    kept = [_parsed(file) if way == "whole trees" else levels_of(_parsed(file), depth) for file in files]
    grown = _resident() - before
    assert len(kept) == len(files)
    return grown


def levels_of(page: Page, depth: int) -> list[array[int]]:
    """The tags of a page's levels as small numbers: all that a comparison looks at."""
    return [
        array("I", (tag if isinstance(tag, int) else crc32(tag.encode()) for tag in level))
        for level in level_tags(page, depth)
    ]


def _parsed(file: Path) -> Page:
    page = Page.parse(file.read_bytes())
    _ = page.depth
    return page


def _resident() -> float:
    """KB of memory that this process has; where the system does not tell, the most that it ever had."""
    if STATM.exists():
        return int(STATM.read_text("ascii").split()[1]) * resource.getpagesize() / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform == "darwin" else float(peak)
