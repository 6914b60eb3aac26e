"""How texts and queries are taken apart into words, in any language.

Letters and digits that follow each other are a word; in scripts that do not part words by spaces every character is.
Several words that stand together in a query without a space are looked for as a phrase, so that 大学 finds 北京大学.
Case, accents on Latin letters and ways of encoding the same character make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}"
_WORD = rf"[{_UNSPACED}]\p{{M}}*|[\p{{L}}\p{{N}}\p{{M}}--[{_UNSPACED}]]+|\p{{So}}"
_ASCII = bytes(ord(chr(code).lower()) if chr(code).isalnum() else 32 for code in range(128)) + bytes(range(128, 256))
"""What stands for each character of ASCII in a spaced text; bytes of others stay."""
_BEYOND = re.compile(r"[^\x00-\x7f]+")
_SOFT_HYPHEN = "\u00ad"
_IDLE = re.compile(r'("(?:\\.|[^"\\])*")|:(?=\s|$|//)|(?<!\S)[-+]+(?=\s|$)')
_ASKING = re.compile(r'[:"()\[\]{}^~*\\]|(?<!\S)[-+]')


def analyzers(*, writing: bool = False) -> dict[str, Any]:
    """What takes texts apart for tantivy: into words, or not at all. Who writes gives texts that are spaced."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    kinds = {"words": Tokenizer.regex(_WORD), "whole": Tokenizer.raw()}
    made = {
        name: TextAnalyzerBuilder(how).filter(Filter.lowercase()).filter(Filter.ascii_fold()).build()
        for name, how in kinds.items()
    }
    return {**made, "words": TextAnalyzerBuilder(Tokenizer.whitespace()).build()} if writing else made


class Spacer:
    """Makes texts of which the spaces alone tell the words, in lower case and without accents: to part them so costs an
    index a tenth.
    """

    def __init__(self) -> None:
        """Know no character yet but those of ASCII."""
        self._words = analyzers()["words"]
        self._kinds = _Characters(self._words.analyze)

    def spaced(self, text: str) -> str:
        """The words of a text that is folded, with spaces between.

        >>> Spacer().spaced("Relay-cup, École, 大学")
        'relay cup  ecole   大  学 '
        """
        made = text.encode().translate(_ASCII).decode()  # many times quicker than to translate a string
        if text.isascii():
            return made
        kinds = self._kinds
        made = _BEYOND.sub(lambda some: some[0].translate(kinds), made)
        if kinds.alone and kinds.marks and _both(set("".join(_BEYOND.findall(text))), kinds):
            return " ".join(self._words.analyze(text))  # marks are of the word that a character before them is
        return made


def _both(text: set[str], kinds: _Characters) -> bool:
    """Whether among some characters are such that are words by themselves, and marks."""
    return not (text.isdisjoint(kinds.alone) or text.isdisjoint(kinds.marks))


class _Characters(dict[int, str]):
    """What stands for a character in a spaced text, found out when it is first met."""

    def __init__(self, words: Callable[[str], list[str]]) -> None:
        super().__init__(enumerate(_ASCII[:128].decode()))
        self._words = words
        self.alone: set[str] = set()
        """Characters that are words by themselves."""
        self.marks: set[str] = set()
        """Characters that are parts of words, but neither letters nor digits."""

    def __missing__(self, code: int) -> str:
        one = chr(code)
        words = self._words(f"a{one}a")
        if len(words) == 3:
            self.alone.add(one)
        if len(words) != 2 and not one.isalnum() and unicodedata.category(one) != "So":
            self.marks.add(one)  # Thai ones are words by themselves, too, where they follow no letter
        self[code] = made = " ".join(words)[1:-1]
        return made


def folded(text: str) -> str:
    """A text with one encoding for each character, none that has no UTF-8, and no marks of where words may be parted.

    >>> folded("Bio\u00adpolitik")
    'Biopolitik'
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode()).replace(_SOFT_HYPHEN, "")


def query_text(query: str) -> str:
    """A query as the parser wants it; what has no word right behind it, as the colon in `Price: 4`, is no operator.

    >>> query_text('price:4 colour: red - "a: b"')
    'price:4 colour  red   "a: b"'
    """
    return _IDLE.sub(lambda found: found[1] or " ", folded(query))


def words_of(query: str) -> str | None:
    """The words of a query that has nothing but words; None of any other.

    >>> words_of("relay cup"), words_of("relay -cup"), words_of("price:4")
    ('relay cup', None, None)
    """
    text = " ".join(folded(query).split())
    plain = text.strip('"') if text.count('"') == 2 and text[0] == text[-1] == '"' else text
    asks = _ASKING.search(plain) is not None or any(word in ("OR", "AND", "NOT") for word in plain.split())
    return plain if plain and not asks else None
