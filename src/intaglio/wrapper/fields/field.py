"""Field: what is known of one field of a template's records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from intaglio.wrapper.value_types import ValueType

FieldOrigin = Literal["text", "attribute", "head", "declared"]
"""Where values stand: in the visible text, in an attribute, in the head of the page, in its structured data."""
SlotKey = tuple[int, str]
"""A pattern node's number, and an attribute or nothing for its text."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name within the record or its list's items, and where the pattern tree has it."""

    name: str
    within: int
    """Number of the list it belongs to, -1 for none."""
    slots: tuple[SlotKey, ...]
    filled: float
    """Share of the template's own pages, of those learned from, that have it."""
    examples: tuple[str, ...]
    type: ValueType
    origin: FieldOrigin = "text"
    attribute: str = ""
    """The attribute that holds the values: `href`, `src`, `alt`, `title`, `content`, `datetime`; nothing for texts."""
    label: str = ""
    """The fixed text that says what the values are, as it stands on the page."""
    heading: str = ""
    """The last fixed heading before the values."""
    declared: str = ""
    """What the page itself declares the values to be, such as `price` or `offers.price`."""
    furniture: str = ""
    """Why it is no data of the page; nothing for what is."""
    prefix: str = ""
    """What values start with on the page, and is cut off: their label, or a colon."""
    whole: bool = False
    """Values are whole texts with markup, which have Markdown beside them."""
    many: bool = False
    """A page may have several values, which are a list; for what is declared."""
    item: tuple[int, int] | None = None
    """The list whose item it repeats, and the place of that in it; for the facts of lists."""
