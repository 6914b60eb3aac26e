"""What columns are called where neither label nor class tells, and what is left out as said elsewhere."""

import pytest

from intaglio.tables.words.vocabulary import common_word, telling_word, words_of
from tests.tables.test_column_names import WORDS, table_of

TEAMS = ("Bears", "Lynx", "Owls", "Elks", "Hawks", "Wolves", "Rams", "Crows")


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/nba/teams/{0}.html", "team"),
        ("/show.aspx?page=/data/teams/{0}.html", "team"),
        ("http://teams.example/{0}", "page_top"),
        ("/things/{0}", "page_top"),
    ],
)
def test_a_link_is_called_by_what_its_addresses_say(address: str, name: str) -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]} Lee</title><h1>{WORDS[n]} Lee</h1>"
            f"<div class='page-top title'><a href='{address.format(n)}'>{TEAMS[n]}</a></div>"
        )
    )
    assert table.row(lines[1])[name] == "Lynx"


def test_a_list_of_links_is_called_by_what_its_addresses_say() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]} talk</title><h1>{WORDS[n]} talk</h1><h4>"
            + ", ".join(f"<a href='/speaker/profile/{n}{m}'>{TEAMS[n - m]} Lee</a>" for m in range(1 + n % 3))
            + "</h4>"
        )
    )
    assert table.row(lines[2])["speaker"] == ["Owls Lee", "Lynx Lee", "Bears Lee"]


def test_classes_in_items_do_not_name_their_list() -> None:
    def item(n: int, m: int) -> str:
        count = "No comments" if (m + n) % 3 else f"{n} comments"
        return (
            f"<div class=row><div class=data><span class=comments><a href='/{n}{m}#c'>{count}</a></span> May {m + 1}, "
            f"2010 - 4:0{n}pm by Ann</div><h3><a href='/{n}{m}'>{TEAMS[m]} {WORDS[n]} again</a></h3>"
            f"<p>{TEAMS[m]} met {n} of {WORDS[n - m]}.</p></div>"
        )

    table, _ = table_of(
        lambda n: (
            f"<title>News {WORDS[n]}</title><div class=box-content>"
            + "".join(item(n, m) for m in range(3 + n % 3))
            + "</div>"
        )
    )
    assert [column.name for column in table.main if column.items] == ["items"]


def test_parts_of_items_lose_the_words_that_several_begin_with() -> None:
    def item(n: int, m: int) -> str:
        part = "<span class='meal-ingredient-{}'>{}</span> "
        return "<li>" + "".join(
            part.format(*one)
            for one in (("amount", n * 3 + m), ("unit", ("g", "ml")[m % 2]), ("sort", f"{TEAMS[n - m]} {WORDS[m]}"))
        )

    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]} pie</title><h1>{WORDS[n]} pie</h1><ul class=meal>"
            + "".join(item(n, m) for m in range(2 + n % 3))
            + "</ul>"
        )
    )
    assert [[part.name for part in column.items] for column in table.main if column.items] == [
        ["amount", "unit", "sort"]
    ]


def test_what_is_called_so_has_the_name_before_what_means_the_same() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><div class=description>{TEAMS[n]} and how they met.</div>"
            f"<h3>Abstract</h3><div class=abstract><p>{'It was long ago that they met. ' * (5 + n)}</p>"
            f"<p>{TEAMS[n]} stayed.</p><p>{'Nobody saw it. ' * n}So it was.</p></div>"
        )
    )
    row = table.row(lines[1])
    assert row["description"] == "Lynx and how they met."
    assert str(row["abstract"]).startswith("It was long ago")


def test_a_word_that_many_addresses_have_is_the_sites() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]} Lee</title><h1>{WORDS[n]} Lee</h1>"
            f"<p class='one'><a href='/college/{n}/a'>{TEAMS[n]}</a></p>"
            f"<p class='two'><a href='/college/{n}/b'>{TEAMS[n - 1]} {n}</a></p>"
            f"<p class='three'><a href='/college/{n}/c'>{TEAMS[n - 2]} or {n}</a></p>"
        )
    )
    assert "college" not in {column.name for column in table.main}


def test_words_in_all_values_name_what_nothing_else_names() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p>407 975-243{n} (fax)</p><p>800 842-677{n} (toll free)</p>"
        )
    )
    row = table.row(lines[2])
    assert (row["fax"], row["toll_free"]) == ("407 975-2432 (fax)", "800 842-6772 (toll free)")


def test_words_that_join_others_are_no_names() -> None:
    table, _ = table_of(
        lambda n: f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p class='shelf'><b>On:</b> <i>{TEAMS[n]}</i></p>"
    )
    assert {column.name for column in table.main} == {"name", "shelf"}


def test_what_is_said_elsewhere_in_many_fixed_words_is_left_out() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]} Estate {n}</title><h1>{WORDS[n]} Estate {n}</h1><p>Part: <b>7{n}31{n}</b></p>"
            f"<p class='call'>or call us at any time of the day or night, please, and have the number 7{n}31{n}</p>"
            f"<p>Saving: <i>{WORDS[n]} has been added to your list</i></p>"
            f"<i class='pixel'>ads.example/ad/N55/B4.10;sz=1x1;ord=12819428022{n}?</i>"
            f"<p class='now'>Tuesday, December 7, 2010 1:3{n} AM</p>"
        )
    )
    left = {column.left_out for column in table.columns}
    assert {"copy of part", "says the name again", "for machines", "constant"} <= left
    assert [column.name for column in table.main] == ["name", "part"]


def test_what_says_the_name_and_another_column_and_nothing_else_is_left_out() -> None:
    towns = ("Albany", "Omaha", "Austin", "Boston", "Denver", "Tulsa", "Reno", "Salem")
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]} Inn - Guide</title><h1>{WORDS[n]} Inn</h1><p>City: <b>{towns[n]}</b></p>"
            f"<h2 class='top'>{WORDS[n]} Inn, {towns[n]}</h2><h3>{WORDS[n]} Inn of {TEAMS[n]}, {n}</h3>"
        )
    )
    left = {column.examples[1]: column.left_out for column in table.columns}
    assert left["Birch Inn, Omaha"] == "says the name again"
    assert left["Birch Inn of Lynx, 1"] is None


def test_rows_are_no_price_and_a_sum_is_no_name() -> None:
    def markup(number: int) -> str:
        rows = "".join(
            f"<tr><td>{year}</td><td>${year + number},000</td></tr>" for year in range(1990, 1992 + number % 3)
        )
        history = f"<h2>Price history</h2><table><tr><th>Year</th><th>Price</th></tr>{rows}</table>"
        words = [WORDS[(number + at) % 8] for at in range(1, 4)]
        others = "".join(f"<a href=/{word}><p>${number}{len(word)}0,000</p><p>{word} house</p></a>" for word in words)
        similar = f"<h2>Similar homes</h2><div>{others}</div>"
        return f"<h1>{WORDS[number]} house</h1><p>${number + 1}20,000</p>{history}{similar}"

    table, lines = table_of(markup)
    row = table.row(lines[1])
    assert row["price"] == {"amount": 220_000, "currency": "$"}
    assert len(row["price_history"]) == 3
    assert row["similar_homes"][0]["name"] == "Cedar house"


def test_telephone_numbers_are_no_amounts() -> None:
    table, lines = table_of(lambda n: f"<h1>{WORDS[n]}</h1><dl><dt>Call</dt><dd>+44 50{n}4 31712{n}</dd></dl>")
    assert table.row(lines[1])["phone"] == "+44 5014 317121"


def test_of_long_labels_the_words_that_tell_are_the_name() -> None:
    def markup(number: int) -> str:
        dates = f"<dt>Date of the first edition</dt><dd>{1900 + number}</dd>"
        return (
            f"<h1>{WORDS[number]}</h1><dl>{dates}<dt>What you'll do</dt><dd>{WORDS[-number]} planks</dd>"
            f"<dt>What you will need for it</dt><dd>{WORDS[number]} oil</dd>"
            f"<dt>What you will need for later</dt><dd>{WORDS[-number]} wax</dd></dl>"
        )

    table, lines = table_of(markup)
    assert {"date_first_edition", "what_youll_do", "what_you_will"} <= table.row(lines[1]).keys()
    assert "what_you_will_2" not in table.row(lines[1])


def test_stars_are_told_from_how_many_gave_them() -> None:
    def markup(number: int) -> str:
        stars = f"<div class=stars title='{1 + number % 4}.{number} stars'><i></i><a href=#r>({number * 3})</a></div>"
        return f"<h1>{WORDS[number]} lamp</h1>{stars}<p class=price>${number + 3}.50</p>"

    table, lines = table_of(markup)
    row = table.row(lines[3])
    assert row["rating"] == "4.3 stars"
    assert row["review_count"] == "(9)"


def test_lists_within_items_are_whole_and_links_to_elsewhere_are_kept() -> None:
    def markup(number: int) -> str:
        firms = "".join(
            f"<article><h3><a href=/f/{WORDS[at]}{number}>{WORDS[at]} {number}</a></h3>"
            f"<p><a href=https://{WORDS[at]}{number}.example/>Website</a></p>"
            f"<div class=tags>{''.join(f'<span>{word}</span>' for word in WORDS[at : at + at % 3])}</div></article>"
            for at in range(1, 5 + number % 3)
        )
        return f"<h1>Firms in {WORDS[number]}</h1><div class=firms>{firms}</div>"

    table, lines = table_of(markup)
    (firms,) = (value for value in table.row(lines[0]).values() if isinstance(value, list))
    assert [firm["tags"] for firm in firms] == [["Birch"], ["Cedar", "Dune"], None, ["Ember"]]
    assert firms[0]["website"] == "https://Birch0.example/"


def test_header_cells_name_sums_before_their_form_does() -> None:
    def rows(n: int) -> str:
        return "".join(
            f"<tr><td><a href='/t/{n}{m}'>{WORDS[m]} {n}</a></td><td>${n * 900 + m + 500}</td><td>${n * 800 + m}</td>"
            for m in range(2 + n % 3)
        )

    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]} car</title><h1>{WORDS[n]} car</h1><table><tr><th>Trim</th><th>List</th><th>Invoice</th>"
            f"</tr>{rows(n)}</table>"
        )
    )
    column = next(one for one in table.columns if one.items)
    assert [item.name for item in column.items if item.left_out is None] == ["name", "list", "invoice"]


def test_bullets_before_texts_are_cut_off_and_bold_cells_above_two_lists_name_them() -> None:
    def lines_of(n: int, of: tuple[str, ...]) -> str:
        return "<br>".join(f"&bull; {of[(n * 3 + m * 5) % 8]} {m % 2}" for m in range(2 + n % 4))

    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]} car</h1><table><tr><td><b>Always</b></td><td><b>At a price</b>"
            f"</td></tr><tr><td>{lines_of(n, TEAMS)}</td><td>{lines_of(n + 1, WORDS)}</td></tr></table>"
        )
    )
    row = table.row(lines[2])
    assert row["always"] == ["Rams 0", "Elks 1", "Bears 0", "Wolves 1"]
    assert row["at_a_price"][:2] == ["Birch 0", "Grove 1"]


def test_the_first_letter_of_a_text_is_not_its_label() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><div><span class=drop>T</span>he {TEAMS[n]} came to town "
            f"in {n} days and went on from there, as they had said before.</div>"
        )
    )
    assert "t" not in {column.name for column in table.columns}


def test_a_letter_says_from_whom_it_is() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]} fleet - List</title><h1>{WORDS[n]} fleet</h1><ul>"
            f"<li><em>From</em>: {TEAMS[n % 8]} Lee &lt;<a href='mailto:a{n}@x.example'>a{n}@x.example</a>&gt;</li>"
            f"<li><em>To</em>: {TEAMS[n - 3]} Day &lt;<a href='mailto:b{n}@x.example'>b{n}@x.example</a>&gt;</li></ul>"
        )
    )
    assert [table.row(lines[2])[name] for name in ("from", "to")] == ["Owls Lee", "Crows Day"]


def test_a_cell_is_called_by_what_its_class_says_it_holds() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><div class=r>"
            f"<div class='col-tonnage'>{TEAMS[n % 8]} {n}</div><div class='col-md-4'>{TEAMS[n - 2]}</div></div>"
        )
    )
    assert [column.name for column in table.main] == ["name", "tonnage", "text"]


def test_a_heading_is_the_name_though_titles_and_addresses_spell_its_umlauts() -> None:
    towns = ("Ötztal", "Rätikon", "Brünn", "Graz", "Weißbach")
    spelled = ("oetztal", "raetikon", "bruenn", "graz", "weissbach")
    table, lines = table_of(
        lambda n: (
            f"<title>huts:{WORDS[n].lower()}_{spelled[n % 5]} [Paths]</title><body><i class=id>"
            f"huts:{WORDS[n].lower()}_{spelled[n % 5]}</i><h1 id={WORDS[n].lower()}_{spelled[n % 5]}>"
            f"{WORDS[n]} {towns[n % 5]}</h1><p>Open in month {n % 7 + 2}, for {n + 3} guests</p>"
        )
    )
    assert table.row(lines[2])["name"] == f"{WORDS[2]} Brünn"
    assert not any(column.name.startswith(WORDS[0].lower()) for column in table.columns)


def test_a_label_in_two_forms_and_the_comma_before_a_text_are_left_out() -> None:
    rooms = ("Hall", "Loft", "Dock")
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]} tides</title><h1>{WORDS[n]} tides</h1><h2><time>1{n % 4}:30</time>, {rooms[n % 3]}</h2>"
            f"<h3>{'Sessions' if n % 2 else 'Session'}</h3><p>{TEAMS[n % 8]} fleet</p>"
        )
    )
    assert "Hall" in table.row(lines[0]).values()
    assert not {"Session", "Sessions"} & {example for column in table.kept for example in column.examples}


def test_classes_of_links_in_manuals_are_no_numbers_of_articles() -> None:
    assert telling_word(("reference", "list")) is None
    assert common_word(words_of("Reference:")) == "sku"
