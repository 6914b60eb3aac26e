"""The box tree: boxes that stand out, nested by what is seen of them."""

import pytest

from intaglio.segment.burget.box_tree import box_tree
from tests.segment.scenes import content, element

GREY = 'ground="#cccccc"'


def nested(html: str, inside: float = 0.8) -> dict[str, str]:
    """By id or text: the id of the box it lies in, "page" for none."""
    seen = content(html)
    tree = box_tree(seen, inside)
    ids = [seen.page.id_of(box.element) or "?" for box in tree.boxes] + ["page"]
    found = {ids[number]: ids[box.parent] for number, box in enumerate(tree.boxes)}
    texts = [seen.page.texts[t].strip() if t >= 0 else "piece" for t in seen.text.tolist()]
    return found | {text: ids[box] for text, box in zip(texts, tree.box_of, strict=True)}


STANDING_OUT = [
    ("a plain block", "", "page"),
    ("a background", GREY, "x"),
    ("the background of what is behind", 'ground="#ffffff"', "page"),
    ("a border", 'border="1 1 1 1"', "x"),
    ("one border", 'border="0 0 1 0"', "x"),
]


@pytest.mark.parametrize(("look", "box"), [case[1:] for case in STANDING_OUT], ids=[case[0] for case in STANDING_OUT])
def test_what_stands_out_is_a_box(look: str, box: str) -> None:
    html = f'<div id=x box="0 0 400 400" {look}><p box="10 10 100 20">a</p></div>'
    assert nested(html)["a"] == box


def test_list_items_are_boxes() -> None:
    assert nested('<ul box="0 0 400 400"><li id=x box="0 0 400 20">a</ul>') == {"x": "page", "a": "x"}


def test_boxes_lie_where_they_are_seen_not_where_the_dom_has_them() -> None:
    html = f"""<div id=one box="0 0 400 400" {GREY}><p box="10 10 100 20">a</p>
    <div id=out box="510 10 100 100" border="1 1 1 1"><p box="520 20 50 20">b</p></div></div>
    <div id=two box="500 0 400 400" {GREY}><p box="520 200 50 20">c</p></div>"""
    # At the time #out is met #two has not been painted; c, later, lies in #two.
    assert nested(html) == {"one": "page", "a": "one", "out": "page", "b": "out", "two": "page", "c": "two"}
    moved = f"""<div id=two box="500 0 400 400" {GREY}></div>
    <div id=one box="0 0 400 400" {GREY}><p box="10 10 100 20">a</p><p box="520 20 50 20">b</p></div>"""
    assert nested(moved)["b"] == "page"
    filled = moved.replace("></div>", '><p box="510 10 9 9">c</p></div>')
    assert nested(filled)["b"] == "two"


@pytest.mark.parametrize(("left", "box"), [(300, "x"), (319, "x"), (321, "page"), (400, "page")])
def test_four_fifths_have_to_lie_inside(left: int, box: str) -> None:
    html = f'<div id=x box="0 0 400 400" {GREY}><p box="10 10 9 9">z</p></div><p box="{left} 100 100 20">a</p>'
    assert nested(html)["a"] == box


def test_the_innermost_box_counts() -> None:
    boxes = "".join(f'<div id=b{i} box="{i} {i} {900 - 9 * i} {900 - 9 * i}" border="1 1 1 1">' for i in range(20))
    found = nested(boxes + '<p box="100 100 50 20">a</p>')
    assert found["a"] == "b19"
    assert all(found[f"b{i}"] == f"b{i - 1}" for i in range(1, 20))


def test_one_border_reaches_no_further_than_its_strip_and_the_content() -> None:
    seen = content('<div id=x box="0 0 400 400" border="0 0 1 0"><p box="10 100 100 20">a</p></div>')
    (box,) = box_tree(seen, 0.8).boxes
    assert box.element == element(seen.page, "x")
    assert list(box.corners) == [0, 100, 400, 400]


def test_boxes_of_one_size_on_one_another_nest_in_order() -> None:
    boxes = "".join('<div box="0 0 900 900" border="1 1 1 1">' for _ in range(400))
    tree = box_tree(content(boxes + '<p box="10 10 50 20">a</p>'), 0.8)
    assert [box.parent for box in tree.boxes] == list(range(-1, 399))
