"""The thirteen rules, one case each and more where public implementations of VIPS went wrong."""

import pytest

from intaglio.segment.vips.block_extraction import Block, extract
from intaglio.segment.vips.nodes import nodes_of
from intaglio.segment.vips.rules import BY_GROUP, RULES, Case, Verdict, decide
from tests.segment.scenes import content, element

# What is asked of the element with the id "x", and the rule that has to decide.
CASES = [
    ("nothing to see is cut", '<div id=x box="0 0 50 50"></div><p box="0 60 50 20">a', 1),
    ("one child, an element", '<div id=x box="0 0 90 90"><div box="0 0 90 90">a</div></div>', 2),
    ("one child, a text: rule 4 instead", '<div id=x box="0 0 90 90">a</div>', 4),
    ("text and virtual text", '<div id=x box="0 0 90 90">a <b box="20 0 20 20">b</b></div>', 4),
    (
        "virtual text at any depth",
        '<div id=x box="0 0 90 90">a <b box="20 0 9 9"><i box="20 0 9 9"><u box="20 0 9 9">b</u></i></b></div>', 4,
    ),
    (
        "a block is no virtual text, even with nothing but text in it",
        '<div id=x box="0 0 90 90"><p box="0 0 90 20">a</p><p box="0 30 90 20">b</p></div>', 10,
    ),
    (
        "line break in inline text",
        '<span id=x box="0 0 90 90">a <div box="0 20 90 20">b</div></span>', 5,
    ),
    (
        "no line break: inline text with an image goes on to the sizes",
        '<span id=x box="0 0 90 90"><b box="0 0 9 9">a</b> <img box="20 0 9 9"></span>', 9,
    ),
    (
        "an HR child",
        '<div id=x box="0 0 90 90"><p box="0 0 90 20">a</p><hr box="0 30 90 2" border="1"><p box="0 40 90 20">b', 6,
    ),
    (
        "children larger than their parent",
        '<div id=x box="0 0 90 10"><p box="0 0 90 40">a</p><p box="0 50 90 40">b</p></div>', 7,
    ),
    (
        "a table with a child of another background",
        """<table id=x box="0 0 90 90"><tbody box="0 0 90 20" ground="#ff0000"><tr box="0 0 90 20"><td box="0 0 90 20">a
        <tbody box="0 30 90 20"><tr box="0 30 90 20"><td box="0 30 90 20">b</table>""", 8,
    ),
    (
        "small, with a text child",
        '<div id=x box="0 0 90 90"><b box="0 0 9 9">a</b> <p box="0 20 90 20">b</p></div>', 9,
    ),
    (
        "large, with small children only",
        '<div id=x box="0 0 900 900"><p box="0 0 90 20">a</p><p box="0 30 90 20">b</p></div>', 10,
    ),
    (
        "large, with a large child",
        '<div id=x box="0 0 900 900"><p box="0 0 900 400">a</p><p box="0 500 90 20">b</p></div>', 12,
    ),
    (
        "inline text ends with dividing",
        '<span id=x box="0 0 900 900"><img box="0 0 900 400"><img box="0 500 90 20"></span>', 12,
    ),
    (
        "a table of one background, large child",
        """<table id=x box="0 0 900 900"><tbody box="0 0 900 400"><tr box="0 0 900 400"><td box="0 0 900 400">a
        <tbody box="0 500 900 20"><tr box="0 500 900 20"><td box="0 500 900 20">b</table>""", 13,
    ),
]  # fmt: skip


def decided(html: str, *, only_root: bool = False, previous_kept: bool = False) -> int:
    seen = content(html)
    return decide(Case(nodes_of(seen), element(seen.page, "x"), only_root, previous_kept, 20_000.0)).number


@pytest.mark.parametrize(("html", "rule"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_first_rule_that_applies(html: str, rule: int) -> None:
    assert decided(html) == rule


def test_rules_are_numbered_and_tried_as_published() -> None:
    assert [rule.number for rule in RULES] == list(range(1, 14))
    assert {group.name: [rule.number for rule in rules] for group, rules in BY_GROUP.items()} == {
        "INLINE": [1, 2, 3, 4, 5, 6, 7, 9, 10, 12],
        "TABLE": [1, 2, 3, 8, 10, 13],
        "TR": [1, 2, 3, 7, 8, 10, 13],
        "TD": [1, 2, 3, 4, 9, 10, 11, 13],
        "P": [1, 2, 3, 4, 5, 6, 7, 9, 10, 12],
        "OTHER": [1, 2, 3, 4, 6, 7, 9, 10, 12],
    }
    assert {rule.number for rule in RULES if rule.verdict is Verdict.KEEP} == {4, 9, 10, 11, 13}


TEXTS = '<p id=x box="0 0 900 400">a</p>'


def test_rule_3_asks_for_the_only_root() -> None:
    assert decided(TEXTS, only_root=True) == 3
    assert decided(TEXTS) == 4


def test_rule_3_does_not_divide_one_of_several_roots() -> None:
    seen = content('<p id=a box="0 0 90 20">a <b box="20 0 9 9">b</b></p><p id=b box="0 30 90 20">b</p>')
    nodes = nodes_of(seen)
    a, b = element(seen.page, "a"), element(seen.page, "b")
    assert [block.node for block in extract(nodes, [a, b], 1.0, 1.0)] == [a, b]
    assert a not in [block.node for block in extract(nodes, [a], 1.0, 1.0)]


CELL = """<table box="0 0 900 900"><tr box="0 0 900 900"><td id=x box="0 0 900 900">
<p box="0 0 900 400">a</p><p box="0 500 9 9">b"""


def test_rule_11_keeps_a_cell_after_a_kept_one() -> None:
    assert decided(CELL, previous_kept=True) == 11
    assert decided(CELL) == 13


def test_size_is_width_times_height_not_the_place() -> None:
    far = '<div id=x box="900 900 50 50"><b box="900 900 9 9">a</b> <p box="900 930 50 20">b</p></div>'
    near = '<div id=x box="0 0 900 900"><b box="0 0 9 9">a</b> <p box="0 0 900 400">b</p></div>'
    assert decided(far) == 9
    assert decided(near) == 12


def test_ids_mean_nothing() -> None:
    blocks = []
    for name in ("x", "logosLine"):
        seen = content(f'<div id={name} box="0 0 900 900">a <p box="0 0 900 400">b</p></div>')
        blocks.append([(block.node, block.rule) for block in extract(nodes_of(seen), [0], 20_000.0, 1e6)])
    assert blocks[0] == blocks[1]


def test_rule_8_keeps_every_child_of_another_background_this_round() -> None:
    red, green = 'ground="#ff0000"', 'ground="#00ff00"'
    seen = content(
        f'<table><tr id=x box="0 0 900 90"><td id=a box="0 0 200 90" {red}>a <p box="0 0 9 9">x'
        '<td id=b box="300 0 200 90">b <p box="300 0 9 9">x'
        f'<td id=c box="600 0 200 90" {green}>c <p box="600 0 9 9">x'
    )
    page = seen.page
    row = element(page, "x")
    found = {block.node: block for block in extract(nodes_of(seen), [row, row], 100.0, 1e6)}
    assert {found[element(page, name)].rule for name in ("a", "c")} == {8}
    assert all(6 <= found[element(page, name)].degree <= 8 for name in ("a", "c"))


def test_what_shows_nothing_is_cut_and_images_are_kept() -> None:
    seen = content('<div box="0 0 900 900"><div box="0 0 900 90"></div><img id=x box="0 100 200 200"></div>')
    blocks = extract(nodes_of(seen), [0], 1.0, 1.0)
    assert blocks == [Block(element(seen.page, "x"), 10, 0, frame=0)]


@pytest.mark.parametrize(("style", "degree"), [("", 10), ("font=20", 9), ("weight=700", 9), ("font=20 weight=700", 9)])
def test_text_is_wholly_coherent_only_if_size_and_weight_agree(style: str, degree: int) -> None:
    seen = content(f'<div id=x box="0 0 900 900">a <b box="20 0 20 20" {style}>b</b></div>')
    x = element(seen.page, "x")
    assert extract(nodes_of(seen), [x, x], 1.0, 1.0)[0] == Block(x, degree, 4, x)


def test_degrees_of_kept_nodes_differ_by_tag_and_size() -> None:
    def degree(tag: str, width: int) -> int:
        seen = content(f'<{tag} id=x box="0 0 {width} 900"><b box="0 0 9 9">a</b> <p box="0 0 90 20">b</p></{tag}>')
        x = element(seen.page, "x")
        return extract(nodes_of(seen), [x, x], 900_000.0, 1e6)[0].degree

    assert degree("blockquote", 300) > degree("div", 300) > degree("div", 900)
