"""A signal ends a run in any phase, with its workers, and the same command goes on where it stopped."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from intaglio.collection.collection import open_collection
from intaglio.sample import SampleOptions, write_sample
from intaglio.store import Transaction

PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from intaglio.cli import main

sys.exit(main(sys.argv[1:]))
"""


def some_pages(tx: Transaction) -> bool:
    return tx.pages.counts()[0] > 0


def some_wrappers(tx: Transaction) -> bool:
    return any(tx.records.wrapper("s", template) for template in tx.pages.by_template("s"))


def some_records(tx: Transaction) -> bool:
    return tx.records.last() > 0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("interrupted") / "site"
    write_sample(folder, SampleOptions(articles=14, products=10, people=4, months=2))
    return folder


@pytest.mark.parametrize(
    ("reached", "sent", "said"),
    [
        (some_pages, signal.SIGTERM, b"intaglio: ended, as asked\n"),
        (some_wrappers, signal.SIGINT, b"intaglio: interrupted\n"),
        (some_records, signal.SIGTERM, b"intaglio: ended, as asked\n"),
    ],
)
def test_a_signal_ends_a_run_which_then_goes_on(
    reached: Callable[[Transaction], bool], sent: signal.Signals, said: bytes, site: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = [sys.executable, "-c", PROGRAM, "-q", "run", str(site), "-o", str(out), "--no-browser", "--site", "s"]
    run = subprocess.Popen([*words, "--workers", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while run.poll() is None and not seen(out, reached):
        time.sleep(0.02)
    workers = children(run.pid)
    run.send_signal(sent)
    _, errors = run.communicate(timeout=60)
    assert (run.returncode, errors) in [(128 + sent, said), (0, b"")]  # it may have been done by then
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()], "a worker outlives its run"
    assert subprocess.run([*words, "--workers", "1"], check=False, capture_output=True).returncode == 0
    pages = [json.loads(line)["source"] for line in (out / "pages.jsonl").read_text("utf-8").splitlines()]
    records = [
        json.loads(line)["source"]
        for file in (out / "records").glob("*.jsonl")
        for line in file.read_text("utf-8").splitlines()
    ]
    files = sorted(str(file.relative_to(site)) for file in site.rglob("*.html"))
    assert sorted(pages) == files
    assert sorted(records) == files


def seen(out: Path, reached: Callable[[Transaction], bool]) -> bool:
    if not (out / "intaglio.db").exists():
        return False
    try:
        with open_collection(out) as collection, collection.store.reading() as tx:
            return reached(tx)
    except Exception:
        return False  # the tables are being made


def children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
