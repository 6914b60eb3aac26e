"""Headings of posts and chapters: all that look alike are there, or none."""

import numpy as np
import pytest

from intaglio import Memory, article
from intaglio.articles.blocks.block_columns import Blocks, text_blocks
from intaglio.articles.body.headings import LIKELY, drop_last_heading, like_headings, with_sections, with_set_in
from intaglio.articles.body.repeated_items import like_parts
from intaglio.page import Page

POSTS = "<title>Notes</title><main>" + "".join(
    f"<div class=post><h3><a href=/{n}>Note {n}</a></h3><p>The boats came back on day {n}. It rained for {n + 3} "
    "hours, and nobody was seen at the quay.</p></div>"
    for n in range(4)
)
HEADS = np.array([0, 2, 4, 6])


@pytest.fixture
def page() -> Page:
    return Page.parse(POSTS)


@pytest.fixture
def blocks(page: Page) -> Blocks:
    return text_blocks(page)


def with_headings(page: Page, keep: list[bool], likely: list[float]) -> list[bool]:
    """The choice with headings, where elements look as their tags say."""
    blocks = text_blocks(page)
    chosen = like_headings(page, blocks, np.array(keep), np.array(likely, dtype=np.float32), page.tag.astype(np.int64))
    found: list[bool] = chosen.tolist()
    return found


def test_headings_that_look_alike_go_together(page: Page) -> None:
    keep = [False, True, True, True, False, True, True, True]
    assert all(with_headings(page, keep, [0.3, 0.9, 0.6, 0.9, 0.3, 0.9, 0.6, 0.9]))


def test_headings_of_what_was_left_out_stay_out(page: Page, blocks: Blocks) -> None:
    keep = [False, True, True, True, False, False, True, True]
    found = with_headings(page, keep, [0.4, 0.9, 0.6, 0.9, 0.4, 0.1, 0.6, 0.9])
    assert found == [True, True, True, True, False, False, True, True]
    assert with_sections(HEADS, blocks, np.array(keep)).tolist() == [0, 2, 6]


def test_unlikely_headings_stay_out(page: Page) -> None:
    keep = [False, True] * 4
    assert with_headings(page, keep, [LIKELY - 0.1, 0.9] * 4) == keep


def test_a_heading_that_ends_the_body_goes(blocks: Blocks) -> None:
    keep = np.array([True, True, True, False, False, False, False, False])
    drop_last_heading(HEADS, keep)
    assert keep.tolist() == [True, True] + [False] * 6


def category(posts: range, more: str = "") -> str:
    """A page of posts, each with its date, heading and tags."""
    items = "".join(
        f"<div class=post><div class=when>May {n}, 2024 by admin</div>"
        f"<h3 class=name><a href=/{n}>Note {n} of the quay</a></h3>"
        f"<div class=tags>Categories: <a href=/t{n}>tides</a>, <a href=/u{n}>boats</a></div>"
        f"<div class=content><p>The boats came back on day {n}. It rained, and nobody was seen.</p>{more}</div>"
        "</div>"
        for n in posts
    )
    menu = "<ul id=menu><li><a href=/>Home</a><li><a href=/a>About</a></ul>"
    return f"<title>Notes | Harbour</title><body>{menu}<h1>Harbour</h1>{items}"


def test_a_lone_post_has_its_heading_if_other_pages_have_theirs() -> None:
    made = Memory()
    for number in range(8):
        article(category(range(number, number + 6)), memory=made)
    said = "<h4>Later</h4><p>It was a night like any other. Only the lamp at the end of the quay was out.</p>"
    lone = article(category(range(30, 31), said), memory=made)
    assert not lone.body.recalled
    assert "Note 30 of the quay" not in article(lone.page).text
    assert lone.blocks[0] == "Note 30 of the quay"


def test_a_part_that_most_items_of_a_list_have_is_not_missing_in_one() -> None:
    keep = np.array([True] * 8 + [False, True])
    likely = np.array([0.6] * 8 + [0.3, 0.6], dtype=np.float32)
    groups, every = np.array([0, 1] * 5), np.ones(10, dtype=np.bool_)
    assert like_parts(keep, likely, groups, every).all()
    assert not like_parts(keep, likely, groups, ~every).all(), "what is no list is left alone"
    assert not like_parts(keep, np.where(keep, likely, 0), groups, every).all(), "what is hopeless stays out"
    half = np.array([True, True, False, True] * 2 + [True, True])
    assert like_parts(half, likely, groups, every).tolist() == half.tolist()


@pytest.mark.parametrize(
    ("html", "likely", "kept"),
    [
        ("<p>It rose.</p><h4>In detail</h4><p>It fell.</p>", 0.4, [True, True, True]),
        ("<p>It rose.</p><h4>In detail</h4><p>It fell.</p>", 0.2, [True, False, True]),
        ("<p>It rose.</p><h4>Read: <a href=/more>Knots</a></h4><p>It fell.</p>", 0.4, [True, False, True]),
        ("<p>It rose.</p><div><h4>In detail</h4></div><p>It fell.</p>", 0.4, [True, False, True]),
    ],
)
def test_a_heading_between_two_paragraphs_is_theirs(html: str, likely: float, kept: list[bool]) -> None:
    page = Page.parse(f"<body><main>{html}</main>")
    found = with_set_in(page, text_blocks(page), np.array([True, False, True]), np.full(3, likely))
    assert found.tolist() == kept
