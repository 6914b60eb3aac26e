"""The main thing of a page: the text that says what the page is about.

It is like the title, what all titles share left out; it differs from page to page; it is a heading, is called so by its
classes, stands early, and other texts of the page repeat it. It has no fixed words around it, and no label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

from intaglio.tables.columns.candidate import Candidate
from intaglio.tables.columns.collected_values import CollectedValues
from intaglio.tables.columns.framed_texts import framed_texts
from intaglio.tables.words.plain_words import Words, plain_words
from intaglio.tables.words.value_shapes import is_typed, shape_of
from intaglio.tables.words.vocabulary import common_word, words_of

_NONE: Words = frozenset()
READ = 200
"""Letters of a text whose words are looked at."""
_ROWS = 10
"""Rows, about, whose words are looked at."""
_SOME = 10
"""Values that are looked at for their form."""
_AFFIXED = 0.8
_NOTHING = 1e-9
"""What sums of the same differ by, at most."""
_USUAL, _DIFFERENT = 0.9, 0.9
_PARTED = re.compile(r"\s+[-–—|·•»>:]+\s+|\s*[|»]\s*")
"""What stands between the parts of a title."""
_BUILDS = 3
"""Builds of pages whose names are looked for elsewhere, at most."""
_CALLED = frozenset({"title", "name", "headline", "heading"})
_NAMED = frozenset({"author", "brand", "city", "company", "country", "director", "publisher", "speaker", "team"})
"""Things with a name of their own, `companyName`, which is that of none of their works, goods or places."""
_CODE = re.compile(r"(?=\D*\d)\S+")
"""A number of an article: digits, and nothing that parts words."""
_PLACES = frozenset({"address", "location", "email", "website", "byline"})
"""Looks of what has a place or is written by somebody, and is not it."""
_HEADINGS = {"h1": 1.0, "h2": 0.6, "h3": 0.4}


@dataclass(frozen=True, slots=True)
class MainOptions:
    """How the main thing is told; chosen on half of the sites of `records`."""

    shared: float = 0.6
    """Words on this share of the titles say nothing of a page."""
    filled: float = 0.6
    """Share of the rows that have it, at least."""
    title: float = 2.0
    echo: float = 0.5
    said: float = 1.0
    distinct: float = 3.0
    heading: float = 1.0
    begins: float = 1.5
    called: float = 0.5
    told: float = 1.5
    """What it is worth that classes call a text `jobTitle`, and counts against `companyName`."""
    repeated: float = 0.7
    early: float = 0.3
    affix: float = 1.0
    link: float = 0.3
    typed: float = 1.0
    label: float = 0.4
    empty: float = 2.0
    """Weights of the signs; from `early` on they count against it."""
    shorter: float = 1.0
    """A heading that scores this much less is it nevertheless, if the other has the same words and more."""
    longest: int = 30
    """Words that it has at most, usually."""
    repeats: int = 3
    """Fields that repeat it, beyond which more say no more."""
    least: float = 2.7
    """Score from which there is one."""


class Agreement(NamedTuple):
    """What a field says of what titles say, as means over rows."""

    alike: float
    """Overlap of the words of both, over all titles."""
    whole: float
    """Rows whose title has all words of the value."""
    within: float
    """Words of the value that the title has."""


@dataclass(frozen=True, slots=True)
class TitleWords:
    """What the titles of a kind's pages say of their pages, word by word."""

    own: Mapping[int, Words]
    begin: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The first words of the whole titles."""

    @classmethod
    def of(cls, values: CollectedValues, options: MainOptions = MainOptions()) -> TitleWords:
        """Leave out the words that most titles have; some rows are enough."""
        step = max(len(values.titles) // _ROWS, 1)
        titles = _telling_parts(dict(islice(values.titles.items(), 0, None, step)))
        said = dict(zip(titles, plain_words(list(titles.values())), strict=True))
        counts = Counter(word for words in said.values() for word in words)
        begin = {row: words_of(values.titles[row][:READ]) for row in titles}
        shared = {word for word, count in counts.items() if count > max(options.shared * len(said), 1)}
        return cls({row: words - shared for row, words in said.items()}, begin)

    def agreement(self, words: Mapping[int, Words]) -> Agreement:
        """What a field's words and the title's have in common."""
        alike = within = 0.0
        whole = 0
        for row, title in self.own.items():
            said = words.get(row, _NONE)
            if said:
                both = len(said & title)
                alike += both / (len(said) + len(title) - both)
                within += both / len(said)
                whole += both == len(said)
        rows = max(len(words), 1)
        return Agreement(alike / max(len(self.own), 1), whole / rows, within / rows)

    def begun(self, one: Candidate) -> float:
        """Share of a field's rows whose title begins with the value."""
        said = ((words_of(one.rows[row][0][:READ]), title) for row, title in self.begin.items() if row in one.rows)
        hits = sum(bool(words) and title[: len(words)] == words for words, title in said)
        return hits / max(len(self.begin), 1)

    def echoed(self, words: Mapping[int, Words]) -> float:
        """Share of a field's rows whose title has all words of the value."""
        hits = [1 for row, said in words.items() if said and said <= self.own.get(row, _NONE)]
        return len(hits) / len(words) if words else 0.0


def _telling_parts(titles: Mapping[int, str]) -> dict[int, str]:
    """Titles; of those in several parts, `Ann Lee - Red Team - Site`, only the parts that differ most from page to
    page: who is in a team is told apart from others in it by the name alone.
    """
    parts = {row: _PARTED.split(title) for row, title in titles.items()}
    sizes = Counter(map(len, parts.values()))
    usual, count = max(sizes.items(), key=lambda entry: entry[1], default=(1, 0))
    if usual < 2 or count < _USUAL * len(titles):
        return dict(titles)
    alike = [some for some in parts.values() if len(some) == usual]
    distinct = [len({some[at] for some in alike}) / len(alike) for at in range(usual)]
    least = _DIFFERENT * max(distinct)
    kept = [at for at in range(usual) if distinct[at] >= least]
    return {
        row: " ".join(some[at] for at in kept) if len(some) == usual else titles[row] for row, some in parts.items()
    }


def row_words(one: Candidate, titles: TitleWords) -> Mapping[int, Words]:
    """The words of a field's first value, by the rows whose titles are known; of a long one, those it begins with."""
    if one.words is None:
        rows: Collection[int] = one.rows
        values = one.first_values()
        if not one.rows.keys() <= titles.own.keys():
            rows = [row for row in titles.own if row in one.rows]
            values = [one.rows[row][0] for row in rows]
        if max(map(len, values), default=0) > READ:
            values = [value[:READ] for value in values]
        one.words = dict(zip(rows, plain_words(values), strict=True))
    return one.words


def _first_words(one: Candidate, row: int) -> Words:
    """The words of a field's first value of one row, where those of the others are not asked for."""
    return plain_words([one.rows[row][0][:READ]])[0]


def main_thing(
    found: Sequence[Candidate], titles: TitleWords, rows: int, options: MainOptions = MainOptions()
) -> Candidate | None:
    """The field that says what a page is about; None if no text does."""
    words = {id(one): row_words(one, titles) for one in found if one.origin == "text" and not one.listed}
    headed = _said_by_headings(found)
    likely: dict[int, float] = {}
    for at, one in enumerate(found):
        if id(one) not in words or not _could_be(one, words[id(one)], rows, options):
            continue
        agreement = titles.agreement(words[id(one)])
        if rows > 1 or _stands_out(one, agreement.within):
            place = options.early * at / len(found) + options.empty * (1 - len(one.rows) / max(rows, 1))
            beside = options.heading * max(headed.get(id(one), 0.0) - _heading(one), 0.0)
            first = options.begins * titles.begun(one) if _heading(one) else 0.0
            likely[at] = _likely(one, agreement, options) + beside + first - place
    scores = _told_scores(found, likely, words, options)
    best = max(sorted(scores), key=lambda at: scores[at], default=None)
    if best is None or scores[best] < options.least:
        return None
    for at in sorted(scores, key=lambda at: (-scores[at], at)):
        if scores[at] >= scores[best] - options.shorter and _is_within(found[at], found[best], words):
            return found[at]
    return found[best]


def _told_scores(
    found: Sequence[Candidate],
    likely: Mapping[int, float],
    words: Mapping[int, Mapping[int, Words]],
    options: MainOptions,
) -> dict[int, float]:
    """The scores of those that can be it, by what takes longer to tell: others are worse, whatever that says."""
    scores: dict[int, float] = {}
    least = options.least
    first_words = cache(_first_words)  # of the same few rows for each that could be it
    for at in sorted(likely, key=lambda at: (-likely[at], at)):
        if likely[at] + options.repeated < least - options.shorter - _NOTHING:
            break
        one = found[at]
        repeated = options.repeated * _repeats(one, found, words, first_words, options.repeats)
        scores[at] = likely[at] + repeated - _counting_against(one, options)
        least = max(least, scores[at])
    return scores


def with_other_names(
    found: Sequence[Candidate], main: Candidate, titles: TitleWords, rows: int, options: MainOptions = MainOptions()
) -> list[Candidate]:
    """Candidates in which other texts stand in for the main thing on the rows that have none: pages of another build
    say their name elsewhere.
    """
    left = list(found)
    for _ in range(_BUILDS):
        rest = {row: words for row, words in titles.own.items() if row not in main.rows}
        others = [one for one in left if one is not main and not one.also and main.rows.keys().isdisjoint(one.rows)]
        other = main_thing(others, TitleWords(rest), rows - len(main.rows), options) if len(rest) > 1 else None
        if other is None:
            break
        main.also.append(other)
        main.words = None
        main.take_rows(dict(sorted({**main.rows, **other.rows}.items())))
        left.remove(other)
    return left


def _could_be(one: Candidate, words: Mapping[int, Words], rows: int, options: MainOptions) -> bool:
    if len(one.rows) < options.filled * rows:
        return False
    if one.facts is not None and one.facts.region == "footer":
        return False
    if 2 * sum([0 < size <= options.longest for size in map(len, words.values())]) < len(words):
        return False
    values = one.first_values()
    if sum(map(len, values)) > READ * len(values):
        return False
    return any(any(map(str.isalpha, value)) for value in values)


def _called(words: Sequence[str], options: MainOptions, *, titled: bool) -> float:
    """What it says of a text that its classes call it a name or a title; they may say of which thing, too, which counts
    more where titles say nothing of it.
    """
    if _CALLED.isdisjoint(words):
        return 0.0
    whose = [before for before, word in pairwise(words) if word in _CALLED]
    if any(common_word((before,)) in _NAMED for before in whose):
        return -options.told
    told = not titled and any(common_word((before, word)) == "name" for before in whose for word in _CALLED)
    return options.told if told else options.called


def _stands_out(one: Candidate, said: float) -> bool:
    """Whether a text of a lone page, where all differs from other pages, is a heading or said by the title."""
    return bool(_heading(one) or said) and not any(map(is_typed, one.values()))


def _likely(one: Candidate, agreement: Agreement, options: MainOptions) -> float:
    """What speaks for a field, and what is soon told."""
    values = one.first_values()
    near = one.facts.near if one.facts is not None else ()
    tags = one.facts.tags[:2] if one.facts is not None else ()
    called_so = common_word(words_of(one.label)) == "name"
    return (
        options.title * agreement.alike
        + options.echo * agreement.whole
        + options.said * agreement.within
        + options.distinct * (len(set(values)) / len(values)) ** 2
        + options.heading * _heading(one)
        + (options.called if called_so else _called(near, options, titled=agreement.alike > 0))
        - options.link * ("a" in tags)
        - options.label * (bool(one.label) and not called_so)
    )


def _counting_against(one: Candidate, options: MainOptions) -> float:
    some = one.first_values()[:_SOME]
    return options.affix * _has_affix(some) + options.typed * _typed(one, some)


def _typed(one: Candidate, values: Sequence[str]) -> float:
    """How many of some values are something else than a name: a sum, a day, a code, a place."""
    look = shape_of(values) if one.look is None else one.look
    if look in _PLACES:
        return 1.0
    if not one.has_digits():
        return 0.0
    return sum(is_typed(value) or _CODE.fullmatch(value) is not None for value in values) / len(values)


def _has_affix(values: Sequence[str]) -> bool:
    """Whether nearly all values begin, or end, with the same word: `Mint Review`, `Bookmark Mint`."""
    said = [words for value in values if len(words := words_of(value)) > 1]
    least = _AFFIXED * len(values)
    return len(values) > 2 and any(
        max(Counter(words[at] for words in said).values(), default=0) >= least for at in (0, -1)
    )


def _is_within(one: Candidate, other: Candidate, words: Mapping[int, Mapping[int, Words]]) -> bool:
    """Whether a heading says the same as another heading, but less: the name without the town behind it."""
    if one is other or not _heading(one) or _heading(one) < _heading(other):
        return False
    mine, theirs = words[id(one)], words[id(other)]
    if len(set(one.first_values())) < _DIFFERENT * len(one.rows):
        return False
    return sum(bool(said) and said < theirs.get(row, frozenset()) for row, said in mine.items()) >= _USUAL * len(mine)


def _heading(one: Candidate) -> float:
    tags = one.facts.tags[:3] if one.facts is not None else ()
    if _HEADINGS.keys().isdisjoint(tags):
        return 0.0
    return max(_HEADINGS.get(tag, 0.0) for tag in tags)


def _said_by_headings(found: Sequence[Candidate]) -> dict[int, float]:
    """What it is worth, by identity, that a heading says a text in fixed words: `Mint Review` of `Mint`."""
    headings = {id(one): worth for one in found if (worth := _heading(one))}
    framed = framed_texts(found, _USUAL, among=headings)
    return {id(other): headings[heading] for heading, other in framed.items()}


def _repeats(
    one: Candidate,
    found: Sequence[Candidate],
    words: Mapping[int, Mapping[int, Words]],
    first_words: Callable[[Candidate, int], Words],
    most: int,
) -> float:
    """How many other fields have the words of the value and more, on a few rows; what is part of it does not count."""
    own = words[id(one)]
    said = [(row, own[row]) for row in list(own)[:: max(len(own) // 5, 1)]]
    if not all(some for _, some in said):
        return 0.0
    count = 0
    for other in found:
        theirs = words.get(id(other))
        for row, some in said:
            if row not in other.rows or not some <= (theirs[row] if theirs is not None else first_words(other, row)):
                break
        else:
            count += other is not one
            if count >= most:
                return 1.0
    return count / most
