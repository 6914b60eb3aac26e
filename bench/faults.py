"""Kills a run again and again at random moments, and checks that in the end every page is there once.

    python bench/faults.py [--kills 20] [--pages 600] [--seed 1]

A generated site is served on loopback and crawled with `intaglio run --no-browser`. The killed run's collection is
compared with that of a run left alone: the same pages, each once, and the books balance.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from intaglio.run.collection import open_collection
from intaglio.sample import SampleOptions, serve, write_sample


def start(url: str, out: Path) -> "subprocess.Popen[bytes]":
    """Start a run in a session of its own, so that all of it can be killed."""
    words = [sys.executable, "-m", "intaglio", "-q", "run", url, "-o", str(out), "--no-browser", "--delay", "0"]
    return subprocess.Popen(words, start_new_session=True)


def sources(out: Path) -> list[str]:
    """What `pages.jsonl` has, in its order."""
    with (out / "pages.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line)["source"] for line in file]


def lines(out: Path) -> int:
    """How many lines `pages.jsonl` has, whole or not."""
    file = out / "pages.jsonl"
    return len(file.read_bytes().splitlines()) if file.exists() else 0


def check(out: Path, expected: list[str]) -> list[str]:
    """Say what is wrong with a collection."""
    found = sources(out)
    with (out / "errors.jsonl").open(encoding="utf-8") as file:
        errors = [json.loads(line)["source"] for line in file]
    with open_collection(out) as collection, collection.store.reading() as tx:
        captures, books = tx.captures.count(), tx.pages.counts()
    wrong = []
    if len(found) != len(set(found)):
        wrong.append("a page came twice")
    if set(found) != set(expected):
        wrong.append(f"{len(set(expected) - set(found))} pages lost, {len(set(found) - set(expected))} too many")
    if books != (len(found), len(errors)) or captures != sum(books):
        wrong.append(
            f"the books do not balance: {captures} fetched, {books} in the store, {len(found)}+{len(errors)} lines"
        )
    return wrong


def main() -> int:
    """Kill, restart, compare."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--pages", type=int, default=600)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages = write_sample(folder / "site", SampleOptions(articles=given.pages * 3 // 4))
        with serve(folder / "site") as url:
            started = time.monotonic()
            if start(url, folder / "whole").wait() != 0:
                return 1
            whole = time.monotonic() - started
            expected = sources(folder / "whole")
            print(f"{pages} pages on the site, {len(expected)} read in {whole:.1f} s by a run left alone")
            for number in range(given.kills):
                run = start(url, folder / "killed")
                try:
                    run.wait(chance.uniform(0.5, max(2.5, whole / 8)))
                except subprocess.TimeoutExpired:
                    os.kill(run.pid, signal.SIGKILL)
                    run.wait()
                print(f"kill {number + 1:2}: status {run.returncode}, {lines(folder / 'killed')} lines", flush=True)
            if start(url, folder / "killed").wait() != 0:
                return 1
        wrong = "; ".join(check(folder / "killed", expected)) or "all there, each once"
        print(f"{len(sources(folder / 'killed'))} pages after {given.kills} kills: {wrong}")
        return int(wrong != "all there, each once")


if __name__ == "__main__":
    sys.exit(main())
