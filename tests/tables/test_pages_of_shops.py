"""Prices, names and what is none of them, on pages in the manner of shops and boards of jobs."""

from intaglio.tables.words.value_shapes import shape_of
from tests.tables.test_values_alone import rows_of


def test_the_number_of_a_machine_is_no_telephone() -> None:
    _, rows = rows_of(lambda n: f"<div class=visitor>Your IP is: {n + 11}.{n}.20.1{n}8</div>")
    assert "phone" not in rows[-1]
    assert shape_of(["86.22.70.14", "86.12.71.24", "84.22.72.34"]) == "phone"


def test_a_reduced_price_and_plain_ones_are_one() -> None:
    def markup(n: int) -> str:
        reduced = f"<span class=normal>${n + 20}.50</span> <span class=special>${n + 10}.50</span>"
        return f"<h2 id=prices class=goods>{reduced if n % 3 else f'${n + 15}.00'}</h2>"

    _, rows = rows_of(markup)
    assert [row["price"]["amount"] for row in rows[:3]] == [15.0, 11.5, 12.5]
    assert [row["old_price"] and row["old_price"]["amount"] for row in rows[:3]] == [None, 21.5, 22.5]
