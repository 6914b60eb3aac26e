"""How much time templates save: the tables and the cluster growth of Zeleny, Burget and Zendulka's paper, again.

Plain means that every page is rendered and segmented. With templates, a page that hits is parsed, matched and mapped;
one that misses is rendered and segmented, too. Both end with the texts of the areas that interest: headlines, bodies or
both. Times are sums over pages, without starting the browser.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from intaglio.browser import Renderer, Rendering
from intaglio.capture import Capture
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.pictures.charts import Frame, Series, bar_chart, line_chart
from intaglio.resources import Resources
from intaglio.run.site_learner import LearnOptions, segmented
from intaglio.segment.area_tree import AreaTree, texts_of
from intaglio.site import Miss, Site

TOGETHER = 20
"""Pages that are timed plain, then with templates."""
INTERESTING: Mapping[str, tuple[str, ...]] = {"vips": ("headline",), "burget": ("headline",), "boxes": ("body",)}
"""The roles of the areas that are retrieved with each of the paper's methods; with others both."""
BOTH = ("headline", "body")
FIGURES = (
    "hit ratio", "weighted hit ratio", "plain s", "templates s", "saved", "saved - weighted", "hit ms", "miss ms",
    "retrieve ms", "retrieved", "warm s", "warm saved",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SiteToTime:
    """Pages of a site in the order in which they are met."""

    name: str
    captures: Sequence[Capture]
    resources: Resources


@dataclass(slots=True)
class Cost:
    """What one page took, by stage, in ms."""

    hit: bool
    ms: dict[str, float] = field(default_factory=dict)
    areas: int = 0
    """Areas that were retrieved with a text."""

    @property
    def total(self) -> float:
        """All stages."""
        return sum(self.ms.values())


@dataclass(frozen=True, slots=True)
class Plain:
    """A page rendered and segmented and what interests retrieved, with what that took, in ms."""

    page: Page | None = None
    areas: AreaTree | None = None
    ms: Mapping[str, float] = field(default_factory=dict)
    texts: Sequence[str] = ()
    """What was retrieved."""

    @property
    def total(self) -> float:
        """All stages."""
        return sum(self.ms.values())


FAILED = Plain()


def time_site(
    site: SiteToTime, methods: Sequence[LearnOptions], renderer: Renderer, repeat: int = 1
) -> Iterator[dict[str, Any]]:
    """Time a site with each method; a row a method.

    Some pages both ways, then the next ones, so that what else the machine does weighs on both alike, and yet hits
    follow hits, as they do in a run. A page that misses takes the very rendering and segmenting that it takes plain.
    """
    passes = [_one_pass(site, methods, renderer) for _ in range(repeat)]
    for method in (options.method for options in methods):
        times = [one[method] for one in passes]
        usual = [statistics.median(page) for page in zip(*(one.plain for one in times), strict=True)]
        yield row_of(
            site.name, method, usual, _median([one.cold for one in times]), _median([one.warm for one in times])
        )


@dataclass(frozen=True, slots=True)
class PassTimes:
    """What the pages of a site took with one method, in one pass."""

    plain: list[float] = field(default_factory=list)
    cold: list[Cost] = field(default_factory=list)
    """With templates, from none."""
    warm: list[Cost] = field(default_factory=list)
    """With templates that are all known."""


def _one_pass(site: SiteToTime, methods: Sequence[LearnOptions], renderer: Renderer) -> dict[str, PassTimes]:
    """Take all pages once; each is rendered once for all methods."""
    known = {options.method: Site(site.name, options=options.site) for options in methods}
    times = {options.method: PassTimes() for options in methods}
    for start in range(0, len(site.captures), TOGETHER):
        some = site.captures[start : start + TOGETHER]
        renderings = [_rendered(renderer, capture, site.resources) for capture in some]
        for options in methods:
            plain = [taken_plain(options, rendering) for rendering in renderings]
            times[options.method].plain.extend(one.total for one in plain)
            times[options.method].cold.extend(
                read(capture, one, known[options.method], wanted(options.method))
                for capture, one in zip(some, plain, strict=True)
            )
    for method, found in times.items():
        found.warm.extend(read(capture, FAILED, known[method], wanted(method)) for capture in site.captures)
    return times


def wanted(method: str) -> tuple[str, ...]:
    """The roles of the areas that are retrieved."""
    return INTERESTING.get(method, BOTH)


def taken_plain(options: LearnOptions, rendering: Rendering | None) -> Plain:
    """Take a page plain: its rendering, segmenting it, and the texts of what interests."""
    if rendering is None:
        return FAILED
    page = rendering.page
    started = time.perf_counter()
    tree = segmented(page, rendering.layout, options)
    split = time.perf_counter()
    roles = wanted(options.method)
    texts = [page.flow(texts_of(page, area)) for area in tree.areas if area.attributes.get("role") in roles]
    retrieved = time.perf_counter()
    ms = {"render": rendering.ms, "segment": 1000 * (split - started), "retrieve": 1000 * (retrieved - split)}
    return Plain(page, tree, ms, texts)


def read(capture: Capture, plain: Plain, site: Site, roles: Sequence[str]) -> Cost:
    """What a page takes with templates, to the same end: the texts of the areas with these roles.

    One that misses takes what it takes plain, too.
    """
    cost = Cost(hit=True)
    with _timed(cost, "parse"):
        page = Page.of(capture)
        page.size  # noqa: B018 - columns are filled when first asked for
    with _timed(cost, "match"):
        match = site.take(site.match(page))
    if isinstance(match, Miss):
        cost.hit = False
        if plain.areas is None or plain.page is None:
            site.give_up(match)
            return cost
        cost.ms |= plain.ms
        cost.areas = sum(map(bool, plain.texts))
        with _timed(cost, "found"):
            site.found(match, plain.page, plain.areas)
        return cost
    with _timed(cost, "map"):
        result = site.read(match, page)
    with _timed(cost, "retrieve"):
        areas = site.template(match.template).areas.areas
        texts = [result.text(number) for number, area in enumerate(areas) if area.attributes.get("role") in roles]
    cost.areas = sum(map(bool, texts))
    return cost


def row_of(
    site: str, method: str, plain_ms: Sequence[float], cold: Sequence[Cost], warm: Sequence[Cost]
) -> dict[str, Any]:
    """The figures of one site and method."""
    pages, clusters = len(cold), sum(not cost.hit for cost in cold)
    whole, spent = sum(plain_ms), sum(cost.total for cost in cold)
    hit_plain = sum(ms for ms, cost in zip(plain_ms, cold, strict=True) if cost.hit)
    saved, weighted = 1 - spent / whole, hit_plain / whole
    growth, seen = [], 0
    for number, cost in enumerate(cold, 1):
        seen += not cost.hit
        growth.append((number, seen))
    return {
        "site": site, "method": method, "pages": pages, "clusters": clusters, "hit ratio": 1 - clusters / pages,
        "weighted hit ratio": weighted, "plain s": whole / 1000, "templates s": spent / 1000, "saved": saved,
        "saved - weighted": saved - weighted, "retrieved": sum(cost.areas > 0 for cost in cold) / pages,
        "hit ms": _mean([cost.total for cost in cold if cost.hit]),
        "miss ms": _mean([cost.total for cost in cold if not cost.hit]),
        "warm s": sum(cost.total for cost in warm) / 1000,
        "warm saved": 1 - sum(cost.total for cost in warm) / whole, "growth": growth,
        "retrieve ms": _mean([cost.ms.get("retrieve", 0.0) for cost in cold if cost.hit]),
        "hit stages ms": _stages([cost for cost in cold if cost.hit]),
        "miss stages ms": _stages([cost for cost in cold if not cost.hit]),
        "miss extra ms": _mean([cost.total - ms for ms, cost in zip(plain_ms, cold, strict=True) if not cost.hit]),
        "warm stages ms": _stages([cost for cost in warm if cost.hit]),
    }  # fmt: skip


def charts(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Clusters against pages (figure 3 of the paper), and time saved beside the hit ratio."""
    first = rows[0]["method"] if rows else ""
    growth = [Series(str(row["site"]), row["growth"]) for row in rows if row["method"] == first]
    saved = {
        str(site): {
            "hit ratio": next(100 * row["hit ratio"] for row in rows if row["site"] == site),
            **{f"saved, {row['method']}": 100 * row["saved"] for row in rows if row["site"] == site},
        }
        for site in dict.fromkeys(row["site"] for row in rows)
    }
    return {
        "clusters": line_chart("Templates against pages", growth, x="pages", y="templates"),
        "saved": bar_chart("Hit ratio and time saved", saved, y="%", frame=Frame(width=900)),
    }


def _median(passes: Sequence[Sequence[Cost]]) -> list[Cost]:
    """For each page the median over the passes, stage by stage; all passes hit and miss alike."""
    found = []
    for costs in zip(*passes, strict=True):
        stages = {stage: statistics.median(cost.ms.get(stage, 0.0) for cost in costs) for stage in costs[0].ms}
        found.append(Cost(costs[0].hit, stages, costs[0].areas))
    return found


def _stages(costs: Sequence[Cost]) -> dict[str, float]:
    names = dict.fromkeys(stage for cost in costs for stage in cost.ms)
    return {stage: _mean([cost.ms.get(stage, 0.0) for cost in costs]) for stage in names}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _rendered(renderer: Renderer, capture: Capture, resources: Resources) -> Rendering | None:
    try:
        return renderer.render(capture, resources)
    except IntaglioError:
        return None


@contextmanager
def _timed(cost: Cost, stage: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    cost.ms[stage] = cost.ms.get(stage, 0.0) + 1000 * (time.perf_counter() - started)
