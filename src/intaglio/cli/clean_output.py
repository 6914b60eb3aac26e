"""Output to a terminal without control characters: what a page says must not move the cursor, nor set a title."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

FORBIDDEN = re.compile(r"\x1b(?!\[[0-9;]{0,30}m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]")
"""All control characters but tab and line feed, and the escapes that begin a colour."""
LIVE = re.compile(r"\x1b(?!\[[0-9;]{0,30}[mAGK]|\[\?25[hl])|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]")
"""The same where a line of progress is drawn again and again: going up, to a line's start, and clearing it stay."""
SHOWN = "\N{REPLACEMENT CHARACTER}"


class CleanOutput:
    """A text stream that lets no control characters through; in everything else it is the stream it stands for."""

    def __init__(self, stream: TextIO, forbidden: re.Pattern[str] = FORBIDDEN) -> None:
        """Stand for a stream."""
        self._stream, self._forbidden = stream, forbidden

    def write(self, text: str) -> int:
        """Write a text without its control characters."""
        self._stream.write(self._forbidden.sub(SHOWN, text))
        return len(text)

    def writelines(self, lines: Iterator[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the stream has
        """Give what the stream has."""
        return getattr(self._stream, name)

    @classmethod
    @contextmanager
    def on_terminals(cls) -> Iterator[None]:
        """Clean what is printed within the block, where standard output or standard error is a terminal."""
        before = sys.stdout, sys.stderr
        if sys.stdout.isatty():
            sys.stdout = cls(sys.stdout)
        if sys.stderr.isatty():
            sys.stderr = cls(sys.stderr, LIVE)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before
