"""Progress of a run on stderr: one live line on a terminal, a plain line now and then elsewhere, nothing with -q."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from intaglio.cli.shared.clean_console import Console
from intaglio.collection.phase_progress import Progress
from intaglio.counted import counted
from intaglio.run.progress import Figures

EVERY = 5.0
"""Seconds between two plain lines."""


@contextmanager
def live() -> Iterator[Callable[[Figures | Progress], None]]:
    """Give a function that shows the figures handed to it."""
    console = Console(stderr=True)
    if logging.getLogger("intaglio").level >= logging.ERROR:
        yield lambda _: None
    elif console.is_terminal:
        spinner = Spinner("dots", text="starting")
        with Live(spinner, console=console, transient=True, refresh_per_second=8):
            yield lambda figures: spinner.update(text=Text(line_of(figures)))
    else:
        yield plain(console)


def plain(console: Console) -> Callable[[Figures | Progress], None]:
    """Show a line no oftener than every few seconds."""
    last = time.monotonic()

    def show(figures: Figures | Progress) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            console.print(line_of(figures), highlight=False, soft_wrap=True)

    return show


def line_of(figures: Figures | Progress, *, final: bool = False) -> str:
    """The figures in one line; at the end without what lies ahead."""
    if isinstance(figures, Progress):
        left = figures.seconds_left
        of = f" of {figures.total:,}" if figures.total and figures.total >= figures.done else ""
        return f"{figures.phase}: {figures.done:,}{of} pages" + (f" · {span(left)} left" if left else "")
    total, left = (None, None) if final else (figures.total(), figures.seconds_left)
    parts = [
        f"{figures.pages:,} of {counted(total, 'page')}" if total else counted(figures.pages, "page"),
        counted(len(figures.templates), "template"),
        f"{100 * figures.hit_ratio:.1f} % hits",
        f"{figures.pace:.1f} pages/s",
        counted(figures.errors, "error"),
    ]
    if figures.left_out:
        parts.append(f"{figures.left_out:,} left out")
    if left is not None:
        parts.append(f"{span(left)} left")
    return " · ".join(parts)


def span(seconds: float) -> str:
    """A span of time for people.

    >>> span(59), span(200), span(7300)
    ('59 s', '3 min 20 s', '2 h 01 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest:02} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"
