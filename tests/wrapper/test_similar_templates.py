"""Templates with few pages borrow from those that are built alike."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from intaglio.evaluate.corpora import CorpusName, read_records
from intaglio.evaluate.records.wrapper_scores import score_site, sites_of
from intaglio.page import Page
from intaglio.wrapper import Background, WrapperOptions, extract, learn
from intaglio.wrapper.learn.similar_templates import SimilarOptions, pages_of_similar


def product(number: int, *, note: bool = False) -> Page:
    parts = "".join(f"<tr><th>{name}</th><td>{name[0]}{number}</td></tr>" for name in ("Weight", "Length", "Origin"))
    extra = f"<div class=note><h4>Recall</h4><p>Notice {number}</p></div>" if note else ""
    menu = "".join(f"<li><a href=/{at}>Shelf {at}</a></li>" for at in range(6))
    around = (
        "<header><h2>Shop</h2><form><input><button>Find</button></form></header><aside><h3>Hours</h3><ol><li>Nine</ol>"
    )
    below = "<footer><address>Quay 1</address><p>Terms<p><small>No returns</small></footer>"
    return Page.parse(
        f"<body>{around}<nav><ul>{menu}</ul></nav></aside><main><h1>Tool {number}</h1>{extra}<table>{parts}</table>"
        f"</main><p>Thank you</p>{below}"
    )


STORY = Page.parse("<body><article><h1>News</h1><section><p>One</p><p>Two</p></section></article>")


def pages_of(key: str, count: int) -> Sequence[Page]:
    return {"tools": [product(number) for number in range(30)], "stories": [STORY] * 30}[key][:count]


LENDERS = {"stories": STORY, "tools": product(0)}


def test_the_likest_lends_and_others_do_not() -> None:
    loan = pages_of_similar([product(50, note=True)], LENDERS, pages_of)
    assert loan.lender == "tools"
    assert [page.text(0) for page in loan.pages] == [product(number).text(0) for number in range(9)]
    assert pages_of_similar([STORY], {"tools": product(0)}, pages_of).pages == []


def test_who_has_enough_borrows_nothing() -> None:
    own = [product(number, note=True) for number in range(12)]
    assert not pages_of_similar(own, LENDERS, pages_of).pages
    assert not pages_of_similar([], LENDERS, pages_of).pages
    assert len(pages_of_similar(own[:3], LENDERS, pages_of, SimilarOptions(wanted=5)).pages) == 2


def test_a_lone_page_has_the_fields_of_its_kind_under_their_names() -> None:
    lender = learn([product(number) for number in range(20)])
    page = product(50, note=True)
    loan = pages_of_similar([page], LENDERS, pages_of)
    wrapper = learn([page], known=Background(lender, borrowed=loan.pages))
    assert wrapper.pages == 1
    assert {field.filled for field in wrapper.fields} == {1.0}
    found = extract(wrapper, page).fields
    known = extract(lender, page).fields
    assert {name: found[name] for name in known} == known
    assert "Notice 50" in found.values()
    assert "Thank you" not in found.values()


@pytest.mark.corpus
def test_small_templates_of_a_real_site_do_not_take_fixed_texts_for_data(corpus: Callable[[CorpusName], Path]) -> None:
    pages = sites_of(read_records(corpus("records")))["job/monster"]
    row = score_site("job/monster", pages, WrapperOptions(), templates=True)
    assert row["templates"] > 5
    # Of these .09 are "Full Time" and "Employee", which a few pages have otherwise; the rest is what ads repeat.
    assert row["leaked"] < 0.11
    assert row["f1"] > 0.97
