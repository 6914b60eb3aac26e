"""Redoes Table I of Zeleny and Burget on whole sites: addresses of a template's nodes, followed on its other pages.

Every page that hits a template is asked for all nodes the template's areas hold: by full and by compact addresses,
with each way to find where a compact one starts, and by the mapping that corrects errors. A search without index walks
the tree from its root, node by node, and is timed apart, as in the paper.
"""

from __future__ import annotations

import logging
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import turbohtml

from intaglio.align import CHECKS, Descriptor, Plan, compact, correcting_map, describe
from intaglio.align.address import Search, Walk, follow
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.segment.area_tree import AreaTree
from intaglio.site import Miss, Site, SiteOptions
from intaglio.templates import Template
from intaglio.templates.carrying.verify import VERIFIED, subtree_distance

log = logging.getLogger(__name__)
Row = dict[str, Any]
Segment = Callable[[Any, Page], tuple[Page, AreaTree]]
"""Gets a file and its page; gives the page as it was segmented, which may be the browser's, with its areas."""
SEARCHES: tuple[Search, ...] = ("depth", "breadth", "index")
CORRECTING = "correcting"
FIGURES = ("found", "strictest", "verified", "checked", "times_parse")


@dataclass(frozen=True, slots=True)
class MappingOptions:
    """What is measured."""

    hits: int = 150
    """Pages of each site that are asked for the template's nodes, at most."""
    verify: float = VERIFIED
    """Largest distance of the two subtrees at which a found node counts as verified."""
    seed: int = 0
    site: SiteOptions = field(default_factory=SiteOptions)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A page that hit a template."""

    file: Any
    body: bytes
    page: Page
    template: Template


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """The nodes of a template and their addresses."""

    plan: Plan
    full: tuple[Descriptor, ...]
    compact: tuple[Descriptor, ...]


@dataclass(slots=True)
class _Tally:
    mappings: int = 0
    found: int = 0
    verified: int = 0
    checked: int = 0
    seconds: float = 0.0
    searching: float = 0.0
    """What finding the start of compact addresses takes beyond."""
    parse: float = 0.0
    rungs: dict[str, int] = field(default_factory=dict)


def hits_of_site(
    name: str,
    files: Sequence[Any],
    read: Callable[[Any], bytes],
    segment: Segment,
    options: MappingOptions = MappingOptions(),
) -> tuple[Site, list[Case]]:
    """Stream a site; give the pages that hit a template, in a random choice."""
    site = Site(name, options=options.site)
    chance = random.Random(options.seed)  # noqa: S311 - a choice that can be had again, nothing secret
    order = chance.sample(list(files), len(files))
    found: list[tuple[Any, bytes, str]] = []
    for file in order:
        body = read(file)
        page = Page.parse(body)
        match = site.take(site.match(page))
        if not isinstance(match, Miss):
            found.append((file, body, match.template))
            continue
        try:
            site.found(match, *segment(file, page))
        except IntaglioError as error:
            log.warning("%s is left out: %s", file, error)
            site.give_up(match)
    templates = {template.id: template for template in site.templates}
    cases = []
    for file, body, template in chance.sample(found, len(found)):
        lives_on = site.resolve(template)
        if lives_on in templates:
            cases.append(Case(file, body, Page.parse(body), templates[lives_on]))
    return site, cases[: options.hits]


def wanted_of(template: Template) -> Wanted:
    """The nodes that a template's areas hold, with their addresses."""
    dom = template.dom
    owners = {int(dom.text_owner[t]) for area in template.areas.areas for t in area.texts}
    wanted = sorted({e for area in template.areas.areas for e in area.elements} | owners)
    full = tuple(describe(dom, e) for e in wanted)
    return Wanted(Plan.of(dom, wanted), full, tuple(compact(dom, address) for address in full))


def address_rows(site: str, cases: Iterable[Case], options: MappingOptions = MappingOptions()) -> list[Row]:
    """A row for each kind of address and search, and one for the mapping that corrects errors."""
    tallies: dict[str, _Tally] = {}
    known: dict[str, Wanted] = {}
    for case in cases:
        wanted = known.setdefault(case.template.id, wanted_of(case.template))
        parse = _time(lambda case=case: turbohtml.parse(case.body))[1]  # type: ignore[misc]
        _ = case.page.child_lists, case.page.id, case.page.siblings, case.page.position
        for kind, addresses, search in _kinds(wanted):
            tally = tallies.setdefault(kind, _Tally())
            tally.parse += parse
            walks, seconds = _time(lambda: [follow(case.page, one, "index") for one in addresses])  # noqa: B023
            looked, searching = _search(case.page, addresses, search)
            tally.seconds += seconds
            tally.searching += searching
            tally.checked += looked
            _count(tally, case, wanted, walks, options)
        tally = tallies.setdefault(CORRECTING, _Tally())
        nodes, seconds = _time(lambda: correcting_map(wanted.plan, case.page))  # noqa: B023
        tally.parse, tally.seconds = tally.parse + parse, tally.seconds + seconds
        tally.mappings += len(nodes.elements)
        for t, e in zip(wanted.plan.wanted, nodes.elements, strict=True):
            if e >= 0:
                tally.found += 1
                tally.verified += subtree_distance(case.template.dom, t, case.page, e) <= options.verify
    return [_row(site, kind, tally) for kind, tally in tallies.items()]


def _kinds(wanted: Wanted) -> list[tuple[str, tuple[Descriptor, ...], Search]]:
    searches: list[tuple[str, tuple[Descriptor, ...], Search]] = [("full", wanted.full, "index")]
    return searches + [(f"compact, {search}", wanted.compact, search) for search in SEARCHES]


def _search(page: Page, addresses: Sequence[Descriptor], search: Search) -> tuple[int, float]:
    """Elements looked at, and the time it takes, to find where compact addresses start without an index."""
    if search == "index":
        return 0, 0.0
    names = [address[0].id for address in addresses if address[0].id is not None]
    return _time(lambda: sum(looked_at(page, name, search) for name in names))


def looked_at(page: Page, name: str, search: Search) -> int:
    """Walk the tree until an element has this id, depth first or level by level; give how many were looked at."""
    waiting = deque([0])
    looked = 0
    while waiting:
        e = waiting.pop() if search == "depth" else waiting.popleft()
        looked += 1
        if page.id_of(e) == name:
            break
        children = page.children(e).tolist()
        waiting.extend(reversed(children) if search == "depth" else children)
    return looked


def _count(tally: _Tally, case: Case, wanted: Wanted, walks: Sequence[Walk], options: MappingOptions) -> None:
    for t, walk in zip(wanted.plan.wanted, walks, strict=True):
        tally.mappings += 1
        tally.checked += walk.checked
        rung = rung_of(walk)
        tally.rungs[rung] = tally.rungs.get(rung, 0) + 1
        if walk.element is not None and walk.agreed == CHECKS["id+tag+count"]:
            tally.found += 1
            tally.verified += subtree_distance(case.template.dom, t, case.page, walk.element) <= options.verify


def rung_of(walk: Walk) -> str:
    """The rung of the ladder that a walk needed: that of its node with the least agreement."""
    if walk.element is None:
        return "nothing"
    return next(name for name, check in CHECKS.items() if walk.agreed == check)


def _row(site: str, kind: str, tally: _Tally) -> Row:
    shares = {f"at {name}": count / tally.mappings for name, count in tally.rungs.items()}
    return {
        "site": site, "kind": kind, "mappings": tally.mappings, "found": tally.found / max(tally.mappings, 1),
        "strictest": shares.get("at id+tag+count") if kind != CORRECTING else None,
        "verified": tally.verified / max(tally.found, 1), "checked": tally.checked / max(tally.mappings, 1),
        "times_parse": (tally.searching + tally.seconds) / tally.parse if tally.parse else None,
        "search_ms": 1000 * tally.searching / max(tally.mappings, 1),
        "ms": 1000 * tally.seconds / max(tally.mappings, 1), **shares,
    }  # fmt: skip


def _time(job: Callable[[], Any]) -> tuple[Any, float]:
    """What a job gives, and the shorter of two runs."""
    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        made = job()
        best = min(best, time.perf_counter() - start)
    return made, best
