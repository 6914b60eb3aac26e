"""Rows and items that differ in make-up, that recur, or that stand where others have labels."""

from typing import Any

from intaglio.page import Page
from intaglio.wrapper import Record, extract, learn

FEATURES = ["Smart album", "Image stabilizer", "Wide lens", "Video", "Bridge", "Zoom", "Waterproof", "Flash"]


def read(bodies: list[str], at: int) -> Record:
    pages = [Page.parse(f"<body><h1>Thing {n} of many</h1>{body}<p>Thank you") for n, body in enumerate(bodies)]
    return extract(learn(pages), pages[at])


def lists(record: Record) -> list[list[Any]]:
    return [value for value in record.fields.values() if isinstance(value, list)]


def test_features_that_recur_are_items_like_others() -> None:
    def row(name: str, number: int) -> str:
        return f"<tr><td><img src={name[0]}.png></td><td><b>{name}</b><br>It does {number} so.</td></tr>"

    def body(number: int) -> str:
        shared = [FEATURES[(number + step) % len(FEATURES)] for step in (0, 1, 3)]
        names = [shared[0], f"Own thing {number}", shared[1], f"Other {number}", f"Third {number}", shared[2]]
        return f"<table>{''.join(row(name, number) for name in names[: 5 + number % 2])}</table>"

    bodies = [body(number) for number in range(16)]
    for at in (0, 3, 6):
        (items,) = lists(read(bodies, at))
        assert len(items) == bodies[at].count("<tr>")


def test_rows_of_several_builds_are_one_list() -> None:
    def row(number: int, at: int, *, wide: bool) -> str:
        more = f"<i>kind</i> <em>of</em> <s>any</s> <u>sort {at}</u>" if wide else ""
        return f"<tr><td><b>Part {number}{at}</b>{more}</td></tr>"

    def body(number: int) -> str:
        rows = [row(number, at, wide=at < 2 + number % 2) for at in range(5)]
        return f"<table>{''.join(rows)}</table>"

    bodies = [body(number) for number in range(12)]
    (items,) = lists(read(bodies, 4))
    assert len(items) == bodies[4].count("<tr>")


def test_one_text_alone_is_no_labelled_row() -> None:
    def specs(number: int) -> str:
        rows = {
            "Weight": f"{number} g",
            "Battery": f"Cell {number}",
            "Sensor": f"Type {number}",
            "Screen": f"{number} in",
        }
        return "<table>" + "".join(f"<tr><td>{k}</td><td>{v}</td></tr>" for k, v in rows.items()) + "</table>"

    def plain(number: int) -> str:
        return "<table>" + "".join(f"<tr><td>Great picture {number}{at}</td></tr>" for at in range(5)) + "</table>"

    bodies = [plain(number) if number % 4 == 1 else specs(number) for number in range(16)]
    record = read(bodies, 5)
    assert [record.fields.get(name) for name in ("weight", "battery", "sensor", "screen")] == [None] * 4
    assert [f"Great picture 5{at}" for at in range(5)] in lists(record)
    assert read(bodies, 4).fields["battery"] == "Cell 4"


def test_what_no_page_has_twice_is_no_list() -> None:
    def row(title: str, does: str) -> str:
        return f"<tr><td><span class=title>{title}</span></td><td class=do><a href=/r>{does}</a></td></tr>"

    def body(number: int) -> str:
        more = row("", f"Report {number}") + row("", "") if number % 2 else ""
        return f"<table>{row(f'Job {number}', '')}{more}</table>"

    record = read([body(number) for number in range(12)], 3)
    assert record.fields["title"] == "Job 3"


def test_the_last_item_after_an_and_is_one() -> None:
    def body(number: int) -> str:
        links = [f"<a href=/f{number}{at}>call {number}{at}</a>" for at in range(2 + number % 3)]
        return f"<div>See also: {', '.join(links[:-1])}, and {links[-1]}.</div>"

    record = read([body(number) for number in range(12)], 4)
    (items,) = lists(record)
    assert [item["see_also"] for item in items] == ["call 40", "call 41", "call 42"]


def test_code_is_a_part_of_its_heading() -> None:
    pages = [
        Page.parse(
            f"<body><nav>Home</nav><h1><a href=#m{n}><code class=mod><span class=pre>mod{n}</span></code></a> — "
            f"Does thing {n}<a class=headerlink href=#h{n}>¶</a></h1><p>It is {n}."
        )
        for n in range(8)
    ]
    assert extract(learn(pages), pages[2]).fields["heading"] == "mod2 — Does thing 2"


def test_titles_of_links_within_a_text_are_furniture() -> None:
    def text(number: int) -> str:
        said = [
            f"So word {number}{at} of it is <a href=/{at} title='about {number}{at}'>on {number} {at}</a> to be read"
            for at in range(1 + number % 4)
        ]
        words = f"{'. '.join(said)}, and <em>more {number}</em> words follow for number {number} and everybody."
        return f"<article><p>{words}</p><p>Nothing {number} else was written on that day.</p></article>"

    record = read([text(number) for number in range(12)], 3)
    assert not record.misfits
    assert record.furniture["in_texts"] == [f"about 3{at}" for at in range(4)]


def test_the_terms_of_a_table_of_contents_are_a_list_on_a_lone_page() -> None:
    def term(at: int) -> str:
        return f"<dt><span class=section><a href=#s{at}>{at}. About thing {at}</a></span></dt>"

    inner = f"<dd><dl>{term(21)}{term(22)}{term(23)}</dl></dd>"
    page = Page.parse(
        f"<body><h1>Chapter</h1><div class=toc><dl>{term(1)}{term(2)}{inner}{term(3)}{term(4)}</dl></div>"
    )
    (items,) = lists(extract(learn([page]), page))
    assert [item["toc"] for item in items if item["toc"]] == [f"{at}. About thing {at}" for at in range(1, 5)]


def test_sentences_in_any_element_are_one_text_on_a_lone_page() -> None:
    words = "One of the features that come in handy more often than not is"
    body = f"<div class=para>{words} <code class=command>policy</code>, described in the following section.</div>"
    record = read([body], 0)
    assert record.fields["para"] == f"{words} policy, described in the following section."


def test_rows_below_header_cells_are_items_whatever_they_begin_with() -> None:
    def rows(number: int) -> list[dict[str, str]]:
        sizes = ["Small", "Middle", "Large", "Huge"][number % 3 :: 1 + number % 2]
        return [
            {"size": size, "price": f"${number * 7 + at}", "left": str(number + at)} for at, size in enumerate(sizes)
        ]

    def page(number: int) -> Page:
        cells = "".join("<tr>" + "".join(f"<td>{one}</td>" for one in row.values()) + "</tr>" for row in rows(number))
        head = "<tr><th>Size</th><th>Price</th><th>Left</th></tr>"
        return Page.parse(f"<body><h1>Lamp {number}</h1><table>{head}{cells}</table><p class=maker>Maker {number}</p>")

    wrapper = learn([page(number) for number in range(20)])
    for number in range(30, 36):
        assert rows(number) in extract(wrapper, page(number)).fields.values()
