"""What texts are like at a glance."""

import pytest

from intaglio.wrapper.options import FeatureOptions
from intaglio.wrapper.page_model.node_features import has_letter, shape

OPTIONS = FeatureOptions()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6 ft 3 in (1.91 m)", "9a9a(9.9"),
        ("Hello World again", "Aa"),
        ("iPhone OS 4", "aA9"),
        ("a_b__c 1 2 3", "a_a_a9"),
        ("", ""),
        ("-- ;; 12:30", "-;9:9"),
    ],
)
def test_shapes_are_the_same_in_whatever_letters_a_text_goes_on(text: str, expected: str) -> None:
    """Behind the characters that are looked at stands a letter that is not of ASCII."""
    assert shape(text, OPTIONS) == expected
    assert shape(f"{text:{OPTIONS.shaped}}ж", OPTIONS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", False), ("12", False), ("a", True), ("12 kg", False), ("12 Sept", False), ("12 Sep²", False),
        ("12 pages", True), ("12 стр", False), ("Today at 10:30", False), ("10: thirty", True), ("²", False),
    ],
)  # fmt: skip
def test_a_number_with_a_unit_is_no_word(text: str, *, expected: bool) -> None:
    assert has_letter(text) is expected
