"""Areas without a browser: what is divided, what stays together, with and without layout."""

from dataclasses import replace

import pytest

from intaglio.page import Page
from intaglio.segment import SEGMENTERS, Area, Rect
from intaglio.segment.areas_method.landmarks import kind_of_name, landmarks
from tests.layouts import layout_by_hand

LONG = "Many words of a text that is long enough to outweigh all else. " * 20
SITE = f"""
<div class=wrap>
  <div id=top>Logo</div><div id=menu><a>One</a> <a>Two</a></div>
  <div id=content><h1>Title</h1><p>{LONG}<p>{LONG}</div>
  <div id=foot>Imprint and contact</div>
</div>"""


def ids(page: Page, areas: tuple[Area, ...]) -> list[str]:
    return [page.id_of(area.elements[0]) or page.tag_name(area.elements[0]) for area in areas if area.elements]


def leaves(page: Page, **options: float) -> tuple[Area, ...]:
    parts = SEGMENTERS["areas"].presets["parts"]
    tree = SEGMENTERS["areas"](page, None, replace(parts, **options))
    return tuple(tree.areas[number] for number in tree.leaves)


def test_wrappers_are_divided_parts_are_not() -> None:
    page = Page.parse(SITE)
    assert ids(page, leaves(page)) == ["top", "menu", "content", "foot"]
    assert [area.attributes["kind"] for area in leaves(page)] == ["header", "navigation", "main", "footer"]


def test_flowing_text_stays_together_between_containers() -> None:
    page = Page.parse(f"<div id=a>{LONG}</div><h1>T</h1>loose<p>{LONG}<ul><li>x</ul><div id=b>{LONG}</div>")
    found = leaves(page)
    assert [[page.tag_name(e) for e in area.elements] for area in found] == [["div"], ["h1", "p", "ul"], ["div"]]
    assert [[page.texts[t] for t in area.texts] for area in found] == [[], ["loose"], []]
    assert [area.attributes["kind"] for area in found] == ["block", "text", "block"]


def test_a_list_of_alike_items_stays_together() -> None:
    items = "".join(f"<div class=post><h2>{n}</h2><p>{LONG}</div>" for n in range(4))
    page = Page.parse(f"<div id=head>Name</div>{items}<div id=foot>End</div>")
    assert [len(area.elements) for area in leaves(page)] == [1, 4, 1]
    assert [len(area.elements) for area in leaves(page, repeats=5)] == [1] * 6


def test_a_footer_inside_the_content_is_taken_out() -> None:
    page = Page.parse(
        f"<div id=side>{LONG}</div>"
        f"<div id=rest><div id=x>{LONG}</div><div id=y>{LONG * 9}</div><div id=footer>(c)</div></div>"
    )
    found = leaves(page)
    assert [[page.id_of(e) for e in area.elements] for area in found] == [["side"], ["x", "y"], ["footer"]]


def test_the_main_part_stands_apart_from_what_is_beside_it() -> None:
    page = Page.parse(f"<div id=x>{LONG}</div><div><main id=m>{LONG}</main><aside id=s>few</aside><div>b</div></div>")
    assert [[page.tag_name(e) for e in area.elements] for area in leaves(page)] == [["div"], ["main"], ["aside", "div"]]


def test_further_levels_divide_each_area_as_if_it_were_a_page() -> None:
    text = f"<h2>First</h2><p>{LONG}<h2>Second</h2><p>{LONG}"
    items = "<div class=card>x</div>" * 3
    page = Page.parse(f"<div id=a>{text}</div><div id=b><div id=c>{items}</div><div id=d>{LONG}</div></div>")
    assert [len(area.elements) for area in leaves(page)] == [1, 1]
    assert [len(area.elements) for area in leaves(page, levels=2)] == [2, 2, 1, 1]
    assert [len(area.elements) for area in leaves(page, levels=3)] == [2, 2, 1, 1, 1, 1]


def test_hidden_siblings_stay_out_unless_they_are_tabs_of_one_kind() -> None:
    page = Page.parse(
        f"<div id=a><div><div>{LONG}</div><div hidden class=dialog>secret</div></div></div>"
        f"<div id=b><div class=tab>{LONG}</div><div class=tab hidden>other tab</div></div>"
    )
    first, second = leaves(page)
    assert page.text(first.elements[0]).startswith("Many words")
    assert "secret" not in page.text(first.elements[0])
    assert "other tab" in page.text(second.elements[0])


def test_heights_count_where_there_is_a_layout() -> None:
    """By text alone the second part is nearly all; on the screen it is not."""
    second = f"<div id=b><div>{LONG}</div><div>{LONG}</div></div>"
    page = Page.parse(f"<div id=wrap><div id=a><p>few</p><p>words</p></div>{second}</div>")
    wrap, a, b = (next(e for e in range(page.size) if page.id_of(e) == name) for name in ("wrap", "a", "b"))
    boxes: dict[int, Rect] = dict.fromkeys(range(a, b), (0, 0, 1000, 500))
    boxes |= dict.fromkeys(range(b, page.size), (0, 500, 1000, 500))
    boxes |= dict.fromkeys((0, 2, wrap), (0, 0, 1000, 1000))
    tree = SEGMENTERS["areas"](page, layout_by_hand(page, boxes), SEGMENTERS["areas"].presets["parts"])
    assert ids(page, tree.root.children) == ["a", "b"]
    assert [area.rect for area in tree.root.children] == [(0, 0, 1000, 500), (0, 500, 1000, 500)]
    assert len(leaves(page)) == 3


NAMES = [
    ("site-header", "header"), ("pageFooter", "footer"), ("mainmenu", "navigation"), ("colophon", "footer"),
    ("rightSidebar", "sidebar"), ("entry-content clearfix", "main"), ("x42", None), ("headline", None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), NAMES)
def test_names(name: str, kind: str | None) -> None:
    assert kind_of_name(name) == kind


def test_tags_and_roles_come_before_names() -> None:
    page = Page.parse("<nav class=header></nav><div role=contentinfo class=top></div>")
    assert list(landmarks(page).values()) == ["navigation", "footer"]


def test_nothing_to_see_is_one_empty_area() -> None:
    root = SEGMENTERS["areas"](Page.parse("")).root
    assert root == Area()
