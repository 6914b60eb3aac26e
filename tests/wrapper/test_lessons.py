"""Pages that were learned from have the records that they would have if they were read anew."""

from random import Random

import pytest

from intaglio.page import Page
from intaglio.wrapper import extract
from intaglio.wrapper.match.lone_labels import STRAY
from intaglio.wrapper.wrapper import Lesson, take_lesson
from intaglio.wrapper.wrapper_codec import dumps, loads


def page(number: int, *, marked: bool) -> Page:
    """A page with a colour that may be missing; if values are not marked, evidence has to tell them apart."""
    chance = Random(number)
    values = {"weight": f"{number} kg"} | ({"colour": chance.choice(("red", "blue"))} if chance.random() < 0.5 else {})
    rows = "".join(f"<span class={name if marked else 'x'}>{value}</span>" for name, value in values.items())
    items = "".join(f"<li><a href=/{number}/{at}>Item {at}</a>" for at in range(number % 4 + 1))
    return Page.parse(f"<title>{number}</title><h1>Thing {number}</h1><div>{rows}</div><ul>{items}</ul>")


def lesson(*, marked: bool) -> tuple[list[Page], Lesson]:
    pages = [page(number, marked=marked) for number in range(20)]
    return pages, take_lesson(pages)


@pytest.mark.parametrize("marked", [True, False])
def test_records_are_those_of_a_stored_wrapper(*, marked: bool) -> None:
    pages, learned = lesson(marked=marked)
    stored = loads(dumps(learned.wrapper))
    for one in [*pages, page(50, marked=marked)]:
        first, again = learned.extract(one), extract(stored, one)
        assert first == again == learned.extract(one)
        assert first.prose.keys() == again.prose.keys()


@pytest.mark.parametrize("marked", [True, False])
def test_pages_are_not_matched_again(*, marked: bool) -> None:
    pages, learned = lesson(marked=marked)
    assert bool(learned.wrapper.habits) is not marked
    assert list(learned.found) == [id(one) for one in pages]
    for _, tree, found in learned.found.values():
        again = learned.wrapper.matcher.match(tree)
        assert (again.held, again.runs) == (found.held, found.runs)
        assert (again.strays, again.fixed) == (found.strays, found.fixed)


def test_habits_hold_for_plans_that_are_made() -> None:
    _, learned = lesson(marked=False)
    assert learned.wrapper.habits
    for number, habits in learned.wrapper.habits.items():
        plan = learned.wrapper.matcher._plans[number]
        assert {marks: tuple(plan.met[marks][0]) for marks in habits} == habits


def test_habits_that_are_not_what_was_expected_are_noticed() -> None:
    _, learned = lesson(marked=False)
    wrapper = learned.wrapper
    assert wrapper.matcher.take_habits(wrapper.habits)
    other = {number: {marks: [STRAY] * len(marks) for marks in habits} for number, habits in wrapper.habits.items()}
    assert not wrapper.matcher.take_habits(other)
