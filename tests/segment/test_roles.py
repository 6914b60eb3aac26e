"""Headlines and bodies, with and without layout."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from intaglio.browser import Folder, Renderer, RenderOptions
from intaglio.capture import Capture
from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.run.site_learner import LearnOptions, segmented
from intaglio.sample.write_site import SampleOptions, write_sample
from intaglio.segment import SEGMENTERS, Rect
from intaglio.segment.area_tree import Area, AreaTree
from intaglio.segment.roles import RoleOptions, roles_of, with_roles
from intaglio.site import Site
from tests.layouts import layout_by_hand

HTML = (
    "<body><h1>The headline of the day</h1><div id=body>" + "Long text of the article. " * 40 + "</div>"
    "<p>Short.</p><p>Short.</p><p>Short.</p><p>Short.</p>"
)


def tree(page: Page) -> AreaTree:
    leaves = tuple(Area(elements=(int(e),)) for e in page.children(2))
    return AreaTree(Area(children=leaves), "test")


def test_headlines_and_bodies_without_layout() -> None:
    page = Page.parse(HTML)
    found = roles_of(tree(page), page, None)
    assert found == {1: "headline", 2: "body"}


def laid_out(page: Page, rects: Sequence[Rect], **fonts: float) -> tuple[AreaTree, Layout]:
    """The body's children in these boxes, as areas and as a layout; font sizes by element id, 16 elsewhere."""
    elements = [int(e) for e in page.children(2)]
    boxes = dict(zip(elements, rects, strict=True))
    sizes = np.full(page.size, 16, np.float32)
    for e in range(page.size):
        sizes[e] = fonts.get(page.id_of(e) or "", 16.0)
    areas = tuple(Area(rect=rect, elements=(e,)) for e, rect in boxes.items())
    layout = layout_by_hand(page, {2: (0.0, 0.0, 1000.0, 1000.0), **boxes}, font_size=sizes)
    return AreaTree(Area(children=areas), "test"), layout


def test_with_layout_it_is_the_font_that_makes_a_headline() -> None:
    page = Page.parse("<body><p id=big>Large words</p><h1 id=small>A heading that is set small</h1><p>Other words</p>")
    areas, layout = laid_out(page, [(0, 20.0 * n, 100, 20) for n in range(3)], big=30.0)
    assert roles_of(areas, page, layout) == {1: "headline"}
    assert roles_of(areas, page, None) == {2: "headline"}


def test_fonts_are_weighed_by_what_can_be_seen() -> None:
    """A long text in large letters raises the mean, unless it is hidden."""
    page = Page.parse(f"<body><p id=big>Large</p><p>Some plain text</p><p id=huge>{'Long text. ' * 50}</p>")
    rows: list[Rect] = [(0, 0, 100, 20), (0, 20, 100, 20), (0, 40, 100, 20)]
    areas, layout = laid_out(page, rows, big=30.0, huge=30.0)
    assert roles_of(areas, page, layout) == {}
    areas, layout = laid_out(page, [*rows[:2], (0, 40, 0, 0)], big=30.0, huge=30.0)
    assert roles_of(areas, page, layout) == {1: "headline"}


def test_with_layout_it_is_the_room_that_makes_a_body() -> None:
    short, long = "<div>Short.</div>", f"<div>{'Many letters. ' * 40}</div>"
    page = Page.parse(f"<body>{short}{long}{short}{short}{short}")
    rows: list[Rect] = [(0, 100.0 * n, 200, 40) for n in range(5)]
    rows[0] = (300, 0, 600, 900)
    areas, layout = laid_out(page, rows)
    assert roles_of(areas, page, layout) == {1: "body"}
    assert roles_of(areas, page, None) == {2: "body"}


def test_short_paragraphs_are_of_the_body_that_most_of_their_element_is() -> None:
    long = f"<p>{'Many letters. ' * 40}</p>"
    page = Page.parse(f"<body>{long}<p>Short.</p>{'<div>x</div>' * 9}")
    assert roles_of(tree(page), page, None) == {1: "body", 2: "body"}
    page = Page.parse("<body>" + f"<p>{'Too short. ' * 20}</p>" * 3 + f"<p>{'Just enough. ' * 35}</p>")
    assert roles_of(tree(page), page, None, RoleOptions(body=1.4)) == {4: "body"}


def test_what_the_root_holds_beside_its_areas_has_no_role() -> None:
    page = Page.parse("<body>Loose <p>a</p><p>b</p>")
    leaves = tuple(Area(elements=(int(e),)) for e in page.children(2))
    assert roles_of(AreaTree(Area(texts=(0,), children=leaves), "test"), page, None) == {}


def test_factors_are_options() -> None:
    page = Page.parse(HTML)
    assert roles_of(tree(page), page, None, RoleOptions(headline=3.0, body=50.0)) == {}


def test_roles_become_attributes_and_nothing_else_changes() -> None:
    page = Page.parse(HTML)
    plain = SEGMENTERS["text-blocks"](page)
    marked = with_roles(plain, page, None)
    assert [area.attributes.get("role") for area in marked.areas].count("headline") == 1
    assert [(area.elements, area.texts, area.rect) for area in marked.areas] == [
        (area.elements, area.texts, area.rect) for area in plain.areas
    ]
    assert marked.parents == plain.parents
    assert (marked.method, dict(marked.options)) == (plain.method, dict(plain.options))


def test_deep_trees_are_no_trouble() -> None:
    area = Area(elements=(0,))
    for _ in range(20_000):
        area = Area(children=(area,))
    page = Page.parse("<p>x")
    assert len(with_roles(AreaTree(area, "deep"), page, None).areas) == 20_001


def test_a_page_without_text_has_no_roles() -> None:
    page = Page.parse("<div></div>")
    assert roles_of(AreaTree(Area(elements=(0,)), "x"), page, None) == {}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleOptions(articles=12, products=12, people=6))
    return folder


Rendered = Callable[[str], tuple[Page, Layout]]


@pytest.fixture(scope="module")
def rendered(sample: Path, chromium: Path) -> Iterator[Rendered]:
    """Give a page of the sample site as laid out, each once."""
    with Renderer(RenderOptions(executable=chromium, web=False, workers=1)) as renderer:

        @cache
        def laid_out(name: str) -> tuple[Page, Layout]:
            made = renderer.render(Capture((sample / name).read_bytes(), name), Folder(sample))
            return made.page, made.layout

        yield laid_out


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("method", ["vips", "burget", "boxes", "areas", "text-blocks"])
def test_the_heading_and_the_body_of_the_article(method: str, sample: Path, rendered: Rendered) -> None:
    """The scenario of the papers on a site that is rendered: only founders are, all others are hits."""
    options = SEGMENTERS[method].default if method in ("areas", "text-blocks") else SEGMENTERS[method].presets["fine"]
    labels = [json.loads(line) for line in (sample / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    site = Site("sample")
    asked = headed = told = 0
    for label in labels:
        record = label["record"] or {}
        title = record.get("title") or record.get("name")
        if title is None:
            continue

        def segment(_: Page, name: str = label["page"]) -> AreaTree:
            return segmented(*rendered(name), LearnOptions(method, options))

        result = site.process(Page.parse((sample / label["page"]).read_bytes()), segment)
        named = dict(zip(range(len(result.texts)), site.template(result.template).areas.areas, strict=True))
        headlines, bodies = (
            [" ".join(result.texts[n].split()) for n, area in named.items() if area.attributes.get("role") == role]
            for role in ("headline", "body")
        )
        asked += 1
        headed += any(" ".join(title.split()) in line for line in headlines)
        words = Counter(record.get("text", "").split())
        told += any(bodies) and (words & Counter(" ".join(bodies).split())).total() >= 0.9 * words.total()
    assert asked == 30
    assert headed >= 0.95 * asked
    assert told >= 0.95 * asked
