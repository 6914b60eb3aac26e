"""What an article finder remembers of a template's pages: where the body stood, and what stood on most of them.

A lesson is taken of each of the first pages, whose bodies are found without help. From then on a page of the template
is read by its places: those that were body are body, texts that repeat are not. A page that differs too much is looked
at as if it came alone, but for what repeats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from intaglio.article.blocks import Blocks, known_tags
from intaglio.article.characters import Floats
from intaglio.article.lesson import MOST, Lesson
from intaglio.article.tree import Longs, chains_of
from intaglio.page import Bools, Page

_DIGITS = re.compile(r"\d+")
_STEP = np.int64(1_000_003)
UNKNOWN = 0.5
"""The share of body at a place where nothing stood before."""


@dataclass(frozen=True, slots=True)
class MemoryOptions:
    """How much is remembered, and when it is trusted."""

    pages: int = 8
    """Pages to learn from; later ones change nothing."""
    least: int = 3
    """Pages that must have been learned from before anything is made of it."""
    repeated: float = 0.5
    """A text that stood at the same place on this share of the pages is no body."""
    sure: float = 0.8
    """A place is surely body, or surely none, if this share of its words agreed."""
    doubtful: float = 0.15
    """A page with more than this share of its words at unknown or doubtful places is looked at alone."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a memory says of a page."""

    body: Bools
    """Blocks that stand where the body stood."""
    repeats: Bools
    """Blocks that stand on most pages as they stand here."""
    confidence: float
    trusted: bool
    """The page is enough like those learned from to be read by its places alone."""


@dataclass(slots=True)
class Memory:
    """What was learned from the pages of one template; handed from page to page by whoever reads them."""

    lessons: list[Lesson] = field(default_factory=list)
    options: MemoryOptions = field(default_factory=MemoryOptions)
    closed: bool = False
    """Nothing more is to be learned."""
    _learned: Learned | None = None

    @classmethod
    def lent(cls, lessons: Iterable[Lesson], options: MemoryOptions = MemoryOptions()) -> Memory:
        """A memory to look things up in, which learns nothing more."""
        return cls(list(lessons), options, closed=True)

    @property
    def learning(self) -> bool:
        """Whether the next page is to be learned from."""
        return not self.closed and len(self.lessons) < self.options.pages

    @property
    def useful(self) -> bool:
        """Whether enough was learned to make something of it."""
        return len(self.lessons) >= self.options.least

    def learn(self, page: Page, blocks: Blocks, keep: Bools, confidence: float, method: str) -> None:
        """Take in a page whose body was found without help."""
        place, text = addresses(page, blocks)
        words = blocks.words[:MOST].astype(np.float32)
        self.lessons.append(Lesson(place[:MOST], text[:MOST], words, keep[:MOST].copy(), confidence, method))
        self._learned = None

    def recall(self, page: Page, blocks: Blocks, method: str) -> Recalled:
        """Which blocks are body, which only repeat, and how far that is to be trusted."""
        known = self._learned = self._learned or Learned.of(self.lessons)
        place, text = addresses(page, blocks)
        repeats = known.count(text) >= max(2.0, self.options.repeated * len(self.lessons))
        share = known.share(place)
        sure = (share >= self.options.sure) & ~repeats
        doubtful = (share > 1 - self.options.sure) & ~sure & ~repeats
        mostly: Bools = (share > UNKNOWN) & ~repeats
        body = mostly | _between(mostly, (share == UNKNOWN) & ~repeats)
        words = blocks.words
        doubt = float(words[doubtful].sum()) / max(float(words[~repeats].sum()), 1.0)
        alike = all(lesson.method == method for lesson in self.lessons)
        trusted = alike and bool(sure.any()) and doubt <= self.options.doubtful
        return Recalled(body, repeats, known.confidence * (1 - doubt), trusted)


@dataclass(frozen=True, slots=True)
class Learned:
    """All lessons together, to look places and texts up in."""

    places: Longs
    shares: Floats
    """For each place the share of its words that was body."""
    texts: Longs
    counts: Longs
    """For each text at its place on how many pages it stood."""
    confidence: float

    @classmethod
    def of(cls, lessons: list[Lesson]) -> Learned:
        """Add up lessons."""
        places, at = np.unique(np.concatenate([lesson.place for lesson in lessons]), return_inverse=True)
        words = np.concatenate([lesson.words for lesson in lessons])
        kept = words * np.concatenate([lesson.keep for lesson in lessons])
        whole = np.bincount(at, words, len(places))
        shares = np.bincount(at, kept, len(places)) / np.maximum(whole, 1e-9)
        texts, counts = np.unique(np.concatenate([np.unique(one.text) for one in lessons]), return_counts=True)
        return cls(places, shares, texts, counts, float(np.mean([lesson.confidence for lesson in lessons])))

    def share(self, places: Longs) -> Floats:
        """How much of what stood at these places was body; half if nothing did."""
        at = np.minimum(np.searchsorted(self.places, places), max(len(self.places) - 1, 0))
        if not len(self.places):
            return np.full(len(places), UNKNOWN)
        return np.where(self.places[at] == places, self.shares[at], UNKNOWN)

    def count(self, texts: Longs) -> Longs:
        """On how many pages these texts stood at their places."""
        at = np.minimum(np.searchsorted(self.texts, texts), max(len(self.texts) - 1, 0))
        if not len(self.texts):
            return np.zeros(len(texts), dtype=np.int64)
        return np.where(self.texts[at] == texts, self.counts[at], 0)


def _between(body: Bools, unknown: Bools) -> Bools:
    """Which unknown blocks have body as the nearest known block before and behind them."""
    number = np.arange(len(body))
    before = np.maximum.accumulate(np.where(unknown, -1, number))
    behind = np.minimum.accumulate(np.where(unknown, len(body), number)[::-1])[::-1]
    padded = np.append(body, False)
    between: Bools = unknown & padded[before] & padded[behind]
    return between


def addresses(page: Page, blocks: Blocks) -> tuple[Longs, Longs]:
    """For each block a number for its place, the tags and classes above it, and one for its text at that place."""
    looks = np.zeros(page.size + 1, dtype=np.int64)
    looks[:-1] = _class_numbers(page) * 1009 + known_tags(page) + 1
    power = _STEP
    with np.errstate(over="ignore"):
        for jump in chains_of(page).jumps:
            looks = looks + power * looks[jump]
            power = power * power
        place = looks[blocks.owner]
        texts = page.texts
        spans = zip(blocks.start.tolist(), blocks.stop.tolist(), strict=True)
        numbers = [_number("".join(texts[start:stop])) for start, stop in spans]
        return place, place * _STEP + np.array(numbers, dtype=np.int64)


def _class_numbers(page: Page) -> Longs:
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
    return crc32(text.strip().encode("utf-8", "surrogatepass"))
