"""What the words of lines say, and how that is learned."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intaglio.articles.blocks.block_columns import text_blocks
from intaglio.articles.blocks.call_words import CALL_BIT, YEAR_BIT
from intaglio.articles.blocks.lexicon import Lexicon, lexicon_of, load_lexicon, parse_lexicon, write_lexicon
from intaglio.articles.body.features import block_features
from intaglio.articles.body.headings import heading_blocks
from intaglio.articles.body.second_features import SAID, said_rows
from intaglio.articles.body.text_signs import SIGNS, line_bits, text_signs
from intaglio.evaluate.train.word_weights import KnownLine, LineTable, WordOptions
from intaglio.page import Page

SMALL = lexicon_of({"read": -0.5, "more": -0.25, "sea": 0.5}, {("read", "more"): -1.0, ("more", "sea"): 2.0})


def told(words: Lexicon, lines: list[str]) -> list[float]:
    """What the words of each line say."""
    found: list[float] = words.scores(words.read(lines)).tolist()
    return found


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Nobody knows", 0),
        ("Sea!", 0.5),
        ("Read more", -1.75 / 3**0.5),
        ("read nothing more", -0.75 / 2**0.5),
        ("", 0),
    ],
)
def test_words_and_pairs_count(line: str, wanted: float) -> None:
    assert told(SMALL, [line]) == pytest.approx([wanted])


def test_pairs_do_not_reach_into_the_next_line() -> None:
    assert told(SMALL, ["more", "sea"]) == pytest.approx([-0.25, 0.5])
    assert len(told(SMALL, [])) == 0


def test_what_is_written_is_read_again() -> None:
    again = parse_lexicon(write_lexicon(SMALL, ["Some words."]))
    lines = ["Read more", "more sea", "© sea"]
    assert told(again, lines) == told(SMALL, lines)


def test_calls_are_read_with_the_words() -> None:
    read = SMALL.read(["Read more", "the sea", "Comments"])
    assert (read.bits[read.numbers > 0] != 0).tolist() == [True, True, False]
    assert read.bits[-1] == CALL_BIT["reply"]


def test_few_lines_call_for_what_they_call_for_among_many() -> None:
    """Opening words count among the first four of a line alone, and others anywhere."""
    lines = [
        "Read more",
        "",
        "The sea they read of, more",
        "Nobody here would say by whom",
        "Of 1999: comments, © Reuters",
    ]
    assert line_bits(lines) == [
        CALL_BIT["more"], 0, CALL_BIT["more"], 0, CALL_BIT["reply"] | CALL_BIT["credit"] | YEAR_BIT
    ]  # fmt: skip
    assert line_bits([]) == []
    page = Page.parse("".join(f"<p>{line or '&#8203;'}</p>" for line in lines))
    blocks = text_blocks(page)
    every = np.arange(len(blocks))
    read = load_lexicon().read(lines)
    calls = text_signs(page, blocks, every, (lines, lines), read)[[SIGNS.index(f"calls_{kind}") for kind in CALL_BIT]]
    assert calls.T.tolist() == [[bool(bits & bit) for bit in CALL_BIT.values()] for bits in line_bits(lines)]


@given(st.lists(st.text(st.characters(exclude_characters="\0")), max_size=6))
def test_each_line_is_told_for_itself(lines: list[str]) -> None:
    words = load_lexicon()
    assert told(words, lines) == pytest.approx([told(words, [line])[0] for line in lines])


def test_small_print_is_told_from_stories() -> None:
    said = told(load_lexicon(), [
        "We use cookies and similar technologies to improve our services. Read our privacy policy.",
        "He said that the war was over, and that nobody in the village had believed it.",
    ])  # fmt: skip
    assert said[0] < 0 < said[1]


def test_rows_say_what_stands_around() -> None:
    page = Page.parse("<div><h2>Read more</h2><p>Sea sea sea</p><p>Nobody knows</p></div><p>Beyond it all</p>")
    blocks = text_blocks(page)
    _, around = block_features(page, blocks)
    again = np.array([0, 1])
    rows = said_rows(blocks, around, heading_blocks(page), again, np.array([-1.0, 1.0]))
    assert rows.shape == (len(SAID), 4)
    assert rows[SAID.index("said")].tolist() == [-1, 1, 0, 0]
    assert rows[SAID.index("said_head")].tolist() == [-1] * 4
    assert rows[SAID.index("said_c1"), 0] == rows[SAID.index("said_c1"), 2] != 0


def test_weights_are_those_of_other_hosts() -> None:
    """Lines that one host alone has teach nothing about themselves."""
    lines = [
        KnownLine(text, f"host{host}", 0.5, share, 0.2)
        for host in range(40)
        for text, share in (("subscribe to our letter", 0.0), ("the sea was calm", 1.0))
    ]
    table = LineTable.of(lines, WordOptions(hosts=10))
    every = np.ones(len(lines), dtype=np.bool_)
    said = table.told_by_others(every)
    assert (said[::2] < 0).all()
    assert (said[1::2] > 0).all()
    words = table.lexicon(table.fit(every))
    assert told(words, ["our letter"])[0] < 0 < told(words, ["calm sea"])[0]
    assert table.told(table.fit(every)) == pytest.approx(told(words, [line.text for line in lines]), abs=0.03)
    one = LineTable.of([line for line in lines if line.host == "host3"], WordOptions(hosts=1))
    assert not one.told_by_others(np.ones(2, dtype=np.bool_)).any()
