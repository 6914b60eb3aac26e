"""The net under a page that costs too much."""

import signal
import sys
import time

import pytest

from intaglio.errors import PageError
from intaglio.run.page_budget import TICK, PageBudget, check_elements, limited, watch_ended, within
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
    small, large = PageBudget(memory=300), PageBudget(memory=1_000)
    with pytest.raises(PageError, match="300 MB of memory"), within(small, 0):
        bytearray(500_000_000)
    with within(small, 0), within(large, 0):
        assert len(bytearray(200_000_000)) == 200_000_000
    with pytest.raises(PageError, match="300 MB"), within(small, 0), within(large, 0):
        bytearray(500_000_000)
    assert len(bytearray(500_000_000)) == 500_000_000


def test_the_watch_ends_once_no_page_comes() -> None:
    with watch_ended():
        pass  # other tests may have left one
    before = signal.getsignal(signal.SIGPROF)
    with watch_ended(), limited(30):
        assert signal.getsignal(signal.SIGPROF) is not before
    assert signal.getsignal(signal.SIGPROF) is before
    with limited(30):
        pass
    spin(4 * TICK)
    assert signal.getsignal(signal.SIGPROF) is before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_a_timer_of_somebody_else_is_left_alone() -> None:
    heard: list[int] = []
    with watch_ended():
        pass
    before = signal.signal(signal.SIGPROF, lambda number, _: heard.append(number))
    signal.setitimer(signal.ITIMER_PROF, 0.05)
    try:
        with limited(0.01):
            spin(0.5)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
    assert heard == [signal.SIGPROF]


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_what_is_beyond_the_bound_is_the_pages_failure() -> None:
    clock = StageClock(size=0)
    with clock.attempt(), clock.bounded(), clock.timed("map"):
        bytearray(1_200_000_000)
    assert clock.failure == ("map", "took more than 1,000 MB of memory")
