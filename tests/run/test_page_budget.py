"""The net under a page that costs too much."""

import sys
import time

import pytest

from intaglio.errors import PageError
from intaglio.run.page_budget import PageBudget, check_elements, limited, limited_memory
from intaglio.run.pages.stage_clock import StageClock


def spin(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_block_that_takes_too_long_is_left() -> None:
    with pytest.raises(PageError, match="processor time"), limited(0.05):
        spin(30)
    with limited(30):
        spin(0.001)


def test_the_outer_limit_holds_inside_and_after() -> None:
    with pytest.raises(PageError), limited(0.05), limited(30):
        spin(30)

    def inner_and_on() -> None:
        with limited(0.2):
            with limited(0.1):
                spin(0.01)
            spin(30)

    with pytest.raises(PageError):
        inner_and_on()


def test_bounds_follow_from_the_size() -> None:
    budget = PageBudget()
    assert budget.seconds_of(10_000_000) == budget.seconds + 10 * budget.seconds_a_megabyte
    assert budget.memory_of(10_000_000) == budget.memory + 10 * budget.memory_a_megabyte
    with pytest.raises(PageError, match="elements"):
        check_elements(budget.elements + 1, budget)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_a_block_that_takes_too_much_memory_is_left() -> None:
    with pytest.raises(PageError, match="MB of memory"), limited_memory(100):
        bytearray(200_000_000)
    with limited_memory(300), limited_memory(1_000):
        assert len(bytearray(200_000_000)) == 200_000_000
    with pytest.raises(PageError, match="300 MB"), limited_memory(300), limited_memory(1_000):
        bytearray(400_000_000)
    assert len(bytearray(400_000_000)) == 400_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_what_is_beyond_the_bound_is_the_pages_failure() -> None:
    clock = StageClock(size=0)
    with clock.attempt(), clock.bounded(), clock.timed("map"):
        bytearray(1_200_000_000)
    assert clock.failure == ("map", "took more than 1,000 MB of memory")
