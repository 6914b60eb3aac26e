"""Bytes → columns, by turbohtml; the one place that knows it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, count, pairwise
from operator import attrgetter
from typing import Any

from turbohtml import Comment, Document, Element, Markdown, MicrodataItem, Node, RdfaItem, Text
from turbohtml import parse as parse_html

from intaglio.errors import PageError
from intaglio.page.metadata import Metadata, Thing, short, things_in
from intaglio.page.open_frames import ended, is_open
from intaglio.page.seams import SEAMLESS, is_seam, joined, text_runs
from intaglio.page.stored import Attributes
from intaglio.page.structure import Ints, Named, Structure, Texts, column, number_names, structure_of, text_columns
from intaglio.page.tags import KNOWN, RAW, tag_codes
from intaglio.white_space import collapsed

_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_RAW_OR_SUSPECT = re.compile(
    rb"<(?:(script|style|textarea|title|xmp|iframe|noembed|noframes)\b.*?(?:</\1\b|\Z)"
    rb"|!--.*?(?:-->|\Z)"
    rb"|/col\s*+>"
    rb"|input\b(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>?)",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED_HIDDEN = re.compile(rb"(\btype\s*=\s*)([\"'])(hidden)\2", re.IGNORECASE)

_RAW_NAMES = sorted(KNOWN[code] for code in RAW)
_PLAIN_NAME = re.compile(r"[A-Za-z][\w-]*")
_HIDDEN = '[hidden], [aria-hidden="true"], [style*="display:none" i], [style*="display: none" i]'
_HIDDEN_INPUTS = "input[type=hidden i]"
_COLUMN_END = re.compile(rb"</col\s*+>", re.IGNORECASE)
_NOWHERE = (0, 0)

_LINES = ("div", "li", "p", "tr")
_NUMBERED = ".linenos, .lineno, .linenumber, .line-number, .line-numbers, .ln, .lnt, .hljs-ln-numbers"
"""What highlighters call the number of a line."""
_LINED = ", ".join(("br", *_LINES, _NUMBERED))
"""What a listing has inside if its text is not all that its lines are made of."""

_MARKDOWN = Markdown(tables=Markdown.Tables(cell_blocks="text"))
_tag = attrgetter("tag")
_parent = attrgetter("parent")
_text = attrgetter("text")


def parse(body: bytes | str, content_type: str | None = None) -> tuple[ParsedSource, str | None]:
    """Parse a page; give its columns' source and the name of the encoding it was read in.

    The encoding is taken from a byte order mark, else the header, else the page's `<meta>`, else detected.
    """
    try:
        if isinstance(body, str):
            data = body.encode("utf-8", "surrogatepass")
            return ParsedSource(_parse(data, "utf-8"), partial(parse_again, data, "utf-8")), None
        charset = _charset(content_type)
        document = _parse(body, charset)
    except (ValueError, LookupError, MemoryError, RuntimeError) as error:
        raise PageError(f"cannot be parsed: {error}") from error
    return ParsedSource(document, partial(parse_again, body, charset)), document.encoding


def parse_again(data: bytes, charset: str | None) -> Document:
    """The tree of a page that was parsed before, and let go of."""
    return _parse(data, charset)


def _parse(data: bytes, charset: str | None) -> Document:
    document = _parse_bytes(data, charset)
    if any(map(is_open, map(_text, document.find_all("iframe")))):
        data = ended(data)
        document = _parse_bytes(data, charset)
    if document.find("table") is not None and _is_misread(document, data):
        repaired = _RAW_OR_SUSPECT.sub(_repair, data)
        if repaired != data:
            return _parse_bytes(repaired, charset)
    return document


def _is_misread(document: Document, data: bytes) -> bool:
    """Whether there is something to repair: the end of a column, or a hidden input that stands before a table and
    comes behind its start in the source.
    """
    if document.find("col") is not None and _COLUMN_END.search(data) is not None:
        return True
    if document.select_one(_HIDDEN_INPUTS) is None:
        return False
    places = [element.position or _NOWHERE for element in document.select(f"{_HIDDEN_INPUTS}, table")]
    return any(place > after for place, after in pairwise(places))


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


def _repair(found: re.Match[bytes]) -> bytes:
    """Rewrite a tag that turbohtml 1.15.4 takes otherwise than the standard does; leave code and comments alone.

    It puts a quoted `type="hidden"` input before the table it stands in as soon as the page has one character above
    U+00FF; unquoted ones are placed right. It takes `</col>`, which has no meaning, for the end of the column group.
    """
    matched = found.group()
    start = matched[1:6].lower()
    if start.startswith(b"/col"):
        return b""
    return _QUOTED_HIDDEN.sub(rb"\1\3 ", matched) if start == b"input" else matched


class ParsedSource:
    """The columns of a document that was just parsed; each filled when asked for."""

    def __init__(self, document: Document, again: Callable[[], Document]) -> None:
        """Keep the document; walk it later. `again` gives it once more after it was let go of."""
        self._again = again
        self._found: dict[str, dict[int, str]] = {}
        self._root: dict[str, str] | None = None
        self.document = _lighted(document)

    @cached_property
    def document(self) -> Document:
        """The tree."""
        return _lighted(self._again())

    @cached_property
    def elements(self) -> list[Element]:
        """Its elements in document order."""
        return self.document.select("*")

    @cached_property
    def _numbers(self) -> dict[Node | None, int]:
        numbers: dict[Node | None, int] = dict(zip(self.elements, range(len(self.elements)), strict=True))
        numbers[self.document] = -1
        return numbers

    def let_go(self, names: Collection[str]) -> None:
        """Let go of the tree, which takes most of a page's room, but for the attributes of some names and of the root
        element. It is parsed again if anything else is asked for.
        """
        new = [name for name in names if name not in self._found]
        found: dict[str, dict[int, str]] = {name: {} for name in new}
        for element in self.document.select(", ".join(f"[{name}]" for name in new)) if new else ():
            number = self._numbers[element]
            for name in element.attrs:
                if name in found:
                    found[name][number] = element.attr(name) or ""
        self._found |= found
        self._root = self.attributes(0)
        for made in ("document", "elements", "_numbers"):
            self.__dict__.pop(made, None)

    def structure(self) -> Structure:
        """Ask every element for its name and its parent."""
        tags, extra = tag_codes(map(_tag, self.elements))
        return structure_of(tags, extra, list(map(self._numbers.__getitem__, map(_parent, self.elements))))

    def texts(self) -> Texts:
        """Non-blank texts outside script and style; pieces that nothing parts are one."""
        pieces, comments = self._pieces()
        seamless = [self._numbers[element] for element in self.document.find_all(SEAMLESS)]
        seams = (piece for piece, comment in comments if is_seam(comment.data))
        return joined(pieces, text_runs(pieces.owner, pieces.seen, seamless, seams))

    def _pieces(self) -> tuple[Texts, list[tuple[int, Comment]]]:
        """Walk the document once, code left out; comments come with the next piece."""
        strings: list[str] = []
        owner: list[int] = []
        seen: list[int] = []
        spaces: list[bool] = []
        comments: list[tuple[int, Comment]] = []
        numbers, code = self._numbers, iter(self._code())
        count, coming, blank = 0, next(code, -1), False
        walk: Iterator[Any] = iter(self.document.descendants)
        for node in walk:
            kind = type(node)
            if kind is Text:
                data = node.data
                if data.isspace():
                    blank = True
                else:
                    strings.append(data)
                    owner.append(numbers[node.parent])
                    seen.append(count)
                    spaces.append(blank)
                    blank = False
            elif kind is Element:
                if count == coming:
                    next(walk)
                    coming = next(code, -1)
                count += 1
            elif kind is Comment:
                comments.append((len(strings), node))
        return text_columns(strings, owner, seen, spaces), comments

    def _code(self) -> list[int]:
        """The scripts and styles that begin with a text, which is all that is in them."""
        found = chain.from_iterable(map(self.document.find_all, _RAW_NAMES))
        return sorted(self._numbers[element] for element in found if len(element) and type(element[0]) is Text)

    def names(self) -> tuple[list[str], Ints, Ints]:
        """Ids and class attributes as numbers into one table."""
        return number_names(self._named("id"), self._named("class"), len(self.elements))

    def attributes(self, e: int) -> dict[str, str]:
        """All attributes of one element."""
        if e == 0 and self._root is not None:
            return dict(self._root)
        element = self.elements[e]
        # One by one they would be looked for from the first on, each time.
        every = element.attrs.items()
        return {name: value if isinstance(value, str) else element.attr(name) or "" for name, value in every}

    def every_attribute(self) -> Attributes:
        """All attributes of all elements."""
        table: defaultdict[str, int] = defaultdict(count().__next__)
        owner: list[int] = []
        names: list[int] = []
        values: list[int] = []
        for e, element in enumerate(self.elements):
            for name, value in element.attrs.items():
                owner.append(e)
                names.append(table[name])
                values.append(table[value if isinstance(value, str) else element.attr(name) or ""])
        return Attributes(column(owner), column(names), column(values), list(table))

    def having(self, name: str) -> dict[int, str]:
        """The value of one attribute for every element that has it."""
        return dict(self._having(name)) if name in self._found or _PLAIN_NAME.fullmatch(name) else {}

    def values(self, name: str, elements: Sequence[int]) -> list[str | None]:
        """The value of one attribute for some elements."""
        if (found := self._found.get(name)) is not None:
            return list(map(found.get, elements))
        known = self.elements
        return [known[e].attr(name) for e in elements]

    def hidden(self) -> list[int]:
        """Elements that attributes say are not shown."""
        return list(map(self._numbers.__getitem__, self.document.select(_HIDDEN)))

    def _having(self, name: str) -> dict[int, str]:
        """The same, looked for once."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = dict(zip(*self._named(name), strict=True))
        return found

    def _named(self, name: str) -> Named:
        """The elements that have an attribute, and its values."""
        having = self.document.select(f"[{name}]")
        return list(map(self._numbers.__getitem__, having)), [element.attr(name) or "" for element in having]

    def raw_text(self, e: int) -> str:
        """Text of a script or style element, or of preformatted text in several pieces."""
        element = self.elements[e]
        return _lines(element) if element.tag == "pre" and element.select_one(_LINED) else element.text

    def metadata(self) -> Metadata:
        """Structured data of all notations."""
        return metadata_of(self.document)

    def script_things(self) -> tuple[Thing, ...]:
        """The things of its JSON-LD alone."""
        try:
            return tuple(things_in(self.document.json_ld()))
        except (RecursionError, ValueError):
            return ()


def _lighted(document: Document) -> Document:
    """A document without the contents of its `<template>` elements, which are none of its light tree."""
    for template in document.find_all("template"):
        template.clear()
    return document


def _lines(listing: Element) -> str:
    """Preformatted text whose lines elements end, without the numbers that stand before them."""
    numbered = set(listing.select(_NUMBERED))
    pieces: list[str] = []
    for node in listing.descendants:
        if type(node) is Text:
            if node.parent not in numbered or not node.data.strip().isdecimal():
                pieces.append(node.data)
        elif type(node) is Element and (
            node.tag == "br" or (node.tag in _LINES and pieces and not pieces[-1].endswith("\n"))
        ):
            pieces.append("\n")
    return "".join(pieces)


def metadata_of(document: Document) -> Metadata:
    """What a document says about itself; data that cannot be read is left out."""
    try:
        found = document.structured_data()
    except (RecursionError, ValueError):
        return Metadata()
    things = [*things_in(found.json_ld), *map(_microdata_thing, found.microdata)]
    annotated = [_rdfa_thing(item) for item in found.rdfa if item.type]
    return Metadata(tuple(things), tuple(annotated), dict(found.opengraph))


def read_metadata(html: str) -> Metadata:
    """The structured data of markup."""
    return metadata_of(parse_html(html))


def _microdata_thing(item: MicrodataItem, depth: int = 6) -> Thing:
    properties: dict[str, tuple[str | Thing, ...]] = {}
    for name, values in item.properties.items():
        properties[name] = tuple(
            collapsed(value) if isinstance(value, str) else _microdata_thing(value, depth - 1)
            for value in values
            if isinstance(value, str) or depth
        )
    return Thing("microdata", tuple(short(name) for name in (item.type or "").split()), properties)


def _rdfa_thing(item: RdfaItem, depth: int = 6) -> Thing:
    properties: dict[str, tuple[str | Thing, ...]] = {}
    for name, values in item.properties.items():
        properties[short(name)] = tuple(
            collapsed(value) if isinstance(value, str) else _rdfa_thing(value, depth - 1)
            for value in values
            if isinstance(value, str) or depth
        )
    return Thing("rdfa", tuple(map(short, item.type)), properties)


def markdown(html: str) -> str:
    """Markup as GitHub-flavoured Markdown."""
    return parse_html(html).to_markdown(_MARKDOWN).strip()
