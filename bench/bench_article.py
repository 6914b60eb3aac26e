"""What the text of an article costs beside a bare parse: bytes in, plain text out.

The Page's own share is shown apart; then the page of all corpora that costs most beside its own parse, and how the cost
grows with the page.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import turbohtml
from measure import Job, ratios, sample_pages, show

from intaglio.article import article
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.page import Page

LIMITS = {"articles": 6.0, "sites": 11.0}
"""Pages of `sites` are small: what each step costs on any page weighs more there."""
WORST, LEAST_MS = 50.0, 5.0
"""No page may take more than so many times its own parse, or so many milliseconds, whichever is more."""
GROWTH = 2.0
"""A page ten times as long may take this many times ten times as long."""
TRIES = 3


def columns(body: bytes) -> Page:
    """The Page's share: all columns that finding the body needs."""
    page = Page.parse(body)
    _ = page.tag, page.end, page.texts, page.text_start
    return page


def text(body: bytes) -> str:
    """The whole way."""
    return article(body).text


def best_ms(job: Job, body: bytes, enough: float = 0.0) -> float:
    """Processor time of the best of some tries; a first one below `enough` will do."""
    least = float("inf")
    for _ in range(TRIES):
        start = time.process_time()
        job(body)
        least = min(least, (time.process_time() - start) * 1000)
        if least < enough:
            break
    return least


def every_page() -> Iterator[tuple[str, bytes]]:
    """All pages of all corpora, with their names."""
    for corpus in ("articles", "records", "segmentation", "sites"):
        folder = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), corpus)
        for file in sorted([*folder.rglob("*.html"), *folder.rglob("*.htm")]):
            yield f"{corpus}/{file.relative_to(folder)}", file.read_bytes()


def worst_page() -> tuple[float, str]:
    """The highest cost as a share of what is allowed, and the page."""
    worst, name = 0.0, ""
    for page, body in every_page():
        taken = best_ms(text, body, enough=LEAST_MS)
        if taken > LEAST_MS:
            share = taken / max(WORST * best_ms(turbohtml.parse, body), LEAST_MS)
            worst, name = max((worst, name), (share, page))
    return worst, name


def growth(paragraphs: int) -> float:
    """Time of a page ten times as long, in tens of the shorter one's."""
    unit = (
        b"<div class=item><h2>A heading</h2><p>Some words, <a href=x>a link</a> and more. And more of them.</p></div>"
    )
    short, long = (b"<main>" + unit * count + b"</main>" for count in (paragraphs, 10 * paragraphs))
    return best_ms(text, long) / best_ms(text, short) / 10


def main() -> int:
    """Print the tables; fail when a limit is passed."""
    jobs: dict[str, Job] = {"bare parse": turbohtml.parse, "the Page's columns": columns, "the article's text": text}
    good = True
    for corpus, limit in LIMITS.items():
        found = ratios(jobs, "bare parse", sample_pages(corpus, 150))  # type: ignore[arg-type]
        limits = {"the article's text": limit}
        good &= show(f"Articles, {corpus}, × a bare parse", [(n, r, limits.get(n)) for n, r in found.items()])
    share, name = worst_page()
    rows = [
        (f"worst page, {name}, of what is allowed", share, 1.0),
        ("growth at ten times the length", growth(300), GROWTH),
    ]
    good &= show("Articles, bounds", rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
