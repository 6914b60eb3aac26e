"""Columns that were kept, not parsed: what a compact blob or a browser's snapshot gives a Page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

import numpy as np

from intaglio.page.metadata import Metadata, Thing
from intaglio.page.seams import joined
from intaglio.page.structure import Ints, Structure, Texts, column, number_names, structure_of, text_columns
from intaglio.page.tags import RAW, TAGS, tag_codes


@dataclass(frozen=True, slots=True)
class Attributes:
    """All attributes of a page: owner, name and value side by side, ordered by owner."""

    owner: Ints
    name: Ints
    """Number of the name in `strings`."""
    value: Ints
    """Number of the value in `strings`."""
    strings: list[str]


class StoredSource:
    """A source of columns that holds them all."""

    def __init__(self, structure: Structure, texts: Texts, attributes: Attributes, raw: Mapping[int, str]) -> None:
        """Take the columns; `raw` has the text of script and style elements that have any."""
        self._structure = structure
        self._texts = texts
        self._attributes = attributes
        self._raw = raw

    def structure(self) -> Structure:
        """The element columns."""
        return self._structure

    def texts(self) -> Texts:
        """The text columns."""
        return self._texts

    def let_go(self, names: Collection[str]) -> None:
        """There is no tree to let go of."""

    @cached_property
    def _starts(self) -> Ints:
        size = len(self._structure.parent)
        return np.searchsorted(self._attributes.owner, np.arange(size + 1)).astype(np.int32)

    def names(self) -> tuple[list[str], Ints, Ints]:
        """Ids and class attributes as numbers into one table."""
        ids, classes = self.having("id"), self.having("class")
        size = len(self._structure.parent)
        return number_names((list(ids), list(ids.values())), (list(classes), list(classes.values())), size)

    def attributes(self, e: int) -> dict[str, str]:
        """All attributes of one element."""
        kept = self._attributes
        part = slice(int(self._starts[e]), int(self._starts[e + 1]))
        return {
            kept.strings[name]: kept.strings[value]
            for name, value in zip(kept.name[part], kept.value[part], strict=True)
        }

    def every_attribute(self) -> Attributes:
        """All attributes of all elements."""
        return self._attributes

    def having(self, name: str) -> dict[int, str]:
        """The value of one attribute for every element that has it."""
        kept = self._attributes
        try:
            code = kept.strings.index(name)
        except ValueError:
            return {}
        where = np.flatnonzero(kept.name == code)
        return {int(kept.owner[i]): kept.strings[kept.value[i]] for i in where}

    def hidden(self) -> list[int]:
        """Elements that attributes say are not shown."""
        spoken = [e for e, value in self.having("aria-hidden").items() if value == "true"]
        styled = [e for e, style in self.having("style").items() if "display:none" in style.lower().replace(": ", ":")]
        return sorted({*self.having("hidden"), *spoken, *styled})

    def values(self, name: str, elements: Sequence[int]) -> list[str | None]:
        """The value of one attribute for some elements."""
        having = self.having(name)
        return [having.get(e) for e in elements]

    def raw_text(self, e: int) -> str:
        """Text of a script or style element, or of preformatted text in several pieces."""
        return self._raw.get(e, "")

    def metadata(self) -> Metadata:
        """Structured data that the head or a script holds, read again from its markup."""
        from intaglio.page.parser import read_metadata

        tags = self._structure.tag
        markup = []
        for e in np.flatnonzero(np.isin(tags, (TAGS["meta"], TAGS["script"]))).tolist():
            attributes = self.attributes(e)
            pairs = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
            if tags[e] == TAGS["meta"]:
                markup.append(f"<meta{pairs}>")
            elif attributes.get("type", "").lower() == "application/ld+json":
                markup.append(f"<script{pairs}>{self.raw_text(e)}</script>")
        return read_metadata("".join(markup))

    def script_things(self) -> tuple[Thing, ...]:
        """The things of its JSON-LD alone."""
        return tuple(thing for thing in self.metadata().things if thing.notation == "json-ld")


def attribute_columns(by_element: Iterable[Mapping[str, str]]) -> Attributes:
    """Attribute columns from one mapping an element, in document order."""
    table: dict[str, int] = {}
    owner: list[int] = []
    names: list[int] = []
    values: list[int] = []
    for e, attributes in enumerate(by_element):
        for name, value in attributes.items():
            owner.append(e)
            names.append(table.setdefault(name, len(table)))
            values.append(table.setdefault(value, len(table)))
    return Attributes(column(owner), column(names), column(values), list(table))


def stored_source(
    names: Sequence[str],
    parents: Sequence[int],
    attributes: Iterable[Mapping[str, str]],
    texts: Iterable[tuple[int, int, str, bool]],
) -> StoredSource:
    """A source from a tree: element names and parents in document order, attributes of each element, and texts.

    A text is (element it stands in, elements opened before it, string, whether it is parted from the one before);
    blank ones and code are sorted out here.
    """
    tags, extra = tag_codes(names)
    raw: dict[int, str] = {}
    strings: list[str] = []
    owner: list[int] = []
    seen: list[int] = []
    space: list[bool] = []
    parted: list[bool] = []
    blank = False
    for above, count, string, is_parted in texts:
        if tags[above] in RAW:
            raw[above] = raw.get(above, "") + string
        elif not string or string.isspace():
            blank = True
        else:
            strings.append(string)
            owner.append(above)
            seen.append(count)
            space.append(blank)
            parted.append(is_parted)
            blank = False
    kept = joined(text_columns(strings, owner, seen, space), np.cumsum(parted, dtype=np.int32) - 1)
    structure = structure_of(tags, extra, parents)
    return StoredSource(structure, kept, attribute_columns(attributes), raw)
