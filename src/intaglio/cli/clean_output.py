"""Output to a terminal without control characters: what a page says must not move the cursor, nor set a title."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""All control characters but tab and line feed, and those that turn the direction of a text."""
SHOWN = "\N{REPLACEMENT CHARACTER}"


class CleanOutput:
    """A text stream that lets no control characters through; in everything else it is the stream it stands for."""

    def __init__(self, stream: TextIO) -> None:
        """Stand for a stream."""
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text without its control characters."""
        self.stream.write(FORBIDDEN.sub(SHOWN, text))
        return len(text)

    def writelines(self, lines: Iterator[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the stream has
        """Give what the stream has."""
        return getattr(self.stream, name)

    @classmethod
    @contextmanager
    def on_terminals(cls) -> Iterator[None]:
        """Clean what is printed within the block, where standard output or standard error is a terminal."""
        before = sys.stdout, sys.stderr
        if sys.stdout.isatty():
            sys.stdout = cls(sys.stdout)
        if sys.stderr.isatty():
            sys.stderr = cls(sys.stderr)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before
