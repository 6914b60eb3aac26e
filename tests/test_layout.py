"""Layout: what a real Chromium makes of three pages, read off the snapshots; and the snapshots against other pages."""

import asyncio
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from intaglio.browser import RenderOptions
from intaglio.browser.chromium import start
from intaglio.browser.tab import Tab
from intaglio.errors import LayoutMismatch
from intaglio.layout import Display, Layout, Position, layout_of, page_and_layout
from intaglio.layout.colours import blend, parse_colour
from intaglio.layout.layout import column_names
from intaglio.page import Page
from intaglio.resources import Nothing, Resource

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

STYLED = """<!doctype html><html><head><title>Title</title><style>
body { margin: 0; background: rgb(250, 250, 240); font: 16px/20px monospace; position: relative;
       display: flow-root }
#plain { font: italic bold 20px/24px serif; color: rgb(1, 2, 3); width: 200px;
         border-left: 4px solid red; border-top: 3px solid transparent; border-bottom: 5px none }
#plain::before { content: "before" }
#none { display: none } #unseen { visibility: hidden } #faded { opacity: 0 } #shown { visibility: visible }
#reader { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }
#inset { clip-path: inset(50%) } #indent { text-indent: -9999px }
#cut { overflow: hidden; width: 100px; height: 50px; border: 2px solid black } #long { width: 300px; height: 200px }
#escapes { position: absolute; left: 600px; top: 500px; width: 50px; height: 50px }
#holder { overflow: hidden; position: relative; width: 100px; height: 40px }
#caught { position: absolute; top: 100px; width: 20px; height: 20px }
#left { position: absolute; left: -500px; top: 0; width: 100px; height: 20px }
#red { background: rgb(255, 0, 0) } #half { background: rgba(0, 0, 255, .5) }
#dark { position: absolute; left: 700px; top: 600px; width: 200px; height: 100px; background: black }
#over { position: absolute; left: 720px; top: 620px; width: 100px; height: 20px }
#picture { background-image: linear-gradient(white, gray) }
#lines { width: 200px } #narrow { width: 60px } #letter::first-letter { font-size: 40px }
#contents { display: contents; font-size: 30px } #float { float: right; width: 50px; height: 10px }
#folded { content-visibility: auto } #folded div { height: 300px }
#box { height: 60px; width: 100px; overflow: auto } #tall { height: 2000px }
#shell { height: 700px; overflow: auto } #whole { height: 3000px }
u span { display: inline-block }
</style></head><body>
<p id=plain>Plain text</p>
<p id=none>none</p><p id=unseen>unseen <b id=shown>shown</b></p><div id=faded>faded <b id=fadedtoo>too</b></div>
<span id=reader>for readers</span><p id=inset>inset</p><p id=indent>indented</p>
<div id=cut><div id=long>long<i id=escapes>escapes</i></div></div>
<div id=holder><i id=caught>caught</i></div><i id=left>left</i>
<div id=red>red<p id=half>half</p></div><i id=dark></i><b id=over>over</b><div id=picture>picture</div>
<p>before <u id=under>under <em id=within>within</em> <span id=block>block</span></u></p>
<p id=lines>One two  three &nbsp;four
 five six seven eight nine ten eleven twelve</p><p id=narrow>\U0001f600\U0001f600 alpha beta</p>
<p id=letter>Letter first</p><div id=contents>contents</div><div id=float></div><img id=image width=30 height=20>
<table><tr id=row><td id=cell>cell</table><ul><li id=item>item</ul>
<details id=details><summary>summary</summary>closed</details><template><p>template</p></template>
<div id=box><div id=tall>tall</div></div><div id=shell><div id=whole>whole</div></div>
<div id=folded><div id=deep>far down</div></div><svg id=svg width=10 height=10><g><text>drawn</text></g></svg>
</body></html>"""

SHADOWS = """<!doctype html><body><p id=first>first</p>
<div id=host><template shadowrootmode=open><i>shadow</i><slot></slot></template><em id=slotted>slotted</em> text</div>
<div id=other><template shadowrootmode=closed><i>no slot</i></template><b id=lost>lost</b></div><p id=last>last</p>"""

PIECES = """<!doctype html><style>body { font: 16px/20px monospace } #narrow { width: 60px }</style>
<p id=price>$<!-- -->396<!-- -->.<!-- -->38</p><p id=narrow>😀 alpha<!-- --> beta<!-- --> <!-- -->gamma</p>
<h1 id=name>Join<wbr>Paths<wbr>Error</h1><p id=parted>By <!-- author -->Ann</p>"""

NESTED = "<!doctype html><body>" + "<div>" * 700 + "deep"


class Shots:
    """The pages with their snapshots."""

    def __init__(self, sources: dict[str, str], snapshots: dict[str, tuple[Any, Any]]) -> None:
        self.sources = sources
        self.snapshots = snapshots

    def page(self, name: str) -> Page:
        return Page.parse(self.sources[name])

    def layout(self, name: str, page: Page | None = None) -> Layout:
        snapshot, light = self.snapshots[name]
        return layout_of(page or self.page(name), snapshot, light=light)


@pytest.fixture(scope="module")
def shots(chromium: Path) -> Shots:
    options = RenderOptions(executable=chromium, web=False)
    sources = {"styled": STYLED, "shadows": SHADOWS, "pieces": PIECES, "nested": NESTED}

    async def take() -> dict[str, tuple[Any, Any]]:
        browser = await start(options)
        try:
            with ThreadPoolExecutor(1) as executor:
                tab = await Tab.open(browser.context, options, executor)
                taken = {}
                for name, source in sources.items():
                    document = Resource(source.encode(), "text/html; charset=utf-8")
                    shot = await tab.shoot("http://page.invalid/", document, Nothing())
                    light = json.loads(shot.light)["result"]["nodes"] if shot.light else None
                    taken[name] = json.loads(shot.snapshot)["result"], light
                return taken
        finally:
            await browser.close()

    return Shots(sources, asyncio.run(take()))


@pytest.fixture(scope="module")
def page(shots: Shots) -> Page:
    return shots.page("styled")


@pytest.fixture(scope="module")
def layout(shots: Shots, page: Page) -> Layout:
    return shots.layout("styled", page)


@pytest.fixture(scope="module")
def at(page: Page) -> Callable[[str], int]:
    """Give an element's number by its id."""
    numbers = {value: e for e, value in page.having("id").items()}
    return numbers.__getitem__


def own_text(page: Page, e: int) -> int:
    return int(page.own_texts(e)[0])


def test_boxes_are_in_document_coordinates(layout: Layout, at: Callable[[str], int]) -> None:
    assert layout.size[0] == 1366
    assert layout.box[at("plain"), 2:].tolist() == [204, 27]
    assert layout.box[at("escapes")].tolist() == [600, 500, 50, 50]
    assert layout.box[at("image"), 2:].tolist() == [30, 20]
    assert not layout.has_box[at("none")]
    assert layout.box[0, 2] == 1366


def test_fonts_colours_and_borders(layout: Layout, at: Callable[[str], int]) -> None:
    plain = at("plain")
    assert layout.font_size[plain] == 20
    assert layout.font_weight[plain] == 700
    assert layout.italic[plain]
    assert layout.colour[plain].tolist() == [1, 2, 3, 255]
    assert layout.border[plain].tolist() == [0, 0, 0, 4], "transparent and absent borders do not count"
    assert layout.font_size[at("contents")] == 30, "no box, but its text has a font"
    assert not layout.italic[at("lines")]


@pytest.mark.parametrize(
    ("name", "display"),
    [
        ("plain", Display.BLOCK), ("none", Display.NONE), ("contents", Display.CONTENTS), ("row", Display.TABLE_ROW),
        ("cell", Display.TABLE_CELL), ("item", Display.LIST_ITEM), ("within", Display.INLINE),
        ("block", Display.INLINE_BLOCK), ("reader", Display.BLOCK),
    ],
)  # fmt: skip
def test_display(layout: Layout, at: Callable[[str], int], name: str, display: Display) -> None:
    assert layout.display[at(name)] == display


def test_placement(layout: Layout, at: Callable[[str], int]) -> None:
    assert layout.position[at("escapes")] == Position.ABSOLUTE
    assert layout.position[at("holder")] == Position.RELATIVE
    assert layout.floating[at("float")] == 2
    assert layout.replaced[at("image")]
    assert layout.replaced[at("svg")]
    assert not layout.replaced[at("plain")]
    assert layout.paint_order[at("over")] > layout.paint_order[at("plain")] > -1
    assert layout.paint_order[at("none")] == -1


@pytest.mark.parametrize("name", ["none", "unseen", "faded", "fadedtoo", "reader", "inset", "caught", "left"])
def test_hidden_elements_are_marked(layout: Layout, page: Page, at: Callable[[str], int], name: str) -> None:
    assert not layout.visible[at(name)]
    assert not layout.text_visible[own_text(page, at(name))]


@pytest.mark.parametrize("name", ["plain", "shown", "escapes", "over", "whole", "deep", "cell", "item", "letter"])
def test_what_can_be_seen_is_visible(layout: Layout, page: Page, at: Callable[[str], int], name: str) -> None:
    assert layout.visible[at(name)]
    assert layout.text_visible[own_text(page, at(name))]


def test_texts_can_be_hidden_in_visible_elements(layout: Layout, page: Page, at: Callable[[str], int]) -> None:
    assert layout.visible[at("indent")]
    assert not layout.text_visible[own_text(page, at("indent"))]
    assert not layout.text_visible[own_text(page, at("details"))]


def test_overflow_clips_what_it_contains(layout: Layout, at: Callable[[str], int]) -> None:
    assert layout.box[at("long"), 2:].tolist() == [300, 200]
    assert layout.seen[at("long"), 2:].tolist() == [100, 50]
    assert layout.seen[at("escapes")].tolist() == [600, 500, 50, 50], "its containing block is the body"
    assert layout.seen[at("caught")].tolist() == [0, 0, 0, 0]
    assert layout.seen[at("left")].tolist() == [0, 0, 0, 0], "nobody can scroll there"
    assert layout.seen[at("tall"), 3] == 60
    assert layout.seen[at("whole"), 3] == 3000, "a scroller as large as the window is the page's own"


def test_backgrounds(layout: Layout, at: Callable[[str], int]) -> None:
    assert layout.background[at("plain")].tolist() == [250, 250, 240, 255], "the body's"
    assert layout.background[at("red")].tolist() == [255, 0, 0, 255]
    assert layout.background[at("half")].tolist() == [127, 0, 128, 255], "blended"
    assert layout.background[at("over")].tolist() == [0, 0, 0, 255], "what was painted below it"
    assert layout.own_background[[at("red"), at("half"), at("picture")]].all()
    assert not layout.own_background[[at("plain"), at("over")]].any()
    assert layout.background_image[at("picture")]
    assert not layout.background_image[at("red")]


def lines(layout: Layout, page: Page, text: int) -> list[str]:
    """The lines of a text, cut off it one by one."""
    rest, found = page.texts[text], []
    for i in layout.lines_of(text):
        rest = rest.lstrip()
        found.append(rest[: layout.line_length[i]].strip())
        rest = rest[layout.line_length[i] :]
    return found


def test_lines_tell_how_many_characters_they_hold(layout: Layout, page: Page, at: Callable[[str], int]) -> None:
    def strings(name: str) -> list[str]:
        return lines(layout, page, own_text(page, at(name)))

    assert strings("plain") == ["Plain text"], "pseudo elements are set aside"
    found = strings("lines")
    assert len(found) > 2
    assert " ".join(found).split() == page.texts[own_text(page, at("lines"))].split()
    assert strings("narrow") == ["\U0001f600\U0001f600", "alpha", "beta"]
    assert "".join(strings("letter")) == "Letter first"
    tops = [float(layout.line_box[i, 1]) for i in layout.lines_of(own_text(page, at("lines")))]
    assert tops == sorted(set(tops)), "one row a line"


@pytest.mark.parametrize("parsed", [True, False])
def test_the_lines_of_a_text_in_pieces(shots: Shots, parsed: bool) -> None:
    page = shots.page("pieces")
    layout = shots.layout("pieces", page)
    if not parsed:
        page, layout = page_and_layout(shots.snapshots["pieces"][0])
    numbers = {value: e for e, value in page.having("id").items()}
    found = [lines(layout, page, text) for name in numbers for text in page.own_texts(numbers[name]).tolist()]
    assert found == [["$396.38"], ["\U0001f600", "alpha", "beta", "gamma"], ["JoinPathsError"], ["By"], ["Ann"]]
    price = layout.line_box[layout.lines_of(own_text(page, numbers["price"]))[0]]
    assert price[2] == pytest.approx(7 * layout.box[numbers["price"], 3] * 0.48, rel=0.1), "as wide as all pieces"


def test_line_boxes_lie_in_their_elements(layout: Layout, page: Page, at: Callable[[str], int]) -> None:
    text = own_text(page, at("lines"))
    left, top, across, down = layout.box[at("lines")].tolist()
    lines = layout.lines_of(text)
    assert len(lines) > 1
    for x, y, width, height in layout.line_box[lines.start : lines.stop].tolist():
        assert left <= x
        assert top <= y
        assert x + width <= left + across
        assert y + height <= top + down


def test_content_visibility_is_forced(layout: Layout, at: Callable[[str], int]) -> None:
    assert layout.box[at("deep"), 3] == 300


def test_shadow_trees_are_set_aside(shots: Shots) -> None:
    page = shots.page("shadows")
    layout = shots.layout("shadows", page)
    number = {value: e for e, value in page.having("id").items()}
    assert layout.visible[[number["host"], number["slotted"], number["first"], number["last"]]].all()
    assert not layout.has_box[number["lost"]], "no slot takes it up"
    assert not layout.text_visible[own_text(page, number["lost"])]
    assert layout.box[number["slotted"], 0] > 0, "it stands behind the shadow tree's own text"


def test_the_browsers_tree_can_be_taken_instead(shots: Shots) -> None:
    for name, parsed in (("styled", shots.page("styled")), ("nested", None), ("shadows", None)):
        snapshot, light = shots.snapshots[name]
        page, layout = page_and_layout(snapshot, url="http://page.invalid/", light=light)
        assert len(layout) == page.size
        assert layout.text_visible.any()
        if parsed is not None:
            assert page.tag.tolist() == parsed.tag.tolist()
            assert page.parent.tolist() == parsed.parent.tolist()
            assert page.texts == parsed.texts
            assert page.attributes(page.size - 1) == parsed.attributes(parsed.size - 1)
            assert page.title == parsed.title


def test_blink_stops_nesting_and_the_join_knows(shots: Shots) -> None:
    page = shots.page("nested")
    layout = shots.layout("nested", page)
    assert layout.text_visible.tolist() == [True]
    theirs = page_and_layout(shots.snapshots["nested"][0])[0]
    assert int(theirs.depth.max()) <= 512
    assert theirs.parent.tolist() == page.parent.tolist()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("<p id=none>", "<p></p><p id=none>"), "elements"),
        (("<p id=none>none</p>", "<h2 id=none>none</h2>"), "differ"),
        (("<b id=shown>shown</b></p>", "</p><b id=shown>shown</b>"), "parent"),
        (("<p id=none>none", "<p id=none>"), "texts"),
        (("unseen <b id=shown>shown", "unseen <b id=shown></b>shown<b>"), "elements"),
        (("red<p id=half>half", "<p id=half>red half</p><p>"), "elements"),
        (("half</p></div><i id=dark>", "</p>half</div><i id=dark>"), "stands in another"),
    ],
)
def test_another_page_is_a_mismatch_that_says_where(shots: Shots, change: tuple[str, str], says: str) -> None:
    assert change[0] in STYLED
    with pytest.raises(LayoutMismatch, match=says):
        shots.layout("styled", Page.parse(STYLED.replace(*change)))


def test_shadow_roots_without_their_light_tree_are_a_mismatch(shots: Shots) -> None:
    with pytest.raises(LayoutMismatch, match="shadow"):
        layout_of(shots.page("shadows"), shots.snapshots["shadows"][0])


def test_a_copy_is_exact(layout: Layout) -> None:
    copy = pickle.loads(pickle.dumps(layout))
    for field in fields(Layout):
        mine, theirs = getattr(layout, field.name), getattr(copy, field.name)
        assert np.array_equal(mine, theirs), field.name
        assert getattr(mine, "dtype", None) == getattr(theirs, "dtype", None)


def test_columns_are_read_only(layout: Layout) -> None:
    for name in column_names():
        assert not getattr(layout, name).flags.writeable, name


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("rgb(1, 2, 3)", (1, 2, 3, 255)),
        ("rgba(255, 0, 0, 0.5)", (255, 0, 0, 128)),
        ("color(srgb 1 0.5 0 / 0.2)", (255, 128, 0, 51)),
        ("color(srgb-linear 1 0 0)", (255, 0, 0, 255)),
        ("oklch(0.627955 0.257683 29.2339)", (255, 0, 0, 255)),
        ("oklab(1 0 none)", (255, 255, 255, 255)),
        ("lab(54.29 80.8 69.9)", (255, 0, 0, 255)),
        ("nonsense", (0, 0, 0, 0)),
        ("rgb(1)", (0, 0, 0, 0)),
    ],
)
def test_computed_colours(text: str, colour: tuple[int, int, int, int]) -> None:
    assert max(abs(a - b) for a, b in zip(parse_colour(text), colour, strict=True)) <= 1


def test_blending() -> None:
    assert blend((0, 0, 255, 128), (255, 0, 0, 255)) == (127, 0, 128, 255)
