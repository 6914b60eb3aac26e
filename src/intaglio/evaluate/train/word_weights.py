"""Fits the lexicon: what words and pairs of words say of a line beyond what the first look at it says."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.counts import Floats
from intaglio.articles.blocks.lexicon import MARK, Lexicon, lexicon_of, line_words
from intaglio.page import Bools

PARTS = 4
"""The trees learn from what lexicons say that did not see the page's host: one for each part of the hosts."""
_SURE = 5.0
"""Log-odds of a first look that is as sure as can be."""


@dataclass(frozen=True, slots=True)
class WordOptions:
    """How a lexicon is fitted."""

    hosts: int = 25
    """Words and pairs are known if so many hosts have them."""
    ridge: float = 1.0
    """Weight of evidence against any effect, in the unit of the lines' weights."""
    steps: int = 40
    heaviest: float = 0.3
    """What a line counts at most, so that none teaches what it happens to be about."""


@dataclass(frozen=True, slots=True)
class KnownLine:
    """A line with what is known of it."""

    text: str
    host: str
    look: float
    """How likely it is content at first look."""
    share: float
    weight: float


@dataclass(frozen=True, slots=True)
class LineTable:
    """Lines as the words and pairs in them, each a column."""

    words: Sequence[str]
    pairs: Sequence[tuple[str, str]]
    row: Longs
    """The line of each word or pair."""
    column: Longs
    scale: Floats
    """One over the root of how many each line has."""
    part: Longs
    """The part of the hosts that each line is of."""
    odds: Floats
    """Log-odds of the first look."""
    share: Floats
    weight: Floats
    options: WordOptions

    @classmethod
    def of(cls, lines: Sequence[KnownLine], options: WordOptions = WordOptions()) -> LineTable:
        """Number the words and pairs that many hosts have."""
        host = _numbered([line.host for line in lines])
        words, token, row = _tokens(lines, host, options.hosts)
        both = ((token[1:] >= 0) & (token[:-1] >= 0) & (row[1:] == row[:-1])).nonzero()[0]
        key = token[both] * len(words) + token[both + 1]
        pairs = _common(key, host[row[both]], options.hosts)
        at = np.searchsorted(pairs, key)
        hit = (np.append(pairs, -1).take(at) == key).nonzero()[0]
        known = token >= 0
        rows = np.concatenate([row[known], row[both[hit]]])
        look = np.clip(np.array([line.look for line in lines]), 1e-6, 1 - 1e-6)
        return cls(
            words, [(words[one // len(words)], words[one % len(words)]) for one in pairs.tolist()],
            rows, np.concatenate([token[known], len(words) + at[hit]]),
            1 / np.sqrt(np.maximum(np.bincount(rows, minlength=len(lines)), 1)),
            np.array([_part(line.host) for line in lines]), np.clip(np.log(look / (1 - look)), -_SURE, _SURE),
            np.array([line.share for line in lines]),
            np.minimum([line.weight for line in lines], options.heaviest), options,
        )  # fmt: skip

    def fit(self, chosen: Bools) -> Floats:
        """The weight of each column, learned from some of the lines, by accelerated descent."""
        kept = chosen[self.row] & (self.weight[self.row] > 0)
        row, column, size = self.row[kept], self.column[kept], len(self.words) + len(self.pairs)
        weight = self.weight * chosen
        # No curve is steeper than this: a column's steps are as long as they may be.
        steepest = 0.25 * np.bincount(column, weight[row], size) + self.options.ridge
        middle, before, base = np.zeros(size), np.zeros(size), 0.0
        for step in range(self.options.steps):
            likely = 1 / (1 + np.exp(-(self.odds + base + self.scale * np.bincount(row, middle[column], len(weight)))))
            slope = weight * (likely - self.share)
            base -= 4 * float(slope.sum()) / max(float(weight.sum()), 1e-9)
            fall = np.bincount(column, (slope * self.scale)[row], size) + self.options.ridge * middle
            now = middle - fall / steepest
            middle, before = now + step / (step + 3) * (now - before), now
        return before

    def told(self, weights: Floats) -> Floats:
        """What the words of each line say."""
        said: Floats = self.scale * np.bincount(self.row, weights[self.column], len(self.scale))
        return said

    def told_by_others(self, chosen: Bools) -> Floats:
        """What the words of the chosen lines say, by weights learned from those of other hosts; 0 for other lines."""
        said = np.zeros(len(self.scale))
        for part in range(PARTS):
            own = chosen & (self.part == part)
            said[own] = self.told(self.fit(chosen & ~own))[own]
        return said

    def lexicon(self, weights: Floats) -> Lexicon:
        """The words and pairs with their weights."""
        values = np.round(weights, 2).tolist()
        cut = len(self.words)
        return lexicon_of(
            dict(zip(self.words, values[:cut], strict=True)), dict(zip(self.pairs, values[cut:], strict=True))
        )


def _part(host: str) -> int:
    return hashlib.sha256(f"{host}words".encode()).digest()[0] % PARTS


def _numbered(names: Sequence[str]) -> Longs:
    known = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([known[name] for name in names], dtype=np.int64)


def _tokens(lines: Sequence[KnownLine], host: Longs, least: int) -> tuple[list[str], Longs, Longs]:
    """The words that many hosts have; the number of each word of the lines, -1 for others; its line."""
    found = line_words([line.text for line in lines])
    known = {word: number for number, word in enumerate(dict.fromkeys(found))}
    token = np.fromiter(map(known.__getitem__, found), np.int64, len(found))
    begins = token == known[MARK]
    row = begins.cumsum() - 1
    token, row = token[~begins], row[~begins]
    told = list(known)
    often = [number for number in _common(token, host[row], least).tolist() if _is_word(told[number])]
    place = np.full(len(known), -1)
    place[often] = np.arange(len(often))
    return [told[number].decode() for number in often], place[token], row


def _is_word(word: bytes) -> bool:
    text = word.decode("utf-8", "replace")
    return text.encode() == word and (text == "©" or any(map(str.isalnum, text)))


def _common(key: Longs, host: Longs, least: int) -> Longs:
    """The keys that so many hosts have, in order."""
    hosts = int(host.max(initial=0)) + 1
    each, count = np.unique(np.unique(key * hosts + host) // hosts, return_counts=True)
    return each[count >= least]
