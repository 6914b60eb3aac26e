"""Which characters, nodes and pixels belong to which segment, on pages small enough to count by hand."""

import numpy as np
import pytest

from intaglio.evaluate.segmentation.bcubed import bcubed
from intaglio.evaluate.segmentation.units import Segment, char_weights, chars, node_weights, nodes, of_element, pixels
from intaglio.page import Page
from tests.layouts import layout_by_hand

HTML = "<title>no</title><div>a b<p>cde</p></div><noscript>no</noscript><ul><li><img></li><li>f</li></ul>"
HTML_, HEAD, TITLE, BODY, DIV, P, NOSCRIPT, UL, LI, IMG, LI2 = range(11)
BOXES = {
    BODY: (0, 0, 100, 100), DIV: (0, 0, 100, 40), P: (0, 20, 100, 20), UL: (0, 50, 100, 50), LI: (0, 50, 100, 25),
    IMG: (0, 50, 50, 25), LI2: (0, 75, 100, 25),
}  # fmt: skip


def test_characters_but_white_space_and_metadata() -> None:
    page = Page.parse(HTML)
    assert dict(zip(page.texts, char_weights(page).tolist(), strict=True)) == {"no": 0, "a b": 2, "cde": 3, "f": 1}


def test_texts_belong_to_what_lists_them_or_an_element_above() -> None:
    page = Page.parse(HTML)
    first = page.texts.index("a b")
    member = chars(page, [Segment((P, UL)), Segment(texts=(first,))])
    assert [[page.texts[t] for t in np.flatnonzero(row)] for row in member] == [["cde", "f"], ["a b"]]


def test_an_element_belongs_when_all_that_is_seen_in_it_does() -> None:
    page = Page.parse(HTML)
    layout = layout_by_hand(page, BOXES)
    member = nodes(page, layout, [Segment((IMG,), (page.texts.index("f"),)), Segment((P,))])
    assert np.flatnonzero(member[0, : page.size]).tolist() == [UL, LI, IMG, LI2]
    assert np.flatnonzero(member[1, : page.size]).tolist() == [P]
    assert node_weights(layout)[: page.size].tolist() == [float(e in BOXES) for e in range(page.size)]


def test_pixels_are_shared_out_by_who_covers_them() -> None:
    found = [Segment(rect=(0, 0, 10, 10))]
    truth = [Segment(rect=(0, 0, 5, 10)), Segment(rect=(5, 0, 15, 10))]
    ours, theirs, weights = pixels((20.0, 10.0), found, truth)
    pieces = sorted(zip(weights.tolist(), ours[0].tolist(), theirs.T.tolist(), strict=True))
    assert pieces == [(50, True, [False, True]), (50, True, [True, False]), (100, False, [False, True])]
    score = bcubed(ours, theirs, weights)
    assert score.precision == pytest.approx(0.5)
    # Left half: all its mates are ours. Of the right one's 150 pixels the 50 inside have a third of their mates.
    assert score.recall == pytest.approx((50 * 1 + 50 * 50 / 150) / 200)


def test_a_subtree_takes_the_rectangle_of_what_is_seen_in_it() -> None:
    page = Page.parse(HTML)
    layout = layout_by_hand(page, BOXES | {UL: (0, 50, 0, 0)})
    assert of_element(page, layout, UL).rect == (0, 50, 100, 50)
    assert of_element(page, layout, NOSCRIPT).rect is None
