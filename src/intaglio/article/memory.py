"""What an article finder remembers of a template's pages: where the body stood, and what stood on all of them.

With it a further page of the template is read without looking at its blocks one by one: places that were body are body,
texts that repeat are not. A page that differs too much is looked at as if it came alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from intaglio.article.blocks import Blocks, known_tags
from intaglio.article.tree import Longs, chains_of
from intaglio.page import Bools, Page

_DIGITS = re.compile(r"\d+")
_STEP = np.int64(1_000_003)


@dataclass(frozen=True, slots=True)
class MemoryOptions:
    """How much is remembered, and when it is trusted."""

    pages: int = 8
    """Pages to learn from; later ones change nothing."""
    least: int = 3
    """Pages that must have been learned from before the memory is used."""
    repeated: float = 0.5
    """A text that stood at the same place on this share of the pages is no body."""
    sure: float = 0.9
    """A place is body, or is none, if this share of its words agreed."""
    doubtful: float = 0.1
    """A page with more than this share of its words at unknown or doubtful places is looked at alone."""
    places: int = 4096
    """Places and texts remembered at most."""


@dataclass(slots=True)
class Memory:
    """What was learned from the pages of one template; handed from page to page by whoever reads them."""

    options: MemoryOptions = field(default_factory=MemoryOptions)
    pages: int = 0
    places: dict[int, tuple[float, float]] = field(default_factory=dict)
    """For each place the words that were body, and all words."""
    texts: dict[int, int] = field(default_factory=dict)
    """For each text at its place on how many pages it stood."""

    def learn(self, page: Page, blocks: Blocks, keep: Bools) -> None:
        """Take in a page whose body was found without help."""
        if self.pages >= self.options.pages:
            return
        self.pages += 1
        place, text = addresses(page, blocks)
        for key in set(text):
            if key in self.texts or len(self.texts) < self.options.places:
                self.texts[key] = self.texts.get(key, 0) + 1
        for key, words, kept in zip(place, blocks.words.tolist(), keep.tolist(), strict=True):
            if key in self.places or len(self.places) < self.options.places:
                body, whole = self.places.get(key, (0.0, 0.0))
                self.places[key] = (body + words * kept, whole + words)

    def recall(self, page: Page, blocks: Blocks) -> tuple[Bools, Bools, bool]:
        """Which blocks are body, which only repeat; and whether the memory is good enough for this page."""
        place, text = addresses(page, blocks)
        often = max(2.0, self.options.repeated * self.pages)
        repeats = np.array([self.texts.get(key, 0) >= often for key in text], dtype=np.bool_)
        shares = np.array([self._share(key) for key in place])
        body = (shares >= self.options.sure) & ~repeats
        doubtful = (shares > 1 - self.options.sure) & (shares < self.options.sure) & ~repeats
        words = blocks.words
        ready = self.pages >= self.options.least and bool(body.any())
        trusted = float(words[doubtful].sum()) <= self.options.doubtful * float(words[~repeats].sum())
        return body, repeats, ready and trusted

    def _share(self, place: int) -> float:
        body, whole = self.places.get(place, (0.5, 1.0))
        return body / whole if whole else 0.0


def addresses(page: Page, blocks: Blocks) -> tuple[list[int], list[int]]:
    """For each block a number for its place, the tags and classes above it, and one for its text at that place."""
    chains = chains_of(page)
    looks = np.zeros(page.size + 1, dtype=np.int64)
    looks[:-1] = class_numbers(page) * 1009 + known_tags(page) + 1
    power = _STEP
    with np.errstate(over="ignore"):
        for jump in chains.jumps:
            looks = looks + power * looks[jump]
            power = power * power
    place = looks[blocks.owner].tolist()
    texts = page.texts
    text = [
        hash((key, _number("".join(texts[start:stop]))))
        for key, start, stop in zip(place, blocks.start.tolist(), blocks.stop.tolist(), strict=True)
    ]
    return place, text


def class_numbers(page: Page) -> Longs:
    """A number for the class of each element with text that is the same on all pages; digits do not count."""
    numbers = np.zeros(page.size, dtype=np.int64)
    filled = np.flatnonzero(page.text_stop > page.text_start)
    known: dict[str | None, int] = {None: 0}
    for name in (names := page.values("class", filled.tolist())):
        if name not in known:
            known[name] = _number(_DIGITS.sub("0", name or ""))
    numbers[filled] = [known[name] for name in names]
    return numbers


def _number(text: str) -> int:
    return crc32(" ".join(text.split()).encode("utf-8", "surrogatepass"))
