"""JSON as records and tables are kept: whatever pages bring comes back as it was."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intaglio.compact_json import compact_json, read_json

TEXTS = st.text(st.characters(exclude_categories=())) | st.sampled_from(["\ud800", "a\0b", "\u2028", "é", ""])
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_is_read_by_anybody(value: object) -> None:
    line = compact_json(value)
    assert json.loads(line) == value
    assert b"\n" not in line
    assert line.decode().encode() == line


@given(VALUES)
def test_what_others_write_is_read(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value).encode(), compact_json(value)):
        assert read_json(text) == json.loads(text) or _rounded(json.loads(text)) == _rounded(read_json(text))


def _rounded(value: object) -> object:
    """Whole numbers beyond 64 bits as floats."""
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return list(map(_rounded, value))
    return float(value) if isinstance(value, int) and not -(2**63) <= value < 2**64 else value


def test_names_keep_their_order() -> None:
    assert list(read_json(compact_json({"b": 1, "a": 2}))) == ["b", "a"]


@pytest.mark.parametrize("text", ["", "{", "nothing", b"\xff", '{"a": }'])
def test_what_is_no_json_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        read_json(text)
