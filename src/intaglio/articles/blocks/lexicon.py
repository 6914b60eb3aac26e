"""What the words of a line say about it: weights of words and of pairs of words, learned on the pages of many hosts.

Small print, consent and calls read alike wherever they stand, and unlike what people write about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.call_words import CALL_WORDS
from intaglio.articles.blocks.counts import Floats
from intaglio.articles.blocks.word_table import KeyTable, WordTable
from intaglio.page import Bools

_LINE = " \0 "
"""Set before each line when many are looked at together; no text of a parsed page has a NUL in it."""
MARK = _LINE.strip().encode()
"""The word that stands before each line."""
_UPPER, _PARTING = bytes(range(65, 91)), b".,:;!?()\"'|/-\t\n\r\x0b\x0c"
_PLAIN = bytes.maketrans(_UPPER + _PARTING, _UPPER.lower() + b" " * len(_PARTING))
"""Small letters, and spaces for signs that stand beside words and between them, in ASCII."""
_WIDE = "’“”…»\xa0"
"""The others."""
_SHIFT = 20
_NUMBER = (1 << _SHIFT) - 1
"""The bits of a word's number; what it calls for stands above them."""
_FILTER = 1 << 17
"""Numbers that pairs are told from others by at first look."""


def line_words(lines: Sequence[str]) -> list[bytes]:
    """The words of all lines, in small letters, by their bytes; a mark stands before each line."""
    return _words_text(lines).split()


def _words_text(lines: Sequence[str]) -> bytes:
    """The same with a space or more between two words."""
    text = _LINE.join(["", *lines])
    if not text.isascii():
        text = text.replace("©", " © ")
        for sign in _WIDE:
            text = text.replace(sign, " ")
        if not text.isascii():
            text = _LINE.join([line if line.isascii() else line.lower() for line in text.split(_LINE)])
    return text.encode("utf-8", "surrogatepass").translate(_PLAIN)


@dataclass(frozen=True, slots=True)
class ReadLines:
    """The words of some lines, one after the other, with the mark before each line."""

    numbers: Longs
    """Of each word in the lexicon, 0 for others."""
    bits: npt.NDArray[np.uint8]
    """What each word calls for."""
    begins: Longs
    """Where each line begins."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words with their weights: above 0 for those that content is made of, below for those of what stands around it."""

    number: Mapping[bytes, int]
    """Of each word, from 1 on; of the mark -1. Words that call for something have these bits shifted in."""
    table: WordTable
    """The same, to look up many."""
    numbers: Longs
    """By the word's entry in the table: its number, 0 for the mark."""
    bits: npt.NDArray[np.uint8]
    """What it calls for."""
    weight: Floats
    """By the word's number; that of no word is 0."""
    pair: Longs
    """Two words that follow each other: number of the first * `len(weight)` + that of the second; in order."""
    pairs: KeyTable
    """The same, to find many."""
    pair_weight: Floats
    """By the pair's entry; that of no pair is 0."""
    maybe: Bools
    """By the low bits of a pair's number: whether there may be such a pair. Most of what follows each other is none."""

    def read(self, lines: Sequence[str]) -> ReadLines:
        """Find the words of some lines."""
        entries = self.table.entries(_words_text(lines) if lines else b"")
        begins = (entries == len(self.number)).nonzero()[0]  # the mark is the last word
        return ReadLines(self.numbers.take(entries), self.bits.take(entries), begins)

    def scores(self, read: ReadLines) -> Floats:
        """What each line's words say: the sum of their weights, over the root of how many are known."""
        numbers = read.numbers
        if not len(read.begins):
            return np.zeros(0, dtype=np.float32)
        weight, known = self.weight.take(numbers), (numbers > 0).astype(np.int64)
        every = numbers[:-1] * len(self.weight) + numbers[1:]  # of two that are not both known it is no pair's
        some = self.maybe.take(every & (len(self.maybe) - 1)).nonzero()[0]
        at = self.pairs.find(every.take(some).view(np.uint64))
        weight[some] += self.pair_weight.take(at)
        known[some] += at > 0
        begins = read.begins
        told: Floats = np.add.reduceat(weight, begins) / np.sqrt(np.maximum(np.add.reduceat(known, begins), 1))
        return told


def lexicon_of(words: Mapping[str, float], pairs: Mapping[tuple[str, str], float]) -> Lexicon:
    """The lexicon of some words, and of pairs of them."""
    places = {word: place for place, word in enumerate(words, 1)}
    size = len(words) + 1
    keys = np.array([places[a] * size + places[b] for a, b in pairs], dtype=np.int64)
    order = np.argsort(keys, kind="stable")
    weight = np.array([0.0, *words.values()], dtype=np.float32)
    number = {word: bits << _SHIFT for word, bits in CALL_WORDS.items()}
    for word, place in places.items():
        number[word.encode()] = number.get(word.encode(), 0) + place
    pair = keys[order]
    pair_weight = np.array([0.0, *pairs.values()], dtype=np.float32)
    pair_weight[1:] = pair_weight[1:][order]
    maybe = np.zeros(_FILTER, dtype=np.bool_)
    maybe[pair & (_FILTER - 1)] = True
    number[MARK] = -1
    table = WordTable.of(number)
    numbers, bits = table.number & _NUMBER, (table.number >> _SHIFT).astype(np.uint8)
    numbers[-1] = bits[-1] = 0
    return Lexicon(
        number, table, numbers, bits, weight, pair, KeyTable.of(pair.view(np.uint64)), pair_weight, maybe
    )  # fmt: skip


@cache
def load_lexicon() -> Lexicon:
    """The one that comes with the package."""
    from importlib.resources import files

    return parse_lexicon((files("intaglio.articles.blocks") / "words.txt").read_text(encoding="utf-8"))


def parse_lexicon(text: str) -> Lexicon:
    """Read a lexicon: a line `word weight` or `word word weight` each; `# ` begins a comment."""
    lines = [line.split(" ") for line in text.split("\n") if line and not line.startswith("# ")]
    words = {line[0]: float(line[1]) for line in lines if len(line) == 2}
    return lexicon_of(words, {(line[0], line[1]): float(line[2]) for line in lines if len(line) == 3})


def write_lexicon(lexicon: Lexicon, comments: Sequence[str]) -> str:
    """The lexicon as `parse_lexicon` reads it."""
    words = dict(sorted((packed & _NUMBER, word.decode()) for word, packed in lexicon.number.items() if word != MARK))
    words.pop(0, None)
    lines = [f"# {comment}" for comment in comments]
    lines += [f"{word} {lexicon.weight[place]:.2f}" for place, word in words.items()]
    for key, weight in zip(lexicon.pair.tolist(), lexicon.pair_weight[1:].tolist(), strict=True):
        first, second = divmod(key, len(lexicon.weight))
        lines.append(f"{words[first]} {words[second]} {weight:.2f}")
    return "\n".join(lines) + "\n"
