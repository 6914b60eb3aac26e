"""What a whole run costs beside one article extractor: all stages, a folder, no browser.

    python bench/bench_whole.py [SITE ...] [--pages N]

Processor time a page, of all processes together, divided by that of trafilatura's article alone on the same pages, and
by that of a bare parse; where the time goes by phase; memory; the database's size. SITE is one of the corpus `sites`,
`generated` (pages of 56 KB), `growth` (ten times as many pages: time a page and memory) or `workers`
(two workers beside one, on the clock). Without any: transmission, generated, growth, workers. Each run is a process of
its own.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import Self

import turbohtml
from generated_site import write_site
from rich.console import Console
from rich.table import Table

from intaglio.collection.phase_progress import Progress
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.run.collect import RunOptions, collect
from intaglio.run.progress import Figures
from intaglio.run.site_learner import LearnOptions
from intaglio.workers import WorkerOptions

LIMITS = {"transmission": 0.5, "generated": 0.5}
ELSE = 1.0
"""The limit of every other site."""
WALL = 0.6
"""The time on the clock that two workers may take of one worker's, where two cores are free."""
GROWTH = 1.1
"""What time a page and memory may grow by with ten times the pages."""
PAGES, KILOBYTES = 2000, 56
SMALL = 6
"""Kilobytes of a page where growth is measured."""
PEER = 400
"""Pages that trafilatura is timed on, evenly over the site."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run cost."""

    pages: int
    seconds: float
    """Of processors, workers included."""
    wall: float
    peak: float
    """Most megabytes, workers included."""
    database: float
    """Megabytes."""
    phases: Mapping[str, float] = field(default_factory=dict)
    """Seconds of this process by phase."""

    @property
    def each(self) -> float:
        """Milliseconds a page."""
        return 1000 * self.seconds / max(self.pages, 1)


def spent() -> float:
    """Processor time of this process and of those it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def measured(folder: Path, workers: int) -> Cost:
    """Take a folder through a whole run."""
    phases: dict[str, float] = {}
    last = time.process_time()
    now = "pages"

    def watch(figures: Figures | Progress) -> None:
        nonlocal last, now
        phases[now] = phases.get(now, 0.0) + time.process_time() - last
        now, last = (figures.phase if isinstance(figures, Progress) else "pages"), time.process_time()

    options = RunOptions(LearnOptions(method="text-blocks"), browser=False, workers=WorkerOptions(workers))
    with tempfile.TemporaryDirectory() as out, Peak() as peak:
        began, started = spent(), time.perf_counter()
        ran = collect(folder, out, options, watch=watch)
        seconds, wall = spent() - began, time.perf_counter() - started
        phases["exports, report"] = time.process_time() - last
        size = (Path(out) / "intaglio.db").stat().st_size / 1e6
    return Cost(ran.pages, seconds, wall, peak.megabytes, size, phases)


class Peak:
    """The most memory that this process and its children held at once, looked at now and then."""

    def __enter__(self) -> Self:
        """Begin to look."""
        self.megabytes = 0.0
        self._over = Event()
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.2):
            held = sum(map(resident, [os.getpid(), *children(os.getpid())]))
            self.megabytes = max(self.megabytes, held)


def resident(pid: int) -> float:
    """Megabytes that a process holds."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize() / 1e6
    except OSError:
        return 0.0


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            found += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return found


def peers(folder: Path) -> tuple[float, float]:
    """Milliseconds a page of trafilatura's article and of a bare parse."""
    import trafilatura

    files = sorted(folder.rglob("*.html"))
    bodies = [files[at * len(files) // min(PEER, len(files))].read_bytes() for at in range(min(PEER, len(files)))]
    took = []
    for job in (trafilatura.extract, turbohtml.parse):
        job(bodies[0])
        started = time.process_time()
        for body in bodies:
            job(body)
        took.append(1000 * (time.process_time() - started) / len(bodies))
    return took[0], took[1]


def apart(job: object, *arguments: object) -> object:
    """Do something in a process of its own, which holds nothing of earlier ones."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(job, *arguments).result()  # type: ignore[arg-type]


def beside(console: Console, name: str, folder: Path) -> bool:
    """Print what a run over a folder costs beside its peers; say whether the limit holds."""
    cost = apart(measured, folder, 1)
    assert isinstance(cost, Cost)
    article, bare = apart(peers, folder)  # type: ignore[misc]
    limit = LIMITS.get(name, ELSE)
    table = Table("", "", title=f"{name}: {cost.pages} pages, all stages, one worker")
    table.add_row("processor time a page", f"{cost.each:.1f} ms")
    table.add_row(f"÷ trafilatura's article ({article:.1f} ms), at most {limit:g}", f"{cost.each / article:.2f}")
    table.add_row(f"÷ a bare parse ({bare:.2f} ms)", f"{cost.each / bare:.0f}")
    table.add_row("peak memory; database", f"{cost.peak:.0f} MB; {cost.database:.0f} MB")
    whole = sum(cost.phases.values())
    for phase, seconds in cost.phases.items():
        table.add_row(f"  {phase}", f"{100 * seconds / whole:.0f} %")
    console.print(table)
    return cost.each <= limit * article


def growth(console: Console, folder: Path, pages: int) -> bool:
    """Print how time a page and memory grow with ten times the pages."""
    costs = []
    for count in (pages, 10 * pages):
        site = write_site(folder / str(count), count, SMALL)
        found = apart(measured, site, 0)
        assert isinstance(found, Cost)
        costs.append(found)
        shutil.rmtree(site)
        console.print(
            f"growth: {count:6} pages, {found.each:5.1f} ms a page, {found.peak:4.0f} MB at most, "
            f"database {found.database:.0f} MB"
        )
    time_, memory = costs[1].each / costs[0].each, costs[1].peak / costs[0].peak
    console.print(f"growth: time a page × {time_:.2f}, memory × {memory:.2f} (at most {GROWTH})")
    return max(time_, memory) <= GROWTH


def side_by_side(console: Console, folder: Path) -> bool:
    """Print what two workers take on the clock, and all processors, beside one."""
    one, two = apart(measured, folder, 1), apart(measured, folder, 2)
    assert isinstance(one, Cost)
    assert isinstance(two, Cost)
    free = os.cpu_count() or 1
    console.print(
        f"workers: 2 take {two.wall / one.wall:.2f} of one's time on the clock (at most {WALL} on 2 free cores; "
        f"load {os.getloadavg()[0]:.1f} on {free}), {two.seconds / one.seconds:.2f} of its processor time; "
        f"{100 * sum(two.phases.values()) / two.seconds:.0f} % of that is the process that hands out the work"
    )
    return two.wall <= WALL * one.wall


def site_folder(name: str, pages: int | None, folder: Path) -> Path:
    """The pages of a site under names that put them into no order: its largest ones stand together otherwise."""
    if name in ("generated", "workers"):
        return write_site(folder / name, pages or PAGES, KILOBYTES)
    corpus = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), "sites") / name
    (folder / name).mkdir()
    files = sorted(corpus.rglob("*.html"))
    named = {hashlib.sha256(str(file.relative_to(corpus)).encode()).hexdigest(): file for file in files}
    for number in sorted(named)[:pages]:
        shutil.copyfile(named[number], folder / name / f"{number}.html")
    return folder / name


def main(words: Sequence[str]) -> int:
    """Print the figures asked for; fail if one is beyond its limit."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sites", nargs="*", default=["transmission", "generated", "growth", "workers"])
    parser.add_argument("--pages", type=int)
    asked = parser.parse_args(words)
    console, good = Console(highlight=False), True
    for name in asked.sites:
        with tempfile.TemporaryDirectory() as folder:
            if name == "growth":
                good &= growth(console, Path(folder), asked.pages or PAGES)
            elif name == "workers":
                good &= side_by_side(console, site_folder(name, asked.pages, Path(folder)))
            else:
                good &= beside(console, name, site_folder(name, asked.pages, Path(folder)))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
