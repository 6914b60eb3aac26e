"""Box Clustering piece by piece: which boxes, who lies beside whom, how unlike they are, what is put together."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intaglio.page import Page
from intaglio.segment import Rect
from intaglio.segment.boxes.box_clustering import BoxOptions, segment
from intaglio.segment.boxes.box_similarity import paper, reference
from intaglio.segment.boxes.cluster import clustered, clusters_at
from intaglio.segment.boxes.neighbours import Neighbours, neighbours
from intaglio.segment.boxes.page_boxes import Boxes, boxes_of
from tests.layouts import layout_by_hand

BLACK, RED = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)


def boxes(*rects: Rect, colours: Sequence[tuple[float, float, float]] | None = None) -> Boxes:
    corners = np.array([(x, y, x + w, y + h) for x, y, w, h in rects], float).reshape(-1, 4)
    number = np.full(len(rects), -1, np.int32)
    return Boxes(corners, corners, np.array(colours or [BLACK] * len(rects), float).reshape(-1, 3), number, number)


def pairs_of(found: Neighbours) -> dict[tuple[int, int], float]:
    return dict(zip(zip(found.one.tolist(), found.other.tolist(), strict=True), found.gap.tolist(), strict=True))


def test_the_nearest_in_each_direction_are_neighbours_equally_near_ones_all() -> None:
    found = neighbours(
        boxes((0, 0, 100, 10), (0, 20, 40, 10), (60, 20, 40, 10), (0, 50, 100, 10), (200, 0, 10, 60), (300, 100, 9, 9))
    )
    assert pairs_of(found) == {
        (0, 1): 10, (0, 2): 10, (1, 2): 20, (1, 3): 20, (2, 3): 20, (0, 4): 100, (2, 4): 100, (3, 4): 100,
    }  # fmt: skip
    assert found.farthest.tolist() == [100, 20, 100, 100, 100, 0]


rects = st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(1, 12), st.integers(1, 12))


@given(st.lists(rects, max_size=12))
def test_the_sweep_finds_what_comparing_all_pairs_finds(drawn: list[Rect]) -> None:
    made = boxes(*drawn)
    expected = set()
    for axis in (0, 1):
        for one in range(len(made)):
            for forward in (True, False):
                gaps = {}
                for other in range(len(made)):
                    a, b = made.corners[one], made.corners[other]
                    beside = min(a[3 - axis], b[3 - axis]) > max(a[1 - axis], b[1 - axis])
                    gap = b[axis] - a[axis + 2] if forward else a[axis] - b[axis + 2]
                    if other != one and beside and gap >= 0:
                        gaps[other] = gap
                # Of boxes that lie on one another the sweep may see one only: distances are what counts.
                expected |= {(one, axis, forward, min(gaps.values()))} if gaps else set()
    found = neighbours(made)
    gaps_found = pairs_of(found)
    for one, _, _, gap in expected:
        assert any(gap == other for pair, other in gaps_found.items() if one in pair)
        assert found.farthest[one] >= gap


def test_how_unlike_by_hand() -> None:
    """Two squares of 10 and 20 pixels, one black, one red, 10 apart; a third one 20 away from the second. All three
    share their top edge.
    """
    made = boxes((0, 0, 10, 10), (20, 0, 20, 20), (60, 0, 20, 20), colours=[BLACK, RED, RED])
    found = neighbours(made)
    assert list(pairs_of(found)) == [(0, 1), (1, 2)]
    distance = (10 / 10 + 10 / 20) / 2
    shape = (0 + 1 - 100 / 400) / 2
    colour = 1 / np.sqrt(3)
    assert paper(made, found).tolist() == pytest.approx([(distance + shape + colour) / 3, 1.0])
    assert reference(made, found)[0] == pytest.approx((0.3 * shape + 0.5 * colour + 0.2 * distance) / 6)


def test_ratios_of_wide_and_of_high_boxes_stay_between_0_and_1() -> None:
    made = boxes((0, 0, 100, 10), (0, 20, 10, 100), (0, 200, 1, 1), (0, 210, 500, 2))
    found = neighbours(made)
    for unlike in (paper(made, found), reference(made, found)):
        assert (unlike >= 0).all()
        assert (unlike <= 1).all()


def test_long_lists_hold_together_in_the_later_similarity() -> None:
    rows = [(0.0, 20.0 * i, 50.0 + i, 16.0) for i in range(6)]
    short, long = boxes(*rows[:2], (0, 300, 9, 9)), boxes(*rows, (0, 300, 9, 9))
    unlike = [reference(made, neighbours(made))[0] for made in (short, long)]
    assert unlike[1] < unlike[0]


def grouped(made: Boxes, threshold: float) -> list[list[int]]:
    found = neighbours(made)
    return clusters_at(clustered(made, found, paper(made, found), 1.0), len(made), threshold)


def test_alike_neighbours_are_put_together_up_to_the_threshold() -> None:
    made = boxes((0, 0, 100, 10), (0, 14, 100, 10), (0, 100, 100, 10), (0, 114, 100, 10))
    assert grouped(made, 0.0) == []
    assert grouped(made, 0.2) == [[0, 1], [2, 3]]
    assert grouped(made, 1.0) == [[0, 1, 2, 3]]


@given(st.lists(rects, max_size=10), st.floats(0, 1))
def test_a_run_to_a_lower_threshold_is_the_beginning_of_a_run_to_the_end(drawn: list[Rect], threshold: float) -> None:
    made = boxes(*drawn)
    found = neighbours(made)
    to_the_end, short = (clustered(made, found, paper(made, found), limit) for limit in (1.0, threshold))
    assert clusters_at(to_the_end, len(made), threshold) == clusters_at(short, len(made), 1.0)


def test_a_box_in_the_way_is_taken_in() -> None:
    # The high one beside the flat one makes a rectangle in which the third lies.
    made = boxes((0, 0, 100, 10), (110, 0, 10, 60), (50, 30, 20, 10), (300, 0, 10, 10))
    found = neighbours(made)
    unlike = np.where((found.one == 0) & (found.other == 1), 0.1, 0.9)
    assert clusters_at(clustered(made, found, unlike, 0.5), len(made), 0.5) == [[0, 1, 2]]


def test_clusters_may_not_overlap() -> None:
    # The rectangle around 0 and 1 would cut through the cluster of 2 and 3.
    made = boxes((0, 0, 10, 10), (0, 100, 10, 10), (5, 40, 10, 10), (5, 55, 10, 10))
    found = neighbours(made)
    table = {(2, 3): 0.1, (0, 2): 0.9, (1, 3): 0.9, (0, 1): 0.2}
    unlike = np.array([table[pair] for pair in pairs_of(found)])
    assert clusters_at(clustered(made, found, unlike, 0.5), len(made), 0.5) == [[2, 3]]


def drawn_page() -> tuple[Page, dict[int, Rect]]:
    page = Page.parse("<div><p>one</p><p>two</p></div><div><p>three</p><p>four</p></div><p><img></p>")
    rects: dict[int, Rect] = {
        3: (0, 0, 200, 40), 4: (0, 0, 200, 16), 5: (0, 20, 200, 16),
        6: (0, 300, 200, 40), 7: (0, 300, 200, 16), 8: (0, 320, 200, 16), 9: (500, 600, 10, 10), 10: (500, 600, 10, 10),
    }  # fmt: skip
    return page, rects


def test_clusters_hold_whole_subtrees_and_name_the_threshold() -> None:
    page, rects = drawn_page()
    replaced = np.zeros(page.size, np.bool_)
    replaced[10] = True
    layout = layout_by_hand(page, rects, replaced=replaced)
    tree = segment(page, layout, BoxOptions(threshold=0.2))
    assert [area.elements for area in tree.root.children] == [(3,), (6,)]
    assert [area.rect for area in tree.root.children] == [(0, 0, 200, 36), (0, 300, 200, 36)]
    assert tree.root.attributes == {"threshold": 0.2, "boxes": 5}
    kept = segment(page, layout, BoxOptions(threshold=0.2, keep_left_over=True))
    assert [area.elements for area in kept.root.children] == [(3,), (6,), (9,)]
    found = segment(page, layout)
    assert segment(page, layout, BoxOptions(threshold=float(found.root.attributes["threshold"]))).root == found.root


def test_a_background_around_one_line_is_the_box_and_what_contains_boxes_is_none() -> None:
    page = Page.parse("<div><b>label</b></div><img><p>over the image</p>")
    layout = layout_by_hand(
        page, {3: (0, 0, 90, 30), 4: (10, 5, 40, 16), 5: (0, 100, 400, 300), 6: (20, 120, 100, 16)},
        own_background=np.arange(page.size) == 3, replaced=np.arange(page.size) == 5,
    )  # fmt: skip
    made = boxes_of(page, layout)
    assert made.corners.tolist() == [[0, 0, 90, 30], [20, 120, 120, 136]]
