"""Progress of a phase that goes over stored pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a phase is."""

    phase: str
    """What is being done, for people."""
    done: int
    """Pages."""
    total: int | None
    """Pages there will be, if that is known."""
    seconds: float
    """Since the phase began."""

    @property
    def seconds_left(self) -> float | None:
        """How long it will take, if that can be told.

        >>> Progress("records", 50, 150, 10.0).seconds_left
        20.0
        """
        if not self.total or not self.done:
            return None
        return max(self.total - self.done, 0) * self.seconds / self.done
