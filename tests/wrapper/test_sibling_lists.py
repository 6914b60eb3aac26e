"""Lists among siblings: items are told from parts before pages are aligned, whatever stands at the ends and between."""

from collections.abc import Sequence

import pytest

from intaglio.page import Page
from intaglio.wrapper import Background, Record, extract, learn

NAMES = "Amber Birch Cedar Dune Ember Fjord Grove Heath Iris Juniper Kelp Lotus".split()  # noqa: SIM905 - a row of words
PAGES = 12


def records(bodies: Sequence[str], more: Sequence[str] = ()) -> list[Record]:
    pages = [Page.parse(f"<html><body>{body}</body></html>".encode()) for body in (*bodies, *more)]
    wrapper = learn(pages[: len(bodies)])
    return [extract(wrapper, page) for page in pages]


def picked(page: int, count: int, step: int = 1) -> list[str]:
    return [f"{NAMES[(page * 5 + step * at) % len(NAMES)]} {page}{at}" for at in range(count)]


def lists(record: Record) -> list[list[object]]:
    return [value for value in record.fields.values() if isinstance(value, list)]


def test_first_and_last_items_belong_to_their_list() -> None:
    bodies = []
    for page in range(PAGES):
        names = picked(page, 3 + page % 4)
        items = [f"<li>{name}</li>" for name in names]
        items[0] = items[0].replace("<li", '<li class="first"')
        items[-1] = items[-1].replace("<li", '<li class="last"')
        bodies.append(f"<h1>Place {page}</h1><ul>{''.join(items)}</ul>")
    found = records(bodies)
    assert [lists(record) for record in found] == [[picked(page, 3 + page % 4)] for page in range(PAGES)]


def test_a_list_may_have_any_length_on_pages_not_learned_from() -> None:
    bodies = ["".join(f'<div class="card"><b>{name}</b></div>' for name in picked(p, 4)) for p in range(PAGES)]
    more = ["".join(f'<div class="card"><b>{name}</b></div>' for name in picked(p, p)) for p in (1, 2, 9)]
    found = records([f"<h1>Shelf {p}</h1>{body}" for p, body in enumerate(bodies)], [f"<h1>X</h1>{b}" for b in more])
    assert [lists(record) for record in found[PAGES:]] == [[picked(p, p)] for p in (1, 2, 9)]


def test_what_follows_an_item_belongs_to_it_to_the_last() -> None:
    def body(page: int) -> str:
        rows = (
            f'<li>{name}</li><li class="small">{page * 10 + at} miles away</li>'
            for at, name in enumerate(picked(page, 3 + page % 3))
        )
        return f"<h1>Town {page}</h1><ul>{''.join(rows)}</ul>"

    for page, record in enumerate(records([body(page) for page in range(PAGES)])):
        (items,) = lists(record)
        rows = [tuple(item.values()) for item in items if isinstance(item, dict)]
        assert rows == [(name, f"{page * 10 + at} miles away") for at, name in enumerate(picked(page, 3 + page % 3))]


def test_labels_end_lists() -> None:
    def body(page: int) -> str:
        cast = "".join(f"<a href='/p/{name}'>{name}</a> " for name in picked(page, 3 + page % 2))
        crew = "".join(f"<a href='/p/{name}'>{name}</a> " for name in picked(page + 3, 3 + page % 3, step=7))
        return f"<h1>Film {page}</h1><div><b>Cast:</b>{cast}<b>Crew:</b>{crew}</div>"

    for page, record in enumerate(records([body(page) for page in range(PAGES)])):
        assert [len(items) for items in lists(record)] == [3 + page % 2, 3 + page % 3]


def test_rows_with_labels_are_fields_of_their_own() -> None:
    def body(page: int) -> str:
        rows = [("Height", f"{page + 2} cm"), ("Origin", NAMES[page]), ("Weight", f"{page * 3 + 1} g")]
        return "<table>" + "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in rows) + "</table>"

    for page, record in enumerate(records([body(page) for page in range(PAGES)])):
        assert record.fields == {"height": f"{page + 2} cm", "origin": NAMES[page], "weight": f"{page * 3 + 1} g"}


def test_a_table_of_numbers_is_a_list_of_rows_with_the_names_of_its_columns() -> None:
    def body(page: int) -> str:
        rows = "".join(
            f"<tr><td>{2000 + at}</td><td>{page * 7 + at}</td><td>{page + at * 3}</td></tr>" for at in range(9 + page)
        )
        return f"<h1>{NAMES[page]}</h1><table><tr><th>Year</th><th>Sold</th><th>Kept</th></tr>{rows}</table>"

    for page, record in enumerate(records([body(page) for page in range(PAGES)])):
        (rows,) = lists(record)
        assert rows == [
            {"year": str(2000 + at), "sold": str(page * 7 + at), "kept": str(page + at * 3)} for at in range(9 + page)
        ]


SENTENCE = "{} went down to the harbour to look for the old lamp of the {} keeper."


def test_paragraphs_with_what_stands_between_them_are_one_text() -> None:
    def body(page: int, between: str) -> str:
        some = [f"<p>{SENTENCE.format(name, NAMES[page % 12])}</p>" for name in picked(page, 2 + page % 4)]
        return f"<h1>Story {page}</h1><div class='story'>{some[0]}{between * (page % 3 == 0)}{''.join(some[1:])}</div>"

    bodies = [body(page, "<ul><li>first of all</li><li>then more</li></ul>") for page in range(PAGES)]
    found = records(bodies, [body(3, "<ol><li>one thing</li><li>another</li></ol>bare words")])
    for page, record in enumerate(found[:PAGES]):
        text = record.fields["story"]
        assert isinstance(text, str)
        assert all(name in text for name in picked(page, 2 + page % 4))
        assert ("first of all then more" in text) == (page % 3 == 0)
        assert record.misfits == ()
    assert "one thing another bare words" in found[-1].fields["story"]
    assert found[-1].misfits == ()
    markdown = found[3].typed()["story"]
    assert markdown.count("\n\n") >= 2


def test_a_value_that_half_of_the_site_has_is_an_item_all_the_same() -> None:
    def genres(page: int) -> list[str]:
        return ["Drama"] * (page % 2) + [f"{NAMES[page]} {at}" for at in range(1 + page % 3)]

    def body(page: int) -> str:
        linked = ", ".join(f'<a href="/g/{name}">{name}</a>' for name in genres(page))
        return f"<html><body><h1>Film {page}</h1><p><b>Genre:</b> <span>{linked}</span></p></body></html>"

    pages = [Page.parse(body(page).encode()) for page in range(PAGES)]
    wrapper = learn(pages, known=Background(common={"Genre:", "Drama"}))
    for page in range(PAGES):
        (items,) = lists(extract(wrapper, pages[page]))
        assert [item["genre"] for item in items if isinstance(item, dict)] == genres(page)


def test_cells_that_are_built_alike_are_things_of_a_grid() -> None:
    def cell(name: str) -> str:
        return (
            f"<td><div class='user'><a class='who' href='/{name}'>{name}</a><span class='town'>Town of {name}</span>"
            f"<b class='score'>{len(name)}</b></div></td>"
        )

    def body(page: int) -> str:
        cells = [cell(name) for name in picked(page, 12)]
        rows = "".join(f"<tr>{''.join(cells[at : at + 4])}</tr>" for at in range(0, 12, 4))
        return f"<h1>Page {page}</h1><table>{rows}</table>"

    for page, record in enumerate(records([body(page) for page in range(PAGES)])):
        (rows,) = lists(record)
        assert all(isinstance(row, dict) and [*map(type, row.values())] == [list] for row in rows)
        shown = [one["who"] for row in rows if isinstance(row, dict) for cells in row.values() for one in cells]
        assert shown == picked(page, 12)


def test_items_with_a_class_more_are_items_however_many_they_are() -> None:
    def item(name: str, at: int) -> str:
        cls = ("job", "job top", "job apply")[at % 3]
        by = f"<ul><li class='by'>By {name}</li></ul>"
        return f"<div class='{cls}'><h2 class='t'>{name}</h2>{by}<p>About {name}</p></div>"

    def body(page: int) -> str:
        return f"<h1>Page {page}</h1><div>{''.join(map(item, picked(page, 6 + page % 3), range(9)))}</div>"

    for page, record in enumerate(records([body(page) for page in range(PAGES)])):
        (items,) = lists(record)
        assert len(items) == 6 + page % 3
        assert {len(item) for item in items if isinstance(item, dict)} == {3}


def _card(name: str, page: int, at: int) -> str:
    sale = f"<del>${at + 9}.50</del> <ins>${at + 5}.50</ins>" if (page + at) % 3 == 0 else f"<b>${at + 5}.00</b>"
    state = "instock" if (page * at) % 2 else "outofstock"
    return (
        f'<li class="product type-product post-{page}{at} status-publish {state} cat-{NAMES[page].lower()}'
        f'{" sale" if "del" in sale else ""} has-thumb"><a href="/{page}/{at}"><img src="/{page}-{at}.jpg"></a>'
        f'<h2 class="title">{name}</h2><p class="price">{sale}</p><a class="button" href="?add={page}{at}">Buy</a></li>'
    )


def test_items_that_bear_their_state_and_category_as_classes_are_one_list() -> None:
    names = [picked(page, 3 + page % 5) for page in range(PAGES)]
    bodies = [
        f"<h1>{NAMES[page]}</h1><ul>{''.join(_card(name, page, at) for at, name in enumerate(some))}</ul>"
        for page, some in enumerate(names)
    ]
    for record, some in zip(records(bodies), names, strict=True):
        (items,) = lists(record)
        assert [item["title"] for item in items if isinstance(item, dict)] == some


def test_things_that_several_pages_list_are_items_of_each() -> None:
    things = [f"{name} {number}" for number in range(4) for name in NAMES]

    def card(name: str) -> str:
        return (
            f'<li><article class="pod"><div class="shot"><a href="/{name}"><img src="/{name}.jpg"></a></div>'
            f'<h3><a href="/{name}">{name}</a></h3><p class="price">${things.index(name)}.50</p></article></li>'
        )

    shown = [[things[(page * 5 + at) % 48] for at in range(12 - page % 4)] for page in range(16)]
    bodies = [f"<h1>Shelf {page}</h1><ol>{''.join(map(card, some))}</ol>" for page, some in enumerate(shown)]
    for record, some in zip(records(bodies), shown, strict=True):
        (items,) = lists(record)
        assert [item["heading"] for item in items if isinstance(item, dict)] == some


def test_items_that_lack_a_picture_are_items_like_others() -> None:
    def body(page: int) -> str:
        made = []
        for at, name in enumerate(picked(page, 3 + page % 4)):
            shown = (page + at) % 2
            picture = f'<a class="shown" href="/{page}{at}"><img src="/{page}{at}.jpg"></a>' if shown else ""
            cls = "entry" if shown else "entry bare"
            said = (
                f'<div class="said"><i></i><time class="day">2024-0{at + 1}-11</time></div><a class="title">{name}</a>'
            )
            made.append(f'<div class="{cls}">{picture}<div class="info">{said}</div></div>')
        return f"<h1>Shelf {page}</h1><div>{''.join(made)}</div>"

    for page, record in enumerate(records([body(page) for page in range(PAGES)])):
        (items,) = lists(record)
        named = [name for item in items if isinstance(item, dict) for key, name in item.items() if key == "title"]
        assert named == picked(page, 3 + page % 4)


def test_links_below_headings_that_are_paragraphs_of_a_class_are_items() -> None:
    def body(page: int) -> str:
        made = [f'<p class="total">{page + 1} in all</p><hr>']
        for at, name in enumerate(picked(page, 1 + page % 5)):
            made += [f'<p class="year">{2020 - at}</p>'] * (at % 2 == 0)
            made.append(f'<a class="entry" href="/{page}{at}"><time>11-0{at + 1}</time><div>{name}</div></a>')
        return f"<div>{''.join(made)}</div>"

    for page, record in enumerate(records([body(page) for page in range(PAGES)])):
        (items,) = lists(record)
        said = [value for item in items if isinstance(item, dict) for value in item.values()]
        assert [value for value in said if value in picked(page, 5)] == picked(page, 1 + page % 5)


@pytest.mark.parametrize("stripes", [("oddrow", "evenrow"), ("rowOdd", "rowEven"), ("Odd", "Even"), ("row", "altrow")])
def test_stripes_make_no_other_item_however_they_are_written(stripes: tuple[str, str]) -> None:
    def body(number: int) -> str:
        rows = [
            f"<tr class={stripes[at % 2]}><td>{number + at}/7</td><td>{name}</td></tr>"
            for at, name in enumerate(picked(number, 3 + number % 3))
        ]
        return f"<h1>Player {number}</h1><table>{''.join(rows)}</table><p>Call us</p>"

    (rows,) = lists(records([body(number) for number in range(PAGES)])[5])
    assert [list(row.values())[1] for row in rows if isinstance(row, dict)] == picked(5, 5)


def test_what_follows_a_list_that_commas_part_is_no_item() -> None:
    def markup(number: int) -> str:
        links = ", ".join(f"<a href=/g/{word}>{word}</a>" for word in ("drama", "noir", "war")[: 1 + number % 3])
        said = f"{number + 80} min | {links} | {number + 1} May 19{number + 50}"
        return f"<h1>Film {number}</h1><div class=line>{said}</div>"

    pages = [Page.parse(markup(number), url="https://a.example/") for number in range(12)]
    wrapper = learn(pages)
    values = [value for value in extract(wrapper, pages[2]).fields.values() if value]
    assert any(isinstance(value, str) and "May 1952" in value for value in values)
