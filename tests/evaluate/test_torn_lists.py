"""What counts as a list when records are scored: labels part lists, and what people wrote has none."""

from intaglio.evaluate.records.torn_lists import groups_of, torn_lists
from intaglio.page import Page
from intaglio.wrapper import extract, learn


def pages(body: str) -> list[Page]:
    return [Page.parse(body.replace("{n}", str(number))) for number in range(6)]


def sizes(some: list[Page]) -> list[list[int]]:
    return [[len(group.elements) for group in groups_of(some) if group.page == page] for page in range(len(some))]


def test_labels_between_siblings_part_them() -> None:
    items = "".join(f"<li>{word} {{n}}</li>" for word in ("oak", "elm", "ash"))
    assert sizes(pages(f"<div>{items}<p><b>Trees:</b></p>{items}{items}</div>")) == [[3, 6]] * 6


def test_what_people_wrote_has_no_lists_also_if_some_write_the_same() -> None:
    text = "<p>" + "many words that nobody counts in the end " * 6 + "</p>"
    written = [
        "<ul>" + "".join(f"<li>point {at} of {n} here</li>" for at in range(3)) + "</ul>" + "<i>so</i>" * n + text
        for n in range(4)
    ]
    wrapped = [f"<div class=editor>{one}</div>" for one in written[:3]]
    some = [Page.parse(f"<div class=said>{one}</div>") for one in (*wrapped, written[3], *[written[3]] * 6)]
    assert sizes(some) == [[]] * 10


def test_records_keep_lists_whole() -> None:
    some = [
        Page.parse(f"<h1>No. {n}</h1><ul>" + "".join(f"<li>tree {n}-{at}</li>" for at in range(3 + n % 3)) + "</ul>")
        for n in range(9)
    ]
    wrapper = learn(some)
    assert torn_lists(some, [extract(wrapper, page) for page in some]) == {"whole": 9}
