"""What people say of lists holds, whatever children look like."""

from typing import Any

from intaglio.page import Page
from intaglio.wrapper import Background, extract, learn
from intaglio.wrapper.learn.said_lists import said_of_nodes, way_to
from intaglio.wrapper.page_model.page_tree import Tree

PAGE = """<html><body><div id=top class=a><h1>{name}</h1></div><div id=rows class=b>{rows}</div>
<div class=c>{texts}</div></body></html>"""


def pages() -> list[Page]:
    names = ["Ada", "Bo", "Cy", "Di", "Eve", "Flo"]
    made = []
    for number, name in enumerate(names):
        rows = "".join(f"<div class=row><b>{name} {at}</b></div>" for at in range(2 + number % 3))
        texts = "".join(f"<p>{name} says {word} and goes on for a while about it, as people do.</p>" for word in "xyz")
        made.append(Page.parse(PAGE.format(name=name, rows=rows, texts=texts)))
    return made


def lists(found: dict[str, Any]) -> dict[str, int]:
    return {name: len(value) for name, value in found.items() if isinstance(value, list)}


ROWS = "html > body > div.b#rows"
TEXTS = "html > body > div.c"


def test_no_list_leaves_every_item_a_field() -> None:
    some = pages()
    assert lists(extract(learn(some), some[2]).fields)
    found = extract(learn(some, known=Background(said_lists={ROWS: False})), some[2]).fields
    assert not lists(found)
    assert {"Cy 0", "Cy 1", "Cy 2", "Cy 3"} <= set(found.values())


def test_a_list_of_paragraphs_has_one_item_each() -> None:
    some = pages()
    assert 3 not in lists(extract(learn(some), some[2]).fields).values()
    assert 3 in lists(extract(learn(some, known=Background(said_lists={TEXTS: True})), some[2]).fields).values()


def test_what_is_said_of_nothing_changes_nothing() -> None:
    some = pages()
    plain, other = (
        extract(learn(some, known=Background(said_lists=said)), some[3]).fields
        for said in ({}, {"html > body > ul": True})
    )
    assert plain == other


def test_ways_lead_back_to_their_nodes() -> None:
    tree = Tree(pages()[0])
    for node in range(len(tree)):
        for ids in (True, False):
            assert (0, node) in said_of_nodes([tree], {way_to(tree, node, ids=ids): True})
