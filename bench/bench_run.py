"""How a run grows: memory and pages a second over 2,000 pages of one site, beside the same pages in a bare loop.

Reads the site Transmission of the corpus `sites` as a folder, without a browser. Memory is to stay flat after the first
500 pages, and the pace of a run for areas to be at least half of the loop's, which matches and maps, but keeps nothing.
What articles and records, with their index, take beside is told apart. Records are learned when all pages are read, so
that the most a run ever holds is compared with the same of a run on 500 pages. Each run is a process of its own.
"""

from __future__ import annotations

import hashlib
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from intaglio.articles import ArticleOptions
from intaglio.capture import Capture
from intaglio.collection.phase_progress import Progress
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.page import Page
from intaglio.run.collect import RunOptions, collect
from intaglio.run.passes.record_pass import RecordOptions
from intaglio.run.progress import Figures
from intaglio.run.site_learner import LearnOptions
from intaglio.segment import SEGMENTERS
from intaglio.site import Site
from intaglio.sources import Folder

METHOD = "text-blocks"
GROWTH = 1.1
"""What memory may grow by after the first pages."""
FLAT = 500
STEPS = (500, 1000, 1500, 2000)
AREAS = RunOptions(LearnOptions(method=METHOD), browser=False, articles=None, records=None)
RUNS = {
    "areas": AREAS,
    "areas, articles": replace(AREAS, articles=ArticleOptions()),
    "areas, articles, records": replace(AREAS, articles=ArticleOptions(), records=RecordOptions()),
}
"""From what the loop does, too, to all that a run does by itself."""


def memory() -> float:
    """Megabytes this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def bare_loop(folder: Path) -> float:
    """Pages a second of reading, parsing, matching and mapping alone, with the texts of the areas."""
    site = Site("site")
    started, count = time.perf_counter(), 0
    for found in Folder(folder):
        if isinstance(found, Capture):
            site.process(Page.of(found), SEGMENTERS[METHOD]).texts  # noqa: B018 - made when first asked for
            count += 1
    return count / (time.perf_counter() - started)


@dataclass(frozen=True, slots=True)
class Course:
    """How a run went: seconds and megabytes by pages, and the seconds of all of it."""

    seen: Sequence[tuple[int, float, float]]
    seconds: float

    def at(self, pages: int) -> tuple[int, float, float]:
        """What was seen when there were so many pages."""
        return next((one for one in self.seen if one[0] >= pages), self.seen[-1])

    @property
    def pace(self) -> float:
        """Pages a second."""
        return self.seen[-1][0] / self.seconds

    @property
    def peak(self) -> float:
        """Most megabytes after the first pages."""
        return max(megabytes for pages, _, megabytes in self.seen if pages >= min(FLAT, self.seen[-1][0]))


def run(folder: Path, options: RunOptions) -> Course:
    """Take a folder through a whole run."""
    seen: list[tuple[int, float, float]] = []
    started = time.perf_counter()

    def watch(figures: Figures | Progress) -> None:
        pages = figures.pages if isinstance(figures, Figures) else seen[-1][0]
        seen.append((pages, time.perf_counter() - started, memory()))

    with tempfile.TemporaryDirectory() as out:
        collect([str(folder)], Path(out), options, watch=watch)
        return Course(seen, time.perf_counter() - started)


def apart(folder: Path, options: RunOptions) -> Course:
    """Take a folder through a run in a process of its own, which holds nothing of earlier ones."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(run, folder, options).result()


def main() -> int:
    """Print the figures; fail if they are beyond their limits."""
    corpus = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), "sites") / "transmission"
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as other:
        folder = shuffled(corpus, Path(name))
        for file in sorted(folder.iterdir())[:FLAT]:
            shutil.copyfile(file, Path(other) / file.name)
        return judge(folder, Path(other))


def shuffled(corpus: Path, folder: Path) -> Path:
    """The site's pages under names that put them into no order: its largest ones stand together otherwise."""
    for number, file in enumerate(sorted(corpus.rglob("*.html"))):
        name = hashlib.sha256(str(number).encode()).hexdigest()
        shutil.copyfile(file, folder / f"{name}.html")
    return folder


def judge(folder: Path, first: Path) -> int:
    """Print how runs on a folder grow, beside its first pages; the pace of one run is judged, the memory of all."""
    alone = bare_loop(folder)
    print(f"in a loop: {alone:.0f} pages/s")
    failed, before = False, 1 / alone
    for name, options in RUNS.items():
        course = apart(folder, options)
        early = course.at(FLAT)[2] if options.records is None else apart(first, options).peak
        latest = course.peak
        last = 0, 0.0
        for step in STEPS:
            pages, seconds, megabytes = course.at(step)
            pace = (pages - last[0]) / (seconds - last[1])
            print(f"{name}: {pages:5} pages, {pace:4.0f} pages/s since the last line, {megabytes:4.0f} MB")
            last = pages, seconds
        cost, before = 1000 * (1 / course.pace - before), 1 / course.pace
        print(f"{name}: {course.pace:.0f} pages/s to the end, × {course.pace / alone:.2f}; {cost:+.1f} ms a page")
        print(f"{name}: memory × {latest / early:.2f} after the first {FLAT} pages (at most {GROWTH})")
        failed |= latest > GROWTH * early or (name == "areas" and course.pace < alone / 2)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
