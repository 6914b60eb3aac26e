"""Collections of earlier releases: opened, extracted with, searched, run again, whatever has become of the formats."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, create_engine, func, select, text

import intaglio as package
from intaglio.collection.collection import open_collection
from intaglio.page import tags
from intaglio.sample import SampleOptions, write_sample
from intaglio.store import open_store
from intaglio.store.migrations import MIGRATIONS, migrate, version_of
from intaglio.store.schema import metadata
from tests.conftest import Ran
from tests.releases.conftest import Release

Command = Callable[..., Ran]
BASE = ("--base-url", "http://sample.example/")
PAGES = 19
FOUND = {"index.html", "goods/engraving-3.html", "goods/linen-engraving-needle.html"}
"""Pages with the word that is searched for."""


def stored_records(out: Path) -> dict[str, dict[str, Any]]:
    """The records of a collection by their pages, as its files have them."""
    lines = [line for file in (out / "records").glob("*.jsonl") for line in file.read_text("utf-8").splitlines()]
    return {record["source"]: record for record in map(json.loads, lines)}


def values(records: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Template, title and fields of records; later releases tell more beside them, and lists of what fitted nowhere."""
    return {
        source: (one["template"], one["title"], {k: v for k, v in one["fields"].items() if k != "further_lists"})
        for source, one in records.items()
    }


def by_source(lines: str) -> dict[str, dict[str, Any]]:
    """Lines by their pages, without what tables add to them."""
    found = {record["source"]: record for record in map(json.loads, lines.splitlines())}
    return {source: {k: v for k, v in one.items() if k not in ("kind", "row")} for source, one in found.items()}


def test_it_opens(release: Release, intaglio: Command) -> None:
    with open_collection(release.out) as collection, collection.store.reading() as tx:
        assert tx.pages.counts() == (PAGES, 0)
        assert tx.templates.sites() == ["sample.example"]
        assert len(tx.templates.load("sample.example").rows) == 12
    listed = intaglio("templates", release.out)
    assert (listed.status, listed.err) == (0, "")
    assert "8eddc0cdfd45" in listed.out


def test_its_templates_and_wrappers_give_what_they_gave(release: Release, intaglio: Command) -> None:
    before = stored_records(release.out)
    ran = intaglio("extract", release.out, release.site, *BASE)
    assert (ran.status, ran.err) == (0, "")
    assert len(before) == PAGES
    assert values(by_source(ran.out)) == values(before)


def test_it_is_searched(release: Release, intaglio: Command) -> None:
    for more in ((), ("--reindex",)):
        found = intaglio("search", release.out, "engraving", "--json", *more)
        assert found.status == 0
        assert {json.loads(line)["source"] for line in found.out.splitlines()} == FOUND


def test_a_run_takes_up_what_is_new(release: Release, intaglio: Command, tmp_path: Path) -> None:
    before = stored_records(release.out)
    again = intaglio("run", release.site, "-o", release.out, "--no-browser", *BASE)
    assert again.status == 0
    assert stored_records(release.out) == before
    write_sample(tmp_path / "other", SampleOptions(seed=8))
    new = min((tmp_path / "other" / "people").glob("*.html"))
    shutil.copyfile(new, release.site / "people" / "new.html")
    more = intaglio("run", release.site, "-o", release.out, "--no-browser", *BASE)
    assert more.status == 0
    records = stored_records(release.out)
    assert records.keys() == before.keys() | {"people/new.html"}
    people = {record["template"] for source, record in before.items() if source.startswith("people/")}
    assert {records["people/new.html"]["template"]} == people
    lines = (release.out / "pages.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["hit"] for line in lines if "people/new.html" in line] == [True]


@pytest.mark.postgres
def test_its_tables_are_upgraded_in_postgresql(release: Release, intaglio: Command, postgres: str) -> None:
    before = stored_records(release.out)
    url = moved(release, postgres)
    with open_store(url) as store, store.reading() as tx:
        assert tx.pages.counts() == (PAGES, 0)
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:", 1))
    with engine.connect() as connection:
        assert version_of(connection) == len(MIGRATIONS)
    engine.dispose()
    ran = intaglio("extract", release.out, release.site, *BASE, "--trust")
    assert values(by_source(ran.out)) == values(before)
    known = min((release.site / "people").glob("*.html")).read_bytes()
    (release.site / "people" / "new.html").write_bytes(known + b"<!-- another page -->")
    assert intaglio("run", release.site, "-o", release.out, "--no-browser", *BASE, "--trust").status == 0
    assert stored_records(release.out).keys() == before.keys() | {"people/new.html"}


def moved(release: Release, postgres: str) -> str:
    """Move a collection's rows into tables of its version in PostgreSQL; the URL of these."""
    name = f"t{uuid.uuid4().hex}"
    url = f"{postgres}&options=-csearch_path%3D{name}"
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:", 1))
    with closing(sqlite3.connect(release.database)) as old, engine.begin() as connection:
        old.row_factory = sqlite3.Row
        (version,) = old.execute("SELECT version FROM schema_version").fetchone()
        connection.execute(text(f"CREATE SCHEMA {name}"))
        migrate(connection, MIGRATIONS[:version])
        tables = {row[0] for row in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in metadata.sorted_tables:
            if table.name in tables - {"schema_version"}:
                copy(old, connection, table)
    engine.dispose()
    release.database.unlink()
    (release.out / "store-url").write_text(url + "\n", encoding="utf-8")
    return url


def copy(old: sqlite3.Connection, new: Connection, table: Table) -> None:
    """Copy the rows of a table, and let it number further ones behind them."""
    rows = [dict(row) for row in old.execute(f"SELECT * FROM {table.name}")]
    flags = [column.name for column in table.c if column.type.python_type is bool]
    for row in rows:
        row.update({flag: bool(row[flag]) for flag in flags})
    if rows:
        new.execute(table.insert(), rows)
    keys = list(table.primary_key)
    if rows and len(keys) == 1 and keys[0].type.python_type is int:
        last = max(row[keys[0].name] for row in rows)
        numbers = func.pg_get_serial_sequence(table.name, keys[0].name)
        new.execute(select(func.setval(numbers, last)))


def test_a_release_with_another_list_of_elements_reads_it(release: Release, intaglio: Command, tmp_path: Path) -> None:
    before = stored_records(release.out)
    source = Path(package.__file__).parent
    shutil.copytree(source, tmp_path / "src" / "intaglio", ignore=shutil.ignore_patterns("__pycache__"))
    changed = tmp_path / "src" / "intaglio" / Path(tags.__file__).relative_to(source)
    ours = "KNOWN: tuple[str, ...] = FIRST\n"
    theirs = 'KNOWN: tuple[str, ...] = ("x-new", *reversed(FIRST))\n'
    assert ours in changed.read_text("utf-8")
    changed.write_text(changed.read_text("utf-8").replace(ours, theirs), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}

    def later(*words: object) -> str:
        command = [sys.executable, "-m", "intaglio", *map(str, words)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, "cannot be read" in done.stderr) == (0, False), done.stderr
        return done.stdout

    assert values(by_source(later("extract", release.out, release.site, *BASE))) == values(before)
    known = (release.site / "people" / "ines-pellow.html").read_bytes()
    (release.site / "again.html").write_bytes(known + b"<!-- another page -->")
    shutil.copytree(release.out, tmp_path / "today")
    assert intaglio("run", release.site, "-o", tmp_path / "today", "--no-browser", *BASE).status == 0
    later("run", release.site, "-o", release.out, "--no-browser", *BASE)
    for name in ("pages.jsonl", "articles.jsonl"):
        other, same = (by_source((out / name).read_text("utf-8")) for out in (release.out, tmp_path / "today"))
        for line in (*other.values(), *same.values()):
            line.pop("ms", None)
            line["confidence"] = round(line["confidence"], 2)  # sums in another order
        assert other == same
    assert stored_records(release.out) == stored_records(tmp_path / "today")
