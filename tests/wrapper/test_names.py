"""Names of fields: what they come from, and what never is one."""

import re
from collections.abc import Callable

from intaglio.page import Page
from intaglio.wrapper import Wrapper, learn

WORDS = "amber birch cedar dusk ember fern grove heath iris juniper kelp linden".split()  # noqa: SIM905


def learned(markup: Callable[[int], str]) -> Wrapper:
    return learn([Page.parse(markup(number), url=f"https://a.example/{number}") for number in range(len(WORDS))])


def names(markup: Callable[[int], str]) -> dict[str, str]:
    """The fields of made-up pages, with their first example."""
    return {name: one.examples[0] for name, one in learned(markup).named().items() if not one.furniture}


def test_header_cells_name_the_columns_of_rows() -> None:
    def markup(number: int) -> str:
        rows = "".join(
            f"<tr><td>{WORDS[(number + at) % 12]}</td><td>{number * 3 + at}</td><td>{at * 7 + number}.5</td></tr>"
            for at in range(3 + number % 3)
        )
        return f"<h1>Season {number}</h1><table><tr><th>Player</th><th>Games</th><th>Points</th></tr>{rows}</table>"

    found = {name.rpartition(".")[2] for name in names(markup)}
    assert {"player", "games", "points"} <= found


def test_a_heading_names_its_section_and_nothing_further_on() -> None:
    def markup(number: int) -> str:
        history = f"<div><h2>History</h2><div>{WORDS[number]} of old</div></div>"
        return f"<h1>{WORDS[number]}</h1>{history}<div><div><div><div>{WORDS[-number]} of now</div></div></div></div>"

    found = names(markup)
    assert found["history"] == "amber of old"
    assert not any(name.startswith("history") for name, value in found.items() if value.endswith("of now"))


def test_an_address_is_no_label_and_its_value() -> None:
    found = names(lambda number: f"<h1>{WORDS[number]}</h1><p class=z><em>http://{WORDS[number]}.example/</em></p>")
    assert "http" not in found
    assert "http://amber.example/" in found.values()


def test_a_time_of_day_is_no_label() -> None:
    found = names(lambda number: f"<h1>{WORDS[number]}</h1><p><em>Updated 12/8/2010 12:{number + 10} P.M.</em></p>")
    assert not any("2010" in name for name in found)
    assert "Updated 12/8/2010 12:10 P.M." in found.values()


def test_classes_that_say_nothing_name_nothing() -> None:
    def markup(number: int) -> str:
        return (
            f"<h1>{WORDS[number]}</h1><div class='box-content'><div class='js-track'><div class=td>{WORDS[-number]} x"
            "</div></div></div>"
        )

    found = names(markup)
    assert not {"box_content", "js_track", "td"} & found.keys()


def test_words_of_layout_name_nothing_written_as_one_or_as_an_id() -> None:
    def markup(number: int) -> str:
        inner = f"<div id=container><span>{WORDS[-number]} x</span></div>"
        return f"<h1>{WORDS[number]}</h1><div class=story><div class=bodywrapper><div>{inner}</div></div></div>"

    found = names(markup)
    assert found["story"] == "amber x"


def test_parts_of_items_go_by_what_they_are_not_by_the_name_of_the_list() -> None:
    def markup(number: int) -> str:
        slots = "".join(
            f"<li>{at + 9}:{number + 10} <a href=/t/{number}-{at}>On {WORDS[(number + at) % 12]}</a></li>"
            for at in range(2 + number % 3)
        )
        return f"<h1>{WORDS[number]}</h1><ul class=slots>{slots}</ul>"

    found = {name: value for name, value in names(markup).items() if "." in name}
    assert found == {
        "slots.time": "9:10",
        "slots.name_href": "/t/0-0",
        "slots.name": "On amber",
    }


def test_what_nothing_names_is_named_by_its_form() -> None:
    def markup(number: int) -> str:
        when = f"<div><em>{number + 1} March 2021</em></div><div><em>{number + 1}:30 p.m. in the hall</em></div>"
        return f"<h1>{WORDS[number]}</h1>{when}<div><em>${number}.50</em></div>"

    found = names(markup)
    assert [found[name] for name in ("date", "time", "price")] == ["1 March 2021", "1:30 p.m. in the hall", "$0.50"]


def test_never_a_value_nor_mojibake_nor_a_bare_tag() -> None:
    def markup(number: int) -> str:
        return (
            f"<h1>{WORDS[number]}</h1><table><tr><td>Dec {number}</td><td>{WORDS[-number]} won</td></tr></table>"
            f"<p><b>GrÃ¶Ãe</b> <i>{number * 3} cm</i></p>"
        )

    for name in names(markup):
        assert not re.search(r"dec|td|Ã|won", name), name


def test_who_says_a_review_is_its_author() -> None:
    def markup(number: int) -> str:
        said = "".join(
            f"<li class=review><b>{WORDS[(number + at) % 12].title()}</b><p>Said {WORDS[number]} {at} times.</p></li>"
            for at in range(2 + number % 3)
        )
        return f"<h1>{WORDS[number]}</h1><h2>What buyers say</h2><ul>{said}</ul>"

    assert {name.rpartition(".")[2] for name in names(markup) if "." in name} == {"author", "text"}


def test_a_day_and_time_is_no_name() -> None:
    found = names(lambda n: f"<h1>{WORDS[n]}</h1><div><b>March 9th 9:20</b> <i>{WORDS[-n]} talk</i></div>")
    assert not any(name.startswith("march") for name in found)
