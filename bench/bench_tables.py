"""What kinds and tables cost at the end of a run beside a bare parse of its pages, in processor time of the same run.

`python bench/bench_tables.py [FOLDER]`: the sample site, or a folder of saved pages. Times are those of finding kinds
and tables, of the kinds in `pages.jsonl`, and of writing all files of `tables/`; records are there already.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import turbohtml
from measure import show
from sqlalchemy import text

import intaglio
from intaglio.collection.collection import Collection, fill_collection
from intaglio.collection.export.jsonl import write_page_kinds
from intaglio.collection.export.table_formats.table_files import write_tables
from intaglio.collection.tables.make_tables import make_tables
from intaglio.garbage import seldom_collected
from intaglio.sample import write_sample

ROUNDS = 3
FORGET = "DELETE FROM notes WHERE key IN ('kinds', 'page kinds', 'table files') OR key LIKE 'table k%'"


def seconds(job: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """Processor time of the fastest round."""
    spent = []
    for _ in range(ROUNDS):
        before()
        start = time.process_time()
        job()
        spent.append(time.process_time() - start)
    return min(spent)


def forget(collection: Collection) -> None:
    """Let kinds and tables be unknown."""
    with collection.store.writing() as tx:
        tx.connection.execute(text(FORGET))


def main() -> int:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        site, out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "site", Path(folder) / "out"
        if len(sys.argv) == 1:
            write_sample(site)
        learn = intaglio.LearnOptions(method="text-blocks")
        intaglio.collect(site, out, intaglio.RunOptions(learn, browser=False, articles=None))
        pages = [file.read_bytes() for file in sorted(site.rglob("*.htm*"))]
        bare = seconds(lambda: [turbohtml.parse(body) for body in pages])
        with fill_collection(out) as collection, seldom_collected():  # as a run does
            found = seconds(lambda: make_tables(collection.store), lambda: forget(collection))
            again = seconds(lambda: make_tables(collection.store))
            kinds = seconds(lambda: write_page_kinds(out, collection.store), lambda: forget(collection))
            make_tables(collection.store)
            files = seconds(lambda: write_tables(collection), lambda: _forget_files(collection))
    rows: list[tuple[str, float, float | None]] = [
        ("finding kinds and tables", found / bare, None),
        ("the same, nothing new", again / bare, None),
        ("kinds in pages.jsonl", kinds / bare, None),
        ("writing the files", files / bare, None),
        ("kinds and tables in all", (found + kinds + files) / bare, None),
    ]
    show(f"tables of {len(pages)} pages, × a bare parse of them", rows)
    return 0


def _forget_files(collection: Collection) -> None:
    with collection.store.writing() as tx:
        tx.connection.execute(text("DELETE FROM notes WHERE key = 'table files'"))


if __name__ == "__main__":
    sys.exit(main())
