"""The paper's steps: matching trees, aligning columns, telling peers."""

import random

import pytest

from intaglio.page import Page
from intaglio.wrapper.options import PaperOptions
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.paper.matrix_alignment import align
from intaglio.wrapper.paper.tree_matching import Peers, Subtrees, Symbol


def symbols(column: str, data: str = "") -> list[Symbol]:
    """`S1T2 S3T4` as symbols; those named in `data` are data nodes."""
    made = []
    for word in column.split():
        k, number = word.lower().lstrip("s").split("t")
        made.append(Symbol(int(k), int(number), word in data.split()))
    return made


def rows_of(columns: list[list[Symbol]]) -> list[list[str]]:
    return [
        ["-" if cell is None else f"s{columns[at][cell].k}t{columns[at][cell].l}" for at, cell in enumerate(row)]
        for row in align(columns)
    ]


def test_a_symbol_that_comes_too_soon_waits() -> None:
    """R1: the span of s1t1 is 2, so its second occurrence is not due right after the first."""
    columns = [symbols("s1t1 s2t2 s1t1"), symbols("s1t1 s1t1")]
    assert rows_of(columns) == [["s1t1", "s1t1"], ["s2t2", "-"], ["s1t1", "s1t1"]]


def test_a_symbol_goes_down_to_where_it_stands_in_another_column() -> None:
    """R2."""
    columns = [symbols("s1t1 s2t2 s3t3 s4t4"), symbols("s1t1 s4t4")]
    assert rows_of(columns)[1:] == [["s2t2", "-"], ["s3t3", "-"], ["s4t4", "s4t4"]]


def test_a_row_of_data_is_aligned_as_it_is() -> None:
    """R3, as in the paper's figure 4."""
    data = "s1t2 s2t3 s2t4"
    columns = [symbols(f"s0t0 s1t1 {one} s3t5", data) for one in data.split()]
    assert rows_of(columns)[2] == ["s1t2", "s2t3", "s2t4"]


def test_the_commonest_symbol_keeps_its_row() -> None:
    """R4, as in the paper's figure 4."""
    columns = [symbols("s0t0 s1t1 s2t3"), symbols("s0t0 s1t1 s1t2"), symbols("s0t0 s1t1 s1t2")]
    assert rows_of(columns)[2:] == [["-", "s1t2", "s1t2"], ["s2t3", "-", "-"]]


def test_of_equally_common_symbols_one_of_the_structure_most_columns_show_keeps_its_row() -> None:
    """R4 selects any one: s1 stands in two columns of the row, s2 in one; the first would be s2t3."""
    columns = [symbols("s2t3 s5t5"), symbols("s1t1 s5t5"), symbols("s1t2 s5t5")]
    assert rows_of(columns)[0] == ["-", "s1t1", "-"]
    first = align(columns, PaperOptions(tie="first"))
    assert first[0] == [0, None, None]


def test_equal_columns_are_shifted_each_by_itself() -> None:
    """By R2 the symbol of one stands further down in the other; taken as one column, it stands in no other."""
    columns = [symbols("s3t1 s3t1"), symbols("s3t1 s3t1"), symbols("s1t1")]
    assert rows_of(columns)[0] == ["-", "-", "s1t1"]
    assert align(columns, PaperOptions(merge_columns=True))[0] == [0, 0, None]


@pytest.mark.parametrize("seed", range(30))
def test_alignment_keeps_every_column_in_order(seed: int) -> None:
    chance = random.Random(seed)
    columns = [
        [Symbol(chance.randrange(3), chance.randrange(3), chance.random() < 0.3) for _ in range(chance.randrange(12))]
        for _ in range(5)
    ]
    rows = align(columns)
    for at, column in enumerate(columns):
        assert [row[at] for row in rows if row[at] is not None] == list(range(len(column)))


def test_matching_counts_pairs_of_nodes_in_order() -> None:
    trees = [Tree(Page.parse(html)) for html in ("<p>x<b>y</b><i>z</i>", "<p>x<i>z</i><b>y</b>")]
    subtrees = Subtrees()
    one, other = (subtrees.number(tree, texts=False)[0] for tree in trees)
    # html, head, body, p, the first text, and either b or i with its text
    assert subtrees.match(one, other) == subtrees.match(other, one) == 7
    assert subtrees.match(one, one) == subtrees.size[one] == 9


def plain_match(one: "list[object]", other: "list[object]") -> int:
    """The textbook's recursion, on nested lists `[name, child, …]`."""
    if one[0] != other[0]:
        return 0
    rows, columns = one[1:], other[1:]
    best = [[0] * (len(columns) + 1) for _ in range(len(rows) + 1)]
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            both = best[i][j] + plain_match(row, column)  # type: ignore[arg-type]
            best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j], both)
    return best[-1][-1] + 1


@pytest.mark.parametrize("seed", range(20))
def test_matching_is_that_of_the_textbook(seed: int) -> None:
    chance = random.Random(seed)

    def grow(depth: int) -> list[object]:
        return [chance.choice("abc"), *(grow(depth - 1) for _ in range(chance.randrange(4) if depth else 0))]

    def html(tree: list[object]) -> str:
        return f"<x-{tree[0]}>{''.join(html(child) for child in tree[1:])}</x-{tree[0]}>"  # type: ignore[arg-type]

    one, other = grow(3), grow(3)
    one[0] = other[0] = "a"
    trees = [Tree(Page.parse(html(tree))) for tree in (one, other)]
    subtrees = Subtrees()
    numbers = [subtrees.number(tree, texts=False)[3] for tree in trees]
    assert subtrees.match(*numbers) == plain_match(one, other)


def test_peers_are_told_by_structure_and_by_text() -> None:
    rows = "<tr><td>Price<td>{}</tr>"
    trees = [Tree(Page.parse(f"<table>{rows.format(price)}</table><p>{price}</p>")) for price in (4, 5)]
    peers = Peers(trees, 0.8, 0.9)
    one, other = peers.symbols([(page, tree.children[tree.children[0][1]]) for page, tree in enumerate(trees)])
    assert one[0].k == other[0].k
    assert one[0].l != other[0].l
    assert one[0].k != one[1].k


def test_images_are_data_nodes() -> None:
    trees = [Tree(Page.parse(f"<body>{inner}")) for inner in ("Sold out", "<img src=a.png>", "<img src=b.png>")]
    columns = [(page, tree.children[tree.children[0][1]]) for page, tree in enumerate(trees)]
    text, one, other = (column[0] for column in Peers(trees, 0.8, 0.9).symbols(columns))
    assert text.data
    assert one.data
    assert other.data
    assert one.k == other.k
    assert one.l != other.l
    plain = Peers(trees, 0.8, 0.9, PaperOptions(images=False)).symbols(columns)
    assert [column[0].data for column in plain] == [True, False, False]
