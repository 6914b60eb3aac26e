"""Addresses lead to the node they were made from, full and compact; the ladder tells what agreed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from intaglio.align import CHECKS, Check, compact, describe
from intaglio.align.address import Search, follow
from intaglio.page import Page

HTML = "<div><p>a</p></div><div id=x><ul><li>1<li id=twice>2<li id=twice>3</ul></div>"


def test_levels() -> None:
    page = Page.parse(HTML)
    li = page.size - 2
    assert [tuple(level) for level in describe(page, li)] == [
        (0, 1, None, "html"), (1, 2, None, "body"), (1, 2, "x", "div"), (0, 1, None, "ul"), (1, 3, "twice", "li"),
    ]  # fmt: skip
    assert [level.id for level in compact(page, describe(page, li))] == ["x", None, "twice"]
    assert compact(page, describe(page, 4)) == describe(page, 4)


@pytest.mark.parametrize("search", ["depth", "breadth", "index"])
def test_addresses_lead_back(search: Search, corpus: Callable[[str], Path]) -> None:
    for file in random.Random(6).sample(sorted(corpus("sites").rglob("*.html")), 6):
        page = Page.parse(file.read_bytes())
        for e in random.Random(7).sample(range(page.size), 30):
            full = describe(page, e)
            for address in (full, compact(page, full)):
                found = follow(page, address, search)
                assert (found.element, found.agreed) == (e, CHECKS["id+tag+count"])


def test_what_agrees_on_another_page() -> None:
    page, other = Page.parse(HTML), Page.parse(HTML.replace("<ul>", "<ol>").replace("</ul>", "</ol>"))
    address = describe(page, page.size - 3)
    assert follow(other, address).agreed == Check.ID | Check.COUNT
    shorter = Page.parse("<div></div>")
    assert follow(shorter, address).element is None


def test_the_ladder_takes_the_weakest_rung_of_any_node() -> None:
    page = Page.parse("<div id=a><p><b></b></p></div>")
    address = describe(page, page.size - 1)
    one_lacks_id = Page.parse("<div><p><b></b></p></div>")
    another_lacks_count = Page.parse("<div><p><b></b></p><p></p></div>")
    assert follow(one_lacks_id, address).agreed == CHECKS["tag+count"]
    assert follow(another_lacks_count, address).agreed == CHECKS["tag+count"]  # the first lacks its id still
    assert follow(Page.parse("<div id=a><p><b></b></p><p></p></div>"), address).agreed == CHECKS["id+tag"]


def test_nodes_looked_at_depend_on_the_search() -> None:
    page = Page.parse(HTML)
    address = compact(page, describe(page, page.size - 3))
    looked = {search: follow(page, address, search).checked for search in ("index", "depth", "breadth")}
    assert looked["index"] < looked["depth"]
    assert looked["index"] < looked["breadth"]
