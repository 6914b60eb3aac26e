"""Days of common forms are those that the slow way reads."""

from datetime import datetime

import pytest
from dateutil import parser
from hypothesis import given
from hypothesis import strategies as st
from price_parser import Price

from intaglio.wrapper.month_names import day_of
from intaglio.wrapper.plain_days import plain_day
from intaglio.wrapper.value_types import date, money, number

MONTHS = [*(name for names in parser.parserinfo.MONTHS for name in names), "MARCH", "oct", "Foo"]
FORMS = (
    "{name} {day}, {year}", "{name} {day} {year}", "{name}. {day}, {year}", "{day} {name} {year}",
    "{day} {name}, {year}", "{month}/{day}/{year}", "{day}.{month}.{year}", "{year}-{month:02}-{day:02}",
    "{year}-{month:02}-{day:02}T08:30:00Z", "{year}-{month:02}-{day:02} 23:59+02:00", "Tue. {name} {day}, {year}",
    "Saturday, {name} {day}, {year} 3:52 AM", "{name} {day}, {year} at 13:52", "{name} {day} {year} 12:05:59pm",
)  # fmt: skip


@given(
    st.sampled_from(FORMS),
    st.sampled_from(MONTHS),
    st.integers(1, 14),
    st.integers(0, 33),
    st.integers(900, 3100),
)
def test_a_day_at_a_glance_is_the_day_that_is_read(form: str, name: str, month: int, day: int, year: int) -> None:
    text = form.format(name=name, month=month, day=day, year=year)
    glance = plain_day(text)
    if glance is not None:
        read = parser.parse(text, default=datetime(2004, 1, 1), dayfirst="." in form[:9], ignoretz=True)  # noqa: DTZ001
        assert glance == read.date().isoformat()


@given(
    st.sampled_from(("{name} {year}", "{name}. {year}", "{name}, {year}")), st.sampled_from(MONTHS),
    st.integers(900, 3100),
)  # fmt: skip
def test_a_month_at_a_glance_is_the_month_that_is_read(form: str, name: str, year: int) -> None:
    glance = plain_day(form.format(name=name, year=year))
    if glance is not None:
        reads = {parser.parse(form.format(name=name, year=year), default=datetime(2004, 1, day)) for day in (1, 2)}  # noqa: DTZ001
        assert {f"{read.date().isoformat()[:7]} {read.day}" for read in reads} == {f"{glance} 1", f"{glance} 2"}


def test_most_days_are_read_at_a_glance() -> None:
    said = [form.format(name="March", month=3, day=5, year=2010) for form in FORMS]
    assert {plain_day(text) for text in said} == {"2010-03-05"}
    assert {date(text) for text in said} == {"2010-03-05"}
    assert plain_day("Sept. 2010") == "2010-09"


@pytest.mark.parametrize("text", ["Foo 2010", "30 Februar 2010", "13/13/2010", "3.5.10", "Foo 5, 2010", "5 March"])
def test_other_texts_are_left_to_those_who_read_any_date(text: str) -> None:
    assert plain_day(text) is None


def test_words_that_begin_like_no_month_are_no_day() -> None:
    assert day_of("2022/03/11/apache-release-1.14.4/index.html#notes") is None
    assert (day_of("5. MÄRZ 2026"), day_of("2026年11月")) == ("2026-03-05", "2026-11")


def test_plain_numbers_are_read_as_others_are() -> None:
    assert [number(text) for text in ("12", "12.5", "12.50%", "1.234", "1,234.5", "007")] == [
        12, 12.5, 12.5, 1234, 1234.5, None,
    ]  # fmt: skip
    for text in ("1,234", "1,234.5", "12,345.67", "123,456,789", "1,234,567,890.12"):
        assert number(text) == Price.fromstring(text).amount_float
    assert [money(text) for text in ("12.50", "3/5/2010", "(10%)")] == [None, None, None]
