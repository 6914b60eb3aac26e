"""What every engine keeps to: equal rows, whatever the engine; a node that ends costs nothing but time.

What needs several machines is in `bench/bench_nodes.py`.
"""

import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from intaglio.errors import SourceError
from intaglio.shards.drive import Driver
from intaglio.shards.executors import EXECUTORS, OpenShardWorker, executor
from intaglio.shards.plan import Plan, PlanOptions
from intaglio.store import open_store, sqlite_url

from .archives import everything, response, rows_of, run_job, write_warc
from .conftest import Known
from .poison import KILLS, OpenFragileWorker

SIZE = 30_000
SMALL = {"num_cpus": 1, "object_store_memory": 100 << 20}


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Give a Ray cluster of two nodes on this machine; what it started is ended by its own handles."""
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"  # as docs/cluster.md says: clients may find no server else
    from ray import cluster_utils

    node = {**SMALL, "include_dashboard": False, "ray_client_server_port": free_port()}
    made: Any = cluster_utils.Cluster(initialize_head=True, head_node_args=node)
    made.add_node(**SMALL, resources={"browser": 1})
    made.client = f"ray://127.0.0.1:{node['ray_client_server_port']}"
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


def test_names_are_those_of_the_drivers_folder(
    known: Known, cluster: Any, tmp_path: Path, intaglio: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sites.intaglio").write_bytes(known.pack.read_bytes())
    Path("crawl").mkdir()
    Path("crawl/a.warc.gz").write_bytes(known.warcs[0].read_bytes())
    ran = intaglio("apply", "sites.intaglio", "crawl/a.warc.gz", "-o", "rows", "--on", "ray")
    assert ran.status == 0, ran.err
    assert rows_of(tmp_path / "rows", "pages")


def test_a_node_that_is_killed_costs_time_only(known: Known, quiet: Path, cluster: Any, tmp_path: Path) -> None:
    job = known.job(tmp_path / "rows")
    node = cluster.add_node(**SMALL)

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


def test_a_cluster_elsewhere_gives_equal_rows(known: Known, quiet: Path, cluster: Any, tmp_path: Path) -> None:
    pytest.importorskip("grpc", reason="the extra `ray` is not installed")
    with pytest.MonkeyPatch.context() as patched:
        patched.delenv("RAY_ADDRESS")
        done = run_job(known.job(tmp_path / "rows"), *known.warcs, on=cluster.client, size=SIZE)
    assert not done.failed
    assert everything(tmp_path / "rows") == everything(quiet)


def test_a_poison_page_costs_itself_on_ray(known: Known, cluster: Any, tmp_path: Path) -> None:
    page = (known.out.parent / "site" / "about.html").read_bytes()
    urls = ["http://quillmarsh.example/about.html", "http://quillmarsh.example/bad.html"]
    write_warc(tmp_path / "bad.warc.gz", [response(urls[0], page), response(urls[1], page + KILLS)])
    job = known.job(tmp_path / "rows")
    with executor("ray", OpenFragileWorker(job)) as engine:
        done = Driver(job, engine).run(Plan((str(tmp_path / "bad.warc.gz"),)))
    assert not done.failed
    assert [row["source"] for row in rows_of(tmp_path / "rows", "misses")] == done.killers
    assert [row["url"] for row in rows_of(tmp_path / "rows", "pages")] == urls[:1]


def where() -> Callable[[object, Mapping[str, Any]], str]:
    """Make a handler that tells what its node is called."""

    def tell(_task: object, _shared: Mapping[str, Any]) -> str:
        import ray

        return str(ray.get_runtime_context().get_node_id())

    return tell


@pytest.mark.parametrize("prefer", ["browser", "something that no node offers"])
def test_nodes_that_offer_what_is_preferred_do_all(cluster: Any, prefer: str) -> None:
    import ray

    with executor("ray", where, prefer=prefer) as engine:
        nodes: list[dict[str, Any]] = [one for one in ray.nodes() if one["Alive"]]  # type: ignore[no-untyped-call]
        offering = {one["NodeID"] for one in nodes if "browser" in one["Resources"]}
        assert engine.slots == (1 if prefer == "browser" else len(nodes))
        found = {one.result() for one in [engine.submit(number) for number in range(6)]}
    assert len(offering) == 1
    assert found == offering if prefer == "browser" else found


def test_sites_are_learned_on_ray(known: Known, cluster: Any, tmp_path: Path, intaglio: Callable[..., Any]) -> None:
    url = sqlite_url(tmp_path / "store.db")
    words = ["learn", "--index", known.index, "--store", url, "--no-browser", "--pages", "16", "--on", "ray"]
    ran = intaglio(*words)
    assert ran.status == 0, ran.err
    assert "2 of 2 sites learned" in ran.out
    with open_store(url) as store, store.reading() as tx:
        assert tx.templates.sites() == ["elsewhere.example", "quillmarsh.example"]


def test_no_cluster_is_told(known: Known, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    with pytest.raises(SourceError, match="is none of local, ray"):
        executor("spark", OpenShardWorker(known.job(tmp_path)))
