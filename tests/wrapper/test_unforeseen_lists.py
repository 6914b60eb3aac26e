"""Lists and items that a template does not provide for are lists and items all the same, with nothing left over."""

from collections.abc import Sequence

from intaglio.page import Page
from intaglio.wrapper import Record, extract, learn
from intaglio.wrapper.fields.unforeseen_lists import FURTHER

PAGES = 12
LABELLED = list(enumerate(("Height", "Width", "Depth")))


def read(bodies: Sequence[str], new: str, *, where: bool = False) -> tuple[Record, Page]:
    pages = [Page.parse(f"<html><body>{body}</body></html>".encode()) for body in (*bodies, new)]
    return extract(learn(pages[:-1]), pages[-1], where=where), pages[-1]


def place(number: int, services: str) -> str:
    return f"<h1>Diner number {number}</h1><p>Open on day {number * 7 % 31}</p><h4>Services</h4>{services}<i>End</i>"


def test_a_list_that_no_learned_page_has_is_one_with_its_heading() -> None:
    new = place(99, "<ul><li>Sit down</li><li>Carry out</li><li>Delivery</li></ul>")
    record, page = read([place(n, "<ul><li>N/A</li></ul>") for n in range(PAGES)], new, where=True)
    assert record.fields[FURTHER] == [{"heading": "Services", "items": ["Sit down", "Carry out", "Delivery"]}]
    assert record.misfits == ()
    assert record.where is not None
    items = [page.at(path) for path in record.where[f"{FURTHER}.items"]]
    assert [page.text(e) for e in items if e is not None] == ["Sit down", "Carry out", "Delivery"]


def test_pages_without_such_lists_have_no_such_field() -> None:
    record, _ = read([place(n, "<ul><li>N/A</li></ul>") for n in range(PAGES)], place(99, "<ul><li>N/A</li></ul>"))
    assert FURTHER not in record.fields


def test_an_item_built_otherwise_belongs_to_the_list_of_its_neighbours() -> None:
    def card(text: str) -> str:
        return f'<div class="card"><b class="who">{text}</b></div>'

    bodies = ["".join(card(f"Person {n} {at}") for at in range(3 + n % 4)) for n in range(PAGES)]
    new = card("Ann") + '<div class="card"><section><em class="odd">Ben</em></section></div>' + card("Cid")
    record, _ = read(bodies, new)
    assert list(record.fields.values()) == [["Ann", "Ben", "Cid"]]
    assert record.misfits == ()


def test_rows_of_several_builds_in_one_table_are_one_list() -> None:
    def menu(number: int) -> str:
        rows = "".join(
            f'<tr><td class="item"><b>Dish {number}{at}</b></td><td class="price">{at + number}.95</td></tr>'
            f'<tr><td class="said" colspan="2">made of thing {number}{at}<img src="i.gif"></td></tr>'
            for at in range(3 + number % 3)
        )
        head = f'<tr><td><b class="title">Menu {number}</b></td></tr><tr><td></td><td class="price">Price</td></tr>'
        return f"<table>{head}{rows}</table>"

    record, _ = read([menu(number) for number in range(PAGES)], menu(40))
    dishes = next(value for value in record.fields.values() if isinstance(value, list))
    assert [sorted(item.values()) for item in dishes] == [
        sorted([f"Dish 40{at}", f"{at + 40}.95", f"made of thing 40{at}"]) for at in range(4)
    ]


def test_rows_that_take_turns_are_items_also_where_some_are_empty() -> None:
    def menu(number: int) -> str:
        rows = "".join(
            f'<tr><td class="item"><code><b>Dish {number}{at}</b></code></td>'
            f'<td class="price"><i>{at + number}.95</i></td></tr>'
            f'<tr><td class="said" colspan="2">{f"made of {number}{at}" if at % 2 else ""}<img src="i.gif"></td></tr>'
            for at in range(6 + number % 3)
        )
        return f"<h1>Diner {number}</h1><table><tr><td><u>Menu of {number}</u></td></tr>{rows}</table>"

    record, _ = read([menu(number) for number in range(PAGES)], menu(40))
    (dishes,) = (value for value in record.fields.values() if isinstance(value, list))
    assert [set(item.values()) - {None} for item in dishes] == [
        {f"Dish 40{at}", f"{at + 40}.95", *([f"made of 40{at}"] if at % 2 else [])} for at in range(7)
    ]


def test_rows_of_a_table_that_no_learned_page_has_are_a_list_however_they_are_built() -> None:
    rows = (
        "<tr><td><b>Soup</b></td><td><i>6</i></td></tr><tr><td>signature dish</td></tr><tr><td><u>Bread</u></td></tr>"
    )
    record, _ = read([place(n, "") for n in range(PAGES)], place(99, f"<table>{rows}</table>"))
    assert record.fields[FURTHER] == [{"heading": "Services", "items": ["Soup 6", "signature dish", "Bread"]}]


def offer(text: str, price: int) -> str:
    return f'<span class="offer"><a>{text}</a> from <b class="sum">${price}.95</b></span>'


def test_a_third_of_what_the_template_has_two_places_for_makes_a_list_of_all() -> None:
    def offers(number: int, *further: str) -> str:
        made = [offer(f"{number + 1} new", number + 20), offer(f"{number + 3} used", number + 10), *further]
        return place(number, f"<div>{''.join(made)}</div>")

    record, _ = read([offers(n) for n in range(PAGES)], offers(51, offer("6 refurbished", 73)))
    (further,) = record.fields[FURTHER]
    assert further["items"] == ["52 new from $71.95", "54 used from $61.95", "6 refurbished from $73.95"]
    assert record.misfits == ()


def test_a_row_with_a_label_of_its_own_makes_no_list_of_the_rows_with_labels() -> None:
    def rows(number: int, *further: str) -> str:
        known = (f"<tr class=row><td>{label}</td><td>{number * at + number} cm</td></tr>" for at, label in LABELLED)
        return f"<table>{''.join(known)}{''.join(further)}</table>"

    new = place(99, rows(9, "<tr class=row><td>Girth</td><td>7 cm</td></tr>"))
    record, _ = read([place(n, rows(n)) for n in range(PAGES)], new)
    assert FURTHER not in record.fields
    assert {"height", "width", "depth"} <= record.fields.keys()


def test_an_item_whose_price_a_field_of_the_page_takes_belongs_to_its_list_whole() -> None:
    def card(text: str) -> str:
        return f'<div class="card"><b class="who">{text}</b></div>'

    def page(number: int) -> str:
        fee = f'<i class="fee">${number}.50</i>' if number % 3 else ""
        return "".join(card(f"Person {number} {at}") for at in range(3 + number % 4)) + f"<div>{fee}</div>"

    odd = '<div class="card"><section><em class="odd">{}</em> <i class="fee">$7.50</i></section></div>'
    bodies = [page(number) for number in range(PAGES)]
    record, _ = read(bodies, card("Ann") + odd.format("Ben") + card("Cid") + "<div></div>")
    assert ["Ann", "Ben $7.50", "Cid"] in record.fields.values()
    assert record.misfits == ()
    labelled, _ = read(bodies, card("Ann") + odd.format("Fee:") + card("Cid") + "<div></div>")
    assert labelled.fields == {"fee": "$7.50", "who": ["Ann", "Cid"]}
