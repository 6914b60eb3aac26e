"""Word forms: whether two words are one word in another form, as plural and verb forms go in English."""

from __future__ import annotations

from collections.abc import Iterable


def same_word(one: str, other: str) -> bool:
    """Whether two words are forms of one.

    >>> same_word("author", "authors"), same_word("publish", "published"), same_word("category", "categories")
    (True, True, True)
    >>> same_word("rate", "ratio")
    False
    """
    return bool(_stems(one) & _stems(other))


def any_word_matches(word: str, words: Iterable[str]) -> bool:
    """Whether one of some words is a form of a word."""
    return any(same_word(word, other) for other in words)


def _stems(word: str) -> set[str]:
    found = {word}
    for ending in ("s", "es", "ed", "d", "ing"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            found.add(word[: -len(ending)])
            if ending in ("ed", "ing"):
                found.add(word[: -len(ending)] + "e")
    if word.endswith("ies") and len(word) > 4:
        found.add(word[:-3] + "y")
    return found
