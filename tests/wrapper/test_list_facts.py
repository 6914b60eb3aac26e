"""What lists of facts begin with is a field besides, and the list stays whole."""

from collections.abc import Sequence

from intaglio.page import Page
from intaglio.wrapper import Wrapper, extract, learn
from intaglio.wrapper.wrapper_codec import dumps, loads

KINDS = ("Public", "Private", "Proprietary")
FACTS = ("Community College", "Nursing", "Two-year", "Coed", "Bible College", "Regionally accredited", "Seminary")


def facts(page: int, first: Sequence[str] = KINDS) -> list[str]:
    return [first[page % len(first)], *(FACTS[(page + 3 * at) % len(FACTS)] for at in range(1 + page % 4))]


def college(page: int, items: Sequence[str]) -> Page:
    listed = "".join(f"<li>{item}</li>" for item in items)
    return Page.parse(f"<h1>College {page}</h1><div><h3>Type of school</h3><ul>{listed}</ul></div>".encode())


def learned(first: Sequence[str] = KINDS, pages: int = 16) -> Wrapper:
    return learn([college(page, facts(page, first)) for page in range(pages)])


def test_the_fact_is_a_field_and_the_list_is_whole() -> None:
    wrapper = loads(dumps(learned()))
    record = extract(wrapper, college(40, ["Private", "Seminary", "Coed"]), where=True)
    assert record.fields["type_of_school"] == ["Private", "Seminary", "Coed"]
    assert record.fields["type_of_school_first"] == "Private"
    assert record.where is not None
    assert record.where["type_of_school_first"] == record.where["type_of_school"][:1]


def test_a_page_without_the_list_has_no_fact() -> None:
    assert extract(learned(), college(40, [])).fields["type_of_school_first"] is None


def test_words_that_stand_elsewhere_in_the_list_are_no_facts() -> None:
    assert "type_of_school_first" not in learned(("Seminary", "Nursing")).named()


def test_many_words_are_no_facts() -> None:
    names = [f"{letter}ville college" for letter in "ABCDEFGHIJKLMNOP"]
    assert "type_of_school_first" not in learned(names).named()


def test_few_pages_tell_no_facts() -> None:
    assert "type_of_school_first" not in learned(pages=6).named()
