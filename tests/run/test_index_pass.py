"""The index at the end of a run: the same whoever makes pages ready, and whole where a worker breaks down."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.records.record_search import index_records, search
from intaglio.page.scripts import ScriptOptions
from intaglio.run.collect import RunOptions, collect
from intaglio.run.outputs.index_pass import index_by_workers
from intaglio.run.run_worker import OpenRunWorker
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.workers import Handler, WorkerOptions, WorkerPool

APART = WorkerOptions(workers=2, apart=True, at_first=0)
ASKED = ("ferry", '"the old ferry"', "price:>50", "harbour OR town")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("indexed")
    write_sample(folder / "site", SampleOptions(articles=20, products=12, people=4, months=2))
    collect(folder / "site", folder / "out", RunOptions(LearnOptions(method="text-blocks"), browser=False))
    return folder / "out"


def answers(collection: Collection) -> list[list[tuple[float, str, str, Mapping[str, Any]]]]:
    found = [search(collection, query, limit=50) for query in ASKED]
    assert all(found)
    return [[(one.score, one.source, one.snippet, one.fields) for one in some] for some in found]


def open_breaking() -> Handler:
    """A worker that ends while it makes pages ready."""

    def handle(task: object, shared: Mapping[str, Any]) -> object:
        os._exit(3)

    return handle


@pytest.mark.parametrize("opened", [OpenRunWorker(ScriptOptions(), {}), open_breaking], ids=["working", "ending"])
def test_workers_make_the_index_that_one_process_makes(collected: Path, opened: Any) -> None:
    with open_collection(collected) as collection:
        pages = index_records(collection, rebuild=True)
        alone = answers(collection)
        index_records(collection, rebuild=True)
        with collection.store.writing() as tx:
            tx.notes.put("index", None)
        with WorkerPool(opened, APART) as pool:
            assert index_by_workers(collection, pool) is None
        assert answers(collection) == alone
        assert pages > 30
