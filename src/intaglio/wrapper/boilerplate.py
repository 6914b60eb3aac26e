"""Boilerplate of a site: texts, and parts of titles, that stand on most of its pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from intaglio.page import Page
from intaglio.wrapper.page_model.page_tree import collapsed_texts

_PARTS = re.compile(r"\s+[-–—|·•:»«/]+\s+|\s*[|·•»«]\s*|:\s+")


@dataclass(frozen=True, slots=True)
class BoilerplateOptions:
    """When a text counts as the site's own."""

    pages: int = 200
    """Pages of a site that are looked at."""
    share: float = 0.5
    """Share of them that has it."""
    least: int = 3
    """And at least so many."""


@dataclass(frozen=True, slots=True)
class SiteBoilerplate:
    """Texts and parts of titles that most pages of a site have."""

    pages: int = 0
    """How many pages the site had when they were looked at."""
    texts: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    """Parts of titles."""

    def own_title(self, title: str) -> str:
        """What a title says of its page.

        >>> SiteBoilerplate(titles=frozenset({"The Courier"})).own_title("Rain at last | The Courier")
        'Rain at last'
        """
        said = _PARTS.split(" ".join(title.split()))
        parts = [part for part in said if part not in self.titles and part not in self.texts]
        return title if len(parts) == len(said) else " ".join(parts)


def texts_of(page: Page) -> list[str]:
    """The texts of a page in order, white space collapsed."""
    return [text for text in page.derived(collapsed_texts) if text]


def recurring(pages: Iterable[Page], least: int) -> frozenset[str]:
    """Texts that stand on at least so many of some pages."""
    counts = Counter(text for page in pages for text in set(texts_of(page)))
    return frozenset(text for text, count in counts.items() if count >= least)


def title_parts(page: Page) -> list[str]:
    """The parts of a page's title."""
    return _PARTS.split(" ".join((page.title or "").split()))


def recurring_of(counts: Mapping[str, int], pages: int, options: BoilerplateOptions) -> frozenset[str]:
    """Those of some texts that stand on most of so many pages."""
    least = max(options.least, options.share * pages)
    return frozenset(text for text, count in counts.items() if count >= least)


def spread(total: int, wanted: int) -> Iterator[int]:
    """So many places, or all, evenly over a row.

    >>> list(spread(10, 3)), list(spread(2, 3))
    ([0, 3, 6], [0, 1])
    """
    count = min(total, wanted)
    return (at * total // count for at in range(count))
