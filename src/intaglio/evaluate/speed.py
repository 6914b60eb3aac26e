"""How much time templates save: the tables and the cluster growth of Zeleny, Burget and Zendulka's paper, again.

Plain means that every page is rendered and segmented. With templates, a page that hits is parsed, matched and mapped;
one that misses is rendered and segmented, too. Times are sums over pages, without starting the browser.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from intaglio.browser import Renderer, Rendering
from intaglio.capture import Capture
from intaglio.charts import Frame, Series, bar_chart, line_chart
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.resources import Resources
from intaglio.run.learner import Learner
from intaglio.run.learning import LearnOptions, opener
from intaglio.segment import SEGMENTERS
from intaglio.store import open_store, sqlite_url

TOGETHER = 20
"""Pages that are timed plain, then with templates."""
VISION = ("vips", "burget", "boxes")
FIGURES = (
    "hit ratio", "weighted hit ratio", "plain s", "templates s", "saved", "saved - weighted", "hit ms", "miss ms",
    "warm s", "warm saved",
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

    @property
    def total(self) -> float:
        """All stages."""
        return sum(self.ms.values())


def time_site(
    site: SiteToTime, methods: Sequence[str], renderer: Renderer, repeat: int = 1
) -> Iterator[dict[str, Any]]:
    """Time a site with each method; a row a method.

    Some pages both ways, then the next ones, so that what else the machine does weighs on both alike, and yet hits
    follow hits, as they do in a run. A page that misses takes the time of the one rendering that it takes plain.
    """
    plains: dict[str, list[list[float]]] = {method: [] for method in methods}
    colds: dict[str, list[list[Cost]]] = {method: [] for method in methods}
    warms: dict[str, list[list[Cost]]] = {method: [] for method in methods}
    for _ in range(repeat):
        with ExitStack() as stack:
            learners = {method: stack.enter_context(learner_of(method)) for method in methods}
            for method in methods:
                plains[method].append([])
                colds[method].append([])
            for start in range(0, len(site.captures), TOGETHER):
                some = site.captures[start : start + TOGETHER]
                renderings = [_rendered(renderer, capture, site.resources) for capture in some]
                for method, learner in learners.items():
                    plains[method][-1] += [segmented(method, rendering) for rendering in renderings]
                    colds[method][-1] += [read(*page, learner) for page in zip(some, renderings, strict=True)]
            for method, learner in learners.items():
                warms[method].append([read(capture, None, learner) for capture in site.captures])
    for method in methods:
        usual = [statistics.median(times) for times in zip(*plains[method], strict=True)]
        yield row_of(site.name, method, usual, _median(colds[method]), _median(warms[method]))


def segmented(method: str, rendering: Rendering | None) -> float:
    """What a page takes plain: its rendering, and segmenting it; in ms."""
    if rendering is None:
        return 0.0
    started = time.perf_counter()
    SEGMENTERS[method](rendering.page, rendering.layout)
    return rendering.ms + 1000 * (time.perf_counter() - started)


def read(capture: Capture, rendering: Rendering | None, learner: Learner) -> Cost:
    """What a page takes with templates; the rendering is used if it has none yet."""
    cost = Cost(hit=True)
    with _timed(cost, "parse"):
        page = Page.of(capture)
        page.size  # noqa: B018 - columns are filled when first asked for
    with _timed(cost, "match"):
        ticket = learner.take(page)
    if ticket.founder and not learner.ready(ticket):
        cost.hit = False
        if rendering is None:
            learner.give_up(ticket)
            return cost
        cost.ms["render"] = rendering.ms
        page = page if rendering.parsed else rendering.page
        with _timed(cost, "segment"):
            learner.found(ticket, page, rendering.layout)
    with _timed(cost, "map"):
        learner.read(ticket, page)
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
        "saved - weighted": saved - weighted, "hit ms": _mean([cost.total for cost in cold if cost.hit]),
        "miss ms": _mean([cost.total for cost in cold if not cost.hit]),
        "warm s": sum(cost.total for cost in warm) / 1000,
        "warm saved": 1 - sum(cost.total for cost in warm) / whole, "growth": growth,
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


@contextmanager
def learner_of(method: str) -> Iterator[Learner]:
    """A learner that knows no templates yet."""
    with tempfile.TemporaryDirectory() as folder, open_store(sqlite_url(Path(folder) / "empty.db")) as store:
        with store.reading() as tx:
            learner = opener(LearnOptions(method=method))(tx, "site")
        yield learner


def _median(passes: Sequence[Sequence[Cost]]) -> list[Cost]:
    """For each page the median over the passes, stage by stage; all passes hit and miss alike."""
    found = []
    for costs in zip(*passes, strict=True):
        stages = {stage: statistics.median(cost.ms.get(stage, 0.0) for cost in costs) for stage in costs[0].ms}
        found.append(Cost(costs[0].hit, stages))
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
