"""Names where ids are made by a tool, and words that values deny."""

from collections.abc import Callable

import pytest

from tests.tables.test_values_alone import PEOPLE, WORDS, rows_of

ASP = "ctl00_ctl00_ContentPlaceHolder1_MainBody_"


def test_ids_of_controls_are_called_by_their_own_part() -> None:
    _, rows = rows_of(
        lambda n: (
            f"<span id={ASP}lblEmployer>{PEOPLE[n]} &amp; Sons</span><br>"
            f"<a id={ASP}hypCity href=/c{n}>{PEOPLE[n][:2]}ville</a>"
            f"<div id={ASP}lblNotes>{PEOPLE[-1 - n]}, {WORDS[-n]}</div>"
        )
    )
    found = {name: rows[-1].get(name) for name in ("company", "city", "notes")}
    assert found == {"company": "Hal Fry & Sons", "city": "Haville", "notes": "Ann Lee, Birch"}


@pytest.mark.parametrize(
    ("markup", "name", "value"),
    [
        (lambda n: f"<b class=author>EC-H{n}4W{n}</b>", "author", None),
        (lambda n: f"<b class=author>{PEOPLE[n]}</b>", "author", "Hal Fry"),
        (
            lambda n: f"<div class=place>If you look for a lamp like {PEOPLE[n]} has, {'look on, ' * 10} we do.</div>",
            "location",
            None,
        ),
        (lambda n: f"<b class=city>{WORDS[n][:2].upper()}</b>", "state", "HE"),
        (
            lambda n: f"<p>{n + 1}04 {WORDS[n]}{('', ' Circle', ' Pike', ' Freeway')[n % 4] or ' Trail'}</p>",
            "address",
            "804 Heath Freeway",
        ),
        (lambda n: f"<p><b>Online Price:</b> ${n + 4}.50</p>", "price", 11.5),
    ],
)
def test_values_deny_a_name_or_have_it(markup: Callable[[int], str], name: str, value: object) -> None:
    _, rows = rows_of(markup)
    found = rows[-1].get(name)
    assert (found["amount"] if isinstance(found, dict) else found) == value, rows[-1]


def test_minutes_per_game_are_no_fuel() -> None:
    def markup(n: int) -> str:
        cells = (f"<tr><td>'0{at}</td><td>{WORDS[at]}</td><td>{n + at}.{at}</td></tr>" for at in range(2 + n % 3))
        return f"<table class=avg><tr><th>Season</th><th>Team</th><th>MPG</th></tr>{''.join(cells)}</table>"

    _, rows = rows_of(markup)
    assert rows[-1]["avg"][1]["mpg"] == 8.1


def test_further_cells_are_called_as_their_row() -> None:
    _, rows = rows_of(
        lambda n: (
            f"<table><tr><td>Tuition</td><td>${n + 4}0,000</td><td>${n + 5}1,000</td></tr>"
            f"<tr><td>Hours</td><td>Mon-Thu {n + 1}:00 AM - 9:00 PM<br>Fri-Sat {n + 2}:30 AM - 11:30 PM</td></tr>"
            f"<tr><td>Wood</td><td>{PEOPLE[-n]}</td><td>{PEOPLE[n]}</td></tr></table>"
        )
    )
    row = rows[-1]
    assert [row[name]["amount"] for name in ("tuition", "tuition_2")] == [110000, 121000]
    assert [row[name] for name in ("hours", "hours_2")] == ["Mon-Thu 8:00 AM - 9:00 PM", "Fri-Sat 9:30 AM - 11:30 PM"]
    assert "wood_2" not in row


def test_how_far_stars_go_is_no_name() -> None:
    _, rows = rows_of(lambda n: f"<div>User score <b>{n + 1}.{n}</b> out of 10 <br>{n + 7}{n} votes</div>")
    assert (rows[-1]["score"], rows[-1]["votes"]) == (8.7, "147 votes")
