"""What an article costs beside a bare parse.

    python bench/bench_article.py [pages] [peer] [line] [bounds]

`pages`: bytes in, plain text out, with the Page's own share shown apart. `peer`: the same beside trafilatura. `line`: a
line of `articles.jsonl` of a page that is parsed already and whose template has learned, as a run makes it, on pages of
transmission. `bounds`: the page of all corpora that costs most beside its own parse, and how the cost grows with the
page. Without any: all of them.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import turbohtml
from measure import Job, ratios, sample_pages, show

from intaglio.articles import Memory, article
from intaglio.evaluate.articles.peers import METHODS, installed
from intaglio.evaluate.corpora import CORPORA, open_corpus, read_sites
from intaglio.page import Page

LIMITS = {"articles": 6.0, "sites": 11.0}
"""Pages of `sites` are small: what each step costs on any page weighs more there."""
WORST, LEAST_MS = 50.0, 5.0
"""No page may take more than so many times its own parse, or so many milliseconds, whichever is more."""
GROWTH = 2.0
"""A page ten times as long may take this many times ten times as long."""
TRIES = 3
PEER = "trafilatura no comments"
PEER_SHARE = 0.2
"""Of the peer's time."""
LINE_MS = 1.5
"""Milliseconds of a line, as its site has them."""
LINE_PAGES = 120


def columns(body: bytes) -> Page:
    """The Page's share: all columns that finding the body needs."""
    page = Page.parse(body)
    _ = page.tag, page.end, page.texts, page.text_start
    return page


def text(body: bytes) -> str:
    """The whole way."""
    return article(body).text


def peer_share(bodies: list[bytes]) -> float | None:
    """Our time in all as a share of trafilatura's on the same pages, by turns; None if it is not installed."""
    found = installed({PEER: METHODS[PEER]})
    if not found:
        return None
    extract = found[PEER][0]
    pairs = [(best_ms(text, body), best_ms(lambda body: extract(body, None), body)) for body in bodies]
    return sum(ours for ours, _ in pairs) / sum(theirs for _, theirs in pairs)


def line_costs(site: str) -> tuple[float, float]:
    """The mean of what a line takes, in milliseconds and as bare parses, on pages behind those that taught."""
    folder = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), "sites")
    pages = [page for page in read_sites(folder) if page.site == site]
    memories: dict[str | None, Memory] = {}
    lines, parses = [], []
    for page in pages[:: max(len(pages) // LINE_PAGES, 1)]:
        body = page.html.read_bytes()
        memory = memories.setdefault(page.template, Memory())
        if memory.learning:
            article(body, memory=memory)
        else:
            lines.append(min(_line_ms(body, memory) for _ in range(TRIES)))
            parses.append(best_ms(turbohtml.parse, body))
    return statistics.fmean(lines), sum(lines) / sum(parses)


def _line_ms(body: bytes, memory: Memory) -> float:
    page = Page.parse(body, url="http://site.example/page.html")
    _ = page.tag, page.end, page.texts, page.text_start, page.cls  # matching and mapping have asked for these
    start = time.process_time()
    json.dumps(article(page, memory=memory).as_dict(), ensure_ascii=False)
    return (time.process_time() - start) * 1000


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


def show_pages() -> bool:
    """What the text costs, by corpus."""
    jobs: dict[str, Job] = {"bare parse": turbohtml.parse, "the Page's columns": columns, "the article's text": text}
    good = True
    for corpus, limit in LIMITS.items():
        found = ratios(jobs, "bare parse", sample_pages(corpus, 150))  # type: ignore[arg-type]
        limits = {"the article's text": limit}
        good &= show(f"Articles, {corpus}, × a bare parse", [(n, r, limits.get(n)) for n, r in found.items()])
    return good


def show_peer() -> bool:
    """Our share of trafilatura's time."""
    share = peer_share(sample_pages("articles", 60))
    return share is None or show("Articles, of trafilatura's time", [("without comments", share, PEER_SHARE)])


def show_line() -> bool:
    """What a line of a run costs."""
    ms, parses = line_costs("transmission")
    return show("A line of articles.jsonl", [("milliseconds", ms, LINE_MS), ("× a bare parse", parses, None)])


def show_bounds() -> bool:
    """The worst page, and growth."""
    share, name = worst_page()
    rows = [
        (f"worst page, {name}, of what is allowed", share, 1.0),
        ("growth at ten times the length", growth(300), GROWTH),
    ]
    return show("Articles, bounds", rows)


PARTS: dict[str, Callable[[], bool]] = {
    "pages": show_pages, "peer": show_peer, "line": show_line, "bounds": show_bounds
}  # fmt: skip


def main() -> int:
    """Print the tables that are asked for; fail when a limit is passed."""
    failed = [name for name in sys.argv[1:] or PARTS if not PARTS[name]()]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
