"""Text blocks: what climbs from each text, as the paper's figures have it, without a layout."""

import pytest

from intaglio.page import Page
from intaglio.segment import SEGMENTERS
from intaglio.segment.text_blocks import TextBlockOptions, text_blocks


def found(html: str, *, literal: bool = False) -> list[tuple[str, str]]:
    page = Page.parse(html)
    blocks = text_blocks(page, None, TextBlockOptions(literal=literal))
    return [(page.tag_name(block.element), page.flow(block.texts)) for block in blocks]


CASES = [
    ("paragraphs", "<div><p>One.<p>Two.</div>", [("p", "One."), ("p", "Two.")]),
    ("span before its block", "<p>a <span>b</span> c", [("p", "a b c"), ("span", "b")]),
    ("span first", "<p><span>b</span> c", [("span", "b"), ("p", "b c")]),
    ("nested spans both", "<p><span>a<strong>b</strong></span>", [("span", "ab"), ("p", "ab"), ("strong", "b")]),
    ("span around a block is none", "<div><span>a<p>b</p></span></div>", [("p", "b")]),
    ("bare text beside a block is in none", "<div>loose<p>b</p></div>", [("p", "b")]),
    ("other inline elements are climbed through", "<p><em><a>x</a></em>", [("p", "x")]),
    ("a block once only", "<p>a<br>b<em>c</em>", [("p", "a\nbc")]),
    ("items and cells", "<ul><li>a</ul><table><tr><td>b</table>", [("li", "a"), ("td", "b")]),
    ("body alone", "just text", [("body", "just text")]),
    ("hidden text", "<p hidden>a</p><p style='display: none'>b</p><noscript>c</noscript>d", []),
    ("nothing", "", []),
]


@pytest.mark.parametrize(("html", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_blocks(html: str, expected: list[tuple[str, str]]) -> None:
    assert found(html) == expected


def test_to_the_letter_items_and_cells_vanish_into_the_block_around_them() -> None:
    html = "<div><ul><li>a<li>b</ul></div><table><tr><td>c</table>"
    assert found(html, literal=True) == [("ul", "a\nb")]


def test_deep_inline_nesting_takes_one_climb_in_all() -> None:
    depth = 400
    html = "<p>" + "<span>x" * depth
    blocks = text_blocks(Page.parse(html))
    assert len(blocks) == depth + 1
    assert sorted(len(block.texts) for block in blocks) == [*range(1, depth + 1), depth]


def test_areas_name_the_kind_of_each_block() -> None:
    page = Page.parse("<p>a <span>b</span></p><h1>c</h1>")
    tree = SEGMENTERS["text-blocks"](page)
    assert [(page.tag_name(area.elements[0]), area.attributes["kind"]) for area in tree.root.children] == [
        ("p", "block"), ("span", "span"), ("h1", "block"),
    ]  # fmt: skip
    assert tree.root.rect is None
    assert tree.options == {"literal": False}
