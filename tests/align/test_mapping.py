"""Strict mapping gives the right node or none; correcting mapping goes round what differs."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from intaglio.align import CorrectOptions, NodeMap, Plan, correcting_map, strict_map
from intaglio.align.siblings import _best_alignment, _best_pairs
from intaglio.page import Page

TEMPLATE = """<body><div class=top>menu</div><div id=main><h1>T</h1><p>a</p><ul><li>1<li>2</ul></div>
<div class=side><b>x</b></div><div class=foot>f</div>"""


def elements(page: Page, *names: str) -> list[int]:
    """First element of each name, `.class` or `#id`."""
    found = []
    for name in names:
        for e in range(page.size):
            kind = (page.class_of(e) or "").split()
            if name in (page.tag_name(e), f"#{page.id_of(e)}") or (name[1:] in kind and name[0] == "."):
                found.append(e)
                break
    assert len(found) == len(names), names
    return found


def mapped(template: str, page: str, *names: str) -> list[int]:
    one, other = Page.parse(template), Page.parse(page)
    return list(correcting_map(Plan.of(one, elements(one, *names)), other).elements)


@pytest.mark.parametrize("mapping", [strict_map, correcting_map])
def test_a_page_maps_onto_itself(mapping: Callable[..., NodeMap], corpus: Callable[[str], Path]) -> None:
    files = sorted(corpus("sites").rglob("*.html"))
    for file in random.Random(4).sample(files, 12):
        page = Page.parse(file.read_bytes())
        wanted = random.Random(5).sample(range(page.size), min(40, page.size))
        found = mapping(Plan.of(page, wanted), page)
        assert list(found.elements) == wanted
        assert set(found.confidence) == {1.0}


@pytest.mark.parametrize(
    "page",
    [
        TEMPLATE.replace("<div class=foot>", "<div class=ad>ad</div><div class=foot>"),
        TEMPLATE.replace("<div class=top>", "<section>"),
        TEMPLATE.replace("id=main", "id=other"),
    ],
)
def test_strict_finds_nothing_where_a_level_differs(page: str) -> None:
    one = Page.parse(TEMPLATE)
    found = strict_map(Plan.of(one, elements(one, ".foot", "h1")), Page.parse(page))
    assert -1 in found.elements


@pytest.mark.parametrize(
    ("page", "names"),
    [
        (TEMPLATE.replace("<div class=side>", "<div class=ad>ad</div><div class=side>"), ("h1", ".side", ".foot")),
        (TEMPLATE.replace("<div class=top>menu</div>", ""), ("h1", ".side", ".foot", "b")),
        (TEMPLATE.replace("<li>1", "<li>0<li>1<li>3"), ("ul", ".side", "h1")),
        (TEMPLATE.replace("<p>a</p>", "<p>a</p><p>b</p><p>c</p>"), ("ul", "h1")),
        ("<body><div class=page>" + TEMPLATE.removeprefix("<body>") + "</div>", ("h1", "ul", ".side", "b")),
    ],
    ids=["optional sibling", "lacking sibling", "longer list", "more paragraphs", "wrapped"],
)
def test_correcting_goes_round(page: str, names: tuple[str, ...]) -> None:
    assert mapped(TEMPLATE, page, *names) == elements(Page.parse(page), *names)


def test_correcting_goes_without_a_wrapper() -> None:
    wrapped = "<body><div class=page>" + TEMPLATE.removeprefix("<body>") + "</div>"
    names = ("h1", "ul", ".side", "b")
    assert mapped(wrapped, TEMPLATE, *names) == elements(Page.parse(TEMPLATE), *names)


def test_items_of_a_list_are_taken_in_order() -> None:
    """The page's two items are a little more like the template's last two; chance contents are no reason to skip."""
    item = "<div class=item><p>a</p><h3>b</h3><ul><li>c</li></ul><span>d</span>{}</div>"
    extras = ["<b>1</b>", "<i>2</i>", "<u>3</u>", "<em>4</em>"]
    template = Page.parse("<body>" + "".join(item.format(extra) for extra in extras) + "<hr>")
    page = Page.parse("<body>" + item.format(extras[2]) + item.format(extras[3]))
    wanted = [e for e in range(template.size) if template.class_of(e) == "item"]
    found = correcting_map(Plan.of(template, wanted), page)
    assert [page.class_of(e) if e >= 0 else None for e in found.elements] == ["item", "item", None, None]


def test_what_is_not_there_is_not_found() -> None:
    lacking = TEMPLATE.replace("<div class=side><b>x</b></div>", "")
    assert mapped(TEMPLATE, lacking, ".side", "b", ".foot") == [-1, -1, *elements(Page.parse(lacking), ".foot")]


def test_nothing_comes_below_the_floor() -> None:
    one = Page.parse(TEMPLATE)
    other = Page.parse(TEMPLATE.replace("<li>1", "<li>0<li>1<li>3"))
    plan = Plan.of(one, elements(one, "li", "ul"))
    sure = correcting_map(plan, other, CorrectOptions(floor=0.99))
    assert [e >= 0 for e in sure.elements] == [False, True]
    assert 0.5 <= correcting_map(plan, other).confidence[0] < 0.99


def test_wide_lists_are_paired_in_bounded_time() -> None:
    def page(items: int) -> Page:
        return Page.parse("<ul>" + "".join(f"<li class=c{i % 7}><b>{i}</b>" for i in range(items)) + "</ul>")

    one, other = page(20_000), page(19_000)
    wanted = [int(e) for e in one.children(int(one.children(one.size and 2)[0]))[::500]]
    assert correcting_map(Plan.of(one, wanted), other).found > 0.9


def test_subtrees_taken_as_a_whole_are_mapped_as_one_by_one(
    corpus: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = sorted(corpus("sites").rglob("*.html"))
    chosen = random.Random(6).sample(range(len(files) - 1), 20)
    pages = [[Page.parse(files[at + more].read_bytes()) for more in (0, 1)] for at in chosen]
    plans = [Plan.of(one, range(0, one.size, 2)) for one, _ in pages]
    as_a_whole = [correcting_map(plan, other) for plan, (_, other) in zip(plans, pages, strict=True)]
    monkeypatch.setattr("intaglio.align.correcting_mapping._COMPARED", 0)
    assert as_a_whole == [correcting_map(plan, other) for plan, (_, other) in zip(plans, pages, strict=True)]


def test_a_deep_page_is_compared_in_bounded_time() -> None:
    def page(last: str) -> Page:
        return Page.parse("<div>" * 20_000 + last)

    one = page("<b>x")
    assert correcting_map(Plan.of(one, range(one.size)), page("<i>x")).found > 0.99


def test_one_row_is_aligned_as_rows_are() -> None:
    chosen = random.Random(3)
    for _ in range(300):
        row = [chosen.choice((0.0, 0.6, 0.8, 1.0)) for _ in range(chosen.randint(1, 6))]
        column = [[like] for like in row]
        assert _best_pairs([row]) == _best_alignment([row])
        assert _best_pairs(column) == _best_alignment(column)
