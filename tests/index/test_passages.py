"""Passages: texts of one line together, boilerplate left out."""

from intaglio.index.passages import BETWEEN, lines_of


def test_texts_of_a_line_are_one_passage_and_boilerplate_ends_it() -> None:
    texts = ["Rain", "at last", "Share", "it fell", "", "all day", "Imprint"]
    breaks = [True, False, False, False, False, False, True]
    found = lines_of(texts, breaks, {"Share", "Imprint"})
    assert found == [f"Rain{BETWEEN}at last", f"it fell{BETWEEN}all day"]


def test_a_block_that_ends_at_a_blank_text_ends_the_passage() -> None:
    assert lines_of(["Rain", "", "at last"], [True, True, False], set()) == ["Rain", "at last"]
