"""Seams: what stands between the pieces of one text, and what parts two texts."""

import pytest

from intaglio.page import Page
from intaglio.wrapper import extract, learn


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("$<!-- -->12<!-- -->.<!-- -->50", ["$12.50"]),
        ("Only <!---->3<!----> left", ["Only 3 left"]),
        ("a<!--[-->b<!--]-->c", ["abc"]),
        ("a<!-- react-text: 4 -->b<!-- /react-text -->", ["ab"]),
        ("Join<wbr>Paths<wbr>Error", ["JoinPathsError"]),
        ("a<!-- --> <!-- -->b", ["a b"]),
        ("By <!-- begin author -->Ann Low<!-- end author --> of Kent", ["By ", "Ann Low", " of Kent"]),
        ("a<!-- --><b>b</b><!-- -->c", ["a", "b", "c"]),
        ("a<br><!-- -->b", ["a", "b"]),
        ("a<i></i>b", ["a", "b"]),
        ("<b>a</b><!-- -->b<wbr><i>c</i><wbr>d", ["a", "b", "c", "d"]),
        ("<script>1</script>a<!-- -->b<script>2</script>c", ["ab", "c"]),
    ],
)
def test_pieces_that_nothing_parts_are_one_text(html: str, texts: list[str]) -> None:
    page = Page.parse(html)
    assert page.texts == texts
    assert len(page.text_owner) == len(page.text_seen) == len(page.space_before) == len(texts)
    assert page.text_stop[0] == len(texts)


def test_the_text_that_people_read_stays_as_it_was() -> None:
    assert Page.parse("<p>a<!-- -->b <!-- c --> d<wbr>e</p><p>f").text(0) == "ab de\nf"


def test_values_that_a_framework_took_apart_are_whole() -> None:
    pages = [
        Page.parse(
            f"<h1>Lamp {name}</h1><b class=price>$<!-- -->{price}<!-- -->.<!-- -->5{price % 10}</b>"
            f"<p class=code>SKU: <!-- -->{price * 7}-<!-- -->{name[0]}</p><p>Only <!-- -->{price % 4}<!-- --> left</p>"
        )
        for price, name in enumerate(("Anna", "Bella", "Cora", "Doro", "Ella", "Flora"), 11)
    ]
    fields = extract(learn(pages), pages[0]).fields
    assert (fields["price"], fields["sku"]) == ("$11.51", "77-A")


def test_pieces_without_number_are_put_together() -> None:
    assert len(Page.parse(b"<p>" + b"a<!-- -->" * 200_000).texts[0]) == 200_000
