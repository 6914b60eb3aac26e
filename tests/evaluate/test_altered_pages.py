"""Altered copies of pages: the same each time, without some parts, with some names changed, and nothing new."""

from intaglio.evaluate.train.altered_pages import altered
from intaglio.page import TAGS, Page

PARTS = "".join(f"<div class=part id=p{n}><p class=text>Sentence {n} of the café.</p></div>" for n in range(40))
PAGE = f"<meta charset=latin-1><title>Tides</title><main class=body>{PARTS}</main>".encode("latin-1")


def test_a_copy_is_the_same_each_time_and_another_for_each_number() -> None:
    assert altered(PAGE, 1) == altered(PAGE, 1)
    assert altered(PAGE, 1) != altered(PAGE, 2)


def test_parts_are_left_out_and_nothing_is_added() -> None:
    whole = Page.parse(PAGE).texts
    copies = [Page.parse(altered(PAGE, number)).texts for number in range(1, 6)]
    assert all(len(copy) > len(whole) / 5 for copy in copies)
    assert any(len(copy) < len(whole) for copy in copies)
    assert all(set(copy) <= set(whole) for copy in copies), "read in the encoding that it was written in"


def test_some_names_become_others_and_are_the_same_wherever_they_stand() -> None:
    page = Page.parse(altered(PAGE, 1))
    ids = page.having("id").values()
    assert {name[0] for name in ids} == {"k", "p"}
    assert len(set(ids)) == len(ids)
    named = page.having("class")
    assert len({named[e] for e in named if page.tag[e] == TAGS["p"]}) == 1


def test_a_page_without_text_stays_one() -> None:
    assert Page.parse(altered(b"<title></title><img src=a.png>", 1)).texts == []
