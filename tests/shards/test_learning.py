"""Sites learned from an index into a store; what was missed is learned, packed, and missed no more."""

import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import intaglio as package
from intaglio.collection.packs.publish import publish
from intaglio.collection.packs.site_parts import StoreSites
from intaglio.collection.packs.write_pack import write_pack
from intaglio.errors import CollectionBusy, WriteConflict
from intaglio.shards.learning.learn_sites import site_tasks
from intaglio.shards.learning.site_lock import alone_with
from intaglio.shards.plan import Plan
from intaglio.shards.shard import Job
from intaglio.store import open_store, sqlite_url

from .archives import QUICK, rows_of, run_job
from .conftest import Known

SITE = "quillmarsh.example"


def own_schema(url: str) -> str:
    """An empty schema of the server, which other tests use, too."""
    import psycopg

    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{url}&options=-csearch_path%3D{name}"


def test_a_site_has_so_many_pages_and_always_the_same(known: Known, tmp_path: Path) -> None:
    (task,) = site_tasks(Plan((str(known.index),)), [SITE], 10)
    assert task.site == SITE
    assert len(task.records) == 10
    both = site_tasks(Plan((str(known.index),)), None, 10)
    assert [one.site for one in both] == ["elsewhere.example", SITE]
    assert both[1] == task


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_from_misses_to_a_pack(
    known: Known, tmp_path: Path, intaglio: Callable[..., Any], kind: str, request: pytest.FixtureRequest
) -> None:
    url = own_schema(request.getfixturevalue("postgres")) if kind == "postgres" else sqlite_url(tmp_path / "store.db")
    (tmp_path / "sites.txt").write_text(f"{SITE}\n")
    words = ["learn", "--index", known.index, "--sites", tmp_path / "sites.txt", "--store", url, "--workers", "1"]
    ran = intaglio(*words, "--no-browser", "--pages", "24")
    assert ran.status == 0, ran.err
    assert "1 of 1 site learned" in ran.out
    with open_store(url) as store:
        first = StoreSites(store).parts(SITE)
        with store.writing() as tx, pytest.raises(WriteConflict):
            publish(tx, first, 0)
    assert intaglio("pack", url, "-o", tmp_path / "small.intaglio").status == 0
    figures = write_pack([url], tmp_path / "again.intaglio")
    assert (tmp_path / "again.intaglio").read_bytes() == (tmp_path / "small.intaglio").read_bytes()
    job = Job(str(tmp_path / "small.intaglio"), figures.digest, str(tmp_path / "rows"), limits=QUICK)
    run_job(job, *known.warcs, workers=1)
    assert any(row["kind"] for row in rows_of(tmp_path / "rows", "records"))
    missed = [row["url"] for row in rows_of(tmp_path / "rows", "misses") if row["reason"] == "no template"]
    index = tmp_path / "rows" / "misses"
    ran = intaglio("learn", "--index", index, "--store", url, "--no-browser", "--workers", "1")
    assert ran.status == 0, ran.err
    with open_store(url) as store:
        second = StoreSites(store).parts(SITE)
    assert {one.id for one in first.templates} <= {one.id for one in second.templates} | set(second.aliases)
    write_pack([url], tmp_path / "large.intaglio")
    with package.open(tmp_path / "large.intaglio") as pack:
        assert pack.sites() == ["elsewhere.example", SITE]
        for page in missed:
            body = (known.out.parent / "site" / page.removeprefix("http://quillmarsh.example/")).read_bytes()
            assert pack.read(body, url=page).template is not None


def waiting(kind: str, url: str) -> int:
    """How many wait for a lock."""
    if kind == "sqlite":
        return sum(" -> POSIX" in line for line in Path("/proc/locks").read_text().splitlines())
    import psycopg

    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        return int((rows.fetchone() or [0])[0])


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_two_learners_of_a_site_come_one_after_the_other(
    known: Known, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    url = own_schema(request.getfixturevalue("postgres")) if kind == "postgres" else sqlite_url(tmp_path / "store.db")
    (tmp_path / "sites.txt").write_text(f"{SITE}\n")
    words = ["learn", "--index", known.index, "--sites", tmp_path / "sites.txt", "--store", url, "--workers", "1"]
    program = "import sys; from intaglio.cli import run; run()"
    command = [sys.executable, "-c", program, *map(str, words), "--no-browser", "--pages", "6"]
    before = waiting(kind, url)
    with open_store(url) as store, alone_with(SITE, store, 5):
        both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in "12"]
        while waiting(kind, url) < before + 2:
            assert all(one.poll() is None for one in both)
            time.sleep(0.05)
        with store.reading() as tx:
            assert tx.templates.sites() == []
    said = [one.communicate(timeout=60)[0] for one in both]
    assert [one.returncode for one in both] == [0, 0], said
    assert all("1 of 1 site learned" in one for one in said)


@pytest.mark.postgres
def test_a_learner_that_waits_too_long_says_so(postgres: str) -> None:
    with open_store(own_schema(postgres)) as store, open_store(store.url) as other, alone_with(SITE, store, 5):
        with pytest.raises(CollectionBusy, match="being learned by another worker"), alone_with(SITE, other, 0.1):
            pass
        with alone_with("another.example", other, 0.1):
            pass


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_pages_are_rendered_where_there_is_a_browser(
    known: Known, tmp_path: Path, intaglio: Callable[..., Any]
) -> None:
    (tmp_path / "sites.txt").write_text(f"{SITE}\n")
    words = ["--index", known.index, "--sites", tmp_path / "sites.txt", "--pages", "4", "--workers", "1"]
    ran = intaglio("learn", *words, "--store", sqlite_url(tmp_path / "store.db"))
    assert ran.status == 0, ran.err
    assert "without layout" not in ran.out
    ran = intaglio("learn", *words, "--store", sqlite_url(tmp_path / "other.db"), "--no-browser")
    assert " pages, without layout" in ran.out
