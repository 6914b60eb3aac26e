"""What candidates for columns tell of their values."""

import pytest

from intaglio.tables.cell_values import cell_value, value_reader
from intaglio.tables.columns.candidate import Candidate
from intaglio.tables.columns.main_thing import TitleWords


def candidate(*values: str) -> Candidate:
    return Candidate(("a",), None, {}, {row: [value] for row, value in enumerate(values)}, listed=False)


def test_different_values_come_once_in_their_order() -> None:
    one = candidate("b", "a", "b", "c")
    assert one.different() == ["b", "a", "c"]
    one.take_rows({0: ["d"]})
    assert one.different() == ["d"]


@pytest.mark.parametrize(
    ("values", "least", "does"),
    [
        ("aaab", 3, True),
        ("aaab", 3.5, False),
        ("aabb", 3, False),
        ("abcd", 1, True),
        ("abcd", 2, False),
        ("", 1, False),
    ],
)
def test_a_value_comes_up_so_often_or_not(values: str, least: float, *, does: bool) -> None:
    assert candidate(*values).comes_up(least) is does


def test_a_field_agrees_with_titles_by_the_words_of_both() -> None:
    words = {0: frozenset({"blue"}), 1: frozenset({"red", "mug"}), 2: frozenset[str]()}
    titles = TitleWords(
        {0: frozenset({"blue", "lamp"}), 1: frozenset({"red"}), 2: frozenset({"x"}), 3: frozenset({"y"})}
    )
    found = titles.agreement(words)
    assert found.alike == (1 / 2 + 1 / 2) / 4
    assert found.whole == 1 / 3 == titles.echoed(words)
    assert found.within == (1 + 1 / 2) / 3
    assert titles.agreement({}) == (0, 0, 0)


@pytest.mark.parametrize("type_", ["list", "text", "number", "money"])
@pytest.mark.parametrize(
    "value", [["a", "", 3, "b"], [], [""], "a", "", None, 3, {"a": "b"}, "$5", ["$5"], "12", "007"]
)
def test_values_are_read_as_cells_are_made(type_: str, value: object) -> None:
    assert value_reader(type_)(value) == cell_value(value, type_)
