"""What every segmenter promises, on ordinary pages and on those that break things; with and without layout."""

import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from intaglio.browser import Renderer, RenderOptions
from intaglio.capture import Capture
from intaglio.errors import LayoutMissing
from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.segment import SEGMENTERS, Rect, content_of, texts_of
from intaglio.segment.json_form import form_of
from intaglio.segment.visible import seen_texts
from tests.layouts import layout_by_hand

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PARAGRAPH = "<p>A sentence that is a little longer than a line of a menu would ever be, with <b>bold</b> in it.</p>"
IMAGE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/>"
PAGES = {
    "ordinary": (
        "<title>T</title><style>#side{float:left;width:200px;background:#eee}li{margin:4px}.gone{display:none}</style>"
        "<div id=top><h1>Name of the site</h1></div><div id=menu><a href=a>One</a> <a href=b>Two</a></div>"
        f"<div id=side><ul>{''.join(f'<li>item {n}</li>' for n in range(8))}</ul></div>"
        f"<div id=text><h2>Heading</h2>loose text<br>{PARAGRAPH * 5}<div class=gone>hidden</div></div>"
        "<table><tr><td>a<td>b<tr><td>c<td>d</table><div id=foot>Imprint</div>"
    ),
    "empty": "",
    "one element": "<html>",
    "image only": f'<img src="{IMAGE}"><img src="{IMAGE}">',
    "frameset": "<frameset cols='50%,50%'><frame src=a.html><frame src=b.html></frameset>",
    "right to left": f"<html dir=rtl><div>شعار</div><div>{'<p>نص طويل بما يكفي</p>' * 6}</div><div>نهاية</div>",
    "zero size": "<div style='width:0;height:0;overflow:hidden'>unseen</div><div style='height:0'>over the edge</div>",
    "deep": "<div>" * 300 + "bottom" + "</div>" * 300 + "<p>after",
}  # fmt: skip
Given = tuple[Page, Layout | None]


@pytest.fixture(scope="session")
def rendered(chromium: Path) -> dict[str, tuple[Page, Layout]]:
    """All pages, laid out once."""
    with Renderer(RenderOptions(executable=chromium, web=False, workers=1)) as renderer:
        made = {name: renderer.render(Capture(html.encode())) for name, html in PAGES.items()}
    return {name: (rendering.page, rendering.layout) for name, rendering in made.items()}


NO_LAYOUT = "without layout"
BESIDE_BLOCKS = {"ordinary": ["loose text"], NO_LAYOUT: ["loose text"]}
"""Texts that stand beside Blocks in a larger one: by definition in no smallest Block."""
CASES = [(method, name) for method in SEGMENTERS for name in PAGES]
CASES += [(method, NO_LAYOUT) for method, entry in SEGMENTERS.items() if not entry.needs_layout]


@pytest.fixture
def given(name: str, rendered: dict[str, tuple[Page, Layout]]) -> Given:
    return (Page.parse(PAGES["ordinary"]), None) if name == NO_LAYOUT else rendered[name]


@pytest.mark.parametrize("method", [method for method, entry in SEGMENTERS.items() if entry.needs_layout])
def test_who_needs_a_layout_says_so(method: str) -> None:
    with pytest.raises(LayoutMissing):
        SEGMENTERS[method](Page.parse("<p>x"))


@pytest.mark.parametrize(("method", "name"), CASES)
class TestEverySegmenter:
    def test_says_who_made_it_and_how(self, method: str, given: Given) -> None:
        tree = SEGMENTERS[method](*given)
        assert tree.method == method
        assert set(tree.options) <= set(SEGMENTERS[method].options.__dataclass_fields__)

    def test_is_deterministic_and_leaves_its_input_alone(self, method: str, given: Given) -> None:
        page, layout = given
        before = pickle.dumps((page, layout))
        first, second = SEGMENTERS[method](page, layout), SEGMENTERS[method](page, layout)
        assert form_of(page, first) == form_of(page, second)
        assert pickle.dumps((page, layout)) == before

    def test_areas_nest(self, method: str, given: Given) -> None:
        page, layout = given
        tree = SEGMENTERS[method](page, layout)
        for area, parent in zip(tree.areas, tree.parents, strict=True):
            if layout is None:
                assert area.rect is None
            elif parent >= 0 and area.rect is not None and tree.areas[parent].rect is not None:
                assert inside(area.rect, tree.areas[parent].rect, slack=3.0)
            if parent >= 0:
                assert set(content_of(page, area)) <= set(content_of(page, tree.areas[parent]))

    def test_every_visible_text_is_in_one_leaf(self, method: str, name: str, given: Given) -> None:
        page, layout = given
        tree = SEGMENTERS[method](page, layout)
        counts = Counter(t for number in tree.leaves for t in texts_of(page, tree.areas[number]))
        seen = np.flatnonzero(seen_texts(page, layout)).tolist()
        if method == "boxes":
            assert all(counts[t] <= 1 for t in seen)
        elif method == "text-blocks":
            assert [page.texts[t] for t in seen if counts[t] != 1] == BESIDE_BLOCKS.get(name, [])
            assert set(counts) <= set(seen)
        else:
            assert [t for t in seen if counts[t] != 1] == []

    def test_elements_are_topmost_and_ascending(self, method: str, given: Given) -> None:
        page, layout = given
        for area in SEGMENTERS[method](page, layout).areas:
            assert list(area.elements) == sorted(set(area.elements))
            assert list(area.texts) == sorted(set(area.texts))
            for e in area.elements:
                assert not set(page.ancestors(e)) & set(area.elements)


def inside(inner: Rect, outer: Rect | None, slack: float) -> bool:
    if outer is None:
        return True
    (x, y, w, h), (left, top, width, height) = inner, outer
    return (
        x >= left - slack and y >= top - slack
        and x + w <= left + width + slack and y + h <= top + height + slack
    )  # fmt: skip


def crowd(rows: int, columns: int) -> tuple[Page, Layout]:
    """A page of many boxes in rows, as a layout made by hand."""
    row = "<div>" + "<p>cell</p>" * columns + "</div>"
    page = Page.parse(f"<main>{row * rows}</main>")
    height = 25.0 * rows
    boxes: dict[int, Rect] = dict.fromkeys((0, 2, 3), (0.0, 0.0, 1000.0, height))
    e = 4
    for i in range(rows):
        boxes[e] = (0.0, 25.0 * i, 1000.0, 25.0)
        for j in range(columns):
            boxes[e + 1 + j] = (1000.0 * j / columns, 25.0 * i + (i * j) % 5, 40.0 + (i + 3 * j) % 150, 16.0)
        e += 1 + columns
    return page, layout_by_hand(page, boxes, size=(1000.0, height))


@pytest.fixture(scope="module")
def twenty_thousand() -> tuple[Page, Layout]:
    return crowd(5000, 4)


@pytest.mark.parametrize("method", SEGMENTERS)
def test_twenty_thousand_boxes(method: str, twenty_thousand: tuple[Page, Layout]) -> None:
    page, layout = twenty_thousand
    assert int(layout.text_visible.sum()) == 20_000
    tree = SEGMENTERS[method](page, layout)
    counts = Counter(t for number in tree.leaves for t in texts_of(page, tree.areas[number]))
    assert max(counts.values()) == 1
    assert len(counts) > 19_000
