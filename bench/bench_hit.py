"""What a hit costs beside a bare parse: bytes in, the areas of the page's template with their texts out.

Each page is put to templates learned from other pages of its site; pages of the corpus `articles`, one a host, are hits
on the template they founded themselves. The Page's own share is shown apart.
"""

from __future__ import annotations

import gc
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import turbohtml
from measure import show

from intaglio.evaluate.corpora import CORPORA, open_corpus, read_articles, read_sites
from intaglio.page import Page
from intaglio.segment import SEGMENTERS
from intaglio.site import Hit, Site

LEARNED, ASKED, REPEAT = 150, 300, 7
LIMITS = {"articles": 5.0, "sites": 6.0}
Job = Callable[[], object]


def hit(site: Site, body: bytes) -> list[str]:
    """Read a page by its template."""
    page = Page.parse(body)
    result = site.read(site.match(page), page)
    return result.texts


def columns(body: bytes) -> Page:
    """The Page's share: all columns a hit needs."""
    page = Page.parse(body)
    _ = page.tag, page.cls, page.texts, page.text_start, page.text_breaks
    return page


def cases(corpus: str, method: str) -> Iterable[tuple[Site, bytes]]:
    """Sites that have learned, each with pages that are hits."""
    folder = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), corpus)  # type: ignore[arg-type]
    chosen = random.Random(1)
    segment = SEGMENTERS[method]
    if corpus == "articles":
        for row in chosen.sample(read_articles(folder), 100):
            body, site = row.html.read_bytes(), Site(row.host)
            site.process(Page.parse(body), segment)
            yield site, body
        return
    files: dict[str, list[Path]] = {}
    for page in read_sites(folder):
        files.setdefault(page.site, []).append(page.html)
    everything = sum(map(len, files.values()))
    for name, pages in files.items():
        chosen.shuffle(pages)
        asked = ASKED * len(pages) // everything
        learned = min(LEARNED, len(pages) - asked)
        site = Site(name)
        for file in pages[:learned]:
            site.process(Page.parse(file.read_bytes()), segment)
        for file in pages[learned : learned + asked]:
            body = file.read_bytes()
            if isinstance(site.match(Page.parse(body)), Hit):
                yield site, body


def ratios(site: Site, body: bytes) -> tuple[float, float]:
    """The Page's columns and the whole hit against a bare parse, each at its best of some runs in turn."""
    jobs: tuple[Job, ...] = (lambda: turbohtml.parse(body), lambda: columns(body), lambda: hit(site, body))
    least = [float("inf")] * len(jobs)
    for _ in range(REPEAT):
        for number, job in enumerate(jobs):
            gc.collect(0)
            start = time.process_time()
            job()
            least[number] = min(least[number], time.process_time() - start)
    return least[1] / least[0], least[2] / least[0]


def main() -> int:
    """Print a table for each corpus; fail when a limit is passed."""
    good = True
    method = sys.argv[1] if len(sys.argv) > 1 else "areas"
    for corpus, limit in LIMITS.items():
        found = [ratios(site, body) for site, body in cases(corpus, method)]
        page, whole = (statistics.median(column) for column in zip(*found, strict=True))
        rows = [("the Page's columns", page, None), ("a hit", whole, limit)]
        good &= show(f"{method} on {corpus}, {len(found)} hits, × a bare parse", rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
