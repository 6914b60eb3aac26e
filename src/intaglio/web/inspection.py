"""Inspection: what the screens work with. Caches are bounded, and let go of what the database no longer says."""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast

from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.lookup.readable_rows import readable_wrapper
from intaglio.collection.lookup.stored_knowledge import StoredKnowledge
from intaglio.collection.records.field_names import Names, load_names
from intaglio.collection.summary import kind_of_reason
from intaglio.capture import Capture
from intaglio.errors import CodecError, IntaglioError
from intaglio.page import Page
from intaglio.resources import Nothing, Resources
from intaglio.store import CaptureRow, PageRow, Tally
from intaglio.templates import Template, template_codec
from intaglio.web.page_marks import PageMarks, mark_page
from intaglio.wrapper import Wrapper

Made = TypeVar("Made")

KEPT = 48
"""Things of each sort that are kept at hand."""


class NotThere(IntaglioError):
    """What an address of the inspector names is not in the collection."""


class Cache:
    """The things used last, up to a number."""

    def __init__(self, most: int = KEPT) -> None:
        """Begin empty."""
        self._most = most
        self._held: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What is kept under a key; made if it is not there."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return cast("Made", self._held[key])
        made = make()
        with self._lock:
            self._held[key] = made
            while len(self._held) > self._most:
                self._held.popitem(last=False)
        return made

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._held)


@dataclass(frozen=True, slots=True)
class Figures:
    """A collection in figures."""

    tally: Sequence[Tally]
    errors: Sequence[tuple[str, str, int]]
    """Stage, kind of reason, how many; the most frequent first."""
    alarms: Sequence[str]

    @property
    def pages(self) -> int:
        """All pages."""
        return sum(row.pages for row in self.tally)

    @property
    def failed(self) -> int:
        """All errors."""
        return sum(count for _, _, count in self.errors)

    def of(self, site: str | None = None, template: str | None = None) -> dict[str, int]:
        """Pages, hits and incomplete pages of a site or template."""
        found: Counter[str] = Counter(pages=0, hits=0, partial=0)
        for row in self.tally:
            if site in (None, row.site) and template in (None, row.template):
                found["pages"] += row.pages
                found["hits"] += row.pages * row.hit
                found["partial"] += row.pages * (row.status == "partial")
        return dict(found)


@dataclass(frozen=True, slots=True, eq=False)
class ShownPage:
    """One page of the collection, as far as it can be shown."""

    row: PageRow
    line: dict[str, Any]
    """As in `pages.jsonl`."""
    captured: Capture | None
    page: Page | None
    """None if its bytes cannot be read any more."""
    reason: str | None
    """Why not."""
    resources: Resources

    @property
    def title(self) -> str:
        """What it is called."""
        return " ".join((self.line.get("title") or "").split()) or self.row.url or self.row.source


@dataclass(slots=True, eq=False)
class Inspection:
    """A collection that is being looked at."""

    collection: Collection
    _cache: Cache = field(default_factory=Cache)
    _pages: Cache = field(default_factory=lambda: Cache(12))

    @property
    def folder(self) -> Path:
        """Where the collection is."""
        return self.collection.folder

    def state(self) -> tuple[int, ...]:
        """Numbers that change with results, records, errors, templates and corrections."""
        with self.collection.store.reading() as tx:
            return (*tx.lookups.state(), tx.corrections.last())

    def cached(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Something that holds as long as the database says the same."""
        return self._cache.get((key, self.state()), make)

    def figures(self) -> Figures:
        """The collection in figures."""
        return self.cached("figures", self._figures)

    def _figures(self) -> Figures:
        with self.collection.store.reading() as tx:
            counts: Counter[tuple[str, str]] = Counter()
            for stage, reason, count in tx.lookups.reasons():
                counts[stage, kind_of_reason(reason)] += count
            alarms = tx.notes.get("alarms")
            errors = [(stage, reason, count) for (stage, reason), count in counts.most_common()]
            return Figures(tx.pages.tally(), errors, [str(one) for one in alarms] if isinstance(alarms, list) else [])

    def template(self, name: str) -> Template:
        """A template by its id; NotThere if there is none, or none that can be read."""
        return self.cached(("template", name), lambda: self._template(name))

    def _template(self, name: str) -> Template:
        with self.collection.store.reading() as tx:
            row = tx.lookups.template(name)
        if row is None:
            raise NotThere(f"there is no template {name}")
        try:
            return template_codec.loads(row.blob)
        except CodecError as error:
            raise NotThere(f"template {name} cannot be read: {error}") from error

    def wrapper(self, site: str, template: str) -> tuple[Wrapper | None, Names]:
        """The newest wrapper of a template, and the names given to its fields."""
        return self.cached(("wrapper", site, template), lambda: self._wrapper(site, template))

    def _wrapper(self, site: str, template: str) -> tuple[Wrapper | None, Names]:
        with self.collection.store.reading() as tx:
            row, names = tx.records.wrapper(site, template), load_names(tx, template)
        return (readable_wrapper(row) if row is not None else None), names

    def knowledge(self) -> StoredKnowledge:
        """What is known of sites."""
        return StoredKnowledge(self.collection.store)

    def page(self, capture: int) -> ShownPage:
        """A page by its number; NotThere if there is none."""
        return self._pages.get((capture, self.state()), lambda: self._page(capture))

    def _page(self, capture: int) -> ShownPage:
        with self.collection.store.reading() as tx:
            row, captured = tx.lookups.page(capture), tx.captures.get(capture)
        if row is None or captured is None:
            raise NotThere(f"there is no page {capture}")
        line = json.loads(row.line)
        try:
            found, resources = self._read(captured)
            return ShownPage(row, line, found, Page.of(found), None, resources)
        except IntaglioError as error:
            return ShownPage(row, line, None, None, str(error), Nothing())

    def _read(self, row: CaptureRow) -> tuple[Capture, Resources]:
        library = open_captures(self.collection)
        return library.read(row), library.resources(row)

    def marks(self, shown: ShownPage) -> PageMarks | None:
        """What of a page is fixed and what varies; None without its bytes or template."""
        template = shown.row.template
        if shown.page is None or template is None:
            return None
        page = shown.page
        wrapper, names = self.wrapper(shown.row.site, template)
        return self._pages.get(
            ("marks", shown.row.capture, self.state()), lambda: mark_page(page, wrapper, names)
        )
