"""Figures: what a run has done so far, for progress lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from intaglio.collection.error_reasons import is_left_out
from intaglio.store import ErrorRow, PageRow


@dataclass(slots=True)
class Figures:
    """Counts of one run, growing with every commit."""

    watch: Callable[[Figures], None] = lambda _: None
    """Called after every commit."""
    total: Callable[[], int | None] = lambda: None
    """How many pages and errors there will be in this run, as far as is known."""
    pages: int = 0
    hits: int = 0
    errors: int = 0
    left_out: int = 0
    """Duplicates, redirects and what is no page: told in `errors.jsonl`, but nothing went wrong."""
    templates: set[tuple[str, str]] = field(default_factory=set)
    """Those seen in this run."""
    why: str | None = None
    """Why the first thing that gave no page gave none."""
    started: float = field(default_factory=time.monotonic)

    def add(self, pages: Sequence[PageRow], errors: Sequence[ErrorRow]) -> None:
        """Count a batch."""
        self.pages += len(pages)
        self.hits += sum(row.hit for row in pages)
        failed = [row for row in errors if not is_left_out(row.reason)]
        self.errors += len(failed)
        self.left_out += len(errors) - len(failed)
        self.templates.update((row.site, row.template) for row in pages if row.template is not None)
        self.why = self.why or next((row.reason for row in (*failed, *errors)), None)
        self.watch(self)

    def mended(self, errors: int) -> None:
        """Count errors no longer that have come to be pages; some may be of an earlier run."""
        self.errors = max(0, self.errors - errors)

    @property
    def hit_ratio(self) -> float:
        """Share of the pages that needed no template of their own."""
        return self.hits / self.pages if self.pages else 0.0

    @property
    def seen(self) -> int:
        """All that came in, pages or not."""
        return self.pages + self.errors + self.left_out

    @property
    def pace(self) -> float:
        """Pages a second."""
        return self.seen / max(time.monotonic() - self.started, 1e-6)

    @property
    def seconds_left(self) -> float | None:
        """How long it will take, if that can be told."""
        total = self.total()
        if total is None or self.pace == 0:
            return None
        return max(total - self.seen, 0) / self.pace
