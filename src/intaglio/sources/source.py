"""Source: what gives captures one after the other, and gives each of them again by its name."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from intaglio.capture import Capture


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What is taken from a source."""

    max_bytes: int = 32 << 20
    """A larger body, once decoded, is reported and left out."""
    digests: bool = False
    """Compare the payloads of WARC records with their digests; one that differs is reported and left out."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Something in a source that gave no page, and why."""

    source: str
    reason: str
    url: str | None = None


class Source(Protocol):
    """Gives captures in an order that is always the same; what cannot be read is reported among them."""

    def __iter__(self) -> Iterator[Capture | Unread]:
        """Give every page, or why there is none."""

    def read(self, source: str) -> Capture:
        """Give the capture that has this `source` again; SourceError if it cannot be read any more."""
