"""Words looked up all at once: the same numbers as one by one."""

import random
from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intaglio.articles.blocks import word_table
from intaglio.articles.blocks.word_table import KeyTable, WordTable

LETTERS = "abcxyzäß©0"
WORD = st.text(LETTERS, min_size=1, max_size=30)


@given(st.lists(WORD, unique=True), st.lists(WORD))
def test_words_have_the_numbers_they_were_given_and_others_none(known: list[str], read: list[str]) -> None:
    words = {word.encode(): number for number, word in enumerate(known, 1)}
    text = [word.encode() for word in (*known, *read, *reversed(known))]
    found = WordTable.of(words).look_up(b"  ".join(text))
    assert found.tolist() == [words.get(word, 0) for word in text]


def test_many_words_have_places_of_their_own() -> None:
    drawn = random.Random(1)
    every = sorted({bytes(drawn.choices(b"abcdefghij", k=drawn.randint(1, 24))) for _ in range(20_000)})
    words = {word: number for number, word in enumerate(every[::2], 1)}
    assert WordTable.of(words).look_up(b" ".join(every)).tolist() == [words.get(word, 0) for word in every]


def test_small_numbers_have_places_of_their_own_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def counted(*how: int) -> Iterator[int]:
        for one in count(*how):
            tried.append(one)
            yield one

    monkeypatch.setattr(word_table, "count", counted)
    keys = np.array(sorted(random.Random(2).sample(range(1, 1 << 25), 6_000)), dtype=np.uint64)
    assert KeyTable.of(keys).find(keys).tolist() == list(range(1, 6_001))
    assert len(tried) < 60


def test_nothing_is_found_in_nothing() -> None:
    table = WordTable.of({b"\0": -1, b"tide": 1})
    assert table.look_up(b"").tolist() == []
    assert table.look_up(b" \0 tide \0  ebb ").tolist() == [-1, 1, -1, 0]
    assert WordTable.of({}).look_up(b"tide").tolist() == [0]
