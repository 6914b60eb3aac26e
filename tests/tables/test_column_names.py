"""What columns are called: by the look of values, by where they stand, by what the site says."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from intaglio.page import Page
from intaglio.tables import FieldFacts, Kind, Table, TableOptions, TemplateKey, field_facts, find_table, want
from intaglio.tables.cell_values import sum_of_money
from intaglio.tables.words.value_shapes import shape_of
from intaglio.wrapper import extract, learn

KEY = TemplateKey("site", "t1")
WORDS = ("Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Heath")
CODES = (
    "9781584855286", "9780061449482", "9781594630675", "9780306406157", "9783161484100", "9780131103627",
    "9780262033848", "9780596007126",
)  # fmt: skip


def table_of(markup: Callable[[int], str]) -> tuple[Table, list[dict[str, Any]]]:
    pages = [Page.parse(markup(number)) for number in range(len(WORDS))]
    wrapper = learn(pages)
    lines = [
        {"source": f"{n}", "url": None, "template": "t1", "title": page.title, "fields": extract(wrapper, page).fields}
        for n, page in enumerate(pages)
    ]
    kind = Kind("k1", "things", "things", (KEY,), listing=False, pages=len(pages))
    return find_table(kind, lambda: lines, {KEY: field_facts(wrapper)}), lines


@pytest.mark.parametrize(
    ("values", "word"),
    [
        (CODES, "isbn"),
        (("0044701014423", "0044701010128"), "gtin"),
        (("1584855282", "0061449482"), "isbn_10"),
        (("(518) 459-5959", "402-691-9991"), "phone"),
        (("1519-3302", "4753-10211"), None),
        (("PG-13", "R", "Not Rated"), "content_rating"),
        (("6' 10\"", "6' 8\""), "height"),
        (("280 lbs", "160 lbs"), "weight"),
        (("124 min.", "2 hrs. 15 min."), "runtime"),
        (("14 mpg City / 19 mpg Hwy", "22 mpg City"), "fuel_economy"),
        (("V6, 4.0 Liter", "4-Cyl, 2.2 Liter"), "engine"),
        (("1425 North Loop 12", "2500 Victory Avenue"), "address"),
        (("Irving, TX 75061", "Plano, TX"), "location"),
        (("7 comments", "1 comment"), "comment_count"),
        (("2010-12-07", "2010-12-08"), None),
        (("4.5 out of 5 stars", "3 stars", "Rated 4 of 5"), "rating"),
        (("4.25 / 5.0", "3.8/5"), "rating"),
        (("In stock", "3 left", "Sold out", "Only 2 left in stock", "Out of stock."), "availability"),
        (("Ships in 2-3 days", "Usually ships within 24 hours", "Backordered"), "availability"),
        (("Left bank", "In store", "Available colours: red"), None),
        (("Ships from and sold by Ann", "Ships lamps"), None),
        (("401 pages", "96 pp"), "pages"),
        (("Trade paperback", "Hardcover", "Audio CD"), "format"),
        (("Friday 9 March 12:57 p.m.–1:14 p.m. in Room 203", "Saturday, March 10th at 9 am"), "when"),
        (("Friday night", "Monday 12"), None),
        (("PG-13 (for some violence)", "R (for language)"), "content_rating"),
        (("May 25, 2023 - Weijie Guo", "March 2, 2015 -"), "byline"),
        (("November 10, 2010 - 4:12pm by admin", "November 3, 2010 - 11:28am by admin"), "byline"),
        (("No comments", "1 comment", "No comments"), "comment_count"),
        (("Maud Pellow, 30 March 2025", "Nell Harrowen-Ash, 5 March 2025"), "byline"),
        (("Paperback, 12 March 2005", "Hardcover, 1 May 2006"), None),
        (("Amber", "Birch"), None),
        ((), None),
    ],
)
def test_values_are_known_by_their_look(values: Sequence[str], word: str | None) -> None:
    assert shape_of(values) == word


def test_the_first_price_behind_the_name_is_the_price() -> None:
    table, lines = table_of(
        lambda n: (
            f"<html><head><title>{WORDS[n]} lamp</title></head><body><p>Basket <i>${n}.00</i></p>"
            f"<h1>{WORDS[n]} lamp</h1><p><b>${n + 20}.50</b></p><p><u>${2 * n + 30}.75</u></p></body></html>"
        )
    )
    assert table.row(lines[3])["price"] == {"amount": 23.5, "currency": "$"}


def test_a_price_that_the_site_calls_otherwise_stands_behind() -> None:
    table, lines = table_of(
        lambda n: (
            f"<html><head><title>{WORDS[n]} van</title></head><body><h1>{WORDS[n]} van</h1>"
            f"<p>Invoice Price: <b>${n + 20}.50</b></p><p>MSRP: <b>${2 * n + 30}.75</b></p></body></html>"
        )
    )
    names = [column.name for column in table.main]
    assert table.row(lines[3])["price"] == {"amount": 36.75, "currency": "$"}
    assert names.index("price") < names.index("invoice_price")


def test_what_is_said_in_one_place_or_the_other_or_both_is_one_column() -> None:
    def price(n: int, *without: int) -> str:
        return f"${n + 20}.50" if n not in without else ""

    table, lines = table_of(
        lambda n: (
            f"<html><head><title>{WORDS[n]} lamp</title></head><body><h1>{WORDS[n]} lamp</h1>"
            f"<p><b>{price(n, 1)}</b></p><div class='buy'><i>{price(n, 4)}</i></div></body></html>"
        )
    )
    assert [table.row(line)["price"]["amount"] for line in lines] == [n + 20.5 for n in range(len(WORDS))]
    assert "price_2" not in [column.name for column in table.kept]


def test_signs_between_values_are_no_part_of_them() -> None:
    table, lines = table_of(
        lambda n: (
            f"<html><head><title>{WORDS[n]} inn</title></head><body><h1>{WORDS[n]} inn |</h1><p class='seen'>"
            f"{n + 1} March 20{n + 10} -</p><p class='end'>{'. Gift-wrap' if n == 5 else '.'}</p></body></html>"
        )
    )
    row = table.row(lines[3])
    assert (row["name"], row["date"]) == ("Dune inn", "2013-03-04")
    assert [column.left_out for column in table.columns if column.examples[0] == "."] == ["signs"]


def test_a_lone_page_goes_by_its_title_and_not_by_its_foot() -> None:
    page = Page.parse(
        "<html><head><title>Talks | Inkconf in Saltby</title></head><body><h3>May 9, 2018</h3><p>Room 9</p>"
        "<ul><li>One</li><li>Two</li><li>Three</li></ul>"
        "<footer><p>Inkconf in Saltby is a conference of the Ink Society, all talks free.</p></footer></body></html>"
    )
    wrapper = learn([page])
    line = {"source": "", "template": "t1", "title": page.title, "fields": extract(wrapper, page).fields}
    kind = Kind("k1", "talks", "talks", (KEY,), listing=False, pages=1)
    table = find_table(kind, lambda: [line], {KEY: field_facts(wrapper)})
    assert table.row(line)["name"] == "Talks"
    assert ["Inkconf" in str(column.examples) for column in table.kept] == [False] * len(table.kept)


def test_numbers_of_articles_are_no_names() -> None:
    def names(n: int) -> str:
        at = min(n, 6)  # one comes in two colours
        return f"{WORDS[at]} {WORDS[at - 3]}"

    table, lines = table_of(
        lambda n: (
            f"<html><head><title>{names(n)} {n}X-{7 * n}B - Shop</title></head><body><p>Part: <b>{n}X-{7 * n}B</b></p>"
            f"<div>{names(n)}</div></body></html>"
        )
    )
    assert table.row(lines[3])["name"] == "Dune Amber"


def test_who_made_a_thing_is_its_brand_and_who_wrote_a_book_its_author() -> None:
    def shop(n: int, more: str) -> str:
        return (
            f"<html><head><title>{WORDS[n]} lamp</title></head><body><h1>{WORDS[n]} lamp</h1>"
            f"<p>by <a href='/m'>{WORDS[n % 3]} Works</a></p><p class='price'>${n + 20}.50</p>{more}</body></html>"
        )

    goods, _ = table_of(lambda n: shop(n, ""))
    books, _ = table_of(lambda n: shop(n, f"<p>ISBN: <b>{CODES[n]}</b></p>"))
    assert "brand" in [column.name for column in goods.kept]
    assert {"author", "isbn"} <= {column.name for column in books.kept}


def test_a_label_may_stand_in_the_row_above() -> None:
    table, _ = table_of(
        lambda n: (
            f"<html><head><title>{WORDS[n]}</title></head><body><h1>{WORDS[n]}</h1><table><tr><td><table>"
            "<tr><td><div><span>Director</span></div></td></tr><tr><td><img src='s.gif'></td></tr>"
            f"<tr><td class='f'><a href='/p'>{WORDS[(n * 3) % 8]} Jones {n}</a></td></tr></table></td></tr></table>"
            "</body></html>"
        )
    )
    assert "director" in [column.name for column in table.kept]


def test_an_example_goes_to_the_column_that_the_vocabulary_calls_so() -> None:
    table, lines = table_of(
        lambda n: (
            f"<html><head><title>{WORDS[n]}</title></head><body><h1>{WORDS[n]}</h1>"
            f"<h3 class='trailer-title'>{WORDS[n] if n % 2 else WORDS[n].upper()}</h3><p>text {n}</p></body></html>"
        )
    )
    found = want(table, lambda: lines, [("title", "Birch")])
    assert found.row(lines[2])["title"] == "Cedar"


def test_items_are_called_by_what_they_lead_to_and_numbered_families_stay_small() -> None:
    def markup(n: int) -> str:
        many = "".join(
            f"<p class='odd'>word {n * 7 + at} {WORDS[(n + at) % 8]}</p><hr class='r{at}'>" for at in range(9)
        )
        more = "".join(
            f"<li><a href='/{n}-{at}'>{WORDS[(n + at) % 8]} story {n}</a><p>teaser {n} {at}</p></li>"
            for at in range(2 + n % 3)
        )
        return (
            f"<html><head><title>{WORDS[n]}</title></head><body><h1>{WORDS[n]}</h1><ul class='more'>{more}</ul>"
            f"{many}</body></html>"
        )

    table, _ = table_of(markup)
    stories = next(column for column in table.kept if column.items)
    assert "name" in [item.name for item in stories.items]
    names = Counter(column.name.rstrip("0123456789").rstrip("_") for column in table.main)
    assert max(names.values()) <= TableOptions().alike


def test_columns_of_one_name_are_told_apart_by_what_the_site_says() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p class='rating'>{n + 2}.5</p>"
            f"<p class='rating'>of 10 from {n + 12} buyers</p><p>Worldwide: <b>${n + 31},100</b></p>"
            f"<p>Foreign: <b>${n + 17},900</b></p>"
        )
    )
    names = [column.name for column in table.main]
    assert {"name", "rating", "buyers", "worldwide", "foreign"} <= set(names)


def test_text_that_says_another_in_fixed_words_is_a_copy() -> None:
    towns = ("Albany", "Omaha", "Austin", "Boston", "Denver", "Tulsa", "Reno", "Salem")
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><b class='town'>{towns[n]}</b>"
            f"<h2>More on {towns[n]}</h2><h3>Do you own {WORDS[n]}?</h3>"
        )
    )
    left = {column.left_out for column in table.columns if column.left_out}
    town = next(column.name for column in table.main if "Omaha" in column.examples)
    assert {f"copy of {town}", "copy of name"} <= left


def test_sums_of_money_are_said_plainly() -> None:
    assert sum_of_money("+ $10.95 shipping") == {"amount": 10.95, "currency": "$"}
    assert sum_of_money("$8 million") is None
    assert sum_of_money("from $15 to $25") is None


def test_what_stands_where_another_does_not_stands_in_for_it() -> None:
    def prices(n: int) -> str:
        return f"<b class='price'>${n + 3}.50</b>" if n % 2 else f"<i>now</i> <b class='price'>${n + 3}.50</b>"

    table, lines = table_of(lambda n: f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p class='buy'>{prices(n)}</p>")
    assert [table.row(line)["price"]["amount"] for line in lines] == [n + 3.5 for n in range(len(WORDS))]
    assert [column.name for column in table.main].count("price") == 1


def test_parts_of_which_each_item_has_one_are_one() -> None:
    facts = [
        FieldFacts(("jobs", name), "text", "", at, 1.0, "text", 1, ("a",), near=near)
        for at, (name, near) in enumerate(
            [("link", ()), ("firm", ("firm",)), ("firm_2", ("firm", "hot")), ("town", ())]
        )
    ]
    items = [{"link": f"Job {n}", "firm" if n % 3 else "firm_2": WORDS[n], "town": WORDS[-n]} for n in range(8)]
    lines = [{"source": f"{n}", "template": "t1", "title": "", "fields": {"jobs": items[n:]}} for n in range(5)]
    kind = Kind("k1", "jobs", "jobs", (KEY,), listing=True, pages=5)
    table = find_table(kind, lambda: lines, {KEY: facts})
    (jobs,) = table.main
    assert {item.name for item in jobs.items} == {"name", "firm", "city"}
    assert [one["firm"] for one in table.row(lines[0])["jobs"]] == list(WORDS)


def test_text_that_says_a_part_of_the_name_in_fixed_words_is_left_out() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]} {2000 + n} Estate</title><h1>{WORDS[n]} {2000 + n} Estate</h1>"
            f"<h2>{WORDS[n]} {2000 + n} Highlights</h2><p>Doors: {n + 3} of {WORDS[n]}</p>"
        )
    )
    assert "says the name again" in {column.left_out for column in table.columns}
    assert "doors" in {column.name for column in table.main}


def test_the_part_of_titles_that_differs_most_names_the_page() -> None:
    teams = ("Red Team", "Blue Team")
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]} Lee - {teams[n % 2]} - Site</title><h2>{teams[n % 2]}</h2>"
            f"<div class='who'>{WORDS[n]} Lee #{n + 7}</div>"
        )
    )
    assert next(column for column in table.main if column.name == "name").examples[0] == "Amber Lee #7"


def test_a_long_text_is_no_name() -> None:
    table, _ = table_of(
        lambda n: f"<title>{WORDS[n]}</title><p>{WORDS[n]} {' '.join(f'says{at}{n}' for at in range(60))}</p>"
    )
    assert [column.name for column in table.main if column.origin == "text"] == ["text"]


def test_codes_keep_their_noughts() -> None:
    table, lines = table_of(lambda n: f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p>Code: {n}{n}{n}{n + 1}</p>")
    code = next(column for column in table.main if column.name == "code")
    assert code.type == "text"
    assert table.row(lines[0])["code"] == "0001"


def test_what_a_frame_shows_is_no_picture() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><iframe src='http://like.example/{n}'></iframe>"
            f"<img src='/{n}.png' title='Photo {n}'>"
        )
    )
    images = [column.examples[0] for column in table.columns if column.type == "image" and column.left_out is None]
    assert images == ["/0.png"]


def test_the_text_that_pages_are_for_is_called_so_if_nothing_names_it() -> None:
    def markup(n: int) -> str:
        said = " ".join(f"word{at}{n}" for at in range(40))
        return f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><div class='slide'>{said}</div><i>{n * 7}</i>"

    table, _ = table_of(markup)
    assert [column.name for column in table.main if column.examples[0].startswith("word00")] == ["text"]


def test_a_heading_says_what_an_item_is_before_links_that_say_the_same_all_over() -> None:
    def markup(n: int) -> str:
        items = "".join(
            f"<li><a href='/c{at}'>No comments</a><h3>{WORDS[(n + at) % 8]} {at}</h3><p>By {WORDS[at]} {n}</p></li>"
            for at in range(3 + n % 3)
        )
        return f"<title>Page {n}</title><ul class='entries'>{items}</ul>"

    table, lines = table_of(markup)
    entries = next(column for column in table.main if column.items)
    names = [item["name"] for item in table.row(lines[1])[entries.name]]
    assert names == [f"{WORDS[1 + at]} {at}" for at in range(4)]


def test_the_same_day_and_name_in_another_form_are_copies_and_queries_are_for_machines() -> None:
    def markup(n: int) -> str:
        return (
            f"<title>{WORDS[n]} Lee</title><h1>{WORDS[n]} Lee</h1><p>Born: March {n + 3}, 1990</p>"
            f"<table><tr><td>Full name</td><td>Lee, {WORDS[n]}</td></tr><tr><td>Day</td><td>1990-03-0{n + 3}</td></tr>"
            f"</table><i class='call'>act=list&amp;page={n}</i>"
        )

    table, _ = table_of(lambda n: markup(n % 6))
    left = {column.left_out for column in table.columns}
    assert {"copy of name", "copy of birth_date", "for machines"} <= left


def test_parts_that_are_called_navigation_are_left_out() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]} - Manual</title><body class='nav-fixed'><div class='navheader'><table><tr>"
            f"<td>Chapter {n + 3}</td><td>{WORDS[n - 1]} before</td></tr></table></div><h1>{WORDS[n]}</h1>"
            f"<p class='navy'>Blue as {WORDS[n - 2]}</p>"
        )
    )
    kept = {example for column in table.kept for example in column.examples}
    assert {"Amber", "Blue as Grove"} <= kept
    assert not {"Chapter 3", "Heath before"} & kept


def test_a_day_in_a_menu_is_no_part_of_it() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]} - Log</title><nav><ul><li><a href='/'>Back to {n % 3 + 2} posts</a></li>"
            f"<li><time datetime='2022-01-{n + 10}'>January {n + 10}, 2022</time></li></ul></nav><h1>{WORDS[n]}</h1>"
        )
    )
    assert [column.name for column in table.main] == ["name", "date"]
    assert table.row(lines[2])["date"] == "2022-01-12"


def test_a_name_that_is_torn_on_the_page_is_taken_from_the_title() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{n + 1}. {WORDS[n]}{f' {CODES[n]}' if n > 5 else ''} | Manual</title>"
            f"<h1>{n + 1}. {WORDS[n]}{f' <code>{CODES[n]}</code>' if n > 5 else ''}</h1><p>About {WORDS[n - 3]}</p>"
        )
    )
    assert table.main[0].name == "name"
    assert [table.row(line)["name"] for line in lines[5:7]] == ["6. Fjord", f"7. Grove {CODES[6]}"]


def test_pages_without_a_name_of_their_own_have_that_of_their_title() -> None:
    markup = "<title>Shop: {name} lamp - Home</title><p>{count} of them are left, as of today</p>"
    table, lines = table_of(lambda n: markup.format(name=WORDS[n], count=n % 3 + 7))
    assert table.main[0].id == "page_title"
    assert [table.row(line)["name"] for line in lines[:2]] == ["Amber lamp", "Birch lamp"]
    same, _ = table_of(lambda n: f"<title>Shop</title><p>{n + 7} of them are left, as of today</p>")
    assert "page_title" not in {column.id for column in same.columns}


def test_days_and_stars_that_only_attributes_tell() -> None:
    def markup(number: int) -> str:
        items = "".join(
            f"<li><h3>{WORDS[(number + at) % 8]} {at}</h3>"
            f"<i class=a1b aria-label='{1 + (number + at) % 5} of 5 stars'></i>"
            f"<time datetime=2025-0{1 + (number + at) % 9}-11>{1 + (number * at) % 7} days ago</time></li>"
            for at in range(3 + number % 3)
        )
        since = f"<p>Since <time datetime=2024-01-{10 + number}>May {number}</time></p>"
        return f"<h1>{WORDS[number]}</h1>{since}<ul>{items}</ul>"

    table, _ = table_of(markup)
    listed = next(column for column in table.columns if column.items)
    assert {"rating", "date"} <= {item.name for item in listed.items if item.left_out is None}


def test_sums_have_the_currency_that_stands_beside_them() -> None:
    def markup(number: int) -> str:
        return (
            f"<h1>{WORDS[number]} lamp</h1><p class='price'><span class='amount'><bdi><span class='sign'>$</span>"
            f"{number + 10}.50</bdi></span></p><p class='note'>Now only: ${number + 10}.50.</p><p>{number} kg</p>"
        )

    table, lines = table_of(markup)
    assert table.row(lines[3])["price"] == {"amount": 13.5, "currency": "$"}
    assert [column.name for column in table.columns if column.type == "money" and column.left_out is None] == ["price"]


def test_prices_that_take_turns_are_one() -> None:
    def markup(number: int) -> str:
        price = f"<span class='sum'><b class='now'>${number + 10}.50</b></span>"
        was = f"<i class='was'><small>Regular Price</small> <em>${number + 20}.00</em></i>"
        reduced = f"<div class='special'><small>Special Price</small> {price}</div>{was}"
        return f"<h1>{WORDS[number]} lamp</h1>{reduced if number % 3 == 0 else price}<p>Weight {number} kg</p>"

    table, lines = table_of(markup)
    assert [table.row(line)["price"]["amount"] for line in lines] == [number + 10.5 for number in range(len(lines))]


def test_the_last_step_of_the_way_to_a_page_is_its_category() -> None:
    def markup(number: int) -> str:
        shelf = ("Kitchen", "Garden", "Office")[number % 3]
        return (
            f"<nav class='breadcrumb'><ol><li><a href='/'>Home</a></li><li><a href='/{shelf}'>{shelf}</a></li>"
            f"<li><span>{WORDS[number]} lamp</span></li></ol></nav><h1>{WORDS[number]} lamp</h1><p>{number + 4} cm</p>"
        )

    table, lines = table_of(markup)
    assert table.row(lines[4])["category"] == "Garden"


def test_what_fonts_of_icons_draw_is_no_value() -> None:
    def markup(number: int) -> str:
        icon = "\ue14b" if number % 3 else "\ue5ca"
        return f"<h1>{WORDS[number]} lamp</h1><p><i class='material-icons'>{icon}</i> <b>{number + 4} cm</b></p>"

    table, _ = table_of(markup)
    assert all(column.left_out for column in table.columns if "\ue14b" in column.examples)
