"""Attributes that carry data, as they are meant: where an image is that loads late, what stands for a text.

A label for machines that read aloud is data where nothing else says it, as with five stars; on links, buttons and
whatever has words of its own it says these again, unless it tells how many stars something has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from intaglio.page import TAGS, Page
from intaglio.page.late_images import LATE, SETS, largest

SOURCE, LABEL = "src", "aria-label"
DATA_ATTRIBUTES = ("href", SOURCE, "datetime", "alt", "title", "content", LABEL)
NAMELESS = frozenset({"content", LABEL})
"""Attributes that fields are not called by: what they hold is the thing itself."""
_IMAGE = TAGS["img"]
_STARS = re.compile(r"\d\s?(?:stars?\b|(?:out of|of|/)\s?(?:5|10)\b)")
_INSIDE = "data:"
"""What an image begins with that is part of the page itself."""
_DO = frozenset(
    TAGS[name]
    for name in "a button input select textarea form nav iframe video audio dialog details summary".split()  # noqa: SIM905
    if name in TAGS
)
"""Elements that are done something with; their labels say what."""


def having(page: Page, name: str) -> Mapping[int, str]:
    """The value of an attribute for every element that has it."""
    made = _MEANT.get(name)
    return page.derived(made) if made is not None else page.having(name)


def values(page: Page, name: str, elements: Sequence[int]) -> list[str | None]:
    """The value of an attribute for some elements."""
    if name == SOURCE:
        plain = zip(elements, page.values(SOURCE, elements), strict=True)
        found: Mapping[int, str] = _with_late(page, elements, {e: value for e, value in plain if value is not None})
    elif name == LABEL:
        found = having(page, name)
    else:
        return page.values(name, elements)
    return list(map(found.get, elements))


def _sources(page: Page) -> Mapping[int, str]:
    return _with_late(page, np.flatnonzero(page.tag == _IMAGE).tolist(), page.having(SOURCE))


def _with_late(page: Page, elements: Sequence[int], found: dict[int, str]) -> dict[int, str]:
    """The sources of some elements, with those of images that load late."""
    images = [e for e, tag in zip(elements, page.tag[list(elements)].tolist(), strict=True) if tag == _IMAGE]
    for name in reversed(LATE):
        found.update((e, value) for e, value in zip(images, page.values(name, images), strict=True) if value)
    without = [e for e in images if found.get(e, _INSIDE).startswith(_INSIDE)]
    for name in SETS if without else ():
        found.update((e, largest(value)) for e, value in zip(without, page.values(name, without), strict=True) if value)
    return found


def _labels(page: Page) -> Mapping[int, str]:
    return {
        e: value
        for e, value in page.having(LABEL).items()
        if (page.text_start[e] == page.text_stop[e] or _STARS.search(value)) and int(page.tag[e]) not in _DO
    }


_MEANT = {SOURCE: _sources, LABEL: _labels}
