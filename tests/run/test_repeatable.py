"""Two runs over the same pages keep the same, whatever the hash seed and the workers, and whenever they commit."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from intaglio.sample import SampleOptions, write_sample

MS = re.compile(rb'"ms": ?\{[^}]*\}')
KEPT = {
    "templates": "site, id, version, blob",
    "wrappers": "site, template, version, pages, blob, steady",
    "wrapped": "site, template, slot, page",
    "samples": "site, template, slot, page",
    "records": "capture, template, version, line, texts",
    "extras": "capture, stage, line",
    "notes": "key, value",
}


def run(site: Path, out: Path, seed: int, workers: int) -> None:
    words = ["run", str(site), "-o", str(out), "--no-browser", "--base-url", "http://sample.example/"]
    words += ["--workers", str(workers)]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    subprocess.run([sys.executable, "-m", "intaglio", *words], env=environment, check=True, capture_output=True)


def kept(out: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(out / "intaglio.db")) as database:
        queries = {table: f"SELECT {columns} FROM {table} ORDER BY {columns}" for table, columns in KEPT.items()}
        return {table: database.execute(query).fetchall() for table, query in queries.items()}


def files(out: Path) -> dict[str, bytes]:
    written = {path.name: path.read_bytes() for path in [*(out / "records").iterdir(), *out.glob("*.jsonl")]}
    written["pages.jsonl"] = MS.sub(b"", written["pages.jsonl"])
    return written


def test_what_is_kept_depends_neither_on_the_hash_seed_nor_on_the_workers(tmp_path: Path) -> None:
    write_sample(tmp_path / "site", SampleOptions(articles=12, products=10, people=4, months=2))
    for seed, workers in ((1, 1), (2, 3)):
        run(tmp_path / "site", tmp_path / f"out{seed}", seed, workers)
    one, other = (kept(tmp_path / f"out{seed}") for seed in (1, 2))
    assert all(one.values())
    assert {table for table in KEPT if one[table] != other[table]} == set()
    assert files(tmp_path / "out1") == files(tmp_path / "out2")
