"""Sheets and pages of areas: complete, safe, and readable without the network."""

import base64
import hashlib
import re
import struct

import pytest

from intaglio.page import Page
from intaglio.pictures import Drawn, areas_page, areas_sheet
from intaglio.pictures.overlay import colour_of
from intaglio.segment import SEGMENTERS, Area, AreaTree

HOSTILE = """<title></title><script>alert(1)</script>"><b>x</title>
<div id='"><img src=x onerror=alert(2)>'>one <i>&lt;script&gt;alert(3)&lt;/script&gt;</i></div>"""
PICTURE = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", 300, 200)


def drawn(html: str, rect: tuple[float, float, float, float] | None = (10.0, 20.0, 100.0, 50.0)) -> Drawn:
    page = Page.parse(html)
    body = next(e for e in range(page.size) if page.tag_name(e) == "body")
    leaf = Area(rect, (body,), attributes={"kind": "<u>main</u>"})
    tree = AreaTree(Area(rect, children=(leaf,)), "areas")
    return Drawn(page, [tree], PICTURE if rect else None)


@pytest.mark.parametrize("make", [areas_page, areas_sheet])
def test_nothing_of_the_page_becomes_markup(make: object) -> None:
    shown = areas_page(drawn(HOSTILE)) if make is areas_page else areas_sheet(drawn(HOSTILE))
    for script in re.findall(r"<script[^>]*>(.*?)</script>", shown, re.DOTALL):
        assert "alert" not in script
    assert "<img" not in shown
    assert "<u>" not in shown
    assert "&lt;u&gt;main" in shown


def test_only_its_own_script_may_run() -> None:
    shown = areas_page(drawn("<p>x"))
    (script,) = re.findall(r"<script>(.*?)</script>", shown, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in shown
    assert "default-src 'none'" in shown
    assert "script-src 'none'" in areas_sheet(drawn("<p>x"))
    assert not re.search(r"""(?:src|href)=["']?http""", shown)


def test_areas_are_drawn_where_they_are_numbered_and_coloured_by_depth() -> None:
    shown = areas_sheet(drawn("<p>x"))
    assert 'viewBox="0 0 300 200"' in shown
    assert 'data-area="0"' not in shown
    assert f'<rect x="11.5" y="21.5" width="97.0" height="47.0" fill="{colour_of(1)}"' in shown
    assert colour_of(0) != colour_of(1)


def test_without_a_picture_the_tree_is_all() -> None:
    shown = areas_page(drawn("<p>some text</p>", None))
    assert "<svg" not in shown
    assert "some text" in shown


def test_deep_trees_are_written_without_recursion() -> None:
    area = Area()
    for _ in range(3000):
        area = Area(children=(area, Area()))
    shown = areas_page(Drawn(Page.parse("x"), [AreaTree(area, "vips")]))
    assert shown.count("<details") == shown.count("</details>") == 200
    assert shown.count('class="leaf"') == 5801


def test_methods_stand_side_by_side() -> None:
    page = Page.parse("<div>a</div><div>b</div>")
    trees = [SEGMENTERS[name](page) for name in ("areas", "text-blocks")]
    shown = areas_page(Drawn(page, trees))
    assert shown.count("<section>") == 2
