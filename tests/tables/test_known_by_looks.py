"""Columns that are known by what their values look like, whatever stands before or behind these."""

import pytest

from tests.tables.test_column_names import WORDS, table_of


def phone(n: int, at: int = 0) -> str:
    return f"({210 + n}) {330 + n * 7}-{4000 + n * 31 + at}"


@pytest.mark.parametrize("label", ["General information", "Reservations"])
def test_a_lone_telephone_number_is_one_whatever_its_label(label: str) -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]} Inn</title><h1>{WORDS[n]} Inn</h1><p><b>{label}:</b> {phone(n)}<p><b>Telefax:</b> "
            f"{phone(n, 5)}"
        )
    )
    assert table.row(lines[1])["phone"] == phone(1)
    assert table.row(lines[1])["telefax"] == phone(1, 5)


def test_a_number_that_is_called_a_phone_has_the_name_before_one_that_looks_so() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]} Inn</title><h1>{WORDS[n]} Inn</h1><p><b>Bookings:</b> {phone(n)}<p><b>Phone:</b> "
            f"{phone(n, 5)}"
        )
    )
    assert table.row(lines[1])["phone"] == phone(1, 5)
    assert table.row(lines[1])["bookings"] == phone(1)


def test_a_bar_behind_some_values_is_no_part_of_them() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]} Inn</title><h1>{WORDS[n]} Inn</h1><div class=rest>{phone(n)}"
            + (f" | <a href='http://{WORDS[n].lower()}.example'>site</a>" if n % 2 else "")
            + "</div>"
        )
    )
    assert [table.row(line)["phone"] for line in lines[:2]] == [phone(0), phone(1)]


def test_a_label_with_a_number_in_it_names_its_value() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><h3>Facts</h3><table><tr><td><b>Pages:</b> {90 + n * 7}</tr>"
            f"<tr><td><b>EAN-8:</b> {40000 + n * 33}-X{n}</tr><tr><td><b>Weight:</b> {3 + n} oz</tr></table>"
        )
    )
    assert table.row(lines[2])["ean_8"] == "40066-X2"


def test_the_name_of_a_count_behind_or_before_it_is_no_text() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><table class=tabs><tr><td>Overview</td><td>Reviews "
            f"({n * 3})</td></tr></table>"
        )
    )
    assert table.row(lines[2])["review_count"] == 6


def test_how_many_pictures_there_are_is_no_picture() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><img src='/{n}.jpg'><font><a href='/p'>Photos ({n + 2})</a>"
            "</font>"
        )
    )
    row = table.row(lines[3])
    assert (row["image"], row["photos"]) == ("/3.jpg", "Photos (5)")


def test_a_bare_year_is_called_so() -> None:
    table, lines = table_of(
        lambda n: f"<title>{WORDS[n]}</title><h1>{WORDS[n]} <span>(<a href='/{n}'>{1980 + n * 3}</a>)</span></h1>"
    )
    assert table.row(lines[2])["year"] == 1986


def test_what_is_labelled_title_is_the_name_and_no_place_is() -> None:
    jobs = ("Java Developer", "DBA", "Lead Tester", "Clerk", "Nurse", "Cook", "Smith", "Joiner")
    table, lines = table_of(
        lambda n: (
            f"<title>{jobs[n]} - {WORDS[n]} Group - Saltby, QM</title><table><tr><td><b>Title:</b></td><td>{jobs[n]}"
            f"</td></tr><tr><td><b>Salary:</b></td><td>{n * 700 + 900} a month</td></tr></table><p>{WORDS[n]} Group"
            f"<br>{n * 3 + 1} Weir St.<br>Saltby, QM {10000 + n * 7}"
        )
    )
    assert table.row(lines[1])["name"] == "DBA"
