"""Lets runs meet servers and pages that mean no good, one by one, each within limits of time, requests and memory.

    python bench/hostile.py [crawls|pages|mangled|unlike|addresses|collections ...]
        [--only WORDS] [--size BYTES] [--factor 4] [--count 3000]

`crawls`: each site would never end, or ask for far too much; a run must end, and make no more requests than its
budget. `pages`: two pages of each kind, and two that are larger by a factor; a run must answer every page within the
bounds that its size gives, and time must grow as the size does. Processor time, so that a busy machine fails nothing.
`mangled`: thousands of pages cut, torn and mixed at random, and hundreds of them through the browser. `unlike`: pages
that have nothing in common, so that each founds a template. `addresses`: pages that lead to this machine by every way
to write its addresses; nothing may arrive there. `collections`: each file of a collection replaced in many ways, before
every command that reads it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import hostile_addresses  # noqa: E402
import hostile_collections  # noqa: E402
from hostile_pages import KINDS, mangle, unlike_page  # noqa: E402

from intaglio.sample import SampleOptions, write_sample  # noqa: E402
from intaglio.sources.crawl import CrawlOptions  # noqa: E402
from tests.run.endless import WAYS, Forbidden, Site, Sitemaps, endless_site  # noqa: E402

CRAWL_SECONDS = 120.0
"""Time that a crawl has, of the clock."""
CRAWL_MEGABYTES = 400.0
SECONDS, SECONDS_A_MEGABYTE = 10.0, 30.0
"""Processor time of a run over two pages: for any, and for each megabyte of both."""
MEGABYTES, MEGABYTES_A_MEGABYTE = 250.0, 350.0
"""Memory of a run, the same way; for a megabyte of the larger page."""
GROWTH = 1.7
"""How much faster than the size the time may grow; measured where it is more than a few seconds."""
NOTICEABLE = 5.0
RENDERED = 10
"""One in so many of the mangled pages goes through the browser."""
MANGLED_MEGABYTES = 600.0
"""Memory of a run over mangled pages."""
TOO_MANY = "elements, more than"
"""What is said of pages with more elements than any may have: a line of `errors.jsonl` each, which is an answer."""
UNLIKE_MEGABYTES = 700.0
"""Memory of a run over pages that have nothing in common."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run took."""

    status: int
    seconds: float
    cpu: float
    megabytes: float
    said: str


def run(words: list[str], limit: float) -> Ran:
    """Run the command, and end it when its time is over."""
    with tempfile.TemporaryFile() as errors:
        started = time.monotonic()
        command = [sys.executable, "-m", "intaglio", "-q", "run", *words]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)
        deadline = started + limit
        while (found := os.wait4(process.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() > deadline:
                os.killpg(process.pid, 9)
            time.sleep(0.05)
        _, status, used = found
        errors.seek(0)
        said = errors.read().decode("utf-8", "replace").strip()
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    return Ran(code, time.monotonic() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said[-300:])


class OneWay(Site):
    """A site whose start leads one way only."""

    way = "/"

    def start(self, _path: str, _query: str) -> None:
        """Lead there."""
        self.page("start", self.way)


def sites() -> Iterator[tuple[str, type[Site]]]:
    """The sites to crawl, by name."""
    for way in WAYS:
        yield way, type("Way", (OneWay,), {"way": way})
    yield "all of them", Site
    yield "sitemaps", Sitemaps
    yield "a long robots.txt", Forbidden


def crawls(given: argparse.Namespace) -> list[str]:
    """Crawl each site with a few pages asked for, and with as many as there are."""
    wrong = []
    for name, kind in sites():
        for pages in (5, CrawlOptions().pages or 0):
            if given.only not in name:
                continue
            with tempfile.TemporaryDirectory() as folder, endless_site(kind) as (url, site):
                words = [url, "-o", folder, "--no-browser", "--delay", "0", "--no-records", "--pages", str(pages)]
                ran = run(words, CRAWL_SECONDS)
                asked = site.asked.total()
                told = _told(Path(folder))
            budget = CrawlOptions(pages=pages).budget or 0
            faults = [
                *(["did not end"] if ran.seconds >= CRAWL_SECONDS else []),
                *([f"more than {budget} requests"] if asked > budget + CrawlOptions().concurrency else []),
                *([f"more than {CRAWL_MEGABYTES:.0f} MB"] if ran.megabytes > CRAWL_MEGABYTES else []),
                *([f"said {ran.said}"] if "Traceback" in ran.said else []),
            ]
            print(
                f"  {name:18} --pages {pages:<6} {asked:5} requests {ran.seconds:5.1f} s {ran.megabytes:4.0f} MB"
                f"  {'; '.join(faults) or 'ended'}  {told}",
                flush=True,
            )
            wrong += [f"{name}: {fault}" for fault in faults]
    return wrong


def _told(out: Path) -> str:
    """What a collection says was left out."""
    if not (out / "errors.jsonl").exists():
        return ""
    with (out / "errors.jsonl").open(encoding="utf-8") as lines:
        found = [line for line in map(json.loads, lines) if line["stage"] in ("crawl", "trap")]
    return f"({found[0]['stage']}: {found[0]['reason'][:60]})" if found else ""


def pages(given: argparse.Namespace) -> list[str]:
    """Read two pages of each kind, and two that are larger."""
    wrong = []
    for name, make in KINDS.items():
        if given.only not in name:
            continue
        size, factor = given.size, given.factor
        small, large = (_read(make(one)) for one in (size, factor * size))
        faults = []
        for ran, length in ((small, size), (large, factor * size)):
            bound = SECONDS + SECONDS_A_MEGABYTE * 2 * length / 1e6
            if ran.cpu > bound:
                faults.append(f"more than {bound:.0f} s for {length / 1e6:.1f} MB")
            if ran.megabytes > MEGABYTES + MEGABYTES_A_MEGABYTE * length / 1e6:
                faults.append(f"{ran.megabytes:.0f} MB of memory for {length / 1e6:.1f} MB")
            if ran.status or "Traceback" in ran.said:
                faults.append(f"status {ran.status}: {ran.said}")
        growth = large.cpu / small.cpu / factor
        if large.cpu > NOTICEABLE and growth > GROWTH:
            faults.append(f"grows {growth:.1f} times as fast as the size")
        print(
            f"  {name:30} {small.cpu:6.1f} s {small.megabytes:5.0f} MB   {large.cpu:6.1f} s {large.megabytes:5.0f} MB"
            f"   x {growth:.2f}  {'; '.join(faults) or 'ok'}",
            flush=True,
        )
        wrong += [f"{name}: {fault}" for fault in faults]
    return wrong


def _read(html: str) -> Ran:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "site").mkdir()
        for number in range(2):
            body = f"{html}<p>Page {number}, so that no two are the same."
            (folder / "site" / f"{number}.html").write_text(body, encoding="utf-8")
        ran = run([str(folder / "site"), "-o", str(folder / "out"), "--no-browser"], 3600.0)
        answered = sum(
            len((folder / "out" / file).read_bytes().splitlines())
            for file in ("pages.jsonl", "errors.jsonl")
            if (folder / "out" / file).exists()
        )
    if answered == 2 and ran.status == 1 and TOO_MANY in ran.said:
        return replace(ran, status=0)  # both pages are told as errors, as their bound asks for
    return ran if answered == 2 or ran.status else Ran(1, ran.seconds, ran.cpu, ran.megabytes, f"{answered} answers")


def mangled(given: argparse.Namespace) -> list[str]:
    """Read pages that were cut, torn and mixed at random, through all stages; some of them by the browser."""
    wrong = []
    for name, count, words in (
        ("plain", given.count, ["--no-browser", "--parquet"]),
        ("browser", given.count // RENDERED, ["--method", "vips"]),
    ):
        if given.only not in name:
            continue
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            write_sample(folder / "sample", SampleOptions(articles=60))
            bodies = [file.read_bytes() for file in sorted((folder / "sample").rglob("*.html"))]
            (folder / "site").mkdir()
            for number in range(count):
                (folder / "site" / f"{number:05}.html").write_bytes(mangle(bodies, Random(number)))
            wrong += _all_answered(name, folder, count, words, MANGLED_MEGABYTES)
    return wrong


def unlike(given: argparse.Namespace) -> list[str]:
    """Read pages that have nothing in common."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "site").mkdir()
        for number in range(given.count):
            (folder / "site" / f"{number:05}.html").write_text(unlike_page(Random(number)), encoding="utf-8")
        return _all_answered("unlike", folder, given.count, ["--no-browser", "--no-records"], UNLIKE_MEGABYTES)


def _all_answered(name: str, folder: Path, count: int, words: list[str], megabytes: float) -> list[str]:
    out = folder / "out"
    ran = run([str(folder / "site"), "-o", str(out), *words], 7200.0)
    lines = {file: len((out / file).read_bytes().splitlines()) for file in ("pages.jsonl", "errors.jsonl")}
    odd = [line for line in (out / "errors.jsonl").read_text("utf-8").splitlines() if '"unexpected ' in line]
    faults = [
        *([f"status {ran.status}: {ran.said}"] if ran.status not in (0, 3) or "Traceback" in ran.said else []),
        *([f"{lines} for {count} pages"] if sum(lines.values()) != count else []),
        *([f"{len(odd)} met a defect: {odd[0]}"] if odd else []),
        *([f"more than {megabytes:.0f} MB"] if ran.megabytes > megabytes else []),
    ]
    print(
        f"  {name:10} {count} pages: {lines['pages.jsonl']} read, {lines['errors.jsonl']} told as errors"
        f" {ran.cpu:6.1f} s {ran.megabytes:5.0f} MB  {'; '.join(faults) or 'ok'}",
        flush=True,
    )
    return [f"{name}: {fault}" for fault in faults]


def addresses(_given: argparse.Namespace) -> list[str]:
    """Crawl and render pages that lead to other ports of this machine."""
    return hostile_addresses.addresses(run)


def collections(given: argparse.Namespace) -> list[str]:
    """Let commands and screens meet collections of strangers."""
    return hostile_collections.collections(given.only)


PARTS = {
    "crawls": crawls, "pages": pages, "mangled": mangled, "unlike": unlike, "addresses": addresses,
    "collections": collections,
}  # fmt: skip


def main() -> int:
    """Try the parts that are named, or all."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("parts", nargs="*", choices=[*PARTS, []])
    options.add_argument("--only", default="", help="names with these words")
    options.add_argument("--size", type=int, default=1_000_000, help="bytes of the smaller pages")
    options.add_argument("--factor", type=int, default=4, help="how much larger the larger ones are")
    options.add_argument("--count", type=int, default=3_000, help="pages that are mangled, or unlike")
    given = options.parse_args()
    wrong = []
    for part in given.parts or PARTS:
        print(f"{part}: {PARTS[part].__doc__}", flush=True)
        wrong += PARTS[part](given)
    print(f"{len(wrong)} failed: {'; '.join(wrong)}" if wrong else "all within their limits")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
