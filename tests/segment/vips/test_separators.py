"""Separators: where they are, and each of the five rules of their weight."""

import pytest

from intaglio.segment.vips.looks import Side
from intaglio.segment.vips.separators import START, Axis, Weigher, cells, font_weight, gap_weight, text_weight

SLACK = 2.0


def side(
    left: float, top: float, right: float, bottom: float, *,
    ground: int = 0, font: tuple[float, int] | None = None, text: bool = False,
) -> Side:  # fmt: skip
    return Side(left, top, right, bottom, ground, font, font, text)


def weight(one: Side, other: Side, axis: Axis = Axis.DOWN, rulers: tuple[tuple[float, ...], ...] = ()) -> int:
    return Weigher([one, other], rulers, SLACK).weigh([0], [1], axis).weight  # type: ignore[arg-type]


HEADER, LEFT, RIGHT, FOOTER = (
    side(0, 0, 900, 100), side(0, 120, 400, 500), side(420, 120, 900, 800), side(0, 830, 900, 900),
)  # fmt: skip


def test_separators_cross_the_whole_region() -> None:
    sides = [HEADER, LEFT, RIGHT, FOOTER]
    assert cells(sides, range(4), Axis.DOWN, SLACK) == [[0], [1, 2], [3]]
    assert len(cells(sides, range(4), Axis.ACROSS, SLACK)) == 1
    assert cells(sides, [1, 2], Axis.ACROSS, SLACK) == [[1], [2]]


@pytest.mark.parametrize(("top", "parts"), [(101, 2), (100, 2), (98, 2), (97, 1)])
def test_blocks_that_touch_are_parted_those_that_overlap_are_not(top: float, parts: int) -> None:
    assert len(cells([side(0, 0, 9, 100), side(0, top, 9, 200)], [0, 1], Axis.DOWN, SLACK)) == parts


def test_a_separator_is_what_the_blocks_leave() -> None:
    found = Weigher([HEADER, LEFT, RIGHT], (), SLACK).weigh([0], [1, 2], Axis.DOWN)
    assert (found.start, found.stop) == (100, 120)


@pytest.mark.parametrize(
    ("gap", "added"),
    [(0, 0), (1, 1), (8, 1), (9, 2), (15, 2), (16, 4), (25, 4), (26, 6), (35, 6), (36, 8), (45, 8), (46, 10), (55, 10),
     (56, 12), (500, 12)],
)  # fmt: skip
def test_the_wider_the_heavier_and_each_width_counts_once(gap: float, added: int) -> None:
    assert gap_weight(gap) == added
    assert weight(side(0, 0, 9, 10), side(0, 10 + gap, 9, 400)) == START + added


def test_an_hr_is_looked_up_in_the_page_not_among_the_blocks() -> None:
    one, other = side(0, 0, 900, 100), side(0, 110, 900, 200)
    plain = weight(one, other)
    assert weight(one, other, rulers=((0, 104, 900, 106),)) == plain + 2
    assert weight(one, other, rulers=((0, 304, 900, 306),)) == plain
    assert weight(one, other, rulers=((0, 4, 900, 6),)) == plain


def test_another_background_is_heavier() -> None:
    one = side(0, 0, 9, 10)
    assert weight(one, side(0, 20, 9, 30, ground=1)) == weight(one, side(0, 20, 9, 30)) + 2


FONTS = [
    ((16.0, 400), (16.0, 400), 0),
    ((16.0, 400), (16.0, 700), 2),
    ((20.0, 400), (16.0, 400), 2),
    ((16.0, 400), (20.0, 400), 4),
    ((9.0, 400), (10.0, 400), 4),
    ((10.0, 400), (9.0, 400), 2),
    (None, (9.0, 400), 0),
]


@pytest.mark.parametrize(("above", "below", "added"), FONTS)
def test_fonts(above: tuple[float, int] | None, below: tuple[float, int] | None, added: int) -> None:
    """9 and 10 pixels are compared as numbers, not as strings cut to one length."""
    assert font_weight([side(0, 0, 9, 9, font=above)], [side(0, 20, 9, 29, font=below)]) == added


def test_many_blocks_of_another_weight_count_once() -> None:
    above = [side(0, 0, 9, 9, font=(16.0, 400))]
    below = [side(10 * i, 20, 10 * i + 9, 29, font=(16.0, 700)) for i in range(5)]
    assert font_weight(above, below) == 2


def test_text_on_both_sides_is_lighter_not_heavier() -> None:
    text, other = side(0, 0, 9, 10, text=True), side(0, 0, 9, 10)
    assert text_weight([text], [text]) == -2
    assert text_weight([text], [other]) == 0
    assert weight(side(0, 0, 9, 10, text=True), side(0, 20, 9, 30, text=True)) == START + gap_weight(10) - 2


def test_fonts_and_texts_count_for_horizontal_separators_only() -> None:
    one, other = side(0, 0, 10, 10, font=(10.0, 400), text=True), side(20, 0, 30, 10, font=(20.0, 700), text=True)
    assert weight(one, other, Axis.ACROSS) == START + gap_weight(10)


def test_only_what_touches_the_separator_is_asked() -> None:
    sides = [side(0, 0, 9, 50, ground=1), side(20, 0, 29, 100), side(0, 110, 9, 200)]
    assert Weigher(sides, (), SLACK).weigh([0, 1], [2], Axis.DOWN).weight == START + gap_weight(10)
