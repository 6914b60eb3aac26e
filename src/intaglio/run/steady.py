"""What stands all over a site: texts, and parts of titles, that are on most of its pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from intaglio.page import Page
from intaglio.store import Transaction

BETWEEN = "\x1f"
"""Stands between the texts of a line."""
_PARTS = re.compile(r"\s+[-–—|·•:»«/]+\s+|\s*[|·•»«]\s*|:\s+")


@dataclass(frozen=True, slots=True)
class SteadyOptions:
    """When a text counts as the site's own."""

    pages: int = 200
    """Pages of a site that are looked at."""
    share: float = 0.5
    """Share of them that has it."""
    least: int = 3
    """And at least so many."""


@dataclass(frozen=True, slots=True)
class Steady:
    """What stands all over a site."""

    pages: int = 0
    """How many pages the site had when they were looked at."""
    texts: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    """Parts of titles."""

    def own_title(self, title: str) -> str:
        """What a title says of its page.

        >>> Steady(titles=frozenset({"The Courier"})).own_title("Rain at last | The Courier")
        'Rain at last'
        """
        parts = [part for part in _PARTS.split(title) if part not in self.titles and part not in self.texts]
        return title if len(parts) == len(_PARTS.split(title)) else " ".join(parts)


def texts_of(page: Page) -> list[str]:
    """The texts of a page in order, white space collapsed."""
    return [text for text in (" ".join(text.split()) for text in page.texts) if text]


def lines_of(page: Page, without: frozenset[str]) -> list[str]:
    """The texts of a page but for some, those that stand in one line together: a phrase ends where a block does."""
    lines: list[list[str]] = []
    begun = False
    for raw, new in zip(page.texts, page.text_breaks.tolist(), strict=False):
        text = " ".join(raw.split())
        begun = begun and not new
        if text in without:
            begun = False
        elif text and begun:
            lines[-1].append(text)
        elif text:
            lines.append([text])
            begun = True
    return [BETWEEN.join(line) for line in lines]


def recurring(pages: Iterable[Page], least: int) -> frozenset[str]:
    """Texts that stand on at least so many of some pages."""
    counts = Counter(text for page in pages for text in set(texts_of(page)))
    return frozenset(text for text, count in counts.items() if count >= least)


def steady_of(pages: Iterable[Page], of_site: int, options: SteadyOptions = SteadyOptions()) -> Steady:
    """What most of some pages of a site have."""
    texts: Counter[str] = Counter()
    titles: Counter[str] = Counter()
    seen = 0
    for page in pages:
        seen += 1
        texts.update(set(texts_of(page)))
        titles.update(set(_PARTS.split(" ".join((page.title or "").split()))))
    least = max(options.least, options.share * seen)
    return Steady(of_site, *(frozenset(one for one, n in counts.items() if n >= least) for counts in (texts, titles)))


def spread(total: int, wanted: int) -> Iterator[int]:
    """So many places, or all, evenly over a row.

    >>> list(spread(10, 3)), list(spread(2, 3))
    ([0, 3, 6], [0, 1])
    """
    count = min(total, wanted)
    return (at * total // count for at in range(count))


def load_steady(tx: Transaction, site: str) -> Steady:
    """What is known to stand all over a site."""
    note = tx.notes.get(f"steady {site}")
    if not isinstance(note, dict):
        return Steady()
    return Steady(note["pages"], frozenset(note["texts"]), frozenset(note["titles"]))


def save_steady(tx: Transaction, site: str, steady: Steady) -> None:
    """Keep what stands all over a site."""
    lists: dict[str, Sequence[str]] = {"texts": sorted(steady.texts), "titles": sorted(steady.titles)}
    tx.notes.put(f"steady {site}", {"pages": steady.pages, **lists})
