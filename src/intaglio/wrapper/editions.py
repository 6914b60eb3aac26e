"""Editions: pages of one template whose fixed texts come in several languages, or in other variants.

What a menu says on half of the pages in one language and on the others in another varies, but is no data. It is told
by how many places vary in step: the same pages agree with each other in all of them, and only there: pages that agree
in everything are one page, found twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

_EDITIONS, _PAGES = 4, 2
"""Editions of a template, at most, and pages of each, at least."""
_TEXTS = 10
"""Places with different texts that vary in step, at least."""

Split = tuple[tuple[int, int], ...]
Key = TypeVar("Key")


def in_editions(
    texts: Mapping[Key, Mapping[int, str]],
    others: Mapping[Key, Mapping[int, str]],
    titles: Mapping[Key, Mapping[int, str]],
) -> set[Key]:
    """Which of some places, each with its text on every page that has one, only tell editions apart; places that hold
    something else than texts follow. Titles may tell pages apart, too, but are never told to be no data.
    """
    told = [*texts.values(), *titles.values()]
    by_split: defaultdict[Split, list[Key]] = defaultdict(list)
    for key, values in texts.items():
        by_split[_split(values)].append(key)
    splits = {
        split
        for split, keys in by_split.items()
        if len({tuple(sorted(set(texts[key].values()))) for key in keys}) >= _TEXTS
        and all(_are_an_edition(pages, told) for pages in _editions(split))
    }
    return {key for key, values in (*texts.items(), *others.items()) if splits and _split(values) in splits}


def _split(values: Mapping[int, str]) -> Split:
    """Which pages agree: each with the first that has the same value."""
    first: dict[str, int] = {}
    return tuple((page, first.setdefault(values[page], page)) for page in sorted(values))


def _editions(split: Split) -> list[list[int]]:
    """The pages of each edition; none at all where there are too many, or but one."""
    editions: defaultdict[int, list[int]] = defaultdict(list)
    for page, first in split:
        editions[first].append(page)
    return list(editions.values()) if 1 < len(editions) <= _EDITIONS else [[]]


def _are_an_edition(pages: Sequence[int], told: Iterable[Mapping[int, str]]) -> bool:
    """Whether some pages are several, each with a text of its own at some place."""
    if len(pages) < _PAGES:
        return False
    return any(len({values.get(page, "") for page in pages}) == len(pages) for values in told)
