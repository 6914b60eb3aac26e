"""Notes that only show when pointed at are no part of the line they are set into."""

import numpy as np
import pytest

from intaglio import article
from intaglio.articles.blocks.block_columns import text_blocks
from intaglio.articles.output.kept_texts import kept_texts, notes
from intaglio.page import Page

CARD = (
    "<span class=rollover-person><a href=/ada>Ada Quill</a><span class=rollover-block><img src=/ada.jpg>"
    "<a href=/ada>Ada Quill</a> <a href=/1>Quill opposes the harbour bill over its costs</a> "
    "<a href=/ada>MORE</a></span></span>"
)
NOTE = "<a>tides</a><span class='Term_tooltipBubble__x'>The rise and fall of the sea. It has two a day.</span>"


def story(first: str) -> str:
    return (
        "<title>Tides</title><article><h1>Tides</h1>"
        f"<p>The harbour was quiet as {first} came in, and nobody was there.</p>"
        "<p>It was night, and the boats were far out. They came back in the morning, all of them.</p>"
        "<p>Nobody had seen them before. Nobody asked where they had been, and they told no one.</p></article>"
    )


@pytest.mark.parametrize(("first", "shown"), [(CARD, "Ada Quill"), (NOTE, "tides")])
def test_a_note_on_a_word_is_left_out_and_the_word_stays(first: str, shown: str) -> None:
    found = article(story(first))
    line = f"The harbour was quiet as {shown} came in, and nobody was there."
    assert line in found.text.split("\n")
    assert "harbour bill" not in found.markdown
    assert "rise and fall" not in found.markdown
    assert "ada.jpg" not in found.markdown
    assert "rise and fall" not in found.html


@pytest.mark.parametrize(
    "term",
    [
        "<a class=glossary-tooltip href=/t>the tides of the sea, twice a day,</a>",
        "<span class=tooltip-trigger>the tides of March</span>",
        "<span class=note>the tides, which rise twice a day,</span>",
    ],
)
def test_what_a_note_is_about_stays(term: str) -> None:
    page = Page.parse(story(term))
    blocks = text_blocks(page)
    assert notes(page, blocks, np.ones(len(blocks), dtype=np.bool_)) == []


def test_a_block_that_is_such_an_element_as_a_whole_stays() -> None:
    page = Page.parse("<p><span class=popover>All of this line stands in an element of that name.</span></p>")
    blocks = text_blocks(page)
    assert kept_texts(page, blocks, np.array([0])).all()


def test_what_stands_in_for_a_frame_is_not_shown() -> None:
    frame = "<iframe src=/film>&lt;span data-mark>Your browser has no frames.&lt;/span></iframe>"
    found = article(story(f"a boat {frame}") + f"<div>{frame}</div>")
    assert "The harbour was quiet as a boat came in, and nobody was there." in found.text
    assert "no frames" not in found.text + found.markdown


@pytest.mark.parametrize(
    "html", ["<head><title>Tides</title></head><body><span></span><x-app></x-app>", "<body><span>", ""]
)
def test_a_page_without_text_has_none(html: str) -> None:
    assert article(html).text == ""
    assert article(html).markdown == ""


def test_marks_of_places_are_no_part_of_a_text() -> None:
    found = article(
        "<title>Tides</title><main><h1>Tides<a href=#t>¶</a></h1><p>The sea rises and falls twice a day. It is so."
        "</p><h2 id=w>Why<a href=#w>#</a></h2><p>The moon is why<a href=#n>1</a>. So says <a href=/s>§</a> 5.</p>"
    )
    assert "Why\nThe moon is why1. So says § 5." in found.text
    assert "¶" not in found.text + found.html + found.markdown


def test_tools_behind_headings_are_left_out() -> None:
    prose = (
        "<p>The sea rises and falls twice a day, and it is so everywhere, as people who live by it know well.</p>" * 3
    )
    tool = "<span>[</span><a href='/edit?part={0}'>edit</a> | <a href='/source?part={0}'>edit source</a><span>]</span>"
    heading = "<h2>{1} <a href='/{1}'>{1} tables</a><span class=tools>" + tool + "</span></h2>"
    body = "".join(heading.format(n, name) + prose.replace("sea", name) for n, name in enumerate(("Ebb", "Flood")))
    by = "<h3>Said by <a href='/ann'>Ann</a></h3>" + prose.replace("sea", "bay")
    found = article(f"<title>Tides</title><main><h1>Tides</h1>{body}{by}{by.replace('bay', 'tide')}</main>")
    assert "edit" not in found.text + found.html + found.markdown
    assert "## Ebb [Ebb tables](/Ebb)\n" in found.markdown
    assert found.markdown.count("### Said by [Ann](/ann)") == 2
