"""Progress of what takes long: a bar on stderr, on terminals only and not with -q."""

import logging
from collections.abc import Iterable
from typing import TypeVar

from rich import progress

from intaglio.cli.shared.clean_console import Console

Item = TypeVar("Item")


def track(items: Iterable[Item], description: str, total: int | None = None) -> Iterable[Item]:
    """Give the items on, showing how many of the total have passed."""
    console = Console(stderr=True)
    quiet = logging.getLogger("intaglio").level >= logging.ERROR
    return progress.track(items, description, total, console=console, disable=quiet or not console.is_terminal)
