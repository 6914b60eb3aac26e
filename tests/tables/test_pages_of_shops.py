"""Prices, names and what is none of them, on pages in the manner of shops and boards of jobs."""

from intaglio.tables.columns.first_of_kind import joined_prices
from intaglio.tables.words.value_shapes import shape_of
from tests.tables.test_candidate_values import candidate
from tests.tables.test_values_alone import PEOPLE, rows_of, rows_of_texts


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
    assert joined_prices([candidate()])


def test_the_name_of_who_offers_something_is_not_its_own() -> None:
    jobs = ("Clerk", "Nurse", "Welder", "Clerk", "Tutor", "Nurse", "Baker", "Cook")
    texts = [
        f"<title>Jobs</title><b class=jobTitle>{job}</b><i class=companyName>{who} Ltd of {who}</i><p>{n}</p>"
        for n, (job, who) in enumerate(zip(jobs, PEOPLE, strict=True))
    ]
    _, rows = rows_of_texts(texts)
    assert (rows[-1]["name"], rows[-1]["company"]) == ("Cook", "Hal Fry Ltd of Hal Fry")


def test_names_of_other_things_come_late_and_rights_not_at_all() -> None:
    def markup(n: int) -> str:
        others = "".join(f"<li class=title><a href='/x{n}{k}'>{PEOPLE[n - k]}</a></li>" for k in range(3 + n % 2))
        return f"<p><b>Made of:</b> {PEOPLE[-1 - n]} {n}</p><ul>{others}</ul><p>© Shop {n}{n}</p>"

    table, _ = rows_of(markup)
    names = [one.name for one in table.kept]
    assert names.index("made_of") < names.index("title")
    assert all("©" not in text for one in table.kept for text in one.examples)
