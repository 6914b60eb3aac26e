"""What an article finder remembers of a template's pages: where the body stood, and what stood on most of them.

A lesson is taken of each of the first pages, whose bodies are found without help. From then on a page of the template
is read by its places: those that were body are body, texts that repeat are not. A page that differs too much is looked
at as if it came alone, but for what repeats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.counts import Floats
from intaglio.articles.memory.lesson import GIVEN, MOST, Lesson
from intaglio.articles.memory.places import homes_of, places_of, texts_of
from intaglio.page import Bools, Page

_FEW = 5.0
"""Words by which any block may be longer than those before it."""


@dataclass(frozen=True, slots=True)
class MemoryOptions:
    """How much is remembered, and when it is trusted."""

    pages: int = 8
    """Pages to learn from; later ones change nothing."""
    least: int = 3
    """Pages that must have been learned from before anything is made of it."""
    repeated: float = 0.5
    """A text repeats if it stood at its place on this share of the pages …"""
    always: float = 0.9
    """… and on this share of those that have the place, or …"""
    steady: float = 0.8
    """… if this share of what stood at the place repeats: values that many pages happen to have are no template."""
    body: float = 0.4
    """A place is body if more than this share of its words was: what some pages have in theirs is not to be lost."""
    unlike: float = 0.022
    """A page is looked at alone if, by the shares, its body would disagree by more than this with what is found so …"""
    unknown: float = 0.02
    """… or if words at unknown places are more than this share of its body's …"""
    larger: float = 2.0
    """… as places are where nothing was body, if a block is this much longer than any there before …"""
    short: float = 0.5
    """… or if its body has less than this share of the words of those learned from …"""
    beside: float = 0.05
    """… and words beside it that do not repeat are more than this share of it: on such pages they may be body."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a memory says of a page."""

    body: Bools
    """Blocks that stand where the body stood."""
    repeats: Bools
    """Blocks that stand on most pages as they stand here."""
    shared: Bools
    """Those of them that stand where the body stood: what most pages have in theirs, as the headings of a manual."""
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
    given: Lesson | None = None
    """What people said of places; taken out of `lessons` if it is among them."""
    _learned: Learned | None = None

    def __post_init__(self) -> None:
        """Tell what people said from what pages taught."""
        self.given = next((lesson for lesson in self.lessons if lesson.method == GIVEN), self.given)
        self.lessons = [lesson for lesson in self.lessons if lesson.method != GIVEN]

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

    @property
    def type(self) -> str | None:
        """What kind most of the pages learned from were; None if lessons do not say."""
        return self._known().type if self.lessons else None

    def _known(self) -> Learned:
        """All lessons together."""
        if self._learned is None:
            self._learned = Learned.of(self.lessons, self.options)
        return self._learned

    def learn(self, page: Page, blocks: Blocks, keep: Bools, confidence: float, method: str) -> None:
        """Take in a page whose body was found without help."""
        place = homes_of(page, blocks)
        text = texts_of(page, blocks, place, np.arange(len(blocks)))
        words = blocks.words[:MOST].astype(np.float32)
        self.lessons.append(Lesson(place[:MOST], text[:MOST], words, keep[:MOST].copy(), confidence, method))
        self._learned = None

    def told(self, kind: str) -> None:
        """Take in what kind of page the last one was."""
        self.lessons[-1] = replace(self.lessons[-1], type=kind)
        self._learned = None

    def corrected(self, page: Page, blocks: Blocks, keep: Bools) -> Bools:
        """The blocks of a body, with those that people want there and without those that they do not."""
        if self.given is None:
            return keep
        place = places_of(page, blocks)
        wanted, unwanted = (_among(place, self.given.place[self.given.keep == is_body]) for is_body in (True, False))
        corrected: Bools = (keep | wanted) & ~unwanted
        return corrected

    def recall(self, page: Page, blocks: Blocks, method: str) -> Recalled:
        """Which blocks are body, which only repeat, and how far that is to be trusted."""
        known = self._known()
        place = homes_of(page, blocks)
        maybe = _among(place, known.changeless).nonzero()[0]
        repeats = np.zeros(len(blocks), dtype=np.bool_)
        repeats[maybe] = _among(texts_of(page, blocks, place, maybe), known.repeating)
        share, there = known.seen(place, blocks.words, self.options)
        mostly: Bools = (share > self.options.body) & there & ~repeats
        body = mostly | _between(mostly, ~(there | repeats))
        unlike = self._unlike(known, blocks.words, share, body, (there & ~repeats, ~(there | repeats)))
        alike = all(lesson.method == method for lesson in self.lessons)
        trusted = alike and bool(body.any()) and unlike <= self.options.unlike
        shared: Bools = repeats & (share > self.options.body)
        return Recalled(body, repeats, shared, known.confidence * (1 - min(unlike, 1.0)), trusted)

    def _unlike(self, known: Learned, words: Floats, share: Floats, body: Bools, places: tuple[Bools, Bools]) -> float:
        """How far a body is likely to disagree with one found alone, given the blocks at known and unknown places."""
        seen, unseen = places
        held = max(float(words[body].sum()), 1.0)
        short = held < self.options.short * known.words
        if float(words[unseen].sum()) > self.options.unknown * held or (
            short and float(words[(seen | unseen) & ~body].sum()) > self.options.beside * held
        ):
            return 1.0
        return float((words * np.where(body, 1 - share, share))[seen].sum()) / (2 * held)


@dataclass(frozen=True, slots=True)
class Learned:
    """All lessons together, to look places and texts up in."""

    places: Longs
    shares: Floats
    """For each place the share of its words that was body."""
    longest: Floats
    """The words of the longest block there."""
    changeless: Longs
    """Places where some texts repeat."""
    repeating: Longs
    """Texts at their places that are the template's, not the pages'."""
    words: float
    """Of a body, on average."""
    confidence: float
    type: str | None
    """What kind of page most were."""

    @classmethod
    def of(cls, lessons: list[Lesson], options: MemoryOptions) -> Learned:
        """Add up lessons."""
        places, at = np.unique(np.concatenate([lesson.place for lesson in lessons]), return_inverse=True)
        words = np.concatenate([lesson.words for lesson in lessons])
        kept = words * np.concatenate([lesson.keep for lesson in lessons])
        whole = np.bincount(at, words, len(places))
        shares = np.bincount(at, kept, len(places)) / np.maximum(whole, 1e-9)
        longest = np.zeros(len(places))
        np.maximum.at(longest, at, words)
        changeless, repeating = _repeating(lessons, at, len(places), options)
        confidence = float(np.mean([lesson.confidence for lesson in lessons]))
        types = Counter(lesson.type for lesson in lessons if lesson.type)
        kind = min(types, key=lambda one: (-types[one], one), default=None)
        mean = float(kept.sum()) / len(lessons)
        return cls(places, shares, longest, places[changeless], repeating, mean, confidence, kind)

    def seen(self, places: Longs, words: Floats, options: MemoryOptions) -> tuple[Floats, Bools]:
        """How much of what stood at these places was body, and whether enough like these blocks did to say so."""
        if not len(self.places):
            return np.zeros(len(places)), np.zeros(len(places), dtype=np.bool_)
        at = np.minimum(self.places.searchsorted(places), len(self.places) - 1)
        share = self.shares.take(at)
        usual = (share > options.body) | (words <= options.larger * self.longest.take(at) + _FEW)
        there: Bools = (self.places.take(at) == places) & usual
        return share, there


def _repeating(lessons: list[Lesson], place: Longs, size: int, options: MemoryOptions) -> tuple[Longs, Longs]:
    """Places of texts that repeat, and these texts, given the place of every block as a number below `size`."""
    texts, first, text = np.unique(
        np.concatenate([lesson.text for lesson in lessons]), return_index=True, return_inverse=True
    )
    page = np.repeat(np.arange(len(lessons)), [len(lesson.text) for lesson in lessons])
    pages_of_text = np.bincount(np.unique(text * len(lessons) + page) // len(lessons), minlength=len(texts))
    pages_of_place = np.bincount(np.unique(place * len(lessons) + page) // len(lessons), minlength=size)
    often = pages_of_text >= max(2.0, options.repeated * len(lessons))
    steady = np.bincount(place, often[text], size) >= options.steady * np.bincount(place, minlength=size)
    where = place[first]
    repeats = often & (steady[where] | (pages_of_text >= options.always * pages_of_place[where]))
    return np.unique(where[repeats]), texts[repeats]


def _among(values: Longs, known: Longs) -> Bools:
    """Which values are among others, which are sorted."""
    if not len(known):
        return np.zeros(len(values), dtype=np.bool_)
    among: Bools = known.take(np.minimum(known.searchsorted(values), len(known) - 1)) == values
    return among


def _between(body: Bools, unknown: Bools) -> Bools:
    """Which unknown blocks have body as the nearest known block before and behind them."""
    if not unknown.any():
        return unknown
    number = np.arange(len(body))
    before = np.maximum.accumulate(np.where(unknown, -1, number))
    behind = np.minimum.accumulate(np.where(unknown, len(body), number)[::-1])[::-1]
    padded = np.append(body, False)
    between: Bools = unknown & padded[before] & padded[behind]
    return between
