"""From leaves to areas: lines, paragraphs, styles, separators, groups and grids."""

import pytest

from intaglio.segment import Area
from intaglio.segment.burget import BurgetOptions, segment
from intaglio.segment.burget.area_grid import grid
from intaglio.segment.burget.groups import group, weigh
from intaglio.segment.burget.line_groups import find_lines, find_paragraphs
from intaglio.segment.burget.style import Style, alike
from intaglio.segment.burget.zones import Zone
from tests.segment.scenes import leaves, names, scene

OPTIONS = BurgetOptions()


def style(
    size: float = 16, *, bold: float = 0, italic: float = 0, luminosity: float = 0, ground: int = 0, n: int = 10
) -> Style:
    return Style(n, size * n, bold * n, italic * n, luminosity * n, ground)


def zone(
    left: float, top: float, right: float, bottom: float, look: Style | None = None, *, framed: bool = False
) -> Zone:
    return Zone([left, top, right, bottom], look or style(), [int(1000 * top + left)], framed=framed)


def corners(zones: list[Zone]) -> list[list[float]]:
    return sorted(list(found.corners) for found in zones)


LINES = [
    ("close", zone(0, 0, 50, 20), zone(60, 0, 90, 20), 1),
    ("a gap of a font size and a half", zone(0, 0, 50, 20), zone(74, 0, 90, 20), 1),
    ("further", zone(0, 0, 50, 20), zone(75, 0, 90, 20), 2),
    ("another background", zone(0, 0, 50, 20), zone(60, 0, 90, 20, style(ground=1)), 2),
    ("another line", zone(0, 0, 50, 20), zone(60, 15, 90, 35), 2),
    ("half a line lower", zone(0, 0, 50, 20), zone(60, 10, 90, 30), 1),
    ("around each other", zone(0, 0, 50, 60), zone(20, 0, 90, 20), 1),
]


@pytest.mark.parametrize(("one", "other", "count"), [case[1:] for case in LINES], ids=[case[0] for case in LINES])
def test_lines(one: Zone, other: Zone, count: int) -> None:
    assert len(find_lines([one, other], OPTIONS.line_gap)) == count
    assert len(find_lines([other, one], OPTIONS.line_gap)) == count


PARAGRAPHS = [
    ("below", zone(0, 0, 50, 20), zone(0, 25, 90, 45), 1),
    ("far below", zone(0, 0, 50, 20), zone(0, 45, 90, 65), 2),
    ("indented", zone(0, 0, 50, 20), zone(9, 25, 90, 45), 2),
    ("another style", zone(0, 0, 50, 20), zone(0, 25, 90, 45, style(bold=1)), 2),
]


@pytest.mark.parametrize(
    ("one", "other", "count"), [case[1:] for case in PARAGRAPHS], ids=[case[0] for case in PARAGRAPHS]
)
def test_paragraphs(one: Zone, other: Zone, count: int) -> None:
    assert len(find_paragraphs([one, other], OPTIONS.line_gap)) == count


STYLES = [
    (style(), style(17), True),
    (style(), style(17.5), False),
    (style(), style(bold=0.8), True),
    (style(), style(bold=1), False),
    (style(), style(italic=1), False),
    (style(), style(luminosity=0.005), True),
    (style(), style(luminosity=0.01), False),
    (style(), style(ground=1), False),
    (style(), style(n=0), False),
]


@pytest.mark.parametrize(("one", "other", "same"), STYLES)
def test_one_style(one: Style, other: Style, same: bool) -> None:
    assert alike(one, other) is alike(other, one) is same


def test_styles_add_up_by_characters() -> None:
    both = style(10, n=30) + style(20, n=10, ground=1)
    assert both.mean()[0] == 12.5
    assert both.background == -1


WEIGHTS = [
    ("29 pixels are none", zone(0, 0, 900, 100), zone(0, 129, 900, 200), 1, 0),
    ("30 pixels", zone(0, 0, 900, 100), zone(0, 130, 900, 200), 1, 3),
    ("vertical ones weigh twice", zone(0, 0, 100, 900), zone(120, 0, 200, 900), 0, 4),
    ("no wider than it is long", zone(0, 0, 20, 100), zone(0, 400, 20, 500), 1, 0),
    ("a large font before it asks for more", zone(0, 0, 900, 100, style(48)), zone(0, 130, 900, 200), 1, 0),
    ("a frame needs no white space", zone(0, 0, 900, 100), zone(0, 100, 900, 200, framed=True), 1, 1),
]


@pytest.mark.parametrize(
    ("one", "other", "axis", "weight"), [case[1:] for case in WEIGHTS], ids=[case[0] for case in WEIGHTS]
)
def test_weights(one: Zone, other: Zone, axis: int, weight: int) -> None:
    assert weigh([one], [other], axis, OPTIONS) == weight


def test_groups_nest_the_heaviest_separator_outermost() -> None:
    zones = [zone(0, 0, 900, 100), zone(0, 140, 900, 200), zone(0, 300, 900, 400)]
    top = group(zones, OPTIONS)
    assert top.weight == 10
    assert corners(top.children) == [[0, 0, 900, 200], [0, 300, 900, 400]]
    assert corners(top.children[0].children) == corners(zones[:2])


def test_leaves_of_one_style_that_nothing_parts_are_joined() -> None:
    top = group([zone(0, 0, 900, 20), zone(0, 40, 900, 60), zone(0, 80, 900, 100, style(bold=1))], OPTIONS)
    assert corners(top.children) == [[0, 0, 900, 60], [0, 80, 900, 100]]


def test_a_grid_keeps_places_and_forgets_distances() -> None:
    cells = grid([[0, 0, 900, 100], [0, 120, 200, 700], [250, 120, 900, 300], [250, 310, 900, 700]])
    assert [tuple(cell) for cell in cells] == [(0, 0, 1, 3), (2, 0, 3, 1), (2, 2, 1, 1), (4, 2, 1, 1)]
    far = grid([[0, 0, 9000, 100], [0, 1200, 2000, 7000], [2500, 1200, 9000, 3000], [2500, 3100, 9000, 7000]])
    assert far == cells


SITE = """<body box="0 0 1000 1000">
<div id=head box="0 0 1000 100" ground="#003366"><h1 box="20 20 400 60" font="32">A name for this site</h1></div>
<div id=side box="0 140 220 700"><p box="0 140 220 20">First link</p><p box="0 170 220 20">Second link</p></div>
<div id=text box="300 140 700 700"><p box="300 140 700 300">Long text</p><p box="300 450 700 390">Longer</p></div>
<div id=foot box="0 900 1000 100" ground="#003366"><p box="20 920 400 20">Small print</p></div>"""


def test_a_page_falls_into_its_parts() -> None:
    page, layout = scene(SITE)
    assert leaves(page, segment(page, layout, BurgetOptions(cut=0.3))) == [["head"], ["side"], ["text"], ["foot"]]


def test_the_cut_says_what_is_divided() -> None:
    page, layout = scene(SITE)
    counts = [len(segment(page, layout, BurgetOptions(cut=cut)).areas) for cut in (1.0, 0.5, 0.3, 0.0)]
    assert counts == sorted(counts)
    assert counts[0] > 1
    assert counts[-1] > counts[0]


def test_areas_tell_their_place_and_leaves_their_look() -> None:
    page, layout = scene(SITE)
    tree = segment(page, layout, BurgetOptions(cut=0.3))

    def of(name: str) -> Area:
        return next(area for area in tree.areas if names(page, area) == [name])

    assert dict(of("head").attributes) == {
        "row": 0, "column": 0, "rows": 1, "columns": 1, "characters": 16,
        "font_size": 32.0, "bold": 0.0, "italic": 0.0, "luminosity": 0.0, "background": "#003366",
    }  # fmt: skip
    assert (of("side").attributes["column"], of("text").attributes["column"]) == (0, 2)
    assert tree.root.attributes["separator_weight"] == 6
    assert of("head").rect == (0.0, 0.0, 1000.0, 100.0)


def test_boxes_in_boxes_are_one_area() -> None:
    html = '<div id=a box="0 0 400 400" ground="#eeeeee"><div id=b box="10 10 300 300" ground="#cccccc">'
    page, layout = scene(html + '<p box="20 20 100 20">a</p></div></div>')
    assert len(segment(page, layout, BurgetOptions(cut=0.0)).areas) == 1
