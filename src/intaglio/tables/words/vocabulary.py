"""The vocabulary of common things: what sites call a price, an author, a phone, and the word for it.

`common_things.txt` has a line a thing: the word, then labels, class names and schema.org properties for it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources

_LAYOUT = frozenset(
    """details overview summary about section open where when by web type call ref reference method bd ba hp now only
    sale""".split()  # noqa: SIM905
)
"""Words that classes have for parts of a page of any kind."""
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SIGNS = re.compile(r"[^\w\x00-\x7f]+")
"""Those that are not in ASCII: dashes, quotation marks."""
_ASCII = bytes(range(128))
_PLAIN = bytes(ord(chr(code).lower() if chr(code).isalnum() or chr(code) == "\n" else " ") for code in _ASCII) + _ASCII
"""Letters of words, and what stands between these, in ASCII; line breaks stay."""
_CASES = bytes(ord("a") if chr(code).islower() else ord("A") if chr(code).isupper() else 0 for code in _ASCII) + _ASCII
"""Whether letters are small or large, in ASCII."""
_WITHIN = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
"""An apostrophe within a word: `you'll`, `seller's`."""


@lru_cache(maxsize=8192)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a label, a name or a value, in lower case; the same ones are asked for again and again.

    >>> words_of("datePublished"), words_of("Mfr. Part #:"), words_of("Seller's notes")
    (('date', 'published'), ('mfr', 'part'), ('sellers', 'notes'))
    """
    text = text if text.isascii() else with_ascii_signs(text)
    if text.isascii():
        return tuple(ascii_words(text).split())
    return tuple([word.casefold() for word in _WORD.findall(_WITHIN.sub("", _CAMEL.sub(" ", text)))])


def with_ascii_signs(text: str) -> str:
    """A text whose signs that are no letters or digits are in ASCII; its words are the same, and often all in ASCII."""
    return _SIGNS.sub(" ", text.replace("’", "'"))


def ascii_words(text: str) -> str:
    """The words of a text in ASCII, in lower case and with blanks around them; lines stay lines."""
    raw = text.encode()  # bytes are looked through and translated several times as fast
    cases = raw.translate(_CASES)
    if b"aA" in cases:
        raw = _parted(raw, cases)
    if b"'" in raw:
        raw = _without_apostrophes(raw)
    return raw.translate(_PLAIN).decode()


def _parted(raw: bytes, cases: bytes) -> bytes:
    """With a blank between a small letter and a large one."""
    parts: list[bytes] = []
    begin, at = 0, cases.find(b"aA")
    while at >= 0:
        parts.append(raw[begin : at + 1])
        begin = at + 1
        at = cases.find(b"aA", begin)
    return b" ".join((*parts, raw[begin:]))


def _without_apostrophes(raw: bytes) -> bytes:
    """Without those that stand within a word."""
    first, *others = raw.split(b"'")
    parts = [first]
    for one in others:
        within = parts[-1][-1:].isalpha() and one[:1].isalpha()
        parts += [one] if within else [b"'", one]
    return b"".join(parts)


@cache
def _known() -> Mapping[tuple[str, ...], str]:
    lines = resources.files("intaglio.tables.words").joinpath("common_things.txt").read_text("utf-8").splitlines()
    entries = [line.split(": ", 1) for line in lines]
    return {words_of(said): word for word, all_ in entries for said in all_.split(",")}


@lru_cache(maxsize=8192)
def common_word(words: tuple[str, ...]) -> str | None:
    """The word of the vocabulary for what is called so; None for anything else."""
    known = _known()
    plain = words[:-1] if words[1:] and words[-1] == "s" else words  # `Genre(s)`
    if not all(map(str.isascii, plain)):
        plain = tuple(map(without_accents, plain))
    return known.get(plain) or known.get(tuple(_singular(word) for word in plain))


def telling_word(words: Iterable[str]) -> str | None:
    """The first word of some, of class names for instance, that is in the vocabulary by itself or with the next."""
    listed = list(words)
    known = _known()
    for at, word in enumerate(listed):
        two = known.get((word, listed[at + 1])) if at + 1 < len(listed) else None
        if two or ((word,) in known and word not in _LAYOUT):
            return two or known[(word,)]
    return None


def without_accents(word: str) -> str:
    """A word as those write it who have no such keys: `cafe`."""
    parts = unicodedata.normalize("NFKD", word)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word
