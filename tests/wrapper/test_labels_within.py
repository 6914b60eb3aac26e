"""Labels within texts, such as `Male: 640`: cut off, and told apart below each heading."""

from intaglio.page import Page
from intaglio.wrapper import Record, extract, learn

LEVELS = ["Total", "Undergraduate", "Graduate", "Professional"]


def read(bodies: list[str], at: int) -> Record:
    pages = [Page.parse(f"<body><h1>Thing {n} of many</h1>{body}<p>Thank you") for n, body in enumerate(bodies)]
    return extract(learn(pages), pages[at])


def genders(number: int) -> str:
    said = "".join(
        f"<li>{level} gender<span class=sub>Male: {number}{at}</span>".replace("<span", "</li><span", 1)
        + f"<span class=sub>Female: {at}{number}</span>"
        for at, level in enumerate(LEVELS[: 2 + (number % 3 == 0) + (number % 6 == 0)], start=1)
    )
    return f"<ul><span>Student gender</span>{said}</ul>"


def test_the_same_labels_below_several_headings_are_fields_below_each() -> None:
    bodies = [genders(number) for number in range(10, 30)]
    for at in (0, 2, 8):
        fields, number = read(bodies, at).fields, at + 10
        count = bodies[at].count("Male:")
        assert [fields["male" if not k else f"male_{k + 1}"] for k in range(count)] == [
            f"{number}{k}" for k in range(1, count + 1)
        ]
        assert [fields["female" if not k else f"female_{k + 1}"] for k in range(count)] == [
            f"{k}{number}" for k in range(1, count + 1)
        ]


def test_labels_that_few_pages_have_side_by_side_are_told_apart() -> None:
    def fees(number: int) -> str:
        names = ["Undergraduate fee"] if number % 3 else ["Undergraduate fee", "Graduate fee", "Doctoral fee"]
        names = ["Graduate fee"] if number % 7 == 1 else names
        return "<ul>" + "".join(f"<li>{name}: ${number}{at}</li>" for at, name in enumerate(names)) + "</ul>"

    bodies = [fees(number) for number in range(20)]
    both, single = read(bodies, 3).fields, read(bodies, 8).fields
    assert (both["undergraduate_fee"], both["graduate_fee"], both["doctoral_fee"]) == ("$30", "$31", "$32")
    assert (single["undergraduate_fee"], single["graduate_fee"]) == (None, "$80")


def test_texts_with_different_labels_are_never_one_field() -> None:
    def facts(number: int) -> str:
        rows = [f"Total: {number}1", f"New: {number}2", f"Seeking: {number}3"]
        rows += [f"Enrolled: {number}4"] if number in (4, 9) else [f"Ratio: {number} to 1"] if number % 2 else []
        return "<ul>" + "".join(f"<li>{row}</li>" for row in rows) + "</ul>"

    bodies = [facts(number) for number in range(1, 21)]
    assert read(bodies, 3).fields["enrolled"] == "44"
    odd = read(bodies, 4).fields
    assert (odd["ratio"], odd["enrolled"]) == ("5 to 1", None)


def test_labels_in_titles_and_alternatives_of_pictures_are_cut_off() -> None:
    bodies = [f'<p>By <img src=/{n}.png alt="Source: Paper {n}"> <a href=/{n} title="More by: Name {n}">more</a>'
              for n in range(8)]  # fmt: skip
    said = read(bodies, 5).fields.values()
    assert {"Paper 5", "Name 5"} <= set(said)


def test_titles_of_several_books_keep_what_stands_before_a_colon() -> None:
    bodies = [f'<p><a href=/{n} title="Book {n}: A story">Look</a>' for n in range(8)]
    assert "Book 5: A story" in read(bodies, 5).fields.values()


def rows_of(facts: list[tuple[str, str]]) -> str:
    return "<table class=facts>" + "".join(f"<tr><th>{k}</th><td>{v}</td></tr>" for k, v in facts) + "</table>"


def test_rows_with_header_cells_are_fields_whatever_their_order() -> None:
    names = ["Where", "When", "Who", "Entry"]
    facts = [[(names[(n * 3 + k) % 4], f"Value {n}{k}") for k in range(2 + n % 3)] for n in range(20)]
    bodies = [rows_of(some) if n % 3 == 0 else "" for n, some in enumerate(facts)]
    for at in range(0, 20, 3):
        found = read(bodies, at).fields
        assert {name: value for name, value in found.items() if value and name.title() in names} == {
            name.lower(): value for name, value in facts[at]
        }


def test_rows_that_one_learned_page_has_take_nothing_with_another_label() -> None:
    bodies = [rows_of([("Where", "Hill"), ("Who", "Ann")]) if n == 3 else "" for n in range(10)]
    pages = [Page.parse(f"<body><h1>Thing {n}</h1>{body}<p>Thank you") for n, body in enumerate(bodies)]
    wrapper = learn(pages)

    def found(facts: list[tuple[str, str]]) -> tuple[str | None, str | None]:
        fields = extract(wrapper, Page.parse(f"<body><h1>Thing 99</h1>{rows_of(facts)}<p>Thank you")).fields
        return fields["where"], fields["who"]

    assert found([("Who", "Bo"), ("Where", "Vale")]) == ("Vale", "Bo")
    assert found([("Cost", "5"), ("When", "May")]) == (None, None)
    assert found([("Where", "Vale"), ("Cost", "5")]) == ("Vale", None)


def test_what_one_row_takes_does_not_depend_on_the_pages_before() -> None:
    bodies = [rows_of([("Where", "Hill")]) if n == 3 else "" for n in range(10)]
    pages = [Page.parse(f"<body><h1>Thing {n}</h1>{body}<p>Thank you") for n, body in enumerate(bodies)]
    wanted = [("Cost", "5", None), ("Where", "Vale", "Vale"), ("Cost", "6", None)]
    for rows in (wanted, wanted[1:], wanted[::-1]):
        wrapper = learn(pages)
        for name, value, found in rows:
            page = Page.parse(f"<body><h1>Thing 99</h1>{rows_of([(name, value)])}<p>Thank you")
            assert extract(wrapper, page).fields["where"] == found
