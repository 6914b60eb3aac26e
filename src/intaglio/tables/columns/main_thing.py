"""The main thing of a page: the text that says what the page is about.

It is like the title, what all titles share left out; it differs from page to page; it is a heading, stands early, and
other texts of the page repeat it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intaglio.tables.columns.candidates import Candidate
from intaglio.tables.columns.collected_values import CollectedValues
from intaglio.tables.columns.vocabulary import words_of

Words = frozenset[str]
_LONG = 200
"""Letters of a text that are looked at."""
_HEADINGS = {"h1": 1.0, "h2": 0.6, "h3": 0.4}


@dataclass(frozen=True, slots=True)
class MainOptions:
    """How the main thing is told; chosen on half of the sites of `records`."""

    shared: float = 0.6
    """Words on this share of the titles say nothing of a page."""
    filled: float = 0.6
    """Share of the rows that have it, at least."""
    title: float = 2.0
    echo: float = 1.0
    distinct: float = 2.5
    heading: float = 0.7
    repeated: float = 1.0
    early: float = 0.3
    """Weights of the signs."""
    longest: int = 30
    """Words that it has at most, usually."""
    repeats: int = 3
    """Fields that repeat it, beyond which more say no more."""
    least: float = 2.6
    """Score from which there is one."""


@dataclass(frozen=True, slots=True)
class TitleWords:
    """What the titles of a kind's pages say of their pages, word by word."""

    own: Mapping[int, Words]

    @classmethod
    def of(cls, values: CollectedValues, options: MainOptions = MainOptions()) -> TitleWords:
        """Leave out the words that most titles have."""
        said = {row: frozenset(words_of(title)) for row, title in values.titles.items()}
        counts = Counter(word for words in said.values() for word in words)
        shared = {word for word, count in counts.items() if count > max(options.shared * len(said), 1)}
        return cls({row: words - shared for row, words in said.items()})

    def likeness(self, words: Mapping[int, Words]) -> float:
        """Mean overlap of a field's words with the title's, over all rows."""
        shares = [_overlap(words.get(row, frozenset()), title) for row, title in self.own.items()]
        return sum(shares) / len(shares) if shares else 0.0

    def echoed(self, words: Mapping[int, Words]) -> float:
        """Share of a field's rows whose title has all words of the value."""
        hits = sum(bool(said) and said <= self.own.get(row, frozenset()) for row, said in words.items())
        return hits / len(words) if words else 0.0


def _overlap(one: Words, other: Words) -> float:
    either = len(one | other)
    return len(one & other) / either if either else 0.0


def row_words(one: Candidate) -> Mapping[int, Words]:
    """The words of a field's first value, by row; of a long one, those it begins with."""
    if one.words is None:
        one.words = {row: frozenset(words_of(held[0][:_LONG])) for row, held in one.rows.items()}
    return one.words


def main_thing(
    found: Sequence[Candidate], titles: TitleWords, rows: int, options: MainOptions = MainOptions()
) -> Candidate | None:
    """The field that says what a page is about; None if no text does."""
    best, most = None, options.least
    words = {id(one): row_words(one) for one in found}
    for at, one in enumerate(found):
        if one.origin != "text" or one.listed or len(one.rows) < options.filled * rows:
            continue
        own = words[id(one)]
        if 2 * sum(0 < len(said) <= options.longest for said in own.values()) < len(own):
            continue
        if not any(any(map(str.isalpha, held[0])) for held in one.rows.values()):
            continue
        signs = (
            options.title * titles.likeness(own)
            + options.echo * titles.echoed(own)
            + options.distinct * (len({held[0] for held in one.rows.values()}) / len(one.rows)) ** 2
            + options.heading * _heading(one)
            + options.repeated * _repeats(one, found, words, options.repeats)
            - options.early * at / len(found)
        )
        if signs > most:
            best, most = one, signs
    return best


def _heading(one: Candidate) -> float:
    tags = one.facts.tags[:3] if one.facts is not None else ()
    return max((_HEADINGS.get(tag, 0.0) for tag in tags), default=0.0)


def _repeats(one: Candidate, found: Sequence[Candidate], words: Mapping[int, Mapping[int, Words]], most: int) -> float:
    """How many other fields have the words of the value and more, on a few rows; what is part of it does not count."""
    rows = list(one.rows)[:: max(len(one.rows) // 5, 1)]
    own = words[id(one)]
    count = 0
    for other in found:
        if other is not one:
            theirs = words[id(other)]
            count += all(own[row] and own[row] <= theirs.get(row, frozenset()) for row in rows)
        if count >= most:
            return 1.0
    return count / most
