"""Progress of a phase that goes over stored pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the records are."""

    done: int
    total: int
    learned: int
    """Templates that were learned, or learned anew."""
