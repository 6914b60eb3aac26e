"""Fits what words in the names of elements are worth, on top of what the first look at a block says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from intaglio.article.blocks.ancestors import Longs, chains_of
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.class_hints import page_names
from intaglio.article.blocks.counts import Floats
from intaglio.article.body.name_weights import NameWeights, weights_of, whole_page
from intaglio.page import Page

HOSTS = 8
"""A word of letters is learned that stands on so many hosts."""
RIDGE = 100.0
"""Weight of evidence against any weight of a word …"""
EVIDENCE = 60_000.0
"""… where all blocks weigh so much."""
ROUNDS = 60
LEAST = 0.02
"""Words that weigh less, near and above, are left out."""


@dataclass(frozen=True, slots=True)
class NamedBlocks:
    """Which words stand in the names around the blocks of a page: an entry each time one does."""

    words: tuple[str, ...]
    block: Longs
    word: Longs
    above: Longs
    """0: in the name of the block's element or of the one above that, 1: in that of any element above the block."""


def named_blocks(page: Page, blocks: Blocks) -> NamedBlocks:
    """The words around each block, as `NameWeights.rows` adds them up."""
    names, parent = page_names(page), chains_of(page).parent.tolist()
    stops = np.append(names.starts[1:], len(names.words)).tolist()
    spelled = [names.words[start + 1 : stop] for start, stop in zip(names.starts.tolist(), stops, strict=True)]
    known: dict[str, int] = {}
    numbers = [np.array([known.setdefault(word, len(known)) for word in name], dtype=np.int32) for name in spelled]
    ids = dict(zip(names.called.tolist(), numbers[names.ids], strict=True))
    own = [numbers[style] for style in names.style.tolist()]
    for e, number in ids.items():
        own[e] = np.concatenate([own[e], number])
    for e in whole_page(page).tolist():
        own[e] = own[e][:0]
    chain = own[:1]
    for e in range(1, page.size):  # parents come first
        above = chain[parent[e]]
        chain.append(np.concatenate([above, own[e]]) if len(own[e]) else above)
    elements = blocks.element.tolist()
    near = [[own[e], own[parent[e]] if e else own[e]] for e in elements]
    parts = [(np.concatenate(some), 0) for some in near] + [(chain[e], 1) for e in elements]
    sizes = [len(part) for part, _ in parts]
    block = np.repeat(np.tile(np.arange(len(elements)), 2), sizes)
    above = np.repeat(np.repeat([0, 1], len(elements)), sizes)
    return NamedBlocks(tuple(known), block, np.concatenate([part for part, _ in parts]), above)


@dataclass(frozen=True, slots=True)
class NameLesson:
    """A page as words are learned from it."""

    host: str
    named: NamedBlocks
    score: Floats
    """What the first look says of each block, as log-odds."""
    share: Floats
    weight: Floats


def fit_names(lessons: Sequence[NameLesson]) -> tuple[NameWeights, float]:
    """The weights of words, and what is added to all blocks."""
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix, vstack

    vocabulary = _vocabulary(lessons)
    size = len(vocabulary)
    rows, kept = [], []
    for one in lessons:
        numbers = np.array([vocabulary.get(word, -1) for word in one.named.words] or [-1])[one.named.word]
        known = numbers >= 0
        place = one.named.block[known], one.named.above[known] * size + numbers[known]
        matrix = csr_matrix((np.ones(int(known.sum())), place), shape=(len(one.score), 2 * size))
        kept.append(one.weight > 0)
        rows.append(matrix[kept[-1]])
    every = vstack(rows).tocsr()
    score, share, weight = (
        np.concatenate([getattr(one, name)[counted] for one, counted in zip(lessons, kept, strict=True)])
        for name in ("score", "share", "weight")
    )
    weight = weight * (EVIDENCE / weight.sum())

    def loss(values: Floats) -> tuple[float, Floats]:
        odds = score + every @ values[:-1] + values[-1]
        slope = weight * (1 / (1 + np.exp(-odds)) - share)
        cost = float(weight @ (np.logaddexp(0, odds) - share * odds)) + RIDGE / 2 * float(values[:-1] @ values[:-1])
        return cost, np.append(every.T @ slope + RIDGE * values[:-1], slope.sum())

    found = minimize(loss, np.zeros(2 * size + 1), jac=True, method="L-BFGS-B", options={"maxiter": ROUNDS}).x
    near, above = found[:size], found[size : 2 * size]
    pairs = {word: (float(near[n]), float(above[n])) for word, n in vocabulary.items()}
    return weights_of({word: pair for word, pair in pairs.items() if max(map(abs, pair)) >= LEAST}), float(found[-1])


def _vocabulary(lessons: Sequence[NameLesson]) -> Mapping[str, int]:
    hosts: dict[str, set[str]] = defaultdict(set)
    for one in lessons:
        for word in filter(str.isalpha, one.named.words):
            hosts[word].add(one.host)
    return {word: number for number, word in enumerate(sorted(w for w, some in hosts.items() if len(some) >= HOSTS))}
