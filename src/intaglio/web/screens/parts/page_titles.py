"""Titles of pages without what all of them share: the name of the site says nothing beside another title with it."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import commonprefix
from urllib.parse import unquote

SEPARATORS = (" – ", " — ", " - ", " | ", " · ", " :: ", " « ", " » ", ": ")
"""What stands between the title of a page and the name of its site."""


TOLD = 21
"""Characters of an address that tell pages apart."""


def told_titles(titles: Sequence[str], addresses: Sequence[str]) -> list[str]:
    """The titles, without an end or a beginning that all have; pages called alike by the ends of their addresses.

    >>> told_titles(["Lamp - Shop", "Chair - Shop"], ["/1", "/2"])
    ['Lamp', 'Chair']
    >>> told_titles(["Shop: Lamp", "Shop: Chair"], ["/1", "/2"])
    ['Lamp', 'Chair']
    >>> told_titles([" | Shop", "Shop"], ["/1", "/2"]), told_titles(["Shop", "Shop"], ["/1", "/2"])
    (['Shop', 'Shop'], ['…/1', '…/2'])
    """
    if len(titles) > 1 and len(set(titles)) == 1:
        return [f"…{unquote(address)[-TOLD:]}" for address in addresses]
    return [title.strip(" –—-|·:«»") or title for title in _shortened(titles)]


def _shortened(titles: Sequence[str]) -> Sequence[str]:
    if len(set(titles)) < 2:
        return titles
    end = commonprefix([title[::-1] for title in titles])[::-1]  # noqa: RUF071 - titles are no paths
    cut = min((at for part in SEPARATORS if (at := end.find(part)) >= 0), default=None)
    if cut is not None:
        titles = _unless_empty(titles, [title[: len(title) - len(end) + cut] for title in titles])
    start = commonprefix(list(titles))  # noqa: RUF071
    stop = max((at + len(part) for part in SEPARATORS if (at := start.rfind(part)) >= 0), default=0)
    return _unless_empty(titles, [title[stop:] for title in titles])


def _unless_empty(before: Sequence[str], after: list[str]) -> list[str]:
    return after if all(title.strip() for title in after) else list(before)
