"""How a run grows: memory and pages a second over 2,000 pages of one site, beside the same pages in a bare loop.

Reads the site Transmission of the corpus `sites` as a folder, without a browser. Memory is to stay flat after the first
500 pages, and the pace of the run to be at least half of the loop's, which matches and maps, but keeps nothing.
"""

from __future__ import annotations

import hashlib
import os
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

from intaglio.capture import Capture
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.page import Page
from intaglio.run.collect import RunOptions, collect
from intaglio.run.figures import Figures
from intaglio.run.learning import LearnOptions
from intaglio.segment import SEGMENTERS
from intaglio.site import Site
from intaglio.sources import Folder

METHOD = "text-blocks"
GROWTH = 1.1
"""What memory may grow by after the first 500 pages."""


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


def run(folder: Path) -> tuple[float, list[tuple[int, float]]]:
    """Pages a second of a whole run, and memory by pages."""
    held: list[tuple[int, float]] = []

    def watch(figures: object) -> None:
        if isinstance(figures, Figures):
            held.append((figures.pages, memory()))

    options = RunOptions(LearnOptions(method=METHOD), browser=False, articles=None, records=None)
    with tempfile.TemporaryDirectory() as out:
        started = time.perf_counter()
        ran = collect([str(folder)], Path(out), options, watch=watch)
        return ran.figures.pages / (time.perf_counter() - started), held


def main() -> int:
    """Print the figures; fail if they are beyond their limits."""
    corpus = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), "sites") / "transmission"
    with tempfile.TemporaryDirectory() as name:
        return judge(shuffled(corpus, Path(name)))


def shuffled(corpus: Path, folder: Path) -> Path:
    """The site's pages under names that put them into no order: its largest ones stand together otherwise."""
    for number, file in enumerate(sorted(corpus.rglob("*.html"))):
        name = hashlib.sha256(str(number).encode()).hexdigest()
        shutil.copyfile(file, folder / f"{name}.html")
    return folder


def judge(folder: Path) -> int:
    """Print how a run on a folder grows."""
    pace, held = run(folder)
    for step in range(250, held[-1][0] + 1, 250):
        pages, megabytes = next((one for one in held if one[0] >= step), held[-1])
        print(f"{pages:5} pages: {megabytes:6.1f} MB")
    early = next(megabytes for pages, megabytes in held if pages >= 500)
    latest = max(megabytes for pages, megabytes in held if pages >= 500)
    alone = bare_loop(folder)
    print(f"run: {pace:.0f} pages/s; loop: {alone:.0f} pages/s; ratio {pace / alone:.2f} (at least 0.5)")
    said = f"memory after 500 pages: {early:.0f} MB, later at most {latest:.0f} MB"
    print(f"{said}: × {latest / early:.2f} (at most {GROWTH})")
    return int(pace < alone / 2 or latest > GROWTH * early)


if __name__ == "__main__":
    sys.exit(main())
