"""Source: what gives captures one after the other, and gives each of them again by its name."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from intaglio.capture import Capture
from intaglio.errors import SourceError

WARC_ENDINGS = (".warc", ".warc.gz")


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What is taken from a source."""

    max_bytes: int = 32 << 20
    """A larger body, once decoded, is reported and left out."""


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


def kind_of(argument: str) -> Literal["url", "folder", "warc", "urls"]:
    """Say what a source on the command line is: a URL, a folder, a WARC file, or a file with a list of URLs."""
    if argument.startswith(("http://", "https://")):
        return "url"
    path = Path(argument)
    if path.is_dir():
        return "folder"
    if not path.is_file():
        raise SourceError(f"{argument}: no such file or folder, and no http or https URL")
    return "warc" if path.name.endswith(WARC_ENDINGS) else "urls"
