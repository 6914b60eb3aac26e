"""Sets of HTML element names that several steps of learning share."""

from __future__ import annotations

INLINE = frozenset(
    {"a", "b", "strong", "i", "em", "u", "span", "font", "small", "big", "abbr", "cite", "nobr", "tt", "bdi"}
)
"""Elements that only dress a text, if they have no class."""


TITLES = frozenset({"h2", "h3", "h4", "h5", "h6"})
