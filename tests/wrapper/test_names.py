"""Names of fields: what they come from, and what never is one."""

import re
from collections.abc import Callable
from dataclasses import replace

from intaglio.page import Page
from intaglio.wrapper import Background, Wrapper, extract, learn

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


def test_what_stands_below_a_picture_is_its_caption() -> None:
    found = names(
        lambda number: (
            f"<h1>{WORDS[number]}</h1><div class=story><figure><img src=/{number}.png>"
            f"<figcaption>{WORDS[-number]} seen from x</figcaption></figure></div>"
        )
    )
    assert found["caption"] == "amber seen from x"


def test_parts_of_content_systems_name_nothing() -> None:
    found = names(
        lambda number: (
            f"<h1>{WORDS[number]}</h1><div class='view-content'><div class=node>{WORDS[-number]} x</div></div>"
            f"<div class=lodging><div class='panel-heading'>{WORDS[-number]} y</div></div>"
        )
    )
    assert not {"view_content", "node", "panel_heading"} & found.keys()
    assert found["lodging"] == "amber y"


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


def test_a_row_of_plain_words_above_data_names_the_columns_and_the_first_cell_the_row() -> None:
    def markup(number: int) -> str:
        def row(name: str, at: int) -> str:
            return f"<tr><td>{name}</td><td>{number + at}</td><td>.{number}{at}</td><td>{number}-{at}9</td></tr>"

        head = "<tr class=colhead><td>&nbsp;</td><td><b>G</b></td><td><b>Min</b></td><td><b>FG%</b></td></tr>"
        figures = f"<table class=tablehead>{head}{row('Season', 1)}{row('Career', 40)}</table>"
        games = "".join(row(f"{WORDS[(number + at) % 12]} {number}{at}", at) for at in range(3 + number % 3))
        return f"<h1>{WORDS[number]}</h1>{figures}<table><tr><td>Against<td>Runs<td>Ratio<td>Score</tr>{games}</table>"

    found = names(markup)
    assert {"season_g", "season_min", "season_fg", "career_g", "career_min", "career_fg"} <= found.keys()
    assert {"against", "runs", "ratio", "score"} <= {name.rpartition(".")[2] for name in found}


def test_the_name_of_a_row_is_enough_in_a_table_of_two_columns() -> None:
    def markup(number: int) -> str:
        rows = "".join(f"<tr><td>{name}</td><td>{number} {name}s</td></tr>" for name in ("Width", "Depth", "Load"))
        return f"<h1>{WORDS[number]}</h1><table><tr><th>Property</th><th>Value</th></tr>{rows}</table>"

    assert {"width", "depth", "load"} <= names(markup).keys()


def test_what_is_counted_names_the_number_before_it() -> None:
    def markup(number: int) -> str:
        def item(at: int) -> str:
            votes, answers = (number + at) % 3, (number * at) % 4
            return (
                f"<div class=question><b class=mini-count>{votes}</b><i class=viewcount>vote{'s' * (votes != 1)}</i>"
                f"<b class=mini-count>{answers}</b><i class=viewcount>answer{'s' * (answers != 1)}</i>"
                f"<div class=summary><h3><a class=title href=/{number}/{at}>{WORDS[(number + at) % 12]} {at}</a></h3>"
                f"<p class=excerpt>{WORDS[(number * at) % 12]} {number}</p><i>{number} and {at}</i><u>{at} of old</u>"
                "</div></div>"
            )

        return f"<h1>{WORDS[number]}</h1><div id=questions>{''.join(map(item, range(4 + number % 3)))}</div>"

    found = {name.rpartition(".")[2] for name in names(markup)}
    assert {"votes", "answers", "title", "excerpt"} <= found
    assert "viewcount" not in found


def test_a_heading_in_what_holds_much_else_is_a_heading() -> None:
    def markup(number: int) -> str:
        rest = "".join(f"<p class=c{at}>{WORDS[(number + at) % 12]} {at}</p>" for at in range(5))
        return f"<div id=page-content><h2>{WORDS[number]} and more</h2>{rest}</div>"

    assert names(markup)["heading"] == "amber and more"


def test_a_colon_in_the_heading_of_a_lone_page_makes_no_label() -> None:
    page = Page.parse("<div id=talk><h2>bamnostic: a reader of files</h2><p>By somebody, in room 3.</p></div>")
    record = extract(learn([page]), page)
    assert "bamnostic: a reader of files" in record.fields.values()
    assert "bamnostic" not in record.fields


def test_what_many_pages_have_gets_the_plain_name_before_a_list_that_few_have() -> None:
    def markup(number: int) -> str:
        few = "".join(f"<i>{WORDS[at]} {number}</i>" for at in range(3)) if number % 4 == 0 else ""
        return (
            f"<h1>{WORDS[number]}</h1><div class=story><b>{WORDS[-number]} of old</b></div><div class=story>{few}</div>"
        )

    assert names(markup)["story"] == "amber of old"


def test_a_list_that_fields_turn_out_to_be_goes_by_the_name_of_one_of_them() -> None:
    def markup(number: int, many: int) -> Page:
        facts = [f"{WORDS[number].title()} setting", f"{number}0,000 people", f"({WORDS[-number]})"]
        facts += [f"{WORDS[(number + at) % 12]} {at}" for at in range(3)]
        items = "".join(f"<li>{fact}</li>" for fact in facts[:many])
        return Page.parse(f"<h1>{WORDS[number]}</h1><ul class=setting>{items}</ul>")

    few = [markup(number, 3) for number in range(6)]
    first = learn(few)
    more = learn([*few, *(markup(number, 2 + number % 5) for number in range(6, 12))], known=Background(previous=first))
    assert {"setting", "setting_2", "setting_3"} <= extract(first, few[0]).fields.keys()
    assert extract(more, few[0]).fields["setting"] == ["Amber setting", "00,000 people", "(amber)"]
    numbered = {"setting": "fact_2", "setting_2": "fact", "setting_3": "fact_3"}
    renamed = replace(first, fields=tuple(replace(one, name=numbered.get(one.name, one.name)) for one in first.fields))
    later = learn(
        [*few, *(markup(number, 2 + number % 5) for number in range(6, 12))], known=Background(previous=renamed)
    )
    assert extract(later, few[0]).fields["fact"] == ["Amber setting", "00,000 people", "(amber)"]


def test_a_text_is_called_by_what_holds_it_whatever_its_first_part_is() -> None:
    def markup(number: int) -> str:
        words = " ".join(WORDS[(number + at) % 12] for at in range(9))
        rare = f"<h1>On {WORDS[number]}</h1><ul><li>{WORDS[-number]}</ul>" if number % 5 == 0 else ""
        body = "".join(f"<p>{at} {words} {number}</p>" for at in range(1 + number % 4))
        return f"<h1>{WORDS[number]}</h1><div class=bio>{rare}{body}</div>"

    assert "bio" in names(markup)


def test_a_heading_that_is_a_time_is_one() -> None:
    def markup(number: int) -> str:
        rest = "".join(f"<p class=c{at}>{WORDS[(number + at) % 12]} {at}</p>" for at in range(5))
        return f"<div id=page-content><h4>Friday {number % 9 + 1}:10 p.m.</h4><h2>{WORDS[number]}</h2>{rest}</div>"

    assert names(markup)["time"] == "Friday 1:10 p.m."


def specs(number: int, *rows: tuple[str, str]) -> str:
    """A table of labels and values, in classes of their own."""
    known = [(label, f"{number * at + at}{unit}") for at, (label, unit) in enumerate(SPECS, 1)]
    made = (f'<tr><td class="left">{name}</td><td class="spec">{value}</td></tr>' for name, value in (*known, *rows))
    return f"<h1>{WORDS[number]}</h1><table>{''.join(made)}</table>"


SPECS = (("Height:", " cm"), ("Width:", " cm"), ("Weight:", " g"), ("Zoom:", "x"))


def test_a_row_without_a_label_goes_on_with_the_row_before() -> None:
    found = names(lambda n: specs(n, ("Platforms:", f"PC {WORDS[n]}"), ("", f"Mac {WORDS[n]}")))
    assert found["platforms"] == "PC amber"
    assert found["platforms_2"] == "Mac amber"
    assert not any(name.startswith("spec") for name in found)


def test_values_that_all_pages_have_are_no_labels_of_what_follows() -> None:
    found = names(lambda n: specs(n, ("Cards:", f"{WORDS[n]} card"), ("", "Plain card"), ("", f"{WORDS[-n]} new card")))
    assert "plain_card" not in found
    assert found["cards_2"] == "amber new card"


def test_a_label_with_a_colon_names_what_its_cell_has_further_in() -> None:
    found = names(lambda n: specs(n, ("Service:", f"<div><ul><li>{WORDS[n]} service</li></ul></div>")))
    assert found["service"] == "amber service"


def test_a_class_that_labels_have_too_leaves_them_labels() -> None:
    found = names(lambda n: specs(n).replace('"left"', '"spec"'))
    assert {"height", "width", "weight", "zoom"} <= found.keys()


def test_the_class_of_a_form_names_nothing_in_it() -> None:
    def markup(number: int) -> str:
        inside = f'<form class="inputsearch-short"><div><a>{WORDS[number]} town</a></div></form>'
        return f"<h1>{WORDS[-number]}</h1><div id=trail><div>{inside}</div></div>"

    assert names(markup).get("trail") == "amber town"


def test_the_item_before_a_link_is_no_label_of_it() -> None:
    def markup(number: int) -> str:
        items = f"<li><span>Map</span></li><li><a class=deals>{WORDS[number]} deals</a></li>"
        return f"<h1 class=nopadding>{WORDS[-number]}</h1><ul>{items}</ul>"

    assert names(markup) == {"heading": "amber", "deals": "amber deals"}


def test_an_item_is_not_called_by_the_label_of_the_item_before() -> None:
    def markup(number: int) -> str:
        facts = [(label, f"{number * at + at} {unit}") for at, (label, unit) in enumerate(SPECS, 1)]
        rows = "".join(f"<li><b>{label}</b> {value}</li>" for label, value in facts)
        return f"<h1>{WORDS[number]}</h1><ul class=facts>{rows}<li>{WORDS[-number]} edition</li></ul>"

    found = names(markup)
    assert {"height", "width", "weight", "zoom"} <= found.keys()
    assert not any(name.startswith("zoom") for name, value in found.items() if value.endswith("edition"))


def test_a_label_deep_in_its_cell_names_the_cell_beside() -> None:
    def markup(number: int) -> str:
        cells = (f"<td><font><a href='/{number}'>{text}</a></font></td>" for text in ("Director:", WORDS[number]))
        return f"<h1>{WORDS[-number]}</h1><table class=box><tr>{''.join(cells)}</tr></table>"

    assert names(markup)["director"] == "amber"


def test_a_label_of_two_forms_is_no_value_and_names_what_follows() -> None:
    def markup(number: int) -> str:
        label = "Opening Weekends:" if number % 3 else "Opening Weekend:"
        cells = f"<td>{label}</td><td>{WORDS[number]} sold</td>"
        return f"<h1>{WORDS[-number]}</h1><table class=box><tr>{cells}</tr></table>"

    found = names(markup)
    assert next(name for name, value in found.items() if value == "amber sold").startswith("opening_weekend")
    assert not any(value.endswith(":") for value in found.values())


def test_a_label_that_nearly_all_pages_have_names_what_stands_beside_it() -> None:
    def markup(number: int) -> str:
        label = "Rebate:" if number == 4 else "You save:"
        row = f"<tr><td class=spec>{label}</td><td class=value>${number}.29 ({number}%)</td></tr>" if number % 5 else ""
        return f"<table><tr><td class=spec>Our price:</td><td class=own>${number}5.99</td></tr>{row}</table>"

    assert names(markup)["you_save"] == "$1.29 (1%)"


def test_a_label_with_its_value_is_no_label_of_what_comes_next() -> None:
    def markup(number: int) -> str:
        return f"<select><option>Ground: FREE</option><option>Express, 3 days: ${number}.30</option></select><p>Buy"

    assert names(markup) == {"express_3_days": "$0.30"}


def test_whose_the_page_is_names_nothing() -> None:
    def markup(number: int) -> str:
        said = WORDS[number].title()
        return f"<h1>Film {number}</h1><div id=foot><p>© 2010 New Lines LLC</p><p class=quote>{said}, {said}!</p></div>"

    assert names(markup)["quote"] == "Amber, Amber!"


def test_an_id_that_many_values_have_tells_values_from_labels_and_names_none() -> None:
    def markup(number: int) -> str:
        said = {label: f"{WORDS[number]} {label}" for label in ("Pay", "Travel", "Contact", "Level", "Place")}
        said["Trades"] = "Design<br>" * bool(number % 3) + f"{WORDS[number]} trade"
        cells = "".join(f"<tr><td>{label}:</td><td id=cell>{value}</td></tr>" for label, value in said.items())
        return f"<h1>Job {number}</h1><table>{cells}</table>"

    assert names(markup).keys() - {"heading", "pay", "travel", "contact", "level", "place"} == {"trades", "trades_2"}


def test_labels_may_stand_behind_values() -> None:
    def tile(value: object, label: str) -> str:
        return f"<div><div class=text-2xl>{value}</div><div class=text-sm>{label}</div></div>"

    def markup(number: int) -> str:
        tiles = tile(number + 1, "Beds") + tile(number * 3 + 7, "Sq Ft") + tile(WORDS[number], "Heating")
        return (
            f"<h1>{WORDS[-number]} house</h1><div class=flex>{tiles}</div><p><b>{number + 40}</b> <i>visitors</i></p>"
        )

    found = names(markup)
    assert (found["beds"], found["sq_ft"], found["heating"], found["visitors"]) == ("1", "7", "amber", "40")


def test_what_leads_on_or_measures_behind_a_value_is_no_label() -> None:
    def markup(number: int) -> str:
        cook = f"<div class=cook><span>{number + 10}</span> <span>min</span></div>"
        return f"<h1>{WORDS[number]}</h1>{cook}<div><span>{number * 7}</span> <a href=/all>Read more</a></div>"

    assert not {"min", "read_more"} & names(markup).keys()


def test_an_apostrophe_parts_no_word() -> None:
    found = names(lambda number: f"<h1>{WORDS[number]}</h1><p>Seller's notes:</p><p>{WORDS[-number]} and oak</p>")
    assert "sellers_notes" in found


def test_an_icon_says_what_stands_behind_it() -> None:
    def markup(number: int) -> str:
        paid = f"<li><i class='fa fa-money'></i> ${number}50 a day</li>" if number % 3 else ""
        items = (
            f"<li><i class='fa fa-map-marker'></i> {WORDS[-number]} town</li>"
            f"<li><i class='fa fa-briefcase'></i> {number % 4} shifts</li>{paid}"
            f"<li><i class='fa fa-clock-o'></i> {WORDS[number]} ago</li>"
        )
        checked = "".join(f"<li><i class='fa fa-check'></i> {word}</li>" for word in WORDS[: 2 + number % 4])
        return f"<h1>{WORDS[number]} job</h1><ul>{items}</ul><h2>Perks</h2><ul>{checked}</ul>"

    found = names(markup)
    assert (found["location"], found["price"], found["time"]) == ("amber town", "$150 a day", "amber ago")
    assert "briefcase" in found
    assert any(name.startswith("perks") for name in found)


def test_what_is_around_a_list_names_no_part_of_its_items() -> None:
    def markup(number: int) -> str:
        said = "".join(
            f"<div class=note><p class=who>{WORDS[at]} {number}</p><p>{WORDS[-at]} says {number * at}</p></div>"
            for at in range(1, 3 + number % 3)
        )
        return f"<section class=sheet><h1>{WORDS[number]}</h1><h2>Notes</h2>{said}</section>"

    assert not [name for name in names(markup) if name.endswith(("sheet", ".notes"))]


def test_a_colon_may_stand_apart_from_its_label() -> None:
    def markup(number: int) -> str:
        links = ", ".join(f"<a href=/n/{at}>{WORDS[at]} {number}</a>" for at in range(1 + number % 3))
        return f"<div class=film><h1>{WORDS[number]}</h1><p><strong>Director</strong>: {links}</p></div>"

    assert any(name.startswith("director") for name in names(markup))


def test_header_cells_name_the_totals_below_whose_first_cell_is_wide() -> None:
    def markup(number: int) -> str:
        rows = "".join(
            f"<tr><td>20{10 + at}</td><td>{WORDS[number - at]}</td><td>{number + at}</td><td>{at * 7 + number}.5</td>"
            for at in range(2 + number % 3)
        )
        head = "<tr><td>Season</td><td>Team</td><td>Games</td><td>Points</td></tr>"
        total = f"<tr class=tot><td colspan=2>Career</td><td>{number * 90 + 3}</td><td>{number * 5}.5</td></tr>"
        return f"<h1>Player {number}</h1><table>{head}{rows}{total}</table>"

    assert {"career_games", "career_points"} <= names(markup).keys()
