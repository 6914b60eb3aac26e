"""The whole way of one page of one site: match it, found a template if it has none, carry the areas over.

    match(page)            → Hit, Pending or Miss; looks only
    take(match)            → notes the decision: the template learns, or one is reserved for the page
    found(miss, page, areas) → the reserved template is made
    read(match, page)      → Result: the areas with this page's nodes

`process` is their sequence. Who renders misses side by side calls the four itself: decisions are taken in input order
and do not depend on when a template is made, so neither do the results.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile

from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.segment.area_tree import AreaTree
from intaglio.similarity import leaf_paths
from intaglio.templates import (
    Carrier,
    CarryOptions,
    Clustering,
    FixedClustering,
    FixedOptions,
    FoundArea,
    PageStructure,
    PathTable,
    StreamOptions,
    Template,
    TemplateShelf,
    Traits,
    areas_as_founded,
    make_template,
    template_id,
    texts_of_areas,
)

Segment = Callable[[Page], AreaTree]
"""A segmenter as a site sees it; rendering is its own affair."""


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """How pages are matched and areas carried over."""

    matching: StreamOptions | FixedOptions = field(default_factory=StreamOptions)
    """How pages are put to templates: by what templates learn, or by the papers' fixed rule."""
    carrying: CarryOptions = field(default_factory=CarryOptions)


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """The page belongs to a template that is made."""

    template: str
    reading: PageStructure


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """The page belongs to a template that was reserved and is not made yet."""

    template: str
    reading: PageStructure


@dataclass(frozen=True, slots=True, eq=False)
class Miss:
    """The page belongs to no template; this is the id of the one it would found."""

    template: str
    reading: PageStructure


Match = Hit | Pending | Miss


@dataclass(frozen=True, eq=False)
class Result:
    """What one page gave."""

    page: Page
    template: str
    version: int
    hit: bool
    """No segmenting was needed."""
    areas: tuple[FoundArea, ...]
    """All areas of the template, in the order of its tree; those not found have no nodes and confidence 0."""
    paths: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Positions from the root element on of those elements that stand where the template's do."""
    ms: Mapping[str, float] = field(default_factory=dict)
    """What it cost, by stage."""

    @property
    def verified(self) -> float | None:
        """Share of the elements found whose subtree is the template's; None if that was not asked for."""
        counts = [area.verified for area in self.areas if area.verified is not None]
        if not counts:
            return None
        return sum(good for good, _ in counts) / max(sum(all_of for _, all_of in counts), 1)

    @property
    def confidence(self) -> float:
        """Mean confidence of the areas."""
        return sum(area.confidence for area in self.areas) / len(self.areas) if self.areas else 1.0

    def text(self, number: int) -> str:
        """What an area holds itself, as a person reads it."""
        return self.page.flow(self.areas[number].held(self.page))

    @cached_property
    def texts(self) -> list[str]:
        """What every area holds itself."""
        return texts_of_areas(self.page, self.areas)


@dataclass(frozen=True, slots=True)
class Changes:
    """What a site has learned since it was last saved."""

    templates: tuple[Template, ...]
    """New ones and those that learned, in the order they were founded; their traits go on learning."""
    merged: Mapping[str, str]
    """Templates that are no more → those that took their pages."""


class Site:
    """All that is known of one site; grows with its pages, which come in one order."""

    def __init__(
        self,
        name: str,
        templates: Iterable[Template] = (),
        aliases: Mapping[str, str] | None = None,
        options: SiteOptions = SiteOptions(),
        versions: Mapping[str, int] | None = None,
    ) -> None:
        """Take up a site with the templates a store has of it, in the order they were founded.

        `versions` are those of all templates that the store has: one that cannot be read, and is founded again under
        the same id, gets the next version.
        """
        self.name = name
        self.options = options
        self.aliases: dict[str, str] = dict(aliases or {})
        self._versions = dict(versions or {})
        self._table = PathTable()
        matching = options.matching
        self._stream = FixedClustering(matching) if isinstance(matching, FixedOptions) else Clustering(matching)
        self._numbers: dict[str, int] = {}
        self._ids: dict[int, str] = {}
        self._made = TemplateShelf()
        self._carriers: OrderedDict[str, Carrier] = OrderedDict()
        self._changed: set[str] = set()
        self._merged: dict[str, str] = {}
        for template in templates:
            number = self._reserve(template.id)
            needed = isinstance(matching, FixedOptions) or template.traits.pages <= matching.young
            self._stream.put(number, template.traits, self._structure(template.dom) if needed else None)
            self._made[template.id] = template

    @property
    def templates(self) -> tuple[Template, ...]:
        """The templates that are made, in the order they were founded."""
        return tuple(self._made[name] for name in self._numbers if name in self._made)

    def template(self, name: str) -> Template:
        """A template that is made, by its id."""
        if name not in self._made:
            raise IntaglioError(f"{self.name} has no template {name}")
        return self._made[name]

    def process(self, page: Page, segment: Segment) -> Result:
        """Take one page all the way; the segmenter is asked only if the page has no template."""
        start = time.perf_counter()
        match = self.take(self.match(page))
        ms = {"match": 1000 * (time.perf_counter() - start)}
        if isinstance(match, Miss):
            start = time.perf_counter()
            try:
                self.found(match, page, segment(page))
            except IntaglioError:
                self.give_up(match)
                raise
            ms["segment"] = 1000 * (time.perf_counter() - start)
        start = time.perf_counter()
        result = self.read(match, page)
        ms["map"] = 1000 * (time.perf_counter() - start)
        return replace(result, ms=ms)

    def match(self, page: Page) -> Match:
        """Find the template of a page; changes nothing."""
        return self.match_structure(self._structure(page))

    def _structure(self, page: Page) -> PageStructure:
        """What pages are compared by."""
        reading = self._table.read(page)
        if isinstance(self.options.matching, FixedOptions):
            reading.leaf_paths = leaf_paths(page, self.options.matching.paths)
        return reading

    def match_structure(self, reading: PageStructure) -> Match:
        """Find the template of a page by its structure alone, wherever that was read; changes nothing."""
        found = self._stream.nearest(reading)
        name = self._ids[found[0]] if found else self.resolve(template_id(self.name, reading.keys))
        return self._match(name, reading) if found or name in self._numbers else Miss(name, reading)

    def ranking(self, match: Match) -> list[tuple[str, float]]:
        """The templates nearest to a page with their differences, its own first; changes nothing."""
        found = {self._ids[number]: value for number, value in self._stream.ranked(match.reading)}
        if not isinstance(match, Miss):
            found.setdefault(match.template, 0.0)
        return sorted(found.items(), key=lambda entry: entry[0] != match.template)

    @property
    def threshold(self) -> float:
        """The difference from which on a page belongs to no template."""
        return self._stream.threshold

    def take(self, match: Match) -> Match:
        """Note to which template a page goes, and give what it comes to: a Miss may turn out to belong to one."""
        if isinstance(match, Miss):
            number = self._reserve(match.template)
            self._stream.found(number, match.reading)
        else:
            number = self._numbers[match.template]
            self._stream.learn(number, match.reading)
        for lost, kept in self._stream.merge(number, match.reading).items():
            self._merge(self._ids[lost], self._ids[kept])
        name = self.resolve(match.template)
        self._changed.add(name)
        return match if name == match.template else self._match(name, match.reading)

    def found(self, miss: Miss, page: Page, areas: AreaTree) -> Template:
        """Make the template that was reserved for a page. The page may be as the browser has it."""
        number = self._numbers.get(miss.template)
        traits = Traits() if number is None else self._stream.traits[number]
        version = self._versions.get(miss.template, 0) + 1
        template = make_template(self.name, miss.template, page, areas, traits, version)
        self._made[template.id] = template
        return template

    def give_up(self, miss: Miss) -> None:
        """Forget the template reserved for a page that could not be segmented; pages that wait match again."""
        number = self._numbers.pop(miss.template, None)
        if number is not None:
            del self._ids[number]
            self._stream.drop(number)
        self.aliases = {lost: kept for lost, kept in self.aliases.items() if kept != miss.template}
        self._merged = {lost: kept for lost, kept in self._merged.items() if kept != miss.template}

    def is_made(self, match: Match) -> bool:
        """Whether a page that was taken can be read."""
        return match.template in self._made

    def read(self, match: Match, page: Page) -> Result:
        """Carry the areas of a page's template over to it; the template is the one it was taken with."""
        if isinstance(match, Miss) and self.is_made(match):  # what it founded holds its own nodes
            made = self._made[match.template]
            return Result(page, made.id, made.version, hit=False, areas=areas_as_founded(made.areas))
        return self._read(match.template, page, match.reading.names, hit=not isinstance(match, Miss))

    def read_as(self, template: str, page: Page) -> Result:
        """Carry the areas of a given template over to a page."""
        return self._read(template, page, self._table.names(page), hit=True)

    def _read(self, template: str, page: Page, names: list[int], *, hit: bool) -> Result:
        made = self.template(template)
        if template not in self._carriers:
            self._carriers[template] = Carrier.of(made.dom, self._table.names(made.dom), made.areas)
        self._carriers.move_to_end(template)
        if len(self._carriers) > self._made.at_hand:
            self._carriers.popitem(last=False)
        found = self._carriers[template].carry(page, names, self.options.carrying)
        return Result(page, template, made.version, hit, found.areas, found.paths)

    def resolve(self, template: str) -> str:
        """The id under which a template lives on."""
        while template in self.aliases:
            template = self.aliases[template]
        return template

    def changes(self) -> Changes:
        """What is to be written to a store; templates that are not made yet follow once they are, and those founded
        later only behind them: the order in a store is that of founding.
        """
        made = takewhile(self._made.__contains__, self._numbers)
        changed = [name for name in made if name in self._changed]
        return Changes(tuple(self._made[name] for name in changed), dict(self._merged))

    def saved(self, changes: Changes) -> None:
        """Note that changes have been written."""
        self._changed -= {template.id for template in changes.templates}
        self._merged = {lost: kept for lost, kept in self._merged.items() if lost not in changes.merged}

    def _match(self, name: str, reading: PageStructure) -> Match:
        return Hit(name, reading) if name in self._made else Pending(name, reading)

    def _reserve(self, name: str) -> int:
        number = max(self._ids, default=-1) + 1
        self._numbers[name], self._ids[number] = number, name
        return number

    def _merge(self, lost: str, kept: str) -> None:
        """A merged template is matched no more, but stays to read the pages that were taken with it."""
        del self._ids[self._numbers.pop(lost)]
        self.aliases[lost] = self._merged[lost] = kept
        self._changed.discard(lost)
        self._changed.add(kept)
