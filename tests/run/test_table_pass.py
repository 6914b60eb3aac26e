"""The files of tables at the end of a run: the same whoever makes their texts, and whole where a worker breaks down."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import fill_collection
from intaglio.collection.export.table_formats import table_texts
from intaglio.collection.export.table_formats.table_files import NOTE
from intaglio.collection.export.table_formats.table_texts import PIECE, TablePiece
from intaglio.page.scripts import ScriptOptions
from intaglio.run.collect import RunOptions, collect
from intaglio.run.outputs.table_pass import write_tables_by_workers
from intaglio.run.run_worker import OpenRunWorker
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.sources import SavedOptions
from intaglio.workers import Handler, WorkerOptions, WorkerPool

APART = WorkerOptions(workers=2, apart=True, at_first=0)


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tabled")
    write_sample(folder / "site", SampleOptions(articles=20, products=12, people=4, months=2))
    options = RunOptions(
        LearnOptions(method="text-blocks"), browser=False, saved=SavedOptions(base_url="http://courier.example/")
    )
    collect(folder / "site", folder / "out", options)
    return folder / "out"


def written(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((out / "tables").iterdir())}


def open_breaking() -> Handler:
    """A worker that ends over one of the listings."""

    def handle(task: TablePiece, shared: Mapping[str, Any]) -> object:
        if any(one.links is not None for one in task.lists):
            os._exit(3)
        return task.texts()

    return handle


@pytest.mark.parametrize(
    ("opened", "size"),
    [(OpenRunWorker(ScriptOptions(), {}), 1), (open_breaking, PIECE)],
    ids=["a record each", "ending"],
)
def test_workers_make_the_files_that_one_process_makes(
    collected: Path, opened: Any, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = written(collected)
    listings = [name for name in alone if name.count(".") > 1 and name.endswith(".jsonl")]
    assert any(b'"page":"' in alone[name] for name in listings), "links of a listing lead to pages of the collection"
    for name in alone:
        (collected / "tables" / name).unlink()
    monkeypatch.setattr(table_texts, "PIECE", size)
    with fill_collection(collected) as collection, WorkerPool(opened, APART) as pool:
        with collection.store.writing() as tx:
            tx.notes.put(NOTE, None)
        assert write_tables_by_workers(collection, pool=pool) == []
    assert written(collected) == alone
