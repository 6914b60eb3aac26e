"""What holds for VIPS and Burget's areas on any page: made at random, at the edge, and rendered."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intaglio.browser import Renderer, RenderOptions
from intaglio.capture import Capture
from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.segment import SEGMENTERS, AreaTree, texts_of
from intaglio.segment.burget import BurgetOptions
from intaglio.segment.vips import VipsOptions
from tests.segment.scenes import scene

METHODS = [
    pytest.param("vips", VipsOptions(), id="vips"),
    pytest.param("vips", VipsOptions(pdoc=10), id="vips, finest"),
    pytest.param("burget", BurgetOptions(), id="burget"),
    pytest.param("burget", BurgetOptions(cut=0.0), id="burget, finest"),
]


def check(page: Page, layout: Layout, tree: AreaTree) -> None:
    """Areas nest, every visible text is in exactly one leaf, and elements are held as a whole."""
    owner: dict[int, int] = {}
    for number, area in enumerate(tree.areas):
        assert area.rect is not None
        assert not (area.children and (area.elements or area.texts))
        for t in texts_of(page, area):
            assert t not in owner
            owner[t] = number
        for child in area.children:
            assert child.rect is not None
            x, y, width, height = area.rect
            left, top, wide, high = child.rect
            assert x <= left + 0.01
            assert y <= top + 0.01
            assert left + wide <= x + width + 0.01
            assert top + high <= y + height + 0.01
        held = set(area.elements)
        assert not any(above in held for e in held for above in page.ancestors(e))
    assert set(np.flatnonzero(layout.text_visible).tolist()) <= set(owner)


def flat(tree: AreaTree) -> list[tuple[object, ...]]:
    """The tree as rows: comparing areas themselves would recurse as deep as they nest."""
    rows = zip(tree.areas, tree.parents, strict=True)
    return [(parent, area.rect, area.elements, area.texts, dict(area.attributes)) for area, parent in rows]


def check_all(page: Page, layout: Layout, name: str, options: object) -> AreaTree:
    """Segment twice: the same both times, and nothing that went in has changed."""
    before = pickle.dumps(layout)
    tree = SEGMENTERS[name](page, layout, options)
    check(page, layout, tree)
    assert flat(SEGMENTERS[name](page, layout, options)) == flat(tree)
    assert pickle.dumps(layout) == before
    return tree


@st.composite
def pages(draw: st.DrawFn) -> str:
    """Markup with boxes anywhere, overlapping, outside their parents, empty and coloured."""
    parts = ['<body box="0 0 1000 1000">']
    number = st.integers(0, 900)
    for i in range(draw(st.integers(0, 25))):
        tag = draw(st.sampled_from(["div", "p", "span", "table", "ul", "li", "td", "b"]))
        box = f'box="{draw(number)} {draw(number)} {draw(st.integers(0, 300))} {draw(st.integers(0, 300))}"'
        look = draw(st.sampled_from(["", "", 'ground="#cc0000"', 'border="1 1 1 1"', 'font="24"', 'border="0 0 2 0"']))
        inside = draw(st.sampled_from(["", f"text {i} ", "<img box='5 5 90 90'>", "<hr box='0 9 900 2'>"]))
        parts.append(f"<{tag} {box} {look}>{inside}")
        if draw(st.booleans()):
            parts.append(draw(st.sampled_from(["</div>", "</p>", "</span>", "</ul>", "tail "])))
    return "".join(parts)


@pytest.mark.parametrize(("name", "options"), METHODS)
@given(html=pages())
@settings(max_examples=60, deadline=None)
def test_any_page(name: str, options: object, html: str) -> None:
    check_all(*scene(html), name, options)


EDGES = {
    "empty": "",
    "one element without a box": "<p>unseen",
    "one text": '<body box="0 0 900 900">text',
    "zero size": '<body box="0 0 0 0"><p box="0 0 0 0">a</p><p box="5 5 0 20">b',
    "one image": '<body box="0 0 900 900"><img box="0 0 300 300">',
    "images only": '<body box="0 0 900 900"><img box="0 0 300 300"><img box="0 500 300 300">',
    "only a rule": '<body box="0 0 900 900"><hr box="0 10 900 2" border="1 1 1 1">',
    "everything at one place": '<body box="0 0 900 900">' + '<p box="0 0 100 100">a</p>' * 50,
    "far outside": '<body box="0 0 900 900"><p box="5000 90000 100 20">a</p><p box="0 0 9 9">b',
}


@pytest.mark.parametrize(("name", "options"), METHODS)
@pytest.mark.parametrize("html", EDGES.values(), ids=EDGES)
def test_pages_at_the_edge(html: str, name: str, options: object) -> None:
    check_all(*scene(html), name, options)


@pytest.mark.parametrize(("name", "options"), METHODS)
@pytest.mark.parametrize("look", ["", 'border="1 1 1 1"'])
def test_twenty_thousand_boxes(name: str, options: object, look: str) -> None:
    cells = "".join(
        f'<div box="{x} {y} 100 {20 + x % 7}" {look}><p box="{x} {y} 90 20">c</p></div>'
        for y in range(0, 40_000, 40)
        for x in range(0, 1300, 130)
    )
    page, layout = scene(f'<body box="0 0 1366 40000">{cells}', size=(1366.0, 40_000.0))
    tree = SEGMENTERS[name](page, layout, options)
    check(page, layout, tree)
    assert len(tree.leaves) > 1


@pytest.mark.parametrize(("name", "options"), METHODS)
def test_the_deepest_page_a_parser_gives(name: str, options: object) -> None:
    html = "".join(f'<div box="0 {i} 900 900" border="1 1 1 1">text {i}' for i in range(5000))
    check_all(*scene(f'<body box="0 0 1000 1000">{html}'), name, options)


RENDERED = {
    "frameset": b"<frameset cols='50%,*'><frame src='a.html'><frame src='b.html'></frameset>",
    "right to left": """<html dir=rtl><style>nav{float:right;width:200px}main{margin-right:260px}</style>
        <header style="background:#036;color:#fff;padding:30px">כותרת</header>
        <nav><ul><li>ראשון<li>שני<li>שלישי</ul></nav><main><h1>שלום</h1><p>טקסט ארוך יותר</p></main>""".encode(),
    "image only": b"<img alt='' width=300 height=200 src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>",
    "no size": b"<body style='margin:0'><div style='height:0;overflow:hidden'>unseen</div>",
}


@pytest.fixture(scope="module")
def rendered(chromium: Path) -> Iterator[dict[str, tuple[Page, Layout]]]:
    with Renderer(RenderOptions(executable=chromium, web=False, workers=1)) as renderer:
        done = [renderer.render(Capture(body)) for body in RENDERED.values()]
        yield {name: (shot.page, shot.layout) for name, shot in zip(RENDERED, done, strict=True)}


@pytest.mark.browser
@pytest.mark.parametrize(("name", "options"), METHODS)
@pytest.mark.parametrize("kind", RENDERED)
def test_rendered_pages(rendered: dict[str, tuple[Page, Layout]], kind: str, name: str, options: object) -> None:
    tree = check_all(*rendered[kind], name, options)
    if kind == "right to left":
        assert len(tree.leaves) > 1
