"""The main thing of a page: the text that is most like its title, what all titles share left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intaglio.tables.columns.candidates import Candidate
from intaglio.tables.columns.collected_values import CollectedValues
from intaglio.tables.columns.vocabulary import words_of

_SHARED, _LEAST, _FILLED = 0.6, 0.3, 0.5


@dataclass(frozen=True, slots=True)
class TitleWords:
    """What the titles of a kind's pages say of their pages, word by word."""

    own: Mapping[int, frozenset[str]]

    @classmethod
    def of(cls, values: CollectedValues) -> TitleWords:
        """Leave out the words that most titles have."""
        said = {row: frozenset(words_of(title)) for row, title in values.titles.items()}
        counts = Counter(word for words in said.values() for word in words)
        shared = {word for word, count in counts.items() if count > max(_SHARED * len(said), 1)}
        return cls({row: words - shared or words for row, words in said.items()})

    def likeness(self, one: Candidate) -> float:
        """How much alike a field and the title are, over the rows that have a title; 0 for one that varies little."""
        total = 0.0
        for row, title in self.own.items():
            held = one.rows.get(row)
            if held and title:
                words = frozenset(words_of(held[0]))
                either = len(words | title)
                total += len(words & title) / either if either else 0.0
        return total / len(self.own) if self.own else 0.0

    def echoed(self, one: Candidate) -> float:
        """Share of a field's rows whose title has all words of the value."""
        hits = sum(
            bool(words := frozenset(words_of(held[0]))) and words <= self.own.get(row, frozenset())
            for row, held in one.rows.items()
        )
        return hits / len(one.rows) if one.rows else 0.0


def main_thing(found: Sequence[Candidate], titles: TitleWords, rows: int) -> Candidate | None:
    """The field that says what a page is about; None if no text is like the title."""
    best, most = None, _LEAST
    for one in found:
        if one.origin != "text" or one.listed or len(one.rows) < _FILLED * rows:
            continue
        like = titles.likeness(one)
        if one.facts is not None and "h1" in one.facts.tags[:3]:
            like *= 1.15
        if like > most + 1e-9:
            best, most = one, like
    return best
