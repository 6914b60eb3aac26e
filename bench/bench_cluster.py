"""`intaglio apply` beside `read` in a loop, on a finished collection; workers, memory, killed workers and a full disk.

python bench/bench_cluster.py [PAGES]      pages over which memory is watched; 100000 takes about half an hour
"""

from __future__ import annotations

import base64
import hashlib
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future
from pathlib import Path

from fastwarc.stream_io import GzipWriter
from fastwarc.warc import WarcRecord, WarcRecordType
from pyarrow import parquet

import intaglio
from intaglio.collection.packs.write_pack import write_pack
from intaglio.sample import write_sample
from intaglio.shards.apply_shard import ShardWorker
from intaglio.shards.drive import ApplySummary, Driver
from intaglio.shards.executors import LocalExecutor, OpenShardWorker
from intaglio.shards.plan import Plan, PlanOptions
from intaglio.shards.shard import Job, Limits, Shard, ShardReport
from intaglio.sources import WarcFiles

BASE = "http://quillmarsh.example/"
MOST, SAME, GROWN, FASTER = 1.15, 0.995, 1.1, 1.7
ROUNDS = 3


def main() -> int:
    """Print every figure; fail if one is beyond its bound."""
    watched = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site, out, pack, warc = folder / "site", folder / "out", folder / "pack.intaglio", folder / "site.warc.gz"
        write_sample(site)
        learn = intaglio.LearnOptions(method="text-blocks")
        options = intaglio.RunOptions(learn, browser=False, saved=intaglio.SavedOptions(BASE))
        intaglio.collect(site, out, options)
        digest = write_pack([out], pack).digest
        write_warc(warc, site)

        def job(where: str) -> Job:
            return Job(str(pack), digest, str(folder / where), limits=Limits(pause=0.2))

        checks = [
            same_templates(out, job("same"), warc),
            cost_of_a_page(job("cost"), pack, warc),
            memory(job("memory"), warc, watched),
            workers(job, warc),
            killed_worker(job, warc),
            full_disk(job, warc),
        ]
    return int(not all(checks))


def write_warc(path: Path, site: Path) -> None:
    """Write the pages of a site to a WARC file, with digests."""
    with path.open("wb") as file:
        writer = GzipWriter(file)
        for page in sorted(site.rglob("*.html")):
            body = page.read_bytes()
            record = WarcRecord()
            record.init_headers(WarcRecordType.response)
            record.headers["WARC-Target-URI"] = BASE + page.relative_to(site).as_posix()
            record.headers["Content-Type"] = "application/http; msgtype=response"
            digest = base64.b32encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode()
            record.headers["WARC-Payload-Digest"] = f"sha1:{digest}"
            record.set_bytes_content(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body)
            record.write(writer)
            writer.finish()


def plan(warc: Path, size: int = 1 << 28) -> Plan:
    """The shards of the file."""
    return Plan((str(warc),), PlanOptions(size=size))


def rows(where: str) -> dict[str, list[dict[str, object]]]:
    """All rows of a job, by table, in the order of their sources."""
    found = {}
    for table in ("pages", "articles", "records", "misses"):
        files = sorted((Path(where) / table).glob("*.parquet"))
        every = [row for file in files for row in parquet.read_table(file).to_pylist()]
        found[table] = sorted(every, key=lambda row: str(row["source"]))
    return found


def same_templates(out: Path, job: Job, warc: Path) -> bool:
    """How many pages of a finished collection get their template again, and are their articles equal."""
    for shard in plan(warc):
        ShardWorker(job).apply(shard)
    with intaglio.open(out) as collection:
        pages = {line["url"]: line["template"] for line in collection.pages()}
        texts = {line["url"]: line["text"] for line in collection.articles()}
    found = rows(job.out)
    same = sum(row["template"] == pages[str(row["url"])] for row in found["pages"]) / len(pages)
    articles = sum(row["text"] == texts[str(row["url"])] for row in found["articles"]) / len(pages)
    print(f"template equal on {same:.4f} of {len(pages)} pages (at least {SAME}), articles on {articles:.4f}")
    return same >= SAME


def cost_of_a_page(job: Job, pack: Path, warc: Path) -> bool:
    """Processor time of a shard beside that of the same pages read one after the other."""
    ratios, costs, pages, size = [], [], 0, 0
    for number in range(ROUNDS + 1):
        worker = ShardWorker(Job(job.pack, job.digest, f"{job.out}{number}", limits=job.limits))
        options = intaglio.ReadingOptions(areas=False, why=False, elsewhere=False)
        start, pages, size = time.process_time(), 0, 0
        with intaglio.open(pack) as known:
            for capture in WarcFiles((warc,)):
                if isinstance(capture, intaglio.Capture):
                    known.read(capture, options=options).as_dict()
                    pages, size = pages + 1, size + len(capture.body)
        middle = time.process_time()
        for shard in plan(warc):
            worker.apply(shard)
        end = time.process_time()
        ratios.append((end - middle) / (middle - start))
        costs.append(1000 * (end - middle) / pages)
    ratio = statistics.median(ratios[1:])  # the first round loads what both need
    print(f"a page under apply costs {ratio:.3f} × read in a loop (at most {MOST}), of rounds {ratios[1:]}")
    print(f"{min(costs[1:]):.2f} ms of processor time a page of {size / pages / 1000:.1f} kB, pack opened each time")
    return ratio <= MOST


def memory(job: Job, warc: Path, pages: int) -> bool:
    """How much a worker grows from a tenth of the pages to all of them."""
    worker, done, first = ShardWorker(job), 0, 0
    (shard,) = plan(warc)
    while done < pages:
        done += worker.apply(shard).rows["pages"]
        shutil.rmtree(job.out)
        if not first and done >= pages / 10:
            first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    last = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"largest memory after a tenth of {done:,} pages {first >> 10} MiB, after all {last >> 10} MiB")
    return last <= GROWN * first


def run(job: Job, warc: Path, count: int, engine: type[LocalExecutor] = LocalExecutor) -> ApplySummary:
    """Do a job with so many workers."""
    with engine(OpenShardWorker(job), count) as opened:
        return Driver(job, opened).run(plan(warc, 40_000))


def workers(job, warc: Path) -> bool:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """How much faster two are than one; a bound only where two cores are free."""
    seconds = {}
    for count in (1, 2):
        start = time.monotonic()
        run(job(f"workers{count}"), warc, count)
        seconds[count] = time.monotonic() - start
    free = os.getloadavg()[0] < 1
    ratio = seconds[1] / seconds[2]
    print(f"two workers are {ratio:.2f} × as fast as one, starting included; {'free' if free else 'busy'} machine")
    return ratio >= FASTER or not free


class _Killing(LocalExecutor):
    """Ends a worker with the third shard that is handed out."""

    def submit(self, task: object) -> Future[ShardReport]:
        """Hand it out, and kill."""
        self.count = getattr(self, "count", 0) + 1
        future = super().submit(task)
        if self.count == 3 and isinstance(task, Shard):
            children = subprocess.run(["pgrep", "-P", str(os.getpid())], capture_output=True, text=True, check=False)
            os.kill(int(children.stdout.split()[0]), signal.SIGKILL)
        return future


def killed_worker(job, warc: Path) -> bool:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """A worker that is killed costs time only."""
    quiet, killed = job("workers2"), job("killed")
    done = run(killed, warc, 2, _Killing)
    equal = rows(killed.out) == rows(quiet.out)
    print(f"a worker killed: {done.shards} shards, {len(done.failed)} given up, rows {'equal' if equal else 'DIFFER'}")
    return equal and not done.failed


def full_disk(job, warc: Path) -> bool:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """A full disk gives shards up; with room again, the same job finishes."""
    full = job("full")
    Path(full.out).mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", full.out]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        print("full disk: not tried, as only root can mount one")
        return True
    try:
        first = run(full, warc, 2)
        subprocess.run(["mount", "-o", "remount,size=50m", full.out], check=True)
        second = run(full, warc, 2)
        equal = rows(full.out) == rows(job("workers2").out)
    finally:
        subprocess.run(["umount", full.out], check=True)
    said = next(iter(first.failed.values()), "nothing")
    print(f"full disk: {len(first.failed)} shards given up ({said}); again: {second.before} were done before, ", end="")
    print(f"{len(second.failed)} given up, rows {'equal' if equal else 'DIFFER'}")
    return bool(first.failed) and not second.failed and equal


if __name__ == "__main__":
    sys.exit(main())
