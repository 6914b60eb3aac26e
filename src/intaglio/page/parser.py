"""Bytes → columns, by turbohtml; the one place that knows it."""

from __future__ import annotations

import re
from operator import attrgetter

import numpy as np
from turbohtml import Document, Element, Text
from turbohtml import parse as parse_html

from intaglio.errors import PageError
from intaglio.page.structure import Ints, Structure, Texts, column, freeze
from intaglio.page.tags import RAW, tag_codes

_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_RAW_OR_INPUT = re.compile(
    rb"<(?:(script|style|textarea|title|xmp|iframe|noembed|noframes)\b.*?(?:</\1\b|\Z)"
    rb"|!--.*?(?:-->|\Z)"
    rb"|input\b(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>?)",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED_HIDDEN = re.compile(rb"(\btype\s*=\s*)([\"'])(hidden)\2", re.IGNORECASE)

_tag = attrgetter("tag")


def parse(body: bytes | str, content_type: str | None = None) -> tuple[ParsedSource, str | None]:
    """Parse a page; give its columns' source and the name of the encoding it was read in.

    The encoding is taken from a byte order mark, else the header, else the page's `<meta>`, else detected.
    """
    try:
        if isinstance(body, str):
            document = parse_html(_repair_hidden_inputs(body.encode("utf-8", "surrogatepass")), encoding="utf-8")
            return ParsedSource(document), None
        data = _repair_hidden_inputs(body)
        document = _parse_bytes(data, _charset(content_type))
    except (ValueError, LookupError, MemoryError, RuntimeError) as error:
        raise PageError(f"cannot be parsed: {error}") from error
    return ParsedSource(document), document.encoding


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


def _repair_hidden_inputs(data: bytes) -> bytes:
    """Unquote `type="hidden"` of inputs in pages with tables.

    turbohtml 1.15.4 puts a quoted hidden input before the table it stands in as soon as the page has one character
    above U+00FF, against the standard; unquoted ones are placed right.
    """
    if b"idden" not in data and b"IDDEN" not in data:
        return data
    if data.isascii() and b"&" not in data or b"<table" not in data and b"<TABLE" not in data and b"<Table" not in data:
        return data
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
        elements, texts = self.elements, self._text_nodes
        owners, seen = self._text_owner, self._text_seen
        parent: list[int] = []
        depth: list[int] = []
        position: list[int] = []
        end: list[int] = []
        stack: list[tuple[int, int, int]] = []
        count, above, place, left = 0, -1, 0, len(self.document)
        for node in self.document.descendants:
            kind = type(node)
            if kind is Element:
                elements.append(node)
                parent.append(above)
                depth.append(len(stack))
                position.append(place)
                inside = len(node)
                if inside:
                    stack.append((above, place, left))
                    end.append(0)
                    above, place, left = count, 0, inside
                    count += 1
                    continue
                count += 1
                place += 1
                end.append(count)
            elif kind is Text:
                texts.append(node)
                owners.append(above)
                seen.append(count)
            left -= 1
            while not left and stack:
                end[above] = count
                above, place, left = stack.pop()
                place += 1
                left -= 1
        tags, extra = tag_codes(map(_tag, elements))
        self._tags = tags
        return Structure(column(tags), extra, column(parent), column(depth), column(position), column(end))

    def texts(self) -> Texts:
        """Non-blank texts outside script and style."""
        strings: list[str] = []
        owner: list[int] = []
        seen: list[int] = []
        space: list[bool] = []
        tags = self._tags
        blank = False
        for node, above, count in zip(self._text_nodes, self._text_owner, self._text_seen, strict=True):
            if above < 0 or tags[above] in RAW:
                continue
            data = node.data
            if data.isspace():
                blank = True
                continue
            strings.append(data)
            owner.append(above)
            seen.append(count)
            space.append(blank)
            blank = False
        spaces = np.array(space, dtype=np.bool_)
        freeze(spaces)
        return Texts(strings, column(owner), column(seen), spaces)

    def names(self) -> tuple[list[str], Ints, Ints]:
        """Ids and class attributes as numbers into one table."""
        table: dict[str, int] = {}
        ids: list[int] = []
        classes: list[int] = []
        for element in self.elements:
            value = element.attr("id")
            ids.append(table.setdefault(value, len(table)) if value else -1)
            value = element.attr("class")
            if value and (value := " ".join(value.split())):
                classes.append(table.setdefault(value, len(table)))
            else:
                classes.append(-1)
        return list(table), column(ids), column(classes)

    def attributes(self, e: int) -> dict[str, str]:
        """All attributes of one element."""
        element = self.elements[e]
        return {name: element.attr(name) or "" for name in element.attrs}

    def having(self, name: str) -> dict[int, str]:
        """The value of one attribute for every element that has it."""
        found: dict[int, str] = {}
        for e, element in enumerate(self.elements):
            value = element.attr(name)
            if value is not None:
                found[e] = value
            elif name in element.attrs:
                found[e] = ""
        return found

    def raw_text(self, e: int) -> str:
        """Text of a script or style element."""
        return self.elements[e].text
