"""`intaglio apply --on ray` on two machines: network namespaces with a link between them, each with a node of Ray.

    python bench/bench_nodes.py [WHAT ...]        root only: others cannot make namespaces

WHAT is `quiet`, `client` (ray://), `node` (killed), `link` (cut), `driver` (killed) or `head` (killed); else all.
Every job is a process of its own, as users start it. Processes are ended by their ids, as the namespace tells them.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sample_crawl import SampleCrawl, rows, varied, write_warc

from intaglio.shards.drive import Driver
from intaglio.shards.executors import LocalExecutor, OpenShardWorker
from intaglio.shards.plan import Plan, PlanOptions

DEADLINE = 15
"""Seconds that a shard has; what is lost is done after twice as many, starting of workers aside."""
SHARDS, FILES = 16, "files"
PADDING = 600_000
"""Bytes of a record that is of another site, so that each file is a shard of its own."""
HEAD, OTHER = "10.213.7.1", "10.213.7.2"
PORT, CLIENT = 6379, 10001
BIN = Path(sys.executable).parent


@dataclass(frozen=True, slots=True)
class Machine:
    """A network namespace, and what runs in it."""

    name: str
    address: str

    @property
    def link(self) -> str:
        """Its end of the link."""
        return f"{self.name[:12]}-l"

    def words(self, *words: str) -> list[str]:
        """A command as it is run there."""
        return ["ip", "netns", "exec", self.name, *words]

    def start(self, *words: str, **settings: str) -> subprocess.Popen[str]:
        """Start a command there."""
        quiet = {
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_worker_niceness": "0",
            "PATH": f"{BIN}:{os.environ['PATH']}",
        }
        env = {**os.environ, **quiet, **settings}
        return subprocess.Popen(
            self.words(*words), env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )  # fmt: skip

    def ray(self, folder: Path, head: Machine | None = None) -> None:
        """Start a node of Ray with one core."""
        first = ["--head", "--port", str(PORT), "--ray-client-server-port", str(CLIENT), "--include-dashboard", "false"]
        where = ["--address", f"{head.address}:{PORT}"] if head else [*first, "--temp-dir", str(folder)]
        common = ["--num-cpus", "1", "--object-store-memory", str(100 << 20), "--disable-usage-stats"]
        begun = self.start("ray", "start", "--node-ip-address", self.address, *where, *common)
        said, _ = begun.communicate(timeout=120)
        if begun.returncode:
            raise RuntimeError(said)

    def processes(self) -> list[int]:
        """The ids of all processes in it."""
        told = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, check=False)
        return [int(one) for one in told.stdout.split()]

    def kill(self, spare: Sequence[int] = ()) -> None:
        """End all that runs in it, at once."""
        for process in set(self.processes()) - set(spare):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class Bench:
    """A crawl, and what a quiet local run makes of it."""

    crawl: SampleCrawl
    quiet: str

    def words(self, name: str, on: str = "ray") -> list[str]:
        """The command of a job."""
        folder = self.crawl.folder
        return [
            str(BIN / "intaglio"), "apply", str(folder / "pack.intaglio"), str(folder / FILES),
            "-o", str(folder / name), "--on", on, "--deadline", str(DEADLINE), "--shard", "1",
        ]  # fmt: skip

    def done(self, name: str) -> list[Path]:
        """Manifests that a job wrote."""
        return sorted((self.crawl.folder / name / "_done").glob("*.json"))

    def equal(self, name: str) -> bool:
        """Whether a job gave the rows of the quiet run, each once."""
        return rows(self.crawl.folder / name) == rows(self.quiet)

    def wait(self, name: str, count: int, job: subprocess.Popen[str]) -> None:
        """Wait until a job did so many shards."""
        while len(self.done(name)) < count:
            if job.poll() is not None:
                raise RuntimeError(job.stdout.read() if job.stdout else "")
            time.sleep(0.05)


@contextmanager
def machines() -> Iterator[tuple[Machine, Machine]]:
    """Two machines with a link, and a node of Ray on each; ended with all that runs on them."""
    head, other = Machine(f"int{os.getpid()}a", HEAD), Machine(f"int{os.getpid()}b", OTHER)
    temp = Path(tempfile.mkdtemp(prefix="r", dir="/tmp"))  # sockets have short names
    try:
        for one in (head, other):
            ip("netns", "add", one.name)
        ip(
            "link",
            "add",
            head.link,
            "netns",
            head.name,
            "type",
            "veth",
            "peer",
            "name",
            other.link,
            "netns",
            other.name,
        )
        for one in (head, other):
            ip("-n", one.name, "addr", "add", f"{one.address}/24", "dev", one.link)
            ip("-n", one.name, "link", "set", one.link, "up")
            ip("-n", one.name, "link", "set", "lo", "up")
        begin(head, other, temp / "1")
        yield head, other
    finally:
        for one in (head, other):
            one.kill()
            subprocess.run(["ip", "netns", "del", one.name], capture_output=True, check=False)
        subprocess.run(["rm", "-rf", str(temp)], check=False)


def begin(head: Machine, other: Machine, folder: Path) -> None:
    """Start Ray on both."""
    head.ray(folder)
    other.ray(folder, head)


def ip(*words: str) -> None:
    """Change the network."""
    subprocess.run(["ip", *words], check=True)


def finish(job: subprocess.Popen[str], seconds: float) -> tuple[int, str]:
    """Wait for a job; one that does not end is ended, with status -9."""
    try:
        said, _ = job.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        job.kill()
        said, _ = job.communicate()
    lines = [line for line in said.splitlines() if line.strip()]
    told = next((line for line in lines if " shards in " in line), lines[-1] if lines else "")
    return job.returncode, told[:200]


def told(what: str, bench: Bench, name: str, status: int, said: str, seconds: float) -> bool:
    """Print what came of a job."""
    equal = status == 0 and bench.equal(name)
    print(f"{what}: status {status}, {seconds:.1f} s, rows {'equal' if equal else 'DIFFER'} ({said})", flush=True)
    return equal


def quiet(bench: Bench, head: Machine, other: Machine) -> bool:
    """Nothing happens."""
    start = time.monotonic()
    job = head.start(*bench.words("two"), RAY_ADDRESS=f"{HEAD}:{PORT}")
    used = 0
    while job.poll() is None:
        used = max(used, min(sum(busy(one) for one in machine.processes()) for machine in (head, other)))
        time.sleep(0.5)
    good = told("two nodes", bench, "two", *finish(job, 1), time.monotonic() - start)
    print(f"  both nodes at work at the same time: {'yes' if used else 'NO'}")
    return good and bool(used)


def busy(process: int) -> bool:
    """Whether a process does a shard: Ray names its workers after what they are at."""
    with suppress(OSError):
        return b"ray::_do" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


def client(bench: Bench, _: Machine, other: Machine) -> bool:
    """The driver is on a machine that is no part of the cluster but reaches its head."""
    start = time.monotonic()
    job = other.start(*bench.words("client", f"ray://{HEAD}:{CLIENT}"))
    return told("ray://", bench, "client", *finish(job, 300), time.monotonic() - start)


def node(bench: Bench, head: Machine, other: Machine) -> bool:
    """A node is killed, with all that runs on it."""
    return _lost("node killed", "node", bench, head, other.kill)


def link(bench: Bench, head: Machine, other: Machine) -> bool:
    """The link is cut: nobody says so, and packets are lost without a word."""
    return _lost("link cut", "link", bench, head, lambda: ip("-n", other.name, "link", "set", other.link, "down"))


def _lost(what: str, name: str, bench: Bench, head: Machine, lose: Callable[[], None]) -> bool:
    """Lose something when few shards are left: what is lost must be done elsewhere within twice the deadline."""
    job = head.start(*bench.words(name), RAY_ADDRESS=f"{HEAD}:{PORT}")
    bench.wait(name, SHARDS - 4, job)
    lose()
    before, start, now = len(bench.done(name)), time.monotonic(), time.time()
    status, said = finish(job, 600)
    good = told(f"{what} after {before} shards", bench, name, status, said, time.monotonic() - start)
    late = max(one.stat().st_mtime for one in bench.done(name)) - now
    print(f"  the last shard was done {late:.1f} s after it (at most {2 * DEADLINE} s)", flush=True)
    return good and late <= 2 * DEADLINE


def driver(bench: Bench, head: Machine, _: Machine) -> bool:
    """The driver is killed; the same command goes on."""
    job = head.start(*bench.words("driver"), RAY_ADDRESS=f"{HEAD}:{PORT}")
    bench.wait("driver", 3, job)
    job.kill()
    job.wait()
    return _again("driver killed", "driver", bench, head)


def head_killed(bench: Bench, head: Machine, other: Machine) -> bool:
    """The head is killed while the driver is on the other node; the same command goes on, on a new cluster."""
    job = other.start(*bench.words("head"), RAY_ADDRESS=f"{HEAD}:{PORT}")
    bench.wait("head", 3, job)
    start = time.monotonic()
    head.kill()
    status, _ = finish(job, 300)
    print(
        f"head killed: the driver ended by itself with status {status} after {time.monotonic() - start:.1f} s",
        flush=True,
    )
    other.kill()
    with tempfile.TemporaryDirectory(prefix="r", dir="/tmp") as folder:
        begin(head, other, Path(folder))
        return _again("head killed", "head", bench, head) and status not in (0, -9)


def _again(what: str, name: str, bench: Bench, machine: Machine) -> bool:
    kept = {one: one.stat().st_mtime_ns for one in bench.done(name)}
    start = time.monotonic()
    again = machine.start(*bench.words(name), RAY_ADDRESS=f"{HEAD}:{PORT}")
    good = told(f"{what}, the same command again", bench, name, *finish(again, 300), time.monotonic() - start)
    once = all(one.stat().st_mtime_ns == when for one, when in kept.items())
    print(f"  {len(kept)} shards were done before, {'none' if once else 'SOME'} of them twice")
    return good and once


PARTS: Mapping[str, Callable[[Bench, Machine, Machine], bool]] = {
    "quiet": quiet, "client": client, "node": node, "link": link, "driver": driver, "head": head_killed,
}  # fmt: skip
CHANGES = ("node", "link", "head")
"""What a cluster does not outlive."""


def main() -> int:
    """Print what came of every part; fail if one did not hold."""
    if os.geteuid() != 0:
        print("not tried: only root can make network namespaces")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended
    wanted = sys.argv[1:] or list(PARTS)
    good = True
    with tempfile.TemporaryDirectory() as name:
        bench = prepared(Path(name))
        unharmed = [one for one in wanted if one not in CHANGES]
        for together in [unharmed, *([one] for one in wanted if one in CHANGES)]:
            if together:
                with machines() as (head, other):
                    good &= all([PARTS[one](bench, head, other) for one in together])  # noqa: C419 - each is tried
    return int(not good)


def prepared(folder: Path) -> Bench:
    """Learn the sample site, write a crawl, and apply it here."""
    crawl = SampleCrawl.make(folder)
    (folder / FILES).mkdir()
    for number in range(SHARDS):
        other = f"http://elsewhere.example/{number}", random.Random(number).randbytes(PADDING)
        some = [varied(*page, number) for page in crawl.pages()[number % 2 :: 2]]
        write_warc(folder / FILES / f"{number:02}.warc.gz", [*some, other])
    job = crawl.job("here")
    with LocalExecutor(OpenShardWorker(job), 2) as engine:
        Driver(job, engine).run(Plan((str(folder / FILES),), PlanOptions(size=1 << 20)))
    return Bench(crawl, job.out)


if __name__ == "__main__":
    sys.exit(main())
