"""The distance of two subtrees: 1 - |A ∩ B| / max(|A|, |B|) of the sets of their leaf paths."""

import pytest

from intaglio.page import Page
from intaglio.templates.carrying.verify import subtree_distance


def distance(one: str, other: str) -> float:
    """The distance of the first elements in the bodies of two pages."""
    mine, theirs = Page.parse(f"<body>{one}"), Page.parse(f"<body>{other}")
    return subtree_distance(mine, int(mine.children(2)[0]), theirs, int(theirs.children(2)[0]))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("<div><p>x</p><b>y</b></div>", "<div><p>z</p><b></b></div>", 0.0),
        ("<p>x</p>", "<p>much more</p>", 0.0),
        ("<h1>x</h1>", "<h2>x</h2>", 1.0),
        ("<div></div>", "<div><p></p></div>", 1.0),
        ("<div><p></p></div>", "<div><b></b></div>", 1.0),
        ("<div><p></p><b></b></div>", "<div><p></p><i></i></div>", 1 / 2),
        ("<div><p></p><b></b><i></i><u></u></div>", "<div><p></p></div>", 3 / 4),
        ("<div><p></p><b></b><i></i></div>", "<div><p></p><b></b><u></u><s></s></div>", 1 / 2),
    ],
    ids=[
        "alike",
        "leaves",
        "leaves of two tags",
        "leaf or not",
        "none shared",
        "half",
        "more below",
        "of the larger set",
    ],
)
def test_known_distances(one: str, other: str, expected: float) -> None:
    assert distance(one, other) == pytest.approx(expected)
    assert distance(other, one) == pytest.approx(expected)


def test_it_is_paths_that_count_not_names() -> None:
    one = "<div><ul><li></li></ul><ol></ol></div>"
    other = "<div><ul></ul><ol><li></li></ol></div>"
    assert distance(one, other) == 1.0


def test_a_path_counts_once_however_often_it_is_there() -> None:
    assert distance("<ul><li></li></ul>", f"<ul>{'<li></li>' * 9}</ul>") == 0.0


def test_order_is_no_matter() -> None:
    assert distance("<div><p></p><b></b></div>", "<div><b></b><p></p></div>") == 0.0


def test_the_paths_start_at_the_node_and_what_is_around_is_left_out() -> None:
    one = Page.parse("<body><main><section><p></p></section></main>")
    other = Page.parse("<body><div><b></b><p></p></div><section><p></p></section><article><p></p></article>")
    mine, same, renamed = (int(page.children(e)[at]) for page, e, at in ((one, 3, 0), (other, 2, 1), (other, 2, 2)))
    assert subtree_distance(one, mine, other, same) == 0.0
    assert subtree_distance(one, mine, other, renamed) == 1.0


def test_ids_enter_with_their_digits_folded() -> None:
    assert distance("<div><p id=item-17></p></div>", "<div><p id=item-4></p></div>") == 0.0
    assert distance("<div><p id=price></p></div>", "<div><p id=name></p></div>") == 1.0
    assert distance("<div><p id=price></p></div>", "<div><p></p></div>") == 1.0
    assert distance("<div><p class=a></p></div>", "<div><p class=b></p></div>") == 0.0
