"""The line that tells how far `intaglio apply` is: shards, pages a second, misses, time left."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.status import Status

from intaglio.cli.shared.clean_console import Console
from intaglio.counted import counted
from intaglio.shards.drive import ApplyProgress


def line_of_job(progress: ApplyProgress) -> str:
    """The line."""
    pages, misses = progress.rows.get("pages", 0), progress.rows.get("misses", 0)
    speed = pages / progress.seconds if progress.seconds else 0.0
    share = misses / max(pages + misses, 1)
    left = progress.seconds_left
    time_left = f", {timedelta(seconds=round(left))} left" if left is not None else ""
    failed = f", {counted(progress.failed, 'shard')} given up" if progress.failed else ""
    return (
        f"{progress.shards:,} of {counted(progress.total, 'shard')}, {progress.under_way:,} under way, "
        f"{counted(pages, 'page')}, "
        f"{speed:,.0f} pages/s, {share:.1%} misses{failed}{time_left}"
    )


def log_shards() -> Callable[[ApplyProgress], None]:
    """Log the line whenever a shard is done or given up."""
    last = [(0, 0)]

    def log(progress: ApplyProgress) -> None:
        now = (progress.shards, progress.failed)
        if now != last[0]:
            last[0] = now
            logging.getLogger("intaglio").info("%s", line_of_job(progress))

    return log


@contextmanager
def live_apply() -> Iterator[Callable[[ApplyProgress], None]]:
    """Show the line on terminals, anew every second; elsewhere log it with every shard."""
    console = Console(stderr=True)
    if not console.is_terminal or logging.getLogger("intaglio").level >= logging.ERROR:
        yield log_shards()
        return
    with Status("planning", console=console) as status:
        yield lambda progress: status.update(line_of_job(progress))
