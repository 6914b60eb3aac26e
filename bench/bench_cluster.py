"""`intaglio apply` on a finished collection: equal rows, cost of a page, two workers, memory, what goes wrong.

    python bench/bench_cluster.py [WHAT ...]

WHAT is `same`, `cost`, `workers`, `killed`, `full`, `memory=PAGES` (100000 takes about half an hour) or `real=SITES`
(pages of the corpus `records`: half of each site is learned, the other half applied). Without any: all but `real`,
memory over 2000 pages. `bench_nodes.py` is about several machines.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path

from sample_crawl import SampleCrawl, rows, write_warc

import intaglio
from intaglio.collection.packs.write_pack import write_pack
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.shards.apply_shard import ShardWorker
from intaglio.shards.drive import ApplySummary, Driver
from intaglio.shards.executors import LocalExecutor, OpenShardWorker
from intaglio.shards.plan import Plan, PlanOptions
from intaglio.shards.shard import Job, Shard, ShardReport
from intaglio.sources import WarcFiles

MOST, SAME, GROWN, FASTER = 1.15, 0.995, 1.1, 1.7
ROUNDS = 5
MANY = 24
"""How often the pages are there where two workers are beside one: starting them is a small part then."""
LEARNED = 50
"""Pages of a real site that are learned from."""


def main() -> int:
    """Print every figure; fail if one is beyond its bound."""
    wanted = dict(word.partition("=")[::2] for word in sys.argv[1:])
    wanted = wanted or dict.fromkeys(("same", "cost", "memory", "workers", "killed", "full"), "")
    parts: Mapping[str, Callable[[SampleCrawl], bool]] = {
        "same": same, "cost": cost_of_a_page, "workers": workers, "killed": killed_worker, "full": full_disk,
        "memory": lambda crawl: memory(crawl, int(wanted["memory"] or 2000)),
        "real": lambda crawl: real_pages(crawl.folder, int(wanted["real"] or 12)),
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        crawl = SampleCrawl.make(Path(name)) if set(wanted) - {"real"} else SampleCrawl(Path(name), "")
        good = {one: parts[one](crawl) for one in wanted}
    return int(not all(good.values()))


def plan(warc: Path, size: int = 1 << 28) -> Plan:
    """The shards of the file."""
    return Plan((str(warc),), PlanOptions(size=size, least=size))


def same(crawl: SampleCrawl) -> bool:
    """How many pages of a finished collection get their template again; are their records and articles equal."""
    job = crawl.job("same")
    for shard in plan(crawl.warc("same")):
        ShardWorker(job).apply(shard)
    with intaglio.open(crawl.folder / "out") as collection:
        pages = {line["url"]: line["template"] for line in collection.pages()}
        articles = {line["url"]: line for line in collection.articles()}
        records = {line["url"]: line for line in collection.records()}
    found = rows(job.out)
    alike = {str(row["url"]) for row in found["pages"] if row["template"] == pages[str(row["url"])]}
    equal = {
        "articles": sum(article_of(row) == _some(articles[str(row["url"])]) for row in found["articles"]),
        "records": sum(record_of(row) == record_line(records[str(row["url"])]) for row in found["records"]),
    }
    told = ", ".join(f"{name} on {count} of {len(found[name])}" for name, count in equal.items())
    print(f"template equal on {len(alike) / len(pages):.4f} of {len(pages)} pages (at least {SAME}), {told}")
    whole = all(count == len(found[name]) for name, count in equal.items())
    return len(alike) >= SAME * len(pages) and whole and len(found["records"]) == len(records)


ARTICLE = ("type", "title", "author", "date", "abstract", "language", "text", "markdown", "authors", "comments")


def article_of(row: Mapping[str, object]) -> dict[str, object]:
    """What is compared of an article."""
    return {name: row[name] or None for name in ARTICLE}


def _some(line: Mapping[str, object]) -> dict[str, object]:
    return {name: line[name] or None for name in ARTICLE}


def record_of(row: Mapping[str, object]) -> dict[str, object]:
    """A record as the collection tells it."""
    fields = {**dict(row["fields"]), **json.loads(str(row["lists"]))}  # type: ignore[call-overload]
    told = {name: json.loads(str(row[name])) for name in ("typed", "misfits", "furniture")}
    return {"template": row["template"], "fields": fields, **told}


def record_line(line: Mapping[str, object]) -> dict[str, object]:
    """The same of a line of the collection."""
    return {name: line[name] for name in ("template", "fields", "typed", "misfits", "furniture")}


def cost_of_a_page(crawl: SampleCrawl) -> bool:
    """Processor time of a shard beside that of the same pages read one after the other, in turn."""
    warc, pages = crawl.warc("cost"), len(crawl.pages())
    read, applied = [], []
    for number in range(ROUNDS + 1):
        turns = [(read, lambda: read_all(crawl, warc)), (applied, lambda: apply_all(crawl.job("cost"), warc))]
        for times, turn in turns if number % 2 else turns[::-1]:
            start = time.process_time()
            turn()
            times.append(1000 * (time.process_time() - start) / pages)
        shutil.rmtree(crawl.folder / "cost")
    del read[0], applied[0]  # the first round loads what both need
    ratio = statistics.median(new / old for new, old in zip(applied, read, strict=True))
    print(
        f"a page under apply costs {ratio:.3f} × read in a loop (at most {MOST}); best of {ROUNDS} rounds "
        f"{min(applied):.2f} and {min(read):.2f} ms, {min(applied) / min(read):.3f} ×"
    )
    return ratio <= MOST


def read_all(crawl: SampleCrawl, warc: Path) -> None:
    """Read the pages of a file in a loop."""
    options = intaglio.ReadingOptions(areas=False, why=False, elsewhere=False)
    with intaglio.open(crawl.folder / "pack.intaglio") as known:
        for capture in WarcFiles((warc,)):
            if isinstance(capture, intaglio.Capture):
                known.read(capture, options=options).as_dict()


def apply_all(job: Job, warc: Path) -> None:
    """Do the shards of a file here."""
    worker = ShardWorker(job)
    for shard in plan(warc):
        worker.apply(shard)


def memory(crawl: SampleCrawl, pages: int) -> bool:
    """How much a worker process holds from the first tenth of the pages to the last; all pages differ."""
    held, done, job = [], 0, crawl.job("memory")
    with LocalExecutor(OpenShardWorker(job), 1) as engine:
        while done < pages:
            warc = crawl.warc("memory", first=len(held))
            (shard,) = plan(warc)
            done += engine.submit(shard).result().rows["pages"]
            (worker,) = children()
            held.append(resident(worker))
            shutil.rmtree(job.out)
    tenth = max(len(held) // 10, 1)
    first, last = statistics.median(held[:tenth]), statistics.median(held[-tenth:])
    print(
        f"a worker holds {first / 1024:.0f} MiB in the first tenth of {done:,} pages, "
        f"{last / 1024:.0f} MiB in the last, {max(held) / 1024:.0f} MiB at most"
    )
    return last <= GROWN * first


def children() -> list[int]:
    """The processes that this one started."""
    me = os.getpid()
    return [int(one) for one in Path(f"/proc/{me}/task/{me}/children").read_text().split()]


def resident(process: int) -> int:
    """Kilobytes that a process holds."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def run(
    job: Job, warc: Path, count: int, engine: type[LocalExecutor] = LocalExecutor, size: int = 40_000
) -> ApplySummary:
    """Do a job with so many workers."""
    with engine(OpenShardWorker(job), count) as opened:
        return Driver(job, opened).run(plan(warc, size))


def workers(crawl: SampleCrawl) -> bool:
    """How much faster two are than one, on the clock, and what they cost; a bound only where two cores are free."""
    warc, seconds, spent, idle = crawl.warc("many", MANY), {}, {}, {}
    for count in (1, 2):
        before, start = (spent_seconds(), idle_seconds()), time.monotonic()
        run(crawl.job(f"many{count}"), warc, count, size=warc.stat().st_size // 24)
        seconds[count] = time.monotonic() - start
        spent[count], idle[count] = spent_seconds() - before[0], idle_seconds() - before[1]
    free = idle[1] >= 0.8 * seconds[1]  # the core that one worker leaves to others
    ratio = seconds[1] / seconds[2]
    print(
        f"two workers are {ratio:.2f} × as fast as one (at least {FASTER}), starting included: {seconds[1]:.1f} and "
        f"{seconds[2]:.1f} s on the clock of a {'free' if free else 'busy'} machine, {spent[1]:.1f} and "
        f"{spent[2]:.1f} s of processor time"
    )
    return ratio >= FASTER or not free


def spent_seconds() -> float:
    """Processor time of this process and of those that it started and ended."""
    told = os.times()
    return told.user + told.system + told.children_user + told.children_system


def idle_seconds() -> float:
    """Seconds that the machine's cores had nothing to do, together."""
    return int(Path("/proc/stat").read_text().split()[4]) / os.sysconf("SC_CLK_TCK")


class _Killing(LocalExecutor):
    """Ends a worker with the third shard that is handed out."""

    def submit(self, task: object) -> Future[ShardReport]:
        """Hand it out, and kill."""
        self.count = getattr(self, "count", 0) + 1
        future = super().submit(task)
        if self.count == 3 and isinstance(task, Shard):
            os.kill(children()[0], signal.SIGKILL)
        return future


def killed_worker(crawl: SampleCrawl) -> bool:
    """A worker that is killed costs time only."""
    warc = crawl.warc("killed")
    quiet, killed = crawl.job("not killed"), crawl.job("killed")
    run(quiet, warc, 2)
    done = run(killed, warc, 2, _Killing)
    equal = rows(killed.out) == rows(quiet.out)
    print(f"a worker killed: {done.shards} shards, {len(done.failed)} given up, rows {'equal' if equal else 'DIFFER'}")
    return equal and not done.failed


def full_disk(crawl: SampleCrawl) -> bool:
    """A full disk gives shards up; with room again, the same job finishes."""
    warc, quiet, full = crawl.warc("full"), crawl.job("not full"), crawl.job("full")
    Path(full.out).mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", full.out]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        print("full disk: not tried, as only root can mount one")
        return True
    try:
        run(quiet, warc, 2)
        first = run(full, warc, 2)
        subprocess.run(["mount", "-o", "remount,size=50m", full.out], check=True)
        second = run(full, warc, 2)
        equal = rows(full.out) == rows(quiet.out)
    finally:
        subprocess.run(["umount", full.out], check=True)
    said = next(iter(first.failed.values()), "nothing")
    print(f"full disk: {len(first.failed)} shards given up ({said}); again: {second.before} were done before, ", end="")
    print(f"{len(second.failed)} given up, rows {'equal' if equal else 'DIFFER'}")
    return bool(first.failed) and not second.failed and equal


def real_pages(folder: Path, count: int) -> bool:
    """Cost of pages as they are in the wild, by their size; sites of the corpus in the order of their names, evenly."""
    corpus = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), "records")
    sites = sorted({truth.parent for truth in corpus.rglob("truth.jsonl")})
    known = [learn_half(folder, site) for site in sites[:: max(len(sites) // count, 1)]]
    pack = folder / "real.intaglio"
    digest = write_pack([out for out, _ in known], pack).digest
    every: list[tuple[float, float]] = []
    for number, (_, warc) in enumerate(known):
        job = Job(str(pack), digest, str(folder / f"real{number}"))
        apply_all(Job(str(pack), digest, str(folder / f"warm{number}")), warc)
        start = time.process_time()
        apply_all(job, warc)
        seconds = time.process_time() - start
        found = rows(job.out)
        bodies = [len(one.body) for one in WarcFiles((warc,)) if isinstance(one, intaglio.Capture)]
        hits = sum(row["template"] is not None for row in found["pages"])
        every.append((sum(bodies) / len(bodies) / 1000, 1000 * seconds / len(bodies)))
        print(f"{warc.name}: {hits} of {len(bodies)} hit, {every[-1][0]:.0f} kB and {every[-1][1]:.1f} ms a page")
    size, cost = (statistics.mean(values) for values in zip(*every, strict=True))
    line = statistics.linear_regression(*zip(*every, strict=True))
    print(f"{len(every)} sites: {size:.0f} kB and {cost:.1f} ms a page; {line.intercept:.1f} ms and ", end="")
    print(f"{line.slope:.3f} ms more for each kB")
    return True


def learn_half(folder: Path, site: Path) -> tuple[Path, Path]:
    """Learn from the first pages of a site; give the collection, and the others as a WARC file."""
    name = f"{site.parent.name}-{site.name}"
    pages = sorted(site.rglob("*.htm*"))
    held = [(f"http://{name}.example/{one.name}", one.read_bytes()) for one in pages]
    learned, others = folder / f"{name}-learned.warc.gz", folder / f"{name}.warc.gz"
    write_warc(learned, held[:LEARNED])
    write_warc(others, held[LEARNED:])
    options = intaglio.RunOptions(intaglio.LearnOptions(method="text-blocks"), browser=False)
    intaglio.collect([str(learned)], folder / name, options)
    return folder / name, others


if __name__ == "__main__":
    sys.exit(main())
