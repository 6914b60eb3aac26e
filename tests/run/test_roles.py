"""Headlines and bodies, with and without layout."""

from intaglio.page import Page
from intaglio.run.roles import RoleOptions, roles_of, with_roles
from intaglio.segment import SEGMENTERS
from intaglio.segment.areas import Area, AreaTree

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
