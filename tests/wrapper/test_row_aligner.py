"""Rows of nodes that fit the places of a pattern node equally well are aligned once, whatever they look like."""

from dataclasses import replace

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.align.sequence_alignment import Follow
from intaglio.wrapper.match.row_aligner import RowAligner
from intaglio.wrapper.options import WrapperOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary
from intaglio.wrapper.page_model.page_tree import Mark

WORDS = Vocabulary.having((), {}, 0.1)
FOLLOW = Follow(-0.1, -2.3, -0.1, -2.3, 2.0)


def node(cls: str, head: str) -> NodeFeatures:
    return NodeFeatures(Mark("p", cls), head, "", "a", lone=True, below=0)


def aligner(options: WrapperOptions = WrapperOptions()) -> RowAligner:
    places = [Evidence("p"), Evidence("p")]
    for place, cls in zip(places, ("name", "town"), strict=True):
        for at in range(5):
            place.add(node(cls, f"{cls} {at}"))
    return RowAligner(places, ["", ""], [FOLLOW, FOLLOW], [], options)


def test_rows_that_fit_equally_well_are_aligned_once() -> None:
    rows = aligner()
    assert rows.align([node("name", "name 0"), node("town", "Ely")], WORDS, 0, 2) == [0, 1]
    assert rows.align([node("name", "name 1"), node("town", "Rye")], WORDS, 0, 2) == [0, 1]
    assert rows.align([node("town", "Rye")], WORDS, 0, 2) == [1]
    assert rows.align([node("town", "Rye")], WORDS, 1, 2) == [1]
    assert len(rows._aligned) == 3


def test_what_is_known_is_bounded() -> None:
    base = WrapperOptions()
    rows = aligner(replace(base, match=replace(base.match, looks=3)))
    for at in range(20):
        assert rows.align([node(f"other{at % 2}", f"name {at}"), node("town", f"town {at}")], WORDS, 0, 2)[1] == 1
    assert len(rows._numbers) <= 5
