"""Does to runs what can happen to them, and checks that in the end every page is there once and the books balance.

    python bench/faults.py [kills|again|signals|two|database|browser|disk|server ...] [--kills 20] [--pages 600]

A generated site is served on loopback and crawled with `intaglio run`. Each collection is compared with that of a run
left alone: the same pages, each once, and fetched = in `pages.jsonl` + in `errors.jsonl`. A line a fault is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import interrupted  # noqa: E402
from interrupted import Shot  # noqa: E402

from intaglio.collection.collection import open_collection  # noqa: E402
from intaglio.sample import SampleOptions, serve, write_sample  # noqa: E402
from tests.browser.processes import children_of, is_browser  # noqa: E402
from tests.contracts.postgres import binaries, unprivileged  # noqa: E402
from tests.contracts.postgres import server as postgres  # noqa: E402
from tests.run.hostile import GOOD, hostile_site  # noqa: E402

DISK = 1.35
"""What a full disk grows by before the next try."""
SIGNALLED = 2.0
"""Seconds after which a run that got a signal must have ended."""
MS = re.compile(rb', ?"ms": ?{[^}]*}')
"""What lines of pages say of times."""
BROWSERS = 5
"""Browsers that are killed."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A served site, what a run left alone makes of it, and how often and when to interfere."""

    url: str
    folder: Path
    expected: frozenset[str]
    seconds: float
    kills: int
    chance: random.Random


def start(url: str, out: Path, *more: str) -> subprocess.Popen[str]:
    """Start a run in a session of its own, so that all of it can be killed."""
    words = [sys.executable, "-m", "intaglio", "-q", "run", url, "-o", str(out), "--delay", "0", *(more or PLAIN)]
    return subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


PLAIN = ("--no-browser",)


def finish(run: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for a run; give its status and what it said of errors."""
    _, said = run.communicate()
    return run.returncode, said


def kill(run: subprocess.Popen[str], chance: random.Random) -> str:
    """Kill a run, all its processes, or its crawl alone; give which."""
    whom = chance.choice(("run", "all", "crawl"))
    crawls = [pid for pid in children_of(run.pid) if _says(pid, b"spawn_main")]
    if whom == "crawl" and crawls:
        for pid in crawls:
            os.kill(pid, signal.SIGKILL)
    elif whom == "all":
        os.killpg(run.pid, signal.SIGKILL)
    else:
        run.kill()
    finish(run)
    return whom


def _says(pid: int, words: bytes) -> bool:
    try:
        return words in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def sources(file: Path) -> list[str]:
    """What a file of lines tells of, in its order."""
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line)["source"] for line in lines]


def check(out: Path, expected: frozenset[str]) -> list[str]:
    """Say what is wrong with a collection."""
    found, errors = sources(out / "pages.jsonl"), sources(out / "errors.jsonl")
    with open_collection(out) as collection, collection.store.reading() as tx:
        captures, books = tx.captures.count(), tx.pages.counts()
        captures += sum(row.capture is None for row in tx.pages.errors())  # what a crawl left out is no page's error
    wrong = []
    if len(found) != len(set(found)):
        wrong.append("a page came twice")
    if set(found) != expected:
        lost, more = sorted(expected - set(found)), sorted(set(found) - expected)
        wrong.append(f"{len(lost)} pages lost, {len(more)} too many: {' '.join([*lost, *more][:3])}")
    if books != (len(found), len(errors)) or captures != sum(books):
        wrong.append(f"books do not balance: {captures} fetched, {books} kept, {len(found)} + {len(errors)} lines")
    records = [source for file in sorted((out / "records").glob("*.jsonl")) for source in sources(file)]
    if sorted(records) != sorted(found) or sorted(sources(out / "articles.jsonl")) != sorted(found):
        wrong.append(f"{len(records)} records and {len(sources(out / 'articles.jsonl'))} articles")
    return wrong


def kills(scene: Scene) -> list[str]:
    """Kill each of many runs once, at any moment of it, and go on to its end."""
    wrong = []
    for number in range(scene.kills):
        out = scene.folder / f"killed-{number}"
        run = start(scene.url, out)
        time.sleep(scene.chance.uniform(0.0, scene.seconds))
        kill(run, scene.chance)
        status, said = finish(start(scene.url, out))
        wrong += [said] if status else check(out, scene.expected)
    return wrong


def again(scene: Scene) -> list[str]:
    """Kill one run again and again, with a little done between."""
    out = scene.folder / "again"
    for _ in range(scene.kills):
        run, before = start(scene.url, out), _lines(out)
        goal = before + scene.chance.randint(0, len(scene.expected) // scene.kills // 2)
        while run.poll() is None and _lines(out) < goal:
            time.sleep(0.02)
        time.sleep(scene.chance.uniform(0.0, 0.3))
        kill(run, scene.chance)
    status, said = finish(start(scene.url, out))
    return [said] if status else check(out, scene.expected)


def _lines(out: Path) -> int:
    file = out / "pages.jsonl"
    return len(file.read_bytes().splitlines()) if file.exists() else 0


def signals(scene: Scene) -> list[str]:
    """End runs by SIGINT and SIGTERM in the middle of every phase; then go on to their end."""
    wrong: list[str] = []
    shots: list[Shot] = []
    folder = scene.folder / "site"
    wrong += _signalled(scene, "folder", [str(folder), *PLAIN], shots, every=True)
    crawl = [scene.url, "--delay", "0"]
    wrong += _signalled(scene, "crawl", [*crawl, *PLAIN], shots, every=False)
    wrong += _signalled(scene, "browser", [*crawl, "--method", "boxes"], shots, every=False)
    hits = [shot.took for shot in shots if shot.hit]
    slowest = max(hits, default=0.0)
    print(f"  {len(hits)} of {len(shots)} came in the middle of a phase; the slowest ended after {slowest:.2f} s")
    return wrong


def _signalled(scene: Scene, name: str, words: list[str], shots: list[Shot], *, every: bool) -> list[str]:
    """End runs over a source in the middle of every phase, or of the first, and compare what comes of it."""
    log = scene.folder / f"{name}.log"
    status, said = finish(interrupted.start(log, [*words, "-o", str(scene.folder / f"{name}-alone")]))
    if status:
        return [said]
    took = interrupted.durations(log)
    phases = interrupted.PHASES if every else interrupted.PHASES[:1]
    wanted = [(phase, sent) for sent in (signal.SIGINT, signal.SIGTERM) for phase in phases]
    wrong = []
    for number in range(interrupted.TRIES):
        for sent in (signal.SIGINT, signal.SIGTERM):
            some = [one for one in wanted if one[1] is sent]
            if not some:
                continue
            mine = [*words, "-o", str(scene.folder / f"{name}-{sent.name}-{number}")]
            fired = []
            for shot in interrupted.chain(log, mine, took, scene.chance, some):
                fired.append(shot)
                where = "in the middle of" if shot.hit else "missed"
                print(f"  {name}: {sent.name} {where} {shot.phase}, ended after {shot.took:.2f} s", flush=True)
            shots += fired
            wrong += [shot.wrong for shot in fired if shot.wrong]
            wrong += [f"{shot.sent.name} in {shot.phase}: ended after {shot.took:.1f} s"
                      for shot in fired if shot.took > SIGNALLED]  # fmt: skip
            wanted = [one for one in wanted if one not in {(shot.phase, shot.sent) for shot in fired if shot.hit}]
            status, said = finish(interrupted.start(log, mine))
            wrong += [said] if status else _as_alone(Path(mine[-1]), scene.folder / f"{name}-alone")
    return wrong + [f"{sent.name} never came in the middle of {phase} ({name})" for phase, sent in wanted]


def _as_alone(out: Path, alone: Path) -> list[str]:
    """Say what is wrong with a collection beside that of a run left alone; of a folder, all lines are the same."""
    wrong = check(out, frozenset(sources(alone / "pages.jsonl")))
    if not out.name.startswith("folder"):
        return wrong
    for file in ("pages.jsonl", "articles.jsonl", "records", "tables"):
        if _told(out / file) != _told(alone / file):
            wrong.append(f"{file} differ from those of a run left alone")
    return wrong


def _told(place: Path) -> list[object]:
    """What a file of lines, or the files of a folder, say of pages, in whatever order; without times."""
    files = sorted(place.rglob("*.*")) if place.is_dir() else [place]
    told: list[object] = []
    for file in files:
        lines = file.read_bytes().splitlines() if file.is_file() else []
        if file.suffix == ".jsonl":
            lines = sorted(MS.sub(b"", line) for line in lines)
        told.append((file.name, lines))
    return told


def browser(scene: Scene) -> list[str]:
    """Kill the first browsers soon after they start."""
    out = scene.folder / "browser"
    run = start(scene.url, out, "--method", "boxes")
    dead = 0
    while run.poll() is None:
        for pid in [pid for pid in children_of(run.pid) if is_browser(pid)] if dead < BROWSERS else ():
            time.sleep(scene.chance.uniform(0.0, 3.0))
            os.kill(pid, signal.SIGKILL)
            dead += 1
        time.sleep(0.05)
    status, said = finish(run)
    if status:
        return [said]
    lost = scene.expected - set(sources(out / "pages.jsonl"))
    reasons = {line["reason"] for line in map(json.loads, (out / "errors.jsonl").open()) if line["source"] in lost}
    print(f"  {dead} browsers killed; {len(lost)} pages failed by it: {'; '.join(sorted(reasons)) or 'none'}")
    return check(out, scene.expected - lost) + (["no browser was killed"] if not dead else [])


def disk(scene: Scene) -> list[str]:
    """Let the disk be full, and a little larger with every try."""
    if os.geteuid():
        print("  left out: only root can mount a small disk")
        return []
    wrong, tries, kilobytes = [], 0, 300.0
    with mounted(scene.folder / "disk", int(kilobytes)) as place:
        while True:
            status, said = finish(start(scene.url, place / "out"))
            if status == 0:
                break
            tries += 1
            if status != 1 or said.count("\n") != 1 or not said.startswith("intaglio: "):
                wrong.append(f"at {kilobytes:.0f} KB: status {status}, {said.strip()[-300:]!r}")
            kilobytes *= DISK
            subprocess.run(["mount", "-o", f"remount,size={int(kilobytes)}k", str(place)], check=True)
        print(f"  full {tries} times, up to {kilobytes / DISK:.0f} KB; last said: {said.strip() or 'nothing'}")
        return wrong + check(place / "out", scene.expected)


@contextmanager
def mounted(place: Path, kilobytes: int) -> Iterator[Path]:
    """A small disk."""
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def server(scene: Scene) -> list[str]:
    """Crawl a site that hangs, resets, lies, redirects in a ring and floods, at the usual limits."""
    out = scene.folder / "server"
    with hostile_site() as (url, _):
        status, said = finish(start(url, out))
        good = {url.rstrip("/") + path for path in (*GOOD, "/loop/", "/loop/loop/")}
    with (out / "errors.jsonl").open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            print(f"  {(line['url'] or line['source']).replace(url, '/')}: {line['reason'].replace(url, '/')}")
    return [said] if status else check(out, frozenset(good))


def two(scene: Scene) -> list[str]:
    """Let two runs read one site at a time, into folders of their own, and a third into a folder that is in use."""
    outs = [scene.folder / "two-0", scene.folder / "two-1"]
    runs = [start(scene.url, out) for out in outs]
    while not (outs[0] / "intaglio.db").exists():
        time.sleep(0.1)
    status, said = finish(start(scene.url, outs[0]))
    wrong = [] if status == 1 and said.count("\n") == 1 and said.startswith("intaglio: ") else [f"third: {said!r}"]
    print(f"  the third said: {said.strip()}")
    for run, out in zip(runs, outs, strict=True):
        status, said = finish(run)
        wrong += [said] if status else check(out, scene.expected)
    return wrong


def database(scene: Scene) -> list[str]:
    """Keep the collection in PostgreSQL; kill its connections again and again, and restart it in the middle."""
    programs = binaries()
    if programs is None:
        print("  left out: PostgreSQL is not installed")
        return []
    import psycopg

    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    wrong: list[str] = []
    tries = collections = 0
    with server_of(programs) as (url, restart):
        interfere: list[Callable[[], object]] = [restart] * (scene.kills // 4 or 1)
        interfere += [lambda: psycopg.connect(url, autocommit=True).execute(cut)] * (scene.kills // 2)
        scene.chance.shuffle(interfere)
        done = len(interfere)
        while interfere:
            collections += 1
            out, name = scene.folder / f"database-{collections}", f"collection{collections}"
            psycopg.connect(url, autocommit=True).execute(f"CREATE SCHEMA {name}")
            store = f"{url}&options=-csearch_path%3D{name}"
            while (ended := _disturbed(scene, start(scene.url, out, "--store", store, *PLAIN), interfere))[0] != 0:
                status, said = ended
                tries += 1
                if status != 1 or "Traceback" in said or not said.splitlines()[-1].startswith("intaglio: "):
                    wrong.append(f"status {status}, {said.strip()[-300:]!r}")
            wrong += check(out, scene.expected)
        print(f"  {done} times in {collections} collections, by which {tries} runs ended early and others went on")
    return wrong


def _disturbed(scene: Scene, run: subprocess.Popen[str], interfere: list[Callable[[], object]]) -> tuple[int, str]:
    """Disturb a run now and then while it lasts; give its status and what it said."""
    while interfere:
        deadline = time.monotonic() + scene.chance.uniform(0.1, 0.4) * scene.seconds
        while run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        if run.poll() is not None:
            break
        interfere.pop()()
    return finish(run)


@contextmanager
def server_of(programs: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """A PostgreSQL server of our own: its URL, and what restarts it."""
    with postgres(programs) as url:
        folder = Path(url.partition("host=")[2])
        control = [*unprivileged(folder), str(programs / "pg_ctl"), "-D", str(folder / "data"), "-w"]

        def restart() -> None:
            subprocess.run([*control, "-m", "immediate", "restart", "-l", str(folder / "log")], check=True, cwd="/",
                           stdout=subprocess.DEVNULL)  # fmt: skip

        yield url, restart


FAULTS: dict[str, Callable[[Scene], list[str]]] = {
    "kills": kills, "again": again, "signals": signals, "two": two, "database": database, "browser": browser,
    "disk": disk, "server": server,
}  # fmt: skip


def main() -> int:
    """Let the faults that are named, or all, happen."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("faults", nargs="*", choices=[*FAULTS, []])
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--pages", type=int, default=600)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages = write_sample(folder / "site", SampleOptions(articles=given.pages * 3 // 4))
        with serve(folder / "site") as url:
            started = time.monotonic()
            status, said = finish(start(url, folder / "whole"))
            seconds = time.monotonic() - started
            if status:
                raise SystemExit(said)
            expected = frozenset(sources(folder / "whole" / "pages.jsonl"))
            print(f"{pages} pages on the site, {len(expected)} read in {seconds:.1f} s by a run left alone")
            scene = Scene(url, folder, expected, seconds, given.kills, random.Random(given.seed))
            for fault in given.faults or FAULTS:
                print(f"{fault}: {FAULTS[fault].__doc__}", flush=True)
                started = time.monotonic()
                wrong = FAULTS[fault](scene)
                print(f"  {'; '.join(wrong) or 'all there, each once; the books balance'}", end=" ")
                print(f"({time.monotonic() - started:.0f} s)", flush=True)
                failed |= bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
