"""Page: the DOM of one page as columns in document order.

Algorithms take the columns and element numbers; people take `page.node(e)`. Columns are filled when first asked for.
Numbered are the elements of the light tree: no contents of `<template>`, no shadow trees.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeVar
from urllib.parse import urljoin

import numpy as np

from intaglio.capture import Capture
from intaglio.page.flow import break_marks, flow
from intaglio.page.metadata import Metadata, Thing
from intaglio.page.node import Node
from intaglio.page.parser import parse
from intaglio.page.stored import Attributes
from intaglio.page.structure import Bools, Ints, Structure, Texts, child_lists, depths, freeze, positions, text_ranges
from intaglio.page.tags import KNOWN, TAGS
from intaglio.white_space import collapsed

Made = TypeVar("Made")


class Source(Protocol):
    """Where a Page gets its columns from: a parsed document, a stored blob, a browser's snapshot."""

    def structure(self) -> Structure:
        """The element columns."""

    def texts(self) -> Texts:
        """The text columns; asked for after the structure."""

    def names(self) -> tuple[list[str], Ints, Ints]:
        """A string table, and per element the number of its id and of its class attribute there, -1 if it has none."""

    def attributes(self, e: int) -> dict[str, str]:
        """All attributes of one element."""

    def every_attribute(self) -> Attributes:
        """All attributes of all elements."""

    def having(self, name: str) -> dict[int, str]:
        """The value of one attribute for every element that has it."""

    def values(self, name: str, elements: Sequence[int]) -> list[str | None]:
        """The value of one attribute for some elements."""

    def hidden(self) -> list[int]:
        """Elements that attributes say are not shown."""

    def raw_text(self, e: int) -> str:
        """Text of a script or style element, or of preformatted text in several pieces."""

    def metadata(self) -> Metadata:
        """What the page says about itself in structured form."""

    def script_things(self) -> tuple[Thing, ...]:
        """The things of its JSON-LD alone."""

    def let_go(self, names: Collection[str]) -> None:
        """Hold no more than columns, and the attributes of some names; what else is asked for takes a parse again."""


class Page:
    """One page as columns; made by `Page.parse`, `Page.of`, `codec.loads` or from a browser's snapshot."""

    def __init__(self, source: Source, *, url: str | None = None, encoding: str | None = None) -> None:
        """Wrap a source of columns; nothing is computed yet."""
        self._source = source
        self.url = url
        self.encoding = encoding
        self._derived: dict[Callable[[Page], Any], Any] = {}

    @classmethod
    def parse(cls, body: bytes | str, *, url: str | None = None, content_type: str | None = None) -> Page:
        """Parse HTML as a browser with scripting off would; broken markup never fails.

        >>> Page.parse("<p>Hello, <b>world</b>").text(0)
        'Hello, world'
        """
        source, encoding = parse(body, content_type)
        return cls(source, url=url, encoding=encoding)

    @classmethod
    def of(cls, capture: Capture) -> Page:
        """The page of a capture."""
        return cls.parse(capture.body, url=capture.url, content_type=capture.content_type)

    def with_url(self, url: str | None) -> Page:
        """The same page as if it had come from another URL; columns are shared, nothing is parsed again."""
        moved = Page(self._source, encoding=self.encoding)
        moved.__dict__.update({name: value for name, value in vars(self).items() if name != "base_url"}, url=url)
        return moved

    def __repr__(self) -> str:
        """Say which page it is and how large."""
        return f"<Page {self.url or 'without URL'}: {self.size} elements>"

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        """Pickle as the compact blob."""
        from intaglio.page.page_codec import dumps, loads

        return loads, (dumps(self),)

    # Elements

    @cached_property
    def _structure(self) -> Structure:
        return self._source.structure()

    @property
    def size(self) -> int:
        """Number of elements."""
        return len(self._structure.parent)

    @property
    def tag(self) -> Ints:
        """Number of each element's name; `TAGS` has those of known names."""
        return self._structure.tag

    @property
    def parent(self) -> Ints:
        """Parent of each element, -1 for the root."""
        return self._structure.parent

    @cached_property
    def depth(self) -> Ints:
        """Steps from the root element, which is 0."""
        return depths(self.end)

    @cached_property
    def position(self) -> Ints:
        """Place of each element among its parent's element children, from 0."""
        return positions(self.parent, *self.child_lists)

    @property
    def end(self) -> Ints:
        """The subtree of e is e .. end[e] - 1."""
        return self._structure.end

    @cached_property
    def child_count(self) -> Ints:
        """Number of element children of each element."""
        counts = np.bincount(self.parent + 1, minlength=self.size + 1)[1:].astype(np.int32)
        freeze(counts)
        return counts

    @cached_property
    def siblings(self) -> Ints:
        """Number of element children of each element's parent, itself included; 1 for the root."""
        counts = self.child_count.take(self.parent)
        counts[0] = 1
        freeze(counts)
        return counts

    @cached_property
    def leaves(self) -> Bools:
        """Which elements have no element children."""
        return np.equal(self.child_count, 0)

    @cached_property
    def child_lists(self) -> tuple[Ints, Ints]:
        """Children of all elements one after the other, and where each element's start (one entry more)."""
        return child_lists(self.parent, self.child_count)

    def children(self, e: int) -> Ints:
        """Element children of e, in order."""
        order, starts = self.child_lists
        return order[starts[e] : starts[e + 1]]

    def descendants(self, e: int) -> range:
        """Elements below e, in document order."""
        return range(e + 1, int(self.end[e]))

    def ancestors(self, e: int) -> Iterator[int]:
        """Elements above e, from its parent to the root."""
        parent = self.parent
        while (e := int(parent[e])) >= 0:
            yield e

    def path(self, e: int) -> tuple[int, ...]:
        """Positions on the way from the root element to e; `()` is the root element itself."""
        steps: list[int] = []
        while e > 0:
            steps.append(int(self.position[e]))
            e = int(self.parent[e])
        return tuple(reversed(steps))

    def at(self, path: Iterable[int]) -> int | None:
        """The element at a path of positions, or None."""
        e = 0
        for position in path:
            children = self.children(e)
            if not 0 <= position < len(children):
                return None
            e = int(children[position])
        return e

    def tag_name(self, e: int) -> str:
        """Name of an element as the parser gives it, lower case for HTML."""
        code = int(self.tag[e])
        return KNOWN[code] if code < len(KNOWN) else self._structure.extra_names[code - len(KNOWN)]

    @property
    def extra_names(self) -> tuple[str, ...]:
        """Element names of this page that `TAGS` does not know, by number past the known ones."""
        return self._structure.extra_names

    # Attributes

    @cached_property
    def _names(self) -> tuple[list[str], Ints, Ints]:
        return self._source.names()

    @property
    def strings(self) -> list[str]:
        """The table that `id` and `cls` point into."""
        return self._names[0]

    @property
    def id(self) -> Ints:
        """Number in `strings` of each element's id, -1 if it has none."""
        return self._names[1]

    @property
    def cls(self) -> Ints:
        """Number in `strings` of each element's class attribute, white space collapsed; -1 if it has none."""
        return self._names[2]

    def id_of(self, e: int) -> str | None:
        """The id of an element."""
        code = int(self.id[e])
        return self.strings[code] if code >= 0 else None

    def class_of(self, e: int) -> str | None:
        """The class attribute of an element, white space collapsed."""
        code = int(self.cls[e])
        return self.strings[code] if code >= 0 else None

    def attributes(self, e: int) -> dict[str, str]:
        """All attributes of an element."""
        return self._source.attributes(e)

    def every_attribute(self) -> Attributes:
        """All attributes of all elements, as columns."""
        return self._source.every_attribute()

    def having(self, name: str) -> dict[int, str]:
        """The value of one attribute for every element that has it, in document order."""
        return self._source.having(name)

    def values(self, name: str, elements: Sequence[int]) -> list[str | None]:
        """The value of one attribute for some elements, None for those without it."""
        return self._source.values(name, elements)

    @cached_property
    def hidden(self) -> list[int]:
        """Elements that the page says are not shown: by attribute, not by style sheet."""
        return self._source.hidden()

    # Texts

    @cached_property
    def _texts(self) -> Texts:
        _ = self._structure
        return self._source.texts()

    @property
    def texts(self) -> list[str]:
        """Non-blank texts outside script and style in document order, as they stand."""
        return self._texts.strings

    @property
    def text_owner(self) -> Ints:
        """Element each text stands in."""
        return self._texts.owner

    @property
    def text_seen(self) -> Ints:
        """How many elements had been opened before each text."""
        return self._texts.seen

    @property
    def space_before(self) -> Bools:
        """Whether a blank text, dropped, stood between a text and the one before it."""
        return self._texts.space_before

    @cached_property
    def _text_ranges(self) -> tuple[Ints, Ints]:
        return text_ranges(self._structure, self._texts)

    @property
    def text_start(self) -> Ints:
        """First text of each element's subtree."""
        return self._text_ranges[0]

    @property
    def text_stop(self) -> Ints:
        """One past the last text of each element's subtree."""
        return self._text_ranges[1]

    def own_texts(self, e: int) -> Ints:
        """Numbers of the texts that stand directly in e."""
        order, starts = self._texts_by_owner
        return order[starts[e] : starts[e + 1]]

    @cached_property
    def _texts_by_owner(self) -> tuple[Ints, Ints]:
        """Numbers of all texts, those of one owner together, and where each owner's start."""
        order = np.argsort(self.text_owner, kind="stable").astype(np.int32)
        counts = np.bincount(self.text_owner, minlength=self.size)
        return order, np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)

    @cached_property
    def text_breaks(self) -> Bools:
        """For each text, and one past the last: whether a block or `<br>` begins or ends right before it."""
        return break_marks(self.tag, self.text_start, self.text_stop, len(self.texts))

    def text(self, e: int) -> str:
        """The text of a subtree as a person reads it: blocks on lines of their own, white space collapsed."""
        start, stop = int(self.text_start[e]), int(self.text_stop[e])
        return collapsed(self.texts[start]) if stop == start + 1 else self.flow(range(start, stop))

    def flow(self, numbers: Iterable[int]) -> str:
        """Some texts, by ascending number, as a person reads them."""
        return flow(self.texts, numbers, self.text_breaks, self.space_before)

    def raw_text(self, e: int) -> str:
        """Text of a script or style element, or of one of `listings`, as it stands; empty if it was not kept."""
        return self._source.raw_text(e)

    @cached_property
    def listings(self) -> Bools:
        """Which elements are preformatted text in several pieces, between which blank texts were dropped; of those in
        one another the outermost, as each is kept whole.
        """
        found: Bools = (self.tag == TAGS["pre"]) & (self.text_stop - self.text_start > 1)
        several = np.flatnonzero(found)
        before = np.maximum.accumulate(self.end[several])[:-1]
        found[several[1:][several[1:] < before]] = False
        return found

    # The whole

    @cached_property
    def title(self) -> str | None:
        """Text of the first `<title>` of the head, or None."""
        for e in (self.tag == TAGS["title"]).nonzero()[0].tolist():
            if self.tag[self.parent[e]] != TAGS["svg"]:
                return self.text(e) or None
        return None

    @cached_property
    def base_url(self) -> str | None:
        """What relative links resolve against: `<base href>` against the page's URL, else that URL."""
        for e in np.flatnonzero(self.tag == TAGS["base"]):
            href = self.attributes(int(e)).get("href")
            if href is not None:
                try:
                    return urljoin(self.url or "", href.strip()) or None
                except ValueError:
                    break
        return self.url

    @cached_property
    def metadata(self) -> Metadata:
        """What the page says about itself: JSON-LD, microdata, RDFa, Open Graph."""
        return self._source.metadata()

    @cached_property
    def script_things(self) -> tuple[Thing, ...]:
        """The things of its JSON-LD alone, which cost less than all metadata."""
        return self._source.script_things()

    def derived(self, make: Callable[[Page], Made]) -> Made:
        """What a function makes of the columns, made once; it may not depend on the URL, nor keep the page."""
        if make not in self._derived:
            self._derived[make] = make(self)
        found: Made = self._derived[make]
        return found

    def let_go(self, names: Collection[str]) -> None:
        """Hold the columns alone, and the attributes of some names: a third of the room. The rest is made anew."""
        _ = self._texts, self._names, self.script_things
        self._source.let_go(names)
        self._derived.clear()

    def node(self, e: int) -> Node:
        """A view of one element for people."""
        return Node(self, e)

    @property
    def root(self) -> Node:
        """The view of the root element."""
        return Node(self, 0)
