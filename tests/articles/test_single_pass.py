"""The method of Shen and Zou: distance, one pass over the blocks, two rules, completion."""

from collections.abc import Sequence

import numpy as np
import pytest

from intaglio import ArticleOptions, Page, article
from intaglio.articles.article_options import SinglePassOptions
from intaglio.articles.body.single_pass import Described, _completed, body_blocks, cluster, describe
from tests.layouts import layout_by_hand

STORY = "One. Two. Three."


def described(looks: Sequence[Sequence[float]], paths: Sequence[Sequence[float]], stops: Sequence[int]) -> Described:
    """Blocks by their features alone."""
    page = Page.parse("".join(f"<p>{n}</p>" for n in range(len(stops))))
    blocks = describe(page).blocks
    return Described(
        blocks, np.array(looks, float), np.array(paths, float), np.arange(len(paths[0])), np.array(stops),
        np.zeros(len(stops), np.uint64), None, np.inf,
    )  # fmt: skip


def test_distance_is_look_plus_path() -> None:
    looks = [[0.1, 0.5, 1.0], [0.1, 0.5, 0.8], [0.4, 0.1, 1.0]]
    paths = [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 0.0]]
    # S = θ / 1.1 for equal paths; V is 0.2 to the second, 0.5 to the third.
    found = cluster(described(looks, paths, [0, 0, 0]), SinglePassOptions(theta=0.11, threshold=0.1 + 0.2 + 1e-9))
    assert found.tolist() == [0, 0, 1]
    found = cluster(described(looks, paths, [0, 0, 0]), SinglePassOptions(theta=0.11, threshold=0.1 + 0.2 - 1e-6))
    assert found.tolist() == [0, 1, 2]


def test_a_distance_equal_to_the_threshold_still_joins() -> None:
    blocks = described([[0, 0, 1], [0, 0, 1]], [[1.0], [1.0]], [0, 0])
    assert cluster(blocks, SinglePassOptions(theta=1.1, threshold=1.1 / (1.0 + 0.1))).tolist() == [0, 0]


def test_blocks_are_compared_with_the_mean_of_a_class() -> None:
    looks = [[0.0, 0, 0], [0.2, 0, 0], [0.32, 0, 0]]
    options = SinglePassOptions(theta=0.0, threshold=0.21)
    assert cluster(described(looks, [[1.0]] * 3, [0] * 3), options).tolist() == [0, 0, 1]  # the mean is at 0.1


def test_paths_that_share_no_tag_are_ten_theta_apart() -> None:
    blocks = described([[0, 0, 0], [0, 0, 0]], [[1.0, 0.0], [0.0, 1.0]], [0, 0])
    assert cluster(blocks, SinglePassOptions(theta=0.1, threshold=1.0 + 1e-9)).tolist() == [0, 0]
    assert cluster(blocks, SinglePassOptions(theta=0.1, threshold=0.99)).tolist() == [0, 1]


def test_the_class_with_most_full_stops_is_the_body() -> None:
    page = Page.parse(f"<ul><li>A.</li><li>B.</li></ul><div><p>{STORY}</p><p>四。五。</p></div>")
    one = describe(page)
    assert one.stops.tolist() == [1, 1, 3, 2]
    assert body_blocks(one).tolist() == [False, False, True, True]


def test_completion_compares_paths_not_bags_of_tags() -> None:
    """`ul > div` has the tags of `div > ul`, but is another path; what is between and of the class's path comes in."""
    first, last = "<div><ul><li><p>One. Two.</p></li></ul></div>", "<div><ul><li><p>Three.</p></li></ul></div>"
    between = "<ul><div><li><p>Other</p></li></div></ul>"
    one = describe(Page.parse(first + between + first.replace("One. Two.", "None") + last))
    assert (one.paths[0] == one.paths[1]).all()
    assert one.ways[0] != one.ways[1]
    assert one.ways[0] == one.ways[2]
    chosen = np.array([True, False, False, True])
    assert _completed(one, chosen).tolist() == [True, False, True, False]


def test_without_layout_font_sizes_are_those_of_tags() -> None:
    one = describe(Page.parse("<h1>Title</h1><p>Text</p><h2>Part</h2><div><small>Note</small></div>"))
    assert one.looks[:, 2].tolist() == pytest.approx(
        [1.0, 0.5, 0.75, 0.5], abs=0.01
    )  # a block is as large as its element
    assert not one.looks[:, :2].any()
    assert one.boxes is None


def test_with_layout_left_and_width_are_shares_of_the_screen() -> None:
    page = Page.parse("<p>Wide</p><p>Off the right</p>")
    layout = layout_by_hand(page, {3: (100, 0, 500, 20), 4: (800, 30, 400, 20)})
    one = describe(page, layout)
    assert one.looks[:, :2].ravel().tolist() == pytest.approx([0.1, 0.5, 0.8, 0.2])


def test_rule_one_passes_over_what_begins_two_screens_down() -> None:
    page = Page.parse(f"<p>First. Story.</p><blockquote>{STORY} Four. Five.</blockquote>")
    near = layout_by_hand(page, {3: (0, 10, 500, 20), 4: (300, 1500, 200, 20)})
    far = layout_by_hand(page, {3: (0, 10, 500, 20), 4: (300, 1700, 200, 20)})
    assert body_blocks(describe(page, near)).tolist() == [False, True]
    assert body_blocks(describe(page, far)).tolist() == [True, False]


def test_completion_brings_in_what_was_left_out_within_bounds() -> None:
    """A block of the class's font size and path that only its width kept out joins if it lies inside."""
    page = Page.parse(f"<p>{STORY}</p><p>Narrow</p><p>{STORY}</p><p>Outside</p>")
    boxes = {3: (100, 0, 600, 20), 4: (100, 30, 200, 20), 5: (100, 60, 600, 20), 6: (800, 90, 100, 20)}
    one = describe(page, layout_by_hand(page, boxes))
    assert cluster(one).tolist() == [0, 1, 0, 2]
    assert body_blocks(one).tolist() == [True, True, True, False]


def test_the_method_by_its_name() -> None:
    found = article(
        f"<h1>Title</h1><ul><li>Menu</li></ul><div><p>{STORY}</p><p>Four. Five.</p></div>",
        options=ArticleOptions(method="single-pass"),
    )
    assert found.blocks == [STORY, "Four. Five."]
    assert found.confidence == 1.0


@pytest.mark.parametrize("html", ["", "<p></p>", "<script>x.</script>", "<p>no stop at all"])
def test_pages_without_stops_or_texts(html: str) -> None:
    assert isinstance(article(html, options=ArticleOptions(method="single-pass")).text, str)
