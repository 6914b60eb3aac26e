"""What records cost beside a bare parse: learning a template from 20 pages, and the record of a page that is new.

Pages are those of the corpus `records`, every site taken for one template. A page is read by a wrapper that has read
the pages it was learned from and nothing else, from bytes to record. Growth is that of pages made for it: ten times as
many elements, ten times as many pages to learn from; 10 is in proportion.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import turbohtml
from measure import show

from intaglio.evaluate.corpora import CORPORA, open_corpus, read_records
from intaglio.evaluate.records.wrapper_scores import sites_of
from intaglio.page import Page
from intaglio.wrapper import Wrapper, WrapperOptions, extract, learn
from intaglio.wrapper.wrapper_codec import dumps, loads

LEARNED, ASKED, REPEAT, READINGS = 20, 40, 2, 3
LEARNING, LONGEST, EXTRACTION, GROWTH = 75.0, 300.0, 8.0, 15.0
"""`LONGEST` is what learning the worst site may take."""
SLOW, SHORT = 50.0, 0.005
"""A page may take so many bare parses, or so many seconds, whichever is more."""
Costs = list[tuple[float, float]]
"""Of each page: seconds of a bare parse, and of everything up to the record."""


def seconds(job: Callable[[], object], repeat: int = REPEAT) -> float:
    """Processor time of a job, the best of some runs."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect(0)
        start = time.process_time()
        job()
        best = min(best, time.process_time() - start)
    return best


def bodies() -> Mapping[str, Sequence[bytes]]:
    """The pages of each site, shuffled."""
    folder = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), "records")
    found = {}
    for site, pages in sites_of(read_records(folder)).items():
        chosen = Random(site).sample(pages, LEARNED + ASKED)
        found[site] = [page.html.read_bytes() for page in chosen]
    return found


def learning(first: Sequence[bytes]) -> tuple[Wrapper, float]:
    """A wrapper, and what learning it costs in bare parses of its pages."""
    made: list[Wrapper] = []
    taken = seconds(lambda: made.append(learn([Page.parse(body) for body in first])))
    return made[-1], taken / parsing(first)


def parsing(pages: Sequence[bytes]) -> float:
    """Seconds of bare parses."""
    return seconds(lambda: [turbohtml.parse(body) for body in pages])


def extraction(wrapper: Wrapper, first: Sequence[bytes], asked: Sequence[bytes]) -> Costs:
    """What the records of further pages cost, each read for the first time.

    A look for garbage in all that this program holds, which takes as long as ten pages, is none of a page's cost.
    """
    blob = dumps(wrapper)
    bare = [float("inf")] * len(asked)
    whole = list(bare)
    for _ in range(READINGS):
        fresh = loads(blob)
        for body in first:
            extract(fresh, Page.parse(body))
        gc.collect()
        gc.freeze()
        for number, body in enumerate(asked):
            bare[number] = min(bare[number], seconds(lambda body=body: turbohtml.parse(body), 1))  # type: ignore[misc]
            whole[number] = min(whole[number], seconds(lambda body=body: extract(fresh, Page.parse(body)), 1))  # type: ignore[misc]  # noqa: B023
        gc.unfreeze()
    return list(zip(bare, whole, strict=True))


def made(number: int, items: int) -> bytes:
    """A page with a list, a table of which some rows are missing, and free text."""
    chance = Random(number)
    rows = "".join(
        f"<tr><th>Property {at}</th><td class=v>{chance.random()}</td></tr>"
        for at in range(items)
        if chance.random() < 0.8
    )
    listed = "".join(
        f"<li class=item><a href=/{chance.random()}>Item {chance.random()}</a><p>{chance.random()}</p></li>"
        for _ in range(chance.randrange(items, 2 * items))
    )
    text = "".join(chance.choice(("<p>a <b>b</b>", "<p class=x>c", "<h3>d", "<br>")) for _ in range(items))
    return (
        f"<title>{number}</title><h1>Page {number}</h1><table>{rows}</table><ul>{listed}</ul><div>{text}</div>".encode()
    )


def growth() -> list[tuple[str, float, float | None]]:
    """How learning and extraction grow when pages, or their number, grow tenfold."""
    few, large = [made(n, 20) for n in range(10)], [made(n, 200) for n in range(10)]
    many = [made(n, 20) for n in range(100)]
    options = WrapperOptions(pages=len(many))
    base, wide, long = (seconds(lambda p=p: learn([Page.parse(b) for b in p], options), 2) for p in (few, large, many))  # type: ignore[misc]
    small, big = (learn([Page.parse(body) for body in pages]) for pages in (few, large))
    one, ten = (
        seconds(lambda w=w, k=k: extract(w, Page.parse(made(999, k))), 5)  # type: ignore[misc]
        for w, k in ((small, 20), (big, 200))
    )
    return [
        ("learning, ten times as many pages", long / base, GROWTH),
        ("learning, pages ten times as large", wide / base, GROWTH),
        ("a record, page ten times as large", ten / one, GROWTH),
    ]


def memory(first: Sequence[bytes]) -> list[tuple[str, float, float | None]]:
    """What learning holds at its peak, and a stored wrapper, against the bytes of the pages."""
    pages = [Page.parse(body) for body in first]
    tracemalloc.start()
    wrapper = learn(pages)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    size = sum(map(len, first))
    return [
        ("memory at the peak of learning, × the pages", peak / size, None),
        ("a stored wrapper, × a page", len(dumps(wrapper)) / (size / len(first)), None),
    ]


def main() -> int:
    """Print the tables; fail when a limit is passed."""
    learned: dict[str, float] = {}
    costs: dict[str, Costs] = {}
    sites = bodies()
    for site, pages in sites.items():
        first, asked = pages[:LEARNED], pages[LEARNED:]
        wrapper, learned[site] = learning(first)
        costs[site] = extraction(wrapper, first, asked)
        if "-v" in sys.argv:
            times = [whole / bare for bare, whole in costs[site]]
            print(
                f"{site:28} learning {learned[site]:6.0f}  a record {statistics.median(times):6.2f}, {max(times):6.2f}"
            )
    every = [(bare, whole) for found in costs.values() for bare, whole in found]
    worst = max(whole / max(SLOW * bare, SHORT) for bare, whole in every)
    median = statistics.median(whole / bare for bare, whole in every)
    rows = [
        ("learning from 20 pages, median of the sites", statistics.median(learned.values()), LEARNING),
        ("learning from 20 pages, the worst site", max(learned.values()), LONGEST),
        ("a record, the Page included, median", median, EXTRACTION),
        ("the worst record, × the time a page may take", worst, 1.0),
        ("share of sites over the median allowed",
         statistics.mean(statistics.median(w / b for b, w in found) > EXTRACTION for found in costs.values()), None),
    ]  # fmt: skip
    good = show(f"records of {len(sites)} sites, {len(every)} pages, × a bare parse", rows)
    good &= show("growth at ten times the size", growth())
    good &= show("memory", memory(next(iter(sites.values()))[:LEARNED]))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
