"""What a store knows of templates when kinds are found: structure, addresses, declared types, titles, fields.

What wrappers know of their fields is kept when they are learned: tables need it, and not the whole wrappers.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from sys import intern
from typing import Any, NamedTuple, get_type_hints

from intaglio.collection.readable_rows import readable_outline
from intaglio.errors import CodecError
from intaglio.page import Page, page_codec
from intaglio.shapes import NUMBER, WORDS, Shape, checked, decoding
from intaglio.store import Transaction, WrapperRow
from intaglio.tables import FieldFacts, TemplateEvidence, TemplateKey, field_facts
from intaglio.wrapper import wrapper_codec

log = logging.getLogger(__name__)

URLS = 40
"""Addresses of a template that are looked at."""
PAGES = 3
"""Pages kept with a template whose titles and declared types are looked at."""
LATELY = 8
"""Different facts that are kept at hand while those of all templates are read."""
HEADINGS = "headings"
"""What the note begins with of the headings by which templates of a site were parted."""
FACTS = 1
"""Grows when facts are found otherwise than by older releases."""
_NAMES = list(FieldFacts._fields)
FACTS_NOTE: Shape = {"facts": [list]}
TOLD = "told"
"""What the note of facts has of the pages kept with a wrapper: these need not be read again."""
TOLD_NOTE: Shape = {"types": WORDS, "titles": WORDS}
PagesTold = Mapping[str, Sequence[str]]
"""The `types` that some pages of a template declare of themselves, one a page, and their `titles`."""
_OF_TYPES: dict[object, tuple[type, Shape]] = {
    str: (str, str), int: (int, int), float: (float, NUMBER), bool: (bool, bool), tuple[str, ...]: (list, WORDS),
}  # fmt: skip
"""What a value mostly is, and what it may be."""
_TYPES = get_type_hints(FieldFacts)
_WRITTEN = [_OF_TYPES[one][0] for one in _TYPES.values()]
_SHAPES = [(_OF_TYPES[one][1], f"the facts of a field, {name}") for name, one in _TYPES.items()]


def template_evidence(tx: Transaction) -> list[TemplateEvidence]:
    """The evidence of all templates that have pages, in the order in which they were founded."""
    return [one for site in tx.templates.sites() for one in _of_site(tx, site)]


def _of_site(tx: Transaction, site: str) -> Iterator[TemplateEvidence]:
    sizes = tx.pages.by_template(site)
    read, headings = FactsReader(tx), headings_of(tx, site)
    urls: dict[str, list[str]] = {}
    for page in tx.pages.addresses(site):
        known = urls.setdefault(page.template or "", [])
        if len(known) < URLS:
            known.append(page.url or page.source)
    for row in tx.templates.load(site).rows:
        outline = readable_outline(row) if sizes.get(row.id) else None
        if outline is None:
            continue
        key = TemplateKey(site, row.id)
        kept = read.of(key)
        told = kept.told if kept.told is not None else pages_told(_kept_pages(tx, key))
        yield TemplateEvidence(
            key, sizes[row.id], outline, urls.get(row.id, ()), told["types"], told["titles"], kept.facts,
            heading=headings.get(row.id, ""),
        )  # fmt: skip


def declared_types(page: Page) -> Sequence[str]:
    """What a page says it is about: types of its structured data, then `og:type`."""
    found = [type_ for thing in page.metadata.things for type_ in thing.types]
    graph = page.metadata.graph.get("og:type")
    return [*found, *([graph.rpartition(".")[2]] if graph else [])]


def pages_told(pages: Iterable[Page]) -> PagesTold:
    """What the first of some pages of a template say of themselves."""
    some = list(islice(pages, PAGES))
    types = [type_ for page in some for type_ in declared_types(page)[:1]]
    return {"types": types, "titles": [page.title for page in some if page.title]}


def _kept_pages(tx: Transaction, key: TemplateKey) -> Iterator[Page]:
    for blob in tx.records.learned_from(*key)[:PAGES]:
        try:
            yield page_codec.loads(blob)
        except CodecError as error:
            log.info("a page kept with template %s is passed over: %s", key.template, error)


def keep_headings(tx: Transaction, site: str, headings: Mapping[str, str]) -> None:
    """Keep by which headings templates were parted from others."""
    tx.notes.put(f"{HEADINGS} {site}", {**headings_of(tx, site), **headings})


def headings_of(tx: Transaction, site: str) -> dict[str, str]:
    """The templates of a site that were parted from others, each with the heading that its pages have."""
    note = tx.notes.get(f"{HEADINGS} {site}")
    return dict(checked(note or {}, {str: str}, f"the note of the headings of {site}"))


def facts_note(key: TemplateKey) -> str:
    """The note of the facts of a template's fields."""
    return f"facts {key.site} {key.template}"


def facts_content(facts: Sequence[FieldFacts]) -> list[list[Any]]:
    """Facts as JSON values."""
    return [list(one) for one in facts]


def keep_facts(
    tx: Transaction, row: WrapperRow, content: Sequence[Sequence[Any]], told: PagesTold | None = None
) -> None:
    """Keep the facts of a wrapper's fields, and what the pages say that are kept with it."""
    note = {"format": [FACTS, _NAMES], "version": row.version, "facts": list(content), TOLD: told}
    tx.notes.put(facts_note(TemplateKey(row.site, row.template)), note)


def facts_of(tx: Transaction, key: TemplateKey) -> tuple[FieldFacts, ...]:
    """What the wrapper of a template knows of its fields; nothing if there is none, or one of an older release."""
    return FactsReader(tx).of(key).facts


class KnownTemplate(NamedTuple):
    """What is kept of a template beside its wrapper."""

    facts: tuple[FieldFacts, ...] = ()
    told: PagesTold | None = None
    """None if it was learned by a release that did not keep it."""


@dataclass(frozen=True, slots=True)
class FactsReader:
    """Reads the facts of templates. Those that were learned together have the same, which are read once."""

    tx: Transaction
    _seen: deque[tuple[list[Any], tuple[FieldFacts, ...]]] = field(default_factory=lambda: deque(maxlen=LATELY))

    def of(self, key: TemplateKey) -> KnownTemplate:
        """The facts of a template's fields, as `facts_of` gives them, and what its pages say."""
        version = self.tx.records.wrapper_version(*key)
        if version is None:
            return KnownTemplate()
        note = self.tx.notes.get(facts_note(key))
        if isinstance(note, dict) and [note.get("format"), note.get("version")] == [[FACTS, _NAMES], version]:
            told = note.get(TOLD)
            known = None if told is None else checked(told, TOLD_NOTE, facts_note(key))
            return KnownTemplate(self._read(checked(note, FACTS_NOTE, facts_note(key))["facts"]), known)
        row = self.tx.records.wrapper(*key)
        try:
            return KnownTemplate(() if row is None else field_facts(wrapper_codec.loads(row.blob)))
        except CodecError as error:  # tables are made from records alone, until the next run learns it anew
            log.info("the wrapper of template %s tells nothing of its fields: %s", key.template, error)
            return KnownTemplate()

    def _read(self, content: list[Any]) -> tuple[FieldFacts, ...]:
        known = next((facts for seen, facts in self._seen if seen == content), None)
        if known is None:
            known = tuple(map(_facts, content))
            self._seen.append((content, known))
        return known


def _facts(content: Sequence[Any]) -> FieldFacts:
    """The facts of a field; words that many templates have are in memory once."""
    values = list(content)
    with decoding("the facts of a field"):
        if list(map(type, values)) != _WRITTEN:
            for value, (shape, what) in zip(values, _SHAPES, strict=True):
                checked(value, shape, what)
        for at, written in enumerate(_WRITTEN):
            if written is str:
                values[at] = intern(values[at])
            elif written is list:
                values[at] = tuple(map(intern, values[at]))
        return FieldFacts(*values)
