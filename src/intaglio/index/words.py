"""How texts and queries are taken apart into words, in any language.

Letters and digits that follow each other are a word; in scripts that do not part words by spaces every character is.
Several words that stand together in a query without a space are looked for as a phrase, so that 大学 finds 北京大学.
Case, accents on Latin letters and ways of encoding the same character make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}"
_WORD = rf"[{_UNSPACED}]\p{{M}}*|[\p{{L}}\p{{N}}\p{{M}}--[{_UNSPACED}]]+|\p{{So}}"
_IDLE = re.compile(r'("(?:\\.|[^"\\])*")|:(?=\s|$|//)|(?<!\S)[-+]+(?=\s|$)')
_ASKING = re.compile(r'[:"()\[\]{}^~*\\]|(?<!\S)[-+]')


def analyzers() -> dict[str, Any]:
    """What takes texts apart for tantivy: into words, or not at all."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    kinds = {"words": Tokenizer.regex(_WORD), "whole": Tokenizer.raw()}
    return {
        name: TextAnalyzerBuilder(how).filter(Filter.lowercase()).filter(Filter.ascii_fold()).build()
        for name, how in kinds.items()
    }


def folded(text: str) -> str:
    """A text with one encoding for each character, and none that has no UTF-8."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode())


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
