"""Words that are read of many texts at once are those of each by itself, and looks are told by what values say."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intaglio.tables.words.plain_words import plain_words
from intaglio.tables.words.value_shapes import SHAPES, SIGNS
from intaglio.tables.words.vocabulary import words_of

TEXTS = st.text(st.sampled_from("aAbZeouö'’ _-1.é$–“"), max_size=12)


def words(text: str) -> list[str]:
    """The words of a text, sign by sign."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return [one.casefold() for one in re.findall(r"[^\W_]+", re.sub(r"(?<=[^\W\d_])['’](?=[^\W\d_])", "", parted))]


@given(TEXTS)
def test_words_are_those_between_what_is_no_letter(text: str) -> None:
    assert list(words_of(text)) == words(text)


@given(st.lists(TEXTS, max_size=6))
def test_plain_words_of_many_texts_are_those_of_each(texts: list[str]) -> None:
    signs = (unicodedata.normalize("NFKD", " ".join(words(text))) for text in texts)
    bare = ("".join(sign for sign in some if not unicodedata.combining(sign)) for some in signs)
    assert plain_words(texts) == [frozenset(re.sub("(?<=[aou])e", "", text).split()) for text in bare]


@pytest.mark.parametrize("word", SIGNS)
@given(data=st.data())
def test_what_has_a_form_says_one_of_its_signs(word: str, data: st.DataObject) -> None:
    form: re.Pattern[str] = SHAPES[word].__self__  # type: ignore[attr-defined]
    said = data.draw(st.from_regex(form, fullmatch=True)).casefold()
    assert any(sign in said for sign in SIGNS[word].split())
