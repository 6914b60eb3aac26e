"""In a run every visible text is in exactly one area's own text, whole: founders and hits, every segmenter and preset.

A few real pages are rendered; without layout more of them are read.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from intaglio.browser import Folder, Renderer, RenderOptions
from intaglio.capture import Capture
from intaglio.evaluate.corpora import MOUNTS, SitePage, read_segmentation, read_sites
from intaglio.evaluate.segmentation.segmenter_scores import rendered as rendered_pages
from intaglio.layout import Layout
from intaglio.page import Bools, Page
from intaglio.run.site_learner import LearnOptions, segmented
from intaglio.segment import SEGMENTERS, Area, AreaTree, texts_of
from intaglio.segment.every_text import line_breaks, with_every_text
from intaglio.segment.visible import seen_texts
from intaglio.site import Site, SiteOptions
from intaglio.templates import CarryOptions, FoundArea

RENDERED = 8
"""Pages of the corpus `segmentation` that are rendered; of each site two are."""
OPTIONS = [
    pytest.param(name, options, id=f"{name}, {preset}")
    for name, entry in SEGMENTERS.items()
    for preset, options in {"default": entry.default, **entry.presets}.items()
]
WITHOUT_LAYOUT = [case for case in OPTIONS if not SEGMENTERS[str(case.values[0])].needs_layout]


class Seen(NamedTuple):
    """A page with its layout, and what came over the web."""

    page: Page
    layout: Layout
    body: bytes


def pairs(folder: Path) -> dict[str, list[SitePage]]:
    """Two pages of one template from each site, the founder first."""
    by_template: dict[tuple[str, str], list[SitePage]] = {}
    for page in read_sites(folder):
        if page.template is not None:
            by_template.setdefault((page.site, page.template), []).append(page)
    largest: dict[str, list[SitePage]] = {}
    for (site, _), pages in by_template.items():
        if len(pages) > len(largest.get(site, ())):
            largest[site] = pages
    return {site: Random(site).sample(pages, 2) for site, pages in largest.items()}


@pytest.fixture(scope="session")
def laid_out(corpus: Callable[[str], Path], chromium: Path) -> tuple[list[Seen], list[list[Seen]]]:
    """Single pages of many sites, and two of one template from each of seven."""
    options = RenderOptions(executable=chromium, web=False, workers=1, dom="either")
    pages = sorted(read_segmentation(corpus("segmentation")), key=lambda page: page.site)[:: 73 // RENDERED][:RENDERED]
    singles = [Seen(made.page, made.layout, page.html.read_bytes()) for page, made in rendered_pages(pages, options)]
    with Renderer(options) as renderer:
        founded = [[laid(renderer, page) for page in two] for two in pairs(corpus("sites")).values()]
    return singles, founded


def laid(renderer: Renderer, page: SitePage) -> Seen:
    root = page.html
    for _ in Path(page.page).parts:
        root = root.parent
    resources = Folder(root, f"http://site.invalid{MOUNTS.get(page.site, '/')}")
    body = page.html.read_bytes()
    made = renderer.render(Capture(body, page.page, f"http://site.invalid{page.mounted}"), resources)
    return Seen(made.page, made.layout, body)


def owners(page: Page, areas: tuple[Area, ...] | tuple[FoundArea, ...]) -> Counter[int]:
    """How many areas hold each text."""
    held = (area.held(page) if isinstance(area, FoundArea) else texts_of(page, area) for area in areas)
    return Counter(t for texts in held for t in texts)


def torn_lines(page: Page, tree: AreaTree, layout: Layout | None, seen: Bools) -> list[str]:
    """Lines of text of which several areas have a part."""
    owner = {t: number for number, area in enumerate(tree.areas) for t in texts_of(page, area)}
    lines: dict[int, set[int]] = {}
    numbers = np.cumsum(line_breaks(page, layout)[:-1])
    for t in np.flatnonzero(seen).tolist():
        lines.setdefault(int(numbers[t]), set()).add(owner[t])
    return [page.texts[t] for t in np.flatnonzero(seen).tolist() if len(lines[int(numbers[t])]) > 1]


def check_founder(page: Page, layout: Layout | None, method: str, options: object) -> None:
    tree = segmented(page, layout, LearnOptions(method, options))
    counts, seen = owners(page, tree.areas), seen_texts(page, layout)
    assert [page.texts[t] for t in np.flatnonzero(seen).tolist() if counts[t] != 1] == []
    assert torn_lines(page, tree, layout, seen) == []
    assert max(counts.values(), default=1) == 1


@pytest.mark.browser
@pytest.mark.corpus
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize(("method", "options"), OPTIONS)
class TestWithLayout:
    def test_founders(self, method: str, options: object, laid_out: tuple[list[Seen], list[list[Seen]]]) -> None:
        for one in [*laid_out[0], *(two[0] for two in laid_out[1])]:
            check_founder(one.page, one.layout, method, options)

    @pytest.mark.parametrize("strict", [False, True], ids=["correcting", "strict"])
    def test_hits(
        self, method: str, options: object, strict: bool, laid_out: tuple[list[Seen], list[list[Seen]]]
    ) -> None:
        for founder, hit in laid_out[1]:
            site = Site("x", options=SiteOptions(carrying=CarryOptions(strict=strict)))
            tree = segmented(founder.page, founder.layout, LearnOptions(method, options))
            made = site.process(founder.page, lambda _, tree=tree: tree)  # type: ignore[misc]
            page = Page.parse(hit.body)
            assert page.texts == hit.page.texts
            counts = owners(page, site.read_as(made.template, page).areas)
            seen = np.flatnonzero(hit.layout.text_visible).tolist()
            assert [page.texts[t] for t in seen if counts[t] != 1] == []
            assert max(counts.values()) == 1


@pytest.mark.corpus
@pytest.mark.parametrize(("method", "options"), WITHOUT_LAYOUT)
class TestWithoutLayout:
    def test_founders(self, method: str, options: object, corpus: Callable[[str], Path]) -> None:
        for page in read_segmentation(corpus("segmentation"))[::3]:
            check_founder(Page.parse(page.html.read_bytes()), None, method, options)

    def test_hits(self, method: str, options: object, corpus: Callable[[str], Path]) -> None:
        for founder, hit in pairs(corpus("sites")).values():
            site = Site("x")
            made = site.process(
                Page.parse(founder.html.read_bytes()), lambda page: segmented(page, None, LearnOptions(method, options))
            )
            page = Page.parse(hit.html.read_bytes())
            counts = owners(page, site.read_as(made.template, page).areas)
            seen = np.flatnonzero(seen_texts(page, None)).tolist()
            assert [page.texts[t] for t in seen if counts[t] != 1] == []


PRICE = "<p>The price of tea rose to <span>1 pound</span> on Monday.</p>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (PRICE, ["The price of tea rose to 1 pound on Monday."]),
        ("<p><span>1 pound</span> it is.</p><p>Yes.</p>", ["1 pound it is.", "Yes."]),
        ("<div>Loose <p>one</p> and <p>two</p></div>", ["Loose\nand", "one", "two"]),
    ],
)
def test_text_blocks_by_hand(html: str, expected: list[str]) -> None:
    page = Page.parse(html)
    tree = segmented(page, None, LearnOptions("text-blocks"))
    assert [text for area in tree.areas if (text := page.flow(texts_of(page, area)))] == expected


def each_side(page: Page) -> Iterator[Area]:
    """The `<div>` and the `<p>` in it, side by side."""
    for path in ((1, 0), (1, 0, 1)):
        e = page.at(path)
        assert e is not None
        yield Area(elements=(e,))


def test_images_of_an_outer_area_stay_in_it() -> None:
    page = Page.parse("<div><img src=x><p>inner</p>outer</div>")
    div, inner = each_side(page)
    image = page.at((1, 0, 0))
    tree = AreaTree(Area(elements=div.elements, children=(inner,)), "by hand")
    outer, paragraph = with_every_text(tree, page, None).areas
    assert (outer.elements, [page.texts[t] for t in outer.texts]) == ((image,), ["outer"])
    assert paragraph.elements == inner.elements
    beside = with_every_text(AreaTree(Area(children=(div, inner)), "by hand"), page, None)
    assert [area.elements for area in beside.areas] == [(), div.elements]


def test_a_line_goes_to_the_area_that_has_most_of_it() -> None:
    page = Page.parse("<p>A long beginning <b>bold</b></p><p>next</p>")
    bold, following = page.at((1, 0, 0)), page.at((1, 1))
    assert bold is not None
    assert following is not None
    first = Area(texts=(0,))
    tree = AreaTree(Area(children=(first, Area(elements=(bold,)), Area(elements=(following,)))), "by hand")
    whole = with_every_text(tree, page, None)
    assert [page.flow(texts_of(page, area)) for area in whole.areas] == ["", "A long beginning bold", "next"]
