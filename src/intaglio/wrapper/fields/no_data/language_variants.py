"""Editions: pages of one template whose fixed texts come in several languages, or in other variants.

What a menu says on half of the pages in one language and on the others in another varies, but is no data. It is told
by how many places vary in step: the same pages agree with each other in all of them, and only there: pages that agree
in everything are one page, found twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar

from intaglio.wrapper.options import VariantOptions

Split = tuple[tuple[int, int], ...]
"""Pages, each with the first that agrees with it."""
Key = TypeVar("Key")


def in_editions(
    texts: Mapping[Key, Mapping[int, str]],
    others: Mapping[Key, Mapping[int, str]],
    titles: Mapping[Key, Mapping[int, str]],
    options: VariantOptions = VariantOptions(),
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
        if len({tuple(sorted(set(texts[key].values()))) for key in keys}) >= options.texts
        and _are_editions(split, told, options)
    }
    return {key for key, values in (*texts.items(), *others.items()) if splits and _split(values) in splits}


def _split(values: Mapping[int, str]) -> Split:
    """The pages that have a value, by who has the same."""
    first: dict[str, int] = {}
    return tuple((page, first.setdefault(values[page], page)) for page in sorted(values))


def _are_editions(split: Split, told: Sequence[Mapping[int, str]], options: VariantOptions) -> bool:
    """Whether pages are split into a few editions, the pages of each with a text of its own at some place."""
    editions: defaultdict[int, list[int]] = defaultdict(list)
    for page, first in split:
        editions[first].append(page)
    return 1 < len(editions) <= options.variants and all(
        len(pages) >= options.pages
        and any(len({values.get(page, "") for page in pages}) == len(pages) for values in told)
        for pages in editions.values()
    )
