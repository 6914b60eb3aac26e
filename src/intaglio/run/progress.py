"""Figures: what a run has done so far, for those who watch it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

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
    templates: set[tuple[str, str]] = field(default_factory=set)
    """Those seen in this run."""
    reasons: Counter[str] = field(default_factory=Counter)
    started: float = field(default_factory=time.monotonic)

    def add(self, pages: Sequence[PageRow], errors: Sequence[ErrorRow]) -> None:
        """Count a batch."""
        self.pages += len(pages)
        self.hits += sum(row.hit for row in pages)
        self.errors += len(errors)
        self.templates.update((row.site, row.template) for row in pages if row.template is not None)
        self.reasons.update(row.reason.partition(":")[0] for row in errors)
        self.watch(self)

    @property
    def hit_ratio(self) -> float:
        """Share of the pages that needed no template of their own."""
        return self.hits / self.pages if self.pages else 0.0

    @property
    def pace(self) -> float:
        """Pages a second."""
        return (self.pages + self.errors) / max(time.monotonic() - self.started, 1e-6)

    @property
    def seconds_left(self) -> float | None:
        """How long it will take, if that can be told."""
        total = self.total()
        if total is None or self.pace == 0:
            return None
        return max(total - self.pages - self.errors, 0) / self.pace
