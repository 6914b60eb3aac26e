from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from intaglio.pictures.charts import Series, bar_chart, line_chart, scatter_chart, ticks

SVG = "{http://www.w3.org/2000/svg}"
NAN = float("nan")


def elements(svg: str, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(SVG + tag))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 6, [0, 1, 2, 3, 4, 5, 6]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (3, 47, [0, 10, 20, 30, 40, 50]),
        (-2, 2, [-2, -1, 0, 1, 2]),
        (1e6, 3e6, [1e6, 1.5e6, 2e6, 2.5e6, 3e6]),
    ],
)
def test_ticks_are_round_and_span_the_range(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)


def test_lines_keep_their_points_inside_the_frame() -> None:
    svg = line_chart("t", [Series("a", [(0, 0), (10, 5)]), Series("b", [(5, NAN), (2, 3)])], x="pages", y="ms")
    (line,) = elements(svg, "polyline")
    assert line.get("points") == "64.0,308.0 612.0,44.0"
    assert len(elements(svg, "circle")) == 1


def test_scatter_draws_every_finite_point() -> None:
    points = [(float(n), n * n / 7) for n in range(50)]
    svg = scatter_chart("t", [Series("a", [*points, (1, NAN)])], x="x", y="y")
    assert len(elements(svg, "circle")) == 50


def test_bars_are_as_high_as_their_values() -> None:
    svg = bar_chart("t", {"one": {"a": 1.0, "b": 0.5}, "two": {"a": NAN}}, y="score")
    bars = [bar for bar in elements(svg, "rect") if bar.find(SVG + "title") is not None]
    assert [float(bar.get("height", 0)) for bar in bars] == pytest.approx([264, 132])


@pytest.mark.parametrize("draw", [line_chart, scatter_chart])
def test_nothing_is_an_empty_chart(draw: Callable[..., str]) -> None:
    svg = draw("t", [Series("a", [])], x="x", y="y")
    assert elements(svg, "polyline") + elements(svg, "circle") == []
    assert {"t", "a", "x", "y", "0", "1"} <= {element.text for element in elements(svg, "text")}


@pytest.mark.parametrize("draw", [line_chart, scatter_chart])
def test_one_value_is_a_dot_in_the_middle(draw: Callable[..., str]) -> None:
    (dot,) = elements(draw("t", [Series("a", [(1.0, 1.0)])], x="x", y="y"), "circle")
    assert (dot.get("cx"), dot.get("cy")) == ("338.0", "176.0")


def test_one_value_twice_is_drawn_where_it_is() -> None:
    points = [(2.0, 0.0), (2.0, 0.0)]
    (line,) = elements(line_chart("t", [Series("a", points)], x="x", y="y"), "polyline")
    assert line.get("points") == "338.0,176.0 338.0,176.0"
    dots = elements(scatter_chart("t", [Series("a", points)], x="x", y="y"), "circle")
    assert [(dot.get("cx"), dot.get("cy")) for dot in dots] == [("338.0", "176.0")] * 2


def test_bars_of_nothing_are_an_empty_chart() -> None:
    svg = bar_chart("t", {}, y="score")
    assert elements(svg, "rect") == []
    assert {"t", "score", "0"} <= {element.text for element in elements(svg, "text")}


def test_names_are_escaped_and_shown() -> None:
    svg = line_chart('a "b" <c>', [Series("<d> & e", [(0, 0), (1, 1)])], x="<x>", y="y")
    texts = [element.text for element in elements(svg, "text")]
    assert {'a "b" <c>', "<d> & e", "<x>"} <= set(texts)
