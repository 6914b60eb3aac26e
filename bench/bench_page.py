"""What a Page costs beside a bare parse of the same bytes, and how that grows."""

from __future__ import annotations

import sys
import time
import tracemalloc

import turbohtml
from measure import ratios, sample_pages, show

from intaglio.page import Page

LIMITS = {"articles": {"structure": 2.5, "every column": 3.5}, "sites": {"structure": 3.0, "every column": 4.5}}


def structure(body: bytes) -> Page:
    """The tree alone."""
    page = Page.parse(body)
    _ = page.tag, page.parent, page.depth, page.position, page.siblings, page.end
    return page


def every_column(body: bytes) -> Page:
    """The tree, ids, classes, texts."""
    page = structure(body)
    _ = page.id, page.cls, page.texts, page.text_owner, page.text_start, page.text_stop
    return page


def growth(cells: int) -> tuple[int, float, float]:
    """Elements, nanoseconds an element and bytes an element of a table with so many cells."""
    body = b"<table>" + b"<tr><td class=a>one</td><td>two <b>three</b></td></tr>" * (cells // 2) + b"</table>"
    taken = float("inf")
    for _ in range(3):
        start = time.process_time()
        every_column(body)
        taken = min(taken, time.process_time() - start)
    tracemalloc.start()
    page = every_column(body)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return page.size, taken / page.size * 1e9, held / page.size


def main() -> int:
    """Print the tables; fail when a limit is passed."""
    jobs = {"bare parse": turbohtml.parse, "structure": structure, "every column": every_column}
    good = True
    for corpus in ("articles", "sites"):
        pages = sample_pages(corpus, 150)
        found = ratios(jobs, "bare parse", pages)
        limits = LIMITS[corpus]
        good &= show(f"Page, {corpus}, × a bare parse", [(n, r, limits.get(n)) for n, r in found.items()])
    print("growth: elements, ns and bytes an element")
    for cells in (2_000, 20_000, 200_000):
        print("  {:>8,}  {:6.0f} ns  {:6.0f} bytes".format(*growth(cells)))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
