"""White space is collapsed as `str.split` parts words, whatever the characters."""

from __future__ import annotations

import random
import sys

from intaglio.white_space import collapsed


def test_all_characters_part_words_or_do_not() -> None:
    for code in range(sys.maxunicode + 1):
        text = f" a{chr(code)}b {chr(code)}"
        assert collapsed(text) == " ".join(text.split())


def test_any_mixture_is_collapsed() -> None:
    letters = " \n\t\r\x0b\x0c\x1c\x1f\x85\xa0\u2003\u2028\u3000\u200bab\xe9\u4e00\U0001f600\ud800\0"
    chosen = random.Random(1)
    for _ in range(20_000):
        text = "".join(chosen.choices(letters, k=chosen.randrange(16)))
        assert collapsed(text) == " ".join(text.split())
