"""The console of all commands: what it prints of pages has no control characters, its own colours and moves stay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from rich import console as rich_console
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment

from intaglio.cli.clean_output import FORBIDDEN, SHOWN, CleanOutput


class Console(rich_console.Console):
    """Cleans texts before it styles them, and so may write to a terminal itself."""

    @property
    def file(self) -> IO[str]:
        """Where to write: the terminal behind a stream that would take styles for a page's."""
        file = super().file
        return file.stream if isinstance(file, CleanOutput) else file

    @file.setter
    def file(self, new_file: IO[str]) -> None:
        self._file = new_file

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render without the control characters of texts."""
        for segment in super().render(renderable, options):
            if segment.control or FORBIDDEN.search(segment.text) is None:
                yield segment
            else:
                yield Segment(FORBIDDEN.sub(SHOWN, segment.text), segment.style)
