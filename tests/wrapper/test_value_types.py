"""Typed values: what is recognised, and what is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from price_parser import Price
from price_parser.parser import OTHER_CURRENCY_SYMBOLS, SAFE_CURRENCY_SYMBOLS

from intaglio.wrapper.options import TypeOptions
from intaglio.wrapper.value_types import TYPES, Typed, ValueType, date, has_digit, type_of

CASES: list[tuple[ValueType, str, Typed]] = [
    ("number", "1,234", 1234),
    ("number", "0.547", 0.547),
    ("number", ".547", 0.547),
    ("number", "-0,125 %", -0.125),
    ("number", "0.0", 0),
    ("number", "-3.5", -3.5),
    ("number", "12 %", 12),
    ("number", "1 250 000", 1250000),
    ("number", "+44 5064 317125", None),
    ("number", "180 lb", None),
    ("number", "1.2.3", None),
    ("number", "0.5", 0.5),
    ("number", "0140449132", None),
    ("number", "9780140449136", None),
    ("money", "$1,234.50", {"amount": 1234.5, "currency": "$"}),
    ("money", "1.234,50 €", {"amount": 1234.5, "currency": "€"}),
    ("money", "2011: $2,388,000", {"amount": 2388000.0, "currency": "$"}),
    ("money", "-$29.99", {"amount": -29.99, "currency": "$"}),
    ("money", "US$ 5.25", {"amount": 5.25, "currency": "US$"}),
    ("money", "£1,204", {"amount": 1204.0, "currency": "£"}),
    ("money", "12", None),
    ("money", "12 EUR", {"amount": 12.0, "currency": "EUR"}),
    ("money", "from $12 a night", {"amount": 12.0, "currency": "$"}),
    ("money", "21.14. BSD Authentication", None),
    ("money", "Save $5 on your first order of fish", None),
    ("money", "free", None),
    ("date", "March 5, 2010", "2010-03-05"),
    ("date", "5 Mar 2010", "2010-03-05"),
    ("date", "2010-03-05", "2010-03-05"),
    ("date", "05.03.2010", "2010-03-05"),
    ("date", "25.3.2010, 12:30", "2010-03-25"),
    ("date", "March 2010", "2010-03"),
    ("date", "12/5/10", "2010-12-05"),
    ("date", "3 de marzo de 2010", "2010-03-03"),
    ("date", "1.2 of 2010", None),
    ("date", "2010", None),
    ("date", "12 May", None),
    ("date", "chapter 12", None),
    ("url", "http://a.example/x", "http://a.example/x"),
    ("url", "a.example is nice", None),
]


@pytest.mark.parametrize(("kind", "string", "value"), CASES, ids=[f"{kind} {string}" for kind, string, _ in CASES])
def test_values(kind: ValueType, string: str, value: Typed) -> None:
    assert TYPES[kind](string, TypeOptions()) == value


@pytest.mark.parametrize(
    ("string", "value"),
    [
        ("17 novembre 2026", "2026-11-17"),
        ("1er août 2026", "2026-08-01"),
        ("Publié le 17 novembre 2026 à 10h05", "2026-11-17"),
        ("17. Dezember 2026", "2026-12-17"),
        ("martes, 17 de noviembre de 2026", "2026-11-17"),
        ("вт, 17 ноября 2026 г.", "2026-11-17"),
        ("17 Kasım 2026", "2026-11-17"),
        ("2026. november 17.", "2026-11-17"),
        ("2026年11月17日", "2026-11-17"),
        ("2026년 3월 4일", "2026-03-04"),
        ("mars 2026", "2026-03"),
        ("31 février 2026", None),
        ("17 chevaux 2026", None),
        ("le club de mars 2026 avec des amis", None),
    ],
)
def test_days_of_other_languages(string: str, value: str | None) -> None:
    assert date(string) == value


def test_a_field_has_a_type_if_nearly_all_values_have_it() -> None:
    assert type_of(["$4", "$5", "$6", "$7", "call us"]) == "money"
    assert type_of(["$4", "call us"]) == "text"
    assert type_of([]) == "text"


@pytest.mark.parametrize("sign", ["AU$", "Kč", "₽", "EUR", "Rs", "kr", "AED", "zł"])
def test_every_sign_of_a_currency_is_known(sign: str) -> None:
    assert type_of([f"12.50 {sign}"]) == "money"
    assert sign in [*SAFE_CURRENCY_SYMBOLS, *OTHER_CURRENCY_SYMBOLS]


@given(
    st.sampled_from(["$", "US$", "C$", "NZ$", "£", "€"]),
    st.sampled_from(["", " "]),
    st.integers(0, 10**9 - 1),
    st.sampled_from(["{:,}", "{}", "{:,}.50", "{}.05"]),
)
def test_plain_sums_are_read_as_all_others(sign: str, blank: str, amount: int, form: str) -> None:
    text = sign + blank + form.format(amount)
    price = Price.fromstring(text)
    assert TYPES["money"](text, TypeOptions()) == {"amount": price.amount_float, "currency": price.currency}


def test_texts_without_a_sign_of_a_currency_are_no_sums() -> None:
    assert [type_of([text]) for text in ("12.50 apples", "No 12", "12 x 50 cm")] == ["text"] * 3


@given(st.text(st.sampled_from("ab é²٣7")), st.integers(0, 90))
def test_a_text_has_a_digit_wherever_it_is(text: str, before: int) -> None:
    assert has_digit("a" * before + text) == any(map(str.isdigit, text))
