"""Texts that say another one in fixed words: `More on Albany`, `Totem Inn Review`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import islice, starmap

from intaglio.tables.columns.candidate import Candidate

Words = frozenset[str]
_NONE: Words = frozenset()
_FIRST = 3
"""Rows that are looked at first."""
_SOME = 8
"""Those by which most are told that do not say it."""
_FRAME = 6
"""Fixed words around a value, at most."""
_LONG = 150
"""Letters of a text that may have more fixed words."""
_NEARLY = 0.75
"""Share of the main thing's words that say it in short, without fixed ones around them, and of the rows that do."""


def framed_texts(found: Sequence[Candidate], share: float, among: Container[int] | None = None) -> dict[int, Candidate]:
    """Texts that say another one in fixed words, `More on Albany`, by identity: each with the one it says. Others than
    those `among` some, by identity, are not asked for.
    """
    texts = [(one, one.words) for one in found if one.origin == "text" and not one.listed and one.words]
    asked = [(one, words, _frame(words)) for one, words in texts if among is None or id(one) in among]
    framed = [
        (one, words, frame)
        for one, words, frame in asked
        if frame and len(words) >= _FIRST and _is_read_whole(one, frame)
    ]
    bare: dict[tuple[int, Words], Candidate] = {}
    for one, words in texts if framed else ():
        if not _frame(words):
            for row, said in islice(words.items(), _FIRST):
                bare.setdefault((row, _plain(said)), one)
    found_in = ((one, _said_by(words, frame, bare, share)) for one, words, frame in framed)
    return {id(one): other for one, other in found_in if other is not None}


def _frame(words: Mapping[int, Words]) -> Words:
    """The words that all rows have; most texts have none in common."""
    frame = frozenset[str].intersection(*islice(words.values(), _FIRST))
    return frame.intersection(*words.values()) if frame else frame


def _plain(said: Words) -> Words:
    """Words as they are but for an `s` behind them: `View all of Ada Quill's posts`."""
    return frozenset([word.removesuffix("s") for word in said])


def _is_read_whole(one: Candidate, frame: Words) -> bool:
    """Whether all words of a text are known: of a long one, only those it begins with are."""
    return len(frame) <= _FRAME or all(len(held[0]) <= _LONG for held in one.rows.values())


def _said_by(
    words: Mapping[int, Words], frame: Words, bare: Mapping[tuple[int, Words], Candidate], share: float
) -> Candidate | None:
    """The column whose words are those of another inside its fixed ones, on nearly all rows."""
    first = ((row, _plain(said - frame)) for row, said in islice(words.items(), _FIRST))
    other = next((bare[said] for said in first if said in bare), None)
    if other is None or other.words is None or all(said == frame for said in words.values()):
        return None
    same = sum(_plain(other.words.get(row, _NONE)) == _plain(said - frame) for row, said in words.items())
    return other if same >= share * len(words) else None


def says_again(one: Candidate, main: Candidate | None, share: float) -> bool:
    """Whether a text says the main thing, or a part of it, in words that all rows have: `Mint Review`, or as the main
    thing is called in short.
    """
    if main is None or one is main or one.listed or one.origin != "text":
        return False
    if not one.words or not main.words:
        return False
    names = main.words
    if _are_apart(one.words, names, share):
        return False
    rows = [(said, name) for row, said in one.words.items() if said and (name := names.get(row))]
    if len(rows) < _FIRST or len(rows) - sum(starmap(frozenset.isdisjoint, rows)) < share * len(rows):
        return False
    counts = Counter(word for said, _ in rows for word in said)
    frame = {word for word, count in counts.items() if count >= share * len(rows)}
    if len(frame) > 2 * _FRAME or (one.label and len(frame) < _FIRST):
        return False
    inner = [(said - frame, name) for said, name in rows]
    within = sum(bool(said) and 2 * len(said & name) >= len(said) for said, name in inner)
    if within < share * len(rows):
        return False
    whole = sum(len(said & name) / len(name) for said, name in inner) / len(inner)
    plain = sum(said <= name for said, name in inner)
    return bool(frame) or (whole >= _NEARLY and plain >= _NEARLY * len(rows))


def _are_apart(words: Mapping[int, Words], names: Mapping[int, Words], share: float) -> bool:
    """Whether the first rows tell that fewer share a word with a name, as is so of most texts."""
    some = [(said, names.get(row)) for row, said in islice(words.items(), _SOME)]
    apart = [1 for said, name in some if said and name and said.isdisjoint(name)]
    return len(apart) > (1 - share) * len(words) + 1


def says_both(one: Candidate, main: Candidate | None, kept: Iterable[Candidate], share: float) -> bool:
    """Whether a text says the main thing and what another column says, and nothing else: `Mint, Portland`."""
    if main is None or one is main or one.listed or one.origin != "text" or one.label or not one.words:
        return False
    names = main.words or {}
    rests = {row: said - names[row] for row, said in one.words.items() if names.get(row) and names[row] <= said}
    least = share * len(one.words)
    if len(rests) < max(least, _FIRST) or not any(rests.values()):
        return False
    first = list(islice(rests.items(), _FIRST))
    for other in kept:
        theirs = other.words or {}
        if other is main or not all(rest <= theirs.get(row, frozenset()) for row, rest in first):
            continue
        if sum(rest <= theirs.get(row, frozenset()) for row, rest in rests.items()) >= least:
            return True
    return False
