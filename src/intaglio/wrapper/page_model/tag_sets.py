"""Sets of HTML element names that several steps of learning share."""

from __future__ import annotations

INLINE = frozenset(
    {"a", "b", "strong", "i", "em", "u", "span", "font", "small", "big", "abbr", "cite", "nobr", "tt", "bdi"}
)
"""Elements that only dress a text, if they have no class."""


TITLES = frozenset({"h2", "h3", "h4", "h5", "h6"})

DRESS = INLINE | {"br", "code", "kbd", "samp", "var", "sub", "sup", "mark", "q", "wbr", "dfn"}
"""Elements that a text may have in it and stay one text."""
DRESS_ONLY = INLINE | {"ins"}
"""Elements that do not tell two values apart, if they have no class; what is struck out is another value."""
TEXT_PARTS = (
    INLINE
    | TITLES
    | {"#text", "p", "ul", "ol", "li", "dl", "blockquote", "pre", "center", "table", "section"}
    | {"h1", "img", "figure", "hr"}
)
"""What may be a further part of a text."""
