"""How often Python looks for garbage in cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (20_000, 20, 50)
"""When to look for garbage: pages are large and have few cycles, so that looking often finds little."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for garbage in cycles less often while a block runs."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def held_aside() -> Iterator[None]:
    """Do not look for garbage among what there is already, while a block runs: what an evaluation keeps of other sites
    would count in the time of each.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
