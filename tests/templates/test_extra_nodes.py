"""A page with more than its template has loses nothing, and what is added goes to the right area."""

from __future__ import annotations

from intaglio.page import Page
from intaglio.segment.area_tree import Area, AreaTree
from intaglio.site import Site

FOUNDER = "<body><div id=main><h1>T</h1><p>one</p><p>two</p></div><div class=hint hidden>x</div><div id=foot>f</div>"


def areas(page: Page) -> AreaTree:
    """Headline, text and foot of the founder."""
    h1, one, two = (page.at((1, 0, place)) for place in range(3))
    foot = page.at((1, 2))
    assert None not in (h1, one, two, foot)
    top = Area(children=(Area(elements=(h1,)), Area(elements=(one, two))))  # type: ignore[arg-type]
    return AreaTree(Area(children=(top, Area(elements=(foot,)))), "by hand")  # type: ignore[arg-type]


def read(html: str) -> list[str]:
    """What each area of the founder holds on another page."""
    site = Site("a.example")
    template = site.process(Page.parse(FOUNDER), areas).template
    return site.read_as(template, Page.parse(html)).texts


def test_further_paragraphs_go_to_the_text() -> None:
    longer = FOUNDER.replace("<p>two</p>", "<p>two</p><p>three</p><ul><li>4</ul><p>five</p>")
    assert read(longer) == ["", "", "T", "one\ntwo\nthree\n4\nfive", "f"]


def test_an_optional_part_goes_to_the_area_around() -> None:
    assert read(FOUNDER.replace("<div class=hint", "<div class=ad>ad</div><div class=hint")) == [
        "ad", "", "T", "one\ntwo", "f",
    ]  # fmt: skip
    assert read(FOUNDER.replace("</h1>", "</h1><table><td>by</table>")) == ["", "by", "T", "one\ntwo", "f"]


def test_what_the_template_left_out_stays_out() -> None:
    assert "x" not in "".join(read(FOUNDER.replace("<p>two</p>", "<p>two</p><p>three</p>")))
