"""What every engine keeps to: equal rows, whatever the engine; a node that ends costs nothing but time."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from intaglio.errors import SourceError
from intaglio.shards.drive import Driver
from intaglio.shards.executors import EXECUTORS, OpenShardWorker, executor
from intaglio.shards.plan import Plan, PlanOptions

from .archives import everything, run_job
from .conftest import Known

SIZE = 30_000


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Give a Ray cluster of two nodes on this machine; what it started is ended by its own handles."""
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray import cluster_utils

    node = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_dashboard": False}
    made: Any = cluster_utils.Cluster(initialize_head=True, head_node_args=node)
    made.add_node(num_cpus=1, object_store_memory=100 << 20)
    os.environ["RAY_ADDRESS"] = made.address
    yield made
    del os.environ["RAY_ADDRESS"]
    made.shutdown()


@pytest.fixture(scope="module")
def quiet(known: Known, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the rows of a run in which nothing happened."""
    target = tmp_path_factory.mktemp("quiet") / "rows"
    run_job(known.job(target), *known.warcs, size=SIZE)
    return target


def test_local_and_ray_give_equal_rows(known: Known, quiet: Path, cluster: Any, tmp_path: Path) -> None:
    assert set(EXECUTORS) == {"local", "ray"}
    done = run_job(known.job(tmp_path / "rows"), *known.warcs, on="ray", size=SIZE)
    assert not done.failed
    assert everything(tmp_path / "rows") == everything(quiet)
    assert run_job(known.job(tmp_path / "rows"), *known.warcs, on="ray", size=SIZE).before == done.shards


def test_a_node_that_is_killed_costs_time_only(known: Known, quiet: Path, cluster: Any, tmp_path: Path) -> None:
    job = known.job(tmp_path / "rows")
    node = cluster.add_node(num_cpus=1, object_store_memory=100 << 20)

    def kill() -> None:
        while not list(tmp_path.glob("rows/_done/*.json")):
            time.sleep(0.05)
        cluster.remove_node(node, allow_graceful=False)

    ending = Thread(target=kill)
    ending.start()
    with executor("ray", OpenShardWorker(job)) as engine:
        done = Driver(job, engine).run(Plan(tuple(map(str, known.warcs)), PlanOptions(size=15_000)))
    ending.join()
    assert not done.failed
    assert not done.killers
    assert everything(tmp_path / "rows") == everything(quiet)


def test_no_cluster_is_told(known: Known, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    with pytest.raises(SourceError, match="is none of local, ray"):
        executor("spark", OpenShardWorker(known.job(tmp_path)))
