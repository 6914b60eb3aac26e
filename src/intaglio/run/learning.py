"""What a run knows of a site: the papers' rule for templates, on the seam of `learner`.

A page belongs to the nearest template whose path set is near enough; areas are found by their elements' positions.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.page.codec import dumps, loads
from intaglio.run.learner import AreaReading, Changes, Learner, OpenSite, Reading, Ticket
from intaglio.run.roles import RoleOptions, with_roles
from intaglio.segment import SEGMENTERS
from intaglio.segment.areas import Area, AreaTree
from intaglio.similarity import leaf_paths, path_distance
from intaglio.similarity.hashing import Hashes
from intaglio.store import TemplateRow, Transaction

_LENGTH = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """How templates are found and made."""

    method: str = "areas"
    """Its name in SEGMENTERS."""
    threshold: float = 0.25
    """Largest distance of a page to its template."""
    complete: float = 0.8
    """Share of a template's nodes without which a page is incomplete."""
    roles: RoleOptions = field(default_factory=RoleOptions)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a template's elements are on a page."""

    elements: Mapping[int, int]
    """Element of the template's page → element of the page, for those that were found."""
    found: float
    """Share of those looked for."""


@dataclass(slots=True)
class Known:
    """A template, with areas once it has been rendered."""

    id: str
    paths: Hashes
    page: Page | None = None
    tree: AreaTree | None = None
    wanted: Mapping[int, tuple[int, ...]] | None = None
    """Paths of the elements that its areas hold."""
    stored: bool = False

    def complete(self, page: Page, tree: AreaTree) -> None:
        """Give it its areas."""
        owners = {int(page.text_owner[t]) for area in tree.areas for t in area.texts}
        wanted = sorted({e for area in tree.areas for e in area.elements} | owners)
        self.page, self.tree, self.wanted = page, tree, {e: page.path(e) for e in wanted}

    def places(self, page: Page) -> Places:
        """Follow the paths on a page."""
        found = {e: at for e, path in (self.wanted or {}).items() if (at := page.at(path)) is not None}
        return Places(found, len(found) / len(self.wanted) if self.wanted else 1.0)


@dataclass(slots=True)
class SiteLearner:
    """See `learner.Learner`."""

    site: str
    options: LearnOptions
    revision: int
    templates: dict[str, Known]

    def take(self, page: Page) -> Ticket:
        """Find the template of a page, or reserve one to be made from it."""
        paths = leaf_paths(page)
        near = [(path_distance(paths, known.paths), known.id) for known in self.templates.values()]
        distance, name = min(near, default=(1.0, ""))
        if distance <= self.options.threshold:
            return Ticket(name, founder=False)
        name = blake2b(self.site.encode() + paths.tobytes(), digest_size=6).hexdigest()
        self.templates[name] = Known(name, paths)
        return Ticket(name, founder=True)

    def ready(self, ticket: Ticket) -> bool:
        """Whether the template's areas are known."""
        known = self.templates.get(ticket.template)
        return known is not None and known.wanted is not None

    def found(self, ticket: Ticket, page: Page, layout: Layout | None) -> None:
        """Make the founder's template."""
        tree = SEGMENTERS[self.options.method](page, layout)
        self.templates[ticket.template].complete(page, with_roles(tree, page, layout, self.options.roles))

    def give_up(self, ticket: Ticket) -> None:
        """Forget a template that could not be made."""
        del self.templates[ticket.template]

    def read(self, ticket: Ticket, page: Page) -> Reading:
        """Carry the template's areas over to a page."""
        known = self.templates[ticket.template]
        assert known.tree is not None
        assert known.page is not None
        places = known.places(page)
        areas = _areas(known.page, known.tree, places.elements, page)
        return Reading(known.id, 1, not ticket.founder, places.found, areas, places.found >= self.options.complete)

    def changes(self) -> Changes:
        """What is to be written."""
        new = [known for known in self.templates.values() if not known.stored and known.tree is not None]
        rows = [
            TemplateRow(self.site, known.id, 1, dump(known.page, known.tree), known.page.url)
            for known in new
            if known.page is not None and known.tree is not None
        ]
        return Changes(rows, self.revision)

    def written(self, revision: int) -> None:
        """Note that all changes are in the store."""
        self.revision = revision
        for known in self.templates.values():
            known.stored = known.stored or known.tree is not None


def opener(options: LearnOptions) -> OpenSite:
    """Give the function that loads a site."""

    def open_site(tx: Transaction, site: str) -> Learner:
        loaded = tx.templates.load(site)
        templates = {}
        for row in loaded.rows:
            page, tree = load(row.blob)
            known = templates[row.id] = Known(row.id, leaf_paths(page), stored=True)
            known.complete(page, tree)
        return SiteLearner(site, options, loaded.revision, templates)

    return open_site


def areas_of(blob: bytes) -> AreaTree:
    """The areas of a stored template."""
    return load(blob)[1]


def _areas(there: Page, tree: AreaTree, where: Mapping[int, int], page: Page) -> list[AreaReading]:
    below: dict[int, list[int]] = {}
    for number, parent in enumerate(tree.parents):
        below.setdefault(parent, []).append(number)
    return [_area(there, area, number, below.get(number, []), where, page) for number, area in enumerate(tree.areas)]


def _area(
    there: Page, area: Area, number: int, children: Sequence[int], where: Mapping[int, int], page: Page
) -> AreaReading:
    elements = tuple(where[e] for e in area.elements if e in where)
    texts = {t for e in elements for t in range(int(page.text_start[e]), int(page.text_stop[e]))}
    for t in area.texts:
        owner = int(there.text_owner[t])
        own: Sequence[int] = page.own_texts(where[owner]).tolist() if owner in where else ()
        place = int((there.own_texts(owner) < t).sum())
        texts.update(own[place : place + 1])
    confidence = len(elements) / len(area.elements) if area.elements else 1.0
    role = area.attributes.get("role")
    text = page.flow(sorted(texts))
    return AreaReading(number, str(role) if role else None, confidence, text, elements, tuple(children))


def dump(page: Page, tree: AreaTree) -> bytes:
    """A template's page and areas as a blob."""
    rows = [
        [parent, area.rect, area.elements, area.texts, dict(area.attributes)]
        for area, parent in zip(tree.areas, tree.parents, strict=True)
    ]
    head = json.dumps({"method": tree.method, "options": dict(tree.options), "areas": rows}).encode()
    return _LENGTH.pack(len(head)) + head + dumps(page)


def load(blob: bytes) -> tuple[Page, AreaTree]:
    """The page and areas of a blob."""
    (length,) = _LENGTH.unpack_from(blob)
    head = json.loads(blob[_LENGTH.size : _LENGTH.size + length])
    root = _tree(head["areas"])
    return loads(blob[_LENGTH.size + length :]), AreaTree(root, head["method"], MappingProxyType(head["options"]))


def _tree(rows: Sequence[Any]) -> Area:
    below: dict[int, list[Area]] = {}
    for number in range(len(rows) - 1, -1, -1):
        parent, rect, elements, texts, attributes = rows[number]
        children = tuple(reversed(below.pop(number, [])))
        place = None if rect is None else (rect[0], rect[1], rect[2], rect[3])
        area = Area(place, tuple(elements), tuple(texts), children, MappingProxyType(attributes))
        below.setdefault(parent, []).append(area)
    return below[-1][0]
