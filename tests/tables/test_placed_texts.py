"""Texts of pages with their places, counted for all templates of a site at once."""

import numpy as np
import pytest

from intaglio.tables.kinds.page_sketch import SketchOptions, sketch_templates
from intaglio.tables.kinds.placed_texts import PlacedTexts, TextsOfTemplates

MENU, NAME, PRICE, ROW = 2**64 - 5, 30, 10, 20


def page(*said: tuple[int, str]) -> PlacedTexts:
    return PlacedTexts(np.array([place for place, _ in said], dtype=np.uint64), [text for _, text in said])


def thing(number: int, rows: int = 1) -> PlacedTexts:
    more = [(ROW, f"row {number} {at}") for at in range(rows)]
    return page((MENU, "Home"), (NAME, f"Thing {number}"), (PRICE, "Price:"), (PRICE, f"{number} $"), *more)


SAMPLES = {
    "goods": [thing(1), thing(2, 4), thing(3, 9), thing(4, 0)],
    "news": [page((MENU, "Home"), (NAME, f"News {at}"), (NAME, "Home")) for at in range(4)],
}


def test_data_is_where_texts_differ_from_page_to_page() -> None:
    goods, news = sketch_templates(SAMPLES).values()
    assert goods.data == {PRICE: 1.0, ROW: 0.75, NAME: 1.0}
    assert list(goods.data) == [PRICE, ROW, NAME]
    assert news.data == {NAME: 1.0}


def test_a_place_is_counted_as_often_as_pages_that_have_it_do_usually() -> None:
    goods, news = sketch_templates(SAMPLES).values()
    assert goods.times == {PRICE: 2.0, ROW: 4.0, NAME: 1.0}
    assert news.times == {NAME: 2.0}


def test_fixed_are_texts_that_most_pages_of_a_template_have_wherever_they_stand() -> None:
    goods, news = sketch_templates(SAMPLES).values()
    assert goods.fixed == {"Home", "Price:"}
    assert news.fixed == {"Home"}


def test_a_place_that_few_pages_have_data_at_is_none_of_the_template() -> None:
    (goods, _) = sketch_templates(SAMPLES, SketchOptions(usual=0.8)).values()
    assert ROW not in goods.data


def test_no_more_pages_are_looked_at_than_are_asked_for() -> None:
    few = sketch_templates(SAMPLES, SketchOptions(pages=1))
    assert few == sketch_templates({name: some[:1] for name, some in SAMPLES.items()})
    assert few["goods"].times[NAME] == 1.0


@pytest.mark.parametrize("samples", [{}, {"a": []}, {"a": [page()]}], ids=["no template", "no page", "no text"])
def test_nothing_says_nothing(samples: dict[str, list[PlacedTexts]]) -> None:
    assert all(not one.data and not one.fixed for one in sketch_templates(samples).values())


def test_a_page_without_texts_counts_as_a_page() -> None:
    (sketch,) = sketch_templates({"a": [page(), page((NAME, "one")), page((NAME, "two"))]}).values()
    assert sketch.data == {NAME: 2 / 3}
    texts = TextsOfTemplates.of([[page(), page((NAME, "one"))]])
    assert texts.sizes.tolist() == [2]
    assert texts.page.tolist() == [1]
