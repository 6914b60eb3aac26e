"""The plain words of texts: what a title and a heading have in common although they are written differently."""

from __future__ import annotations

import re
from collections.abc import Sequence

from intaglio.tables.words.vocabulary import ascii_words, with_ascii_signs, without_accents, words_of

Words = frozenset[str]
_SPELLED = re.compile("(?<=[aou])e")


def plain_words(texts: Sequence[str]) -> list[Words]:
    """The words of each of some texts in one line; titles often leave out the accents that pages have, or spell `ö` as
    `oe`. All are read at once: a column has some dozen short ones.

    >>> [sorted(words) for words in plain_words(["Café Blue", "Cafe Bluö", "MacKoenig's"])]
    [['blu', 'cafe'], ['bluo', 'cafe'], ['konigs', 'mac']]
    """
    if not texts:
        return []
    different = dict.fromkeys(texts)
    if 2 * len(different) <= len(texts):
        known = dict(zip(different, plain_words(list(different)), strict=True))
        return [known[text] for text in texts]
    said = "\n".join(texts)
    if said.isascii():
        return _of_lines(said)
    texts = [text if text.isascii() else with_ascii_signs(text) for text in texts]
    ascii_ = _of_lines("\n".join([text if text.isascii() else "" for text in texts]))
    return [one if text.isascii() else _of_any_writing(text) for one, text in zip(ascii_, texts, strict=True)]


def _of_lines(said: str) -> list[Words]:
    plain = ascii_words(said)
    for spelled in ("ae", "oe", "ue"):
        plain = plain.replace(spelled, spelled[0])
    return list(map(frozenset, map(str.split, plain.split("\n"))))


def _of_any_writing(text: str) -> Words:
    words = [word if word.isascii() else without_accents(word) for word in words_of(text)]
    return frozenset(_SPELLED.sub("", " ".join(words)).split())
