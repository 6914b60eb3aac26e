"""Bytes → columns, by turbohtml; the one place that knows it."""

from __future__ import annotations

import re
from functools import cached_property
from operator import attrgetter

from turbohtml import Document, Element, Text
from turbohtml import parse as parse_html

from intaglio.errors import PageError
from intaglio.page.structure import Ints, Structure, Texts, column, number_names, text_columns
from intaglio.page.tags import RAW, tag_codes

_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_RAW_OR_INPUT = re.compile(
    rb"<(?:(script|style|textarea|title|xmp|iframe|noembed|noframes)\b.*?(?:</\1\b|\Z)"
    rb"|!--.*?(?:-->|\Z)"
    rb"|input\b(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>?)",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED_HIDDEN = re.compile(rb"(\btype\s*=\s*)([\"'])(hidden)\2", re.IGNORECASE)

_PLAIN_NAME = re.compile(r"[A-Za-z][\w-]*")
_MISPLACED = "input[type=hidden i] ~ table"

_tag = attrgetter("tag")


def parse(body: bytes | str, content_type: str | None = None) -> tuple[ParsedSource, str | None]:
    """Parse a page; give its columns' source and the name of the encoding it was read in.

    The encoding is taken from a byte order mark, else the header, else the page's `<meta>`, else detected.
    """
    try:
        if isinstance(body, str):
            document = _parse(body.encode("utf-8", "surrogatepass"), "utf-8")
            return ParsedSource(document), None
        document = _parse(body, _charset(content_type))
    except (ValueError, LookupError, MemoryError, RuntimeError) as error:
        raise PageError(f"cannot be parsed: {error}") from error
    return ParsedSource(document), document.encoding


def _parse(data: bytes, charset: str | None) -> Document:
    document = _parse_bytes(data, charset)
    if document.select_one(_MISPLACED) is not None:
        repaired = _unquote_hidden_inputs(data)
        if repaired != data:
            return _parse_bytes(repaired, charset)
    return document


def _parse_bytes(data: bytes, charset: str | None) -> Document:
    if charset is not None:
        try:
            return parse_html(data, encoding=charset, detect_encoding=True)
        except LookupError:
            pass
    return parse_html(data, detect_encoding=True)


def _charset(content_type: str | None) -> str | None:
    found = _CHARSET.search(content_type) if content_type else None
    return found.group(1) if found else None


def _unquote_hidden_inputs(data: bytes) -> bytes:
    """Unquote `type="hidden"` of inputs.

    turbohtml 1.15.4 puts a quoted hidden input before the table it stands in as soon as the page has one character
    above U+00FF, against the standard; unquoted ones are placed right.
    """
    return _RAW_OR_INPUT.sub(_unquote, data)


def _unquote(found: re.Match[bytes]) -> bytes:
    matched = found.group()
    if matched[1:6].lower() != b"input":
        return matched
    return _QUOTED_HIDDEN.sub(rb"\1\3 ", matched)


class ParsedSource:
    """The columns of a document that was just parsed; each filled when asked for."""

    def __init__(self, document: Document) -> None:
        """Keep the document; walk it later."""
        self.document = document
        self.elements: list[Element] = []
        self._text_nodes: list[Text] = []
        self._text_owner: list[int] = []
        self._text_seen: list[int] = []
        self._tags: list[int] = []

    def structure(self) -> Structure:
        """Walk the document once, noting elements and text nodes on the way."""
        for template in self.document.find_all("template"):
            template.clear()
        parent: list[int] = []
        depth: list[int] = []
        position: list[int] = []
        end: list[int] = []
        stack: list[tuple[int, int, int]] = []
        add_element, add_parent, add_depth = self.elements.append, parent.append, depth.append
        add_position, add_end = position.append, end.append
        add_text, add_owner, add_seen = self._text_nodes.append, self._text_owner.append, self._text_seen.append
        count, above, place, left, level = 0, -1, 0, len(self.document), 0
        for node in self.document.descendants:
            kind = type(node)
            if kind is Element:
                add_element(node)
                add_parent(above)
                add_depth(level)
                add_position(place)
                inside = len(node)
                if inside:
                    stack.append((above, place, left))
                    add_end(0)
                    above, place, left = count, 0, inside
                    count += 1
                    level += 1
                    continue
                count += 1
                place += 1
                add_end(count)
            elif kind is Text:
                add_text(node)
                add_owner(above)
                add_seen(count)
            left -= 1
            while not left and level:
                end[above] = count
                above, place, left = stack.pop()
                place += 1
                left -= 1
                level -= 1
        self._tags, extra = tag_codes(map(_tag, self.elements))
        return Structure(column(self._tags), extra, column(parent), column(depth), column(position), column(end))

    def texts(self) -> Texts:
        """Non-blank texts outside script and style."""
        tags = self._tags
        kept: list[tuple[str, int, int, bool]] = []
        blank = False
        for node, above, count in zip(self._text_nodes, self._text_owner, self._text_seen, strict=True):
            if tags[above] in RAW:
                continue
            data = node.data
            if data.isspace():
                blank = True
            else:
                kept.append((data, above, count, blank))
                blank = False
        return text_columns(kept)

    def names(self) -> tuple[list[str], Ints, Ints]:
        """Ids and class attributes as numbers into one table."""
        return number_names(self.having("id"), self.having("class"), len(self.elements))

    def attributes(self, e: int) -> dict[str, str]:
        """All attributes of one element."""
        element = self.elements[e]
        return {name: element.attr(name) or "" for name in element.attrs}

    def having(self, name: str) -> dict[int, str]:
        """The value of one attribute for every element that has it."""
        if not _PLAIN_NAME.fullmatch(name):
            return {}
        having = self.document.select(f"[{name}]")
        return dict(zip(map(self._numbers.__getitem__, having), [e.attr(name) or "" for e in having], strict=True))

    @cached_property
    def _numbers(self) -> dict[Element, int]:
        return dict(zip(self.elements, range(len(self.elements)), strict=True))

    def raw_text(self, e: int) -> str:
        """Text of a script or style element."""
        return self.elements[e].text
