"""The headline as an area of its own: nothing is lost, nothing held twice."""

from __future__ import annotations

import pytest

from intaglio.page import Page
from intaglio.segment import SEGMENTERS, texts_of
from intaglio.segment.areas_method import AreaOptions

PAGE = """<body><header><h1>The Paper</h1></header><main><nav>Home</nav><div>Kicker <h1>News</h1> by A</div><p>One</p>
<p>Two</p></main><footer>f</footer>"""


def leaves(html: str) -> dict[str, list[str]]:
    """Texts of the leaf areas by kind."""
    page = Page.parse(html)
    tree = SEGMENTERS["areas"](page, None, AreaOptions(headline=True))
    found: dict[str, list[str]] = {}
    for number in tree.leaves:
        area = tree.areas[number]
        found.setdefault(str(area.attributes.get("kind")), []).append(page.flow(texts_of(page, area)))
    held = [t for area in tree.areas for t in texts_of(page, area)]
    assert sorted(held) == list(range(len(page.texts)))
    return found


def test_the_headline_stands_alone() -> None:
    assert leaves(PAGE)["headline"] == ["News"]


@pytest.mark.parametrize(
    "html", ["<p>a</p>", "<h2>a</h2><p>x</p><h2>b</h2>", "<header><h1>only here</h1></header><p>x</p>"]
)
def test_pages_without_one_headline_have_none(html: str) -> None:
    assert "headline" not in leaves(html)


def test_a_page_that_is_its_headline() -> None:
    assert leaves("<h1>All</h1>") == {"headline": ["All"]}
