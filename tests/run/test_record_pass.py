"""Records of whole runs: learned, written, gone on with after a kill; names, new pages, the index in step with them."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from intaglio.collection.collection import fill_collection, open_collection
from intaglio.collection.export.record_files import write_records
from intaglio.collection.records.field_stats import leaves
from intaglio.collection.records.record_search import index_records, search
from intaglio.collection.records.site_texts import load_boilerplate
from intaglio.index import SearchIndex
from intaglio.page import Page
from intaglio.run.collect import RunOptions, collect
from intaglio.run.passes.record_pass import RecordOptions, find_records
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.sources import SavedOptions
from intaglio.store import PackedRecord
from intaglio.wrapper import WrapperOptions, extract
from intaglio.wrapper.wrapper_codec import dumps, loads

BASE = "http://courier.example/"
PLAIN = RunOptions(
    LearnOptions(method="text-blocks"), browser=False, saved=SavedOptions(base_url=BASE), articles=None,
    records=RecordOptions(WrapperOptions(pages=8)),
)  # fmt: skip


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleOptions(articles=30, products=24, people=6, months=4))
    return folder


@pytest.fixture(scope="module")
def finished(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("run") / "out"
    collect([str(sample)], out, PLAIN)
    return out


@pytest.fixture
def out(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INTAGLIO_TRUST", "1")  # the copy names the sample, which was used with the original only
    return Path(shutil.copytree(finished, tmp_path / "out"))


def lines(out: Path) -> Iterator[dict[str, Any]]:
    for file in sorted((out / "records").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            content = json.loads(line)
            assert content["template"] == file.stem
            yield content


def truth(sample: Path, template: str) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (sample / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["page"]: row["record"] for row in rows if row["template"] == template}


def pages(out: Path) -> dict[str, str]:
    rows = [json.loads(line) for line in (out / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["source"]: row["template"] for row in rows}


def test_every_page_has_its_record(sample: Path, out: Path) -> None:
    found = list(lines(out))
    assert {one["source"]: one["template"] for one in found} == pages(out)
    assert len(found) == len(pages(out))
    assert all(one["url"] == BASE + one["source"] for one in found)
    people = truth(sample, "person")
    for one in found:
        if one["source"] in people:
            assert people[one["source"]]["role"] in one["fields"].values()


def test_a_lone_page_gives_what_is_not_all_over_the_site(out: Path) -> None:
    sizes: dict[str, int] = {}
    for template in pages(out).values():
        sizes[template] = sizes.get(template, 0) + 1
    lone = [one for one in lines(out) if sizes[one["template"]] == 1]
    assert lone
    with open_collection(out) as collection, collection.store.reading() as tx:
        steady = load_boilerplate(tx, "courier.example")
    assert steady.texts
    for one in lone:
        assert not steady.texts & {value for value in one["fields"].values() if isinstance(value, str)}
        for items in (value for value in one["fields"].values() if isinstance(value, list)):
            assert not steady.texts >= {value for _, value in leaves({"": items}) if value}, "a menu is no list of data"


def test_a_wrapper_survives_its_blob(sample: Path, out: Path) -> None:
    with open_collection(out) as collection, collection.store.reading() as tx:
        for template in set(pages(out).values()):
            row = tx.records.wrapper("courier.example", template)
            assert row is not None
            wrapper = loads(row.blob)
            assert dumps(wrapper) == row.blob
            source = next(source for source, one in pages(out).items() if one == template)
            page = Page.parse((sample / source).read_bytes(), url=BASE + source)
            kept = next(one for one in lines(out) if one["source"] == source)
            assert extract(wrapper, page).fields == kept["fields"]


def test_a_second_run_learns_only_what_is_new(sample: Path, out: Path, tmp_path: Path) -> None:
    before = {file.name: file.stat().st_mtime_ns for file in (out / "records").iterdir()}
    with fill_collection(out) as collection:
        again = find_records(collection, RecordOptions(WrapperOptions(pages=8)))
        assert (again.done, again.learned) == (0, 0)
        more = find_records(collection, RecordOptions(WrapperOptions(pages=12)))
        assert 0 < more.learned < len(before)
        with collection.store.reading() as tx:
            versions = {tx.records.wrapper("courier.example", name).version for name in pages(out).values()}  # type: ignore[union-attr]
            assert versions == {1, 2}
    collect([str(sample)], out, PLAIN)
    assert {one["source"] for one in lines(out)} == set(pages(out))
    unchanged = {file.name for file in (out / "records").iterdir() if file.stat().st_mtime_ns == before[file.name]}
    assert len(unchanged) == len(before) - more.learned


def test_records_go_on_after_a_kill(sample: Path, finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words: list[str | Path] = [
        sys.executable,
        "-m",
        "intaglio",
        "-q",
        "run",
        sample,
        "-o",
        out,
        "--no-browser",
        "--no-articles",
    ]
    words += ["--base-url", BASE]
    for least in (1, 40):
        run = subprocess.Popen(words)
        while run.poll() is None and count(out) < least:
            time.sleep(0.01)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    assert subprocess.run(words, check=False).returncode == 0
    assert {one["source"]: one["template"] for one in lines(out)} == pages(finished)
    assert SearchIndex(out / "index").size == len(pages(finished))


def count(out: Path) -> int:
    if not (out / "intaglio.db").exists():
        return 0
    try:
        with open_collection(out) as collection, collection.store.reading() as tx:
            return sum(number for number, _ in tx.records.by_template().values())
    except Exception:
        return 0  # the tables are being made


def test_the_index_follows_the_records(out: Path) -> None:
    story = next(one for one in lines(out) if one["source"].startswith("stories/"))
    title = story["title"].split(" – ")[0]
    with fill_collection(out) as collection:
        assert story["source"] in {one.source for one in search(collection, f'"{title}"')}
        assert index_records(collection) == 0
        with collection.store.writing() as tx:
            row = next(row for row in tx.records.records() if json.loads(row.line)["source"] == story["source"])
            tx.records.put([PackedRecord.of(replace(row, texts=["Zanzibar calling"], sequence=0))])
        assert [one.source for one in search(collection, "zanzibar")] == [story["source"]]
        assert SearchIndex(out / "index").size == len(pages(out))
        shutil.rmtree(out / "index")
        assert [one.source for one in search(collection, "zanzibar")] == [story["source"]]
        assert index_records(collection, rebuild=True) == len(pages(out))
        assert SearchIndex(out / "index").size == len(pages(out))


def test_a_name_is_kept_for_good(sample: Path, out: Path, intaglio: Callable[..., Any]) -> None:
    person = next(one for one in lines(out) if one["source"].startswith("people/"))
    template, role = person["template"], truth(sample, "person")[person["source"]]["role"]
    field = next(name for name, value in person["fields"].items() if value == role)
    assert field in intaglio("fields", out, template).out
    renamed = intaglio("fields", out, template, "--rename", f"{field}=trade")
    assert renamed.status == 0
    assert "trade" in renamed.out
    assert next(one for one in lines(out) if one["source"] == person["source"])["fields"]["trade"] == role
    found = intaglio("search", out, f'trade:"{role}"', "--json", "--limit", "99")
    assert person["source"] in [json.loads(line)["source"] for line in found.out.splitlines()]
    collect([str(sample)], out, replace(PLAIN, records=RecordOptions(WrapperOptions(pages=12))))
    assert next(one for one in lines(out) if one["source"] == person["source"])["fields"]["trade"] == role
    new = intaglio("extract", out, sample / person["source"])
    assert json.loads(new.out)["fields"]["trade"] == role
    assert intaglio("fields", out, template, "--rename", "trade=job").status == 0
    assert "job" in intaglio("fields", out, template).out
    assert intaglio("fields", out, template, "--rename", "nothing=job").status == 1
    assert intaglio("fields", out, template, "--rename", "job").status == 2
    assert intaglio("fields", out, "none").status == 1


def test_new_pages_are_read_by_known_templates(sample: Path, out: Path, tmp_path: Path, intaglio: Any) -> None:
    write_sample(tmp_path / "other", SampleOptions(seed=8, articles=12, products=12, people=4, months=2))
    (tmp_path / "other" / "strange.html").write_text("<table><tr><td>1<td>2<tr><td>3<td>4</table>" * 9)
    before = (out / "intaglio.db").read_bytes()
    ran = intaglio("extract", out, tmp_path / "other", "--base-url", BASE)
    assert ran.status == 3
    assert "match no template" in ran.err
    assert (out / "intaglio.db").read_bytes() == before
    found = {one["source"]: one for one in map(json.loads, ran.out.splitlines())}
    assert found["strange.html"]["template"] is None
    people = truth(tmp_path / "other", "person")
    assert all(record["role"] in found[source]["fields"].values() for source, record in people.items())


def test_records_as_parquet(sample: Path, tmp_path: Path, intaglio: Callable[..., Any]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    out = tmp_path / "out"
    collect([str(sample)], out, replace(PLAIN, records=RecordOptions(WrapperOptions(pages=8), parquet=True)))
    for file in (out / "records").glob("*.jsonl"):
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        table = parquet.read_table(file.with_suffix(".parquet")).to_pydict()
        assert table["source"] == [row["source"] for row in rows]
        for name in rows[0]["fields"]:
            column = table["field_title" if name == "title" else name]
            assert [value is None for value in column] == [row["fields"][name] is None for row in rows]
    template = pages(out)["goods/" + next((sample / "goods").iterdir()).name]
    assert intaglio("fields", out, template, "--rename", "heading=headline").status == 0
    assert "headline" in parquet.read_table(out / "records" / f"{template}.parquet").column_names, "tables follow names"


def test_records_can_be_left_out(sample: Path, tmp_path: Path, intaglio: Callable[..., Any]) -> None:
    out = tmp_path / "out"
    collect([str(sample)], out, replace(PLAIN, records=None))
    assert not (out / "records").exists()
    assert not (out / "index").exists()
    assert intaglio("fields", out).status == 1


def test_phrases_are_found_within_a_line_of_the_page_and_not_beyond(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for number in range(4):
        menu = "<ul><li><a href=a>Lamp oil</a><li><a href=b>Harbour office</a></ul>"
        own = f"<p>Number {number} sells <b>lamps {number}</b> and oil {number}.<p>Harbour<p>office {number}"
        (site / f"{number}.html").write_text(f"<title>{number}</title>{menu}<div>{own}</div>")
    collect([str(site)], tmp_path / "out", PLAIN)
    with fill_collection(tmp_path / "out") as collection:
        assert [one.source for one in search(collection, '"number 2 sells lamps 2 and oil 2"')] == ["2.html"]
        assert search(collection, '"lamp oil"') == []
        assert search(collection, '"harbour office"') == []


def test_a_template_is_learned_anew_from_the_pages_kept_with_it(sample: Path, out: Path, tmp_path: Path) -> None:
    """Even where its sources are gone; records found before stay."""
    moved = tmp_path / "moved"
    shutil.copytree(sample, moved)
    collect([str(moved)], tmp_path / "again", PLAIN)
    before = list(lines(tmp_path / "again"))
    shutil.rmtree(moved)
    with fill_collection(tmp_path / "again") as collection:
        with collection.store.writing() as tx:
            kept = {name: len(tx.records.learned_from("courier.example", name)) for name in set(pages(out).values())}
            tx.connection.execute(text("UPDATE wrappers SET blob = X'00'"))
        assert max(kept.values()) == 8
        assert find_records(collection, PLAIN.records or RecordOptions()).learned == len(kept)
        with collection.store.reading() as tx:
            for name, number in kept.items():
                row = tx.records.wrapper("courier.example", name)
                assert row is not None
                assert (row.version, row.pages) == (2, number)
                assert loads(row.blob).fields
        write_records(collection)
    assert list(lines(tmp_path / "again")) == before


def test_refinement_keeps_names_and_redoes_all_records(sample: Path, out: Path) -> None:
    before = {one["source"]: one["fields"] for one in lines(out)}
    collect([str(sample)], out, replace(PLAIN, records=RecordOptions(WrapperOptions(pages=16))))
    after = {one["source"]: one["fields"] for one in lines(out)}
    assert after.keys() == before.keys()
    with open_collection(out) as collection, collection.store.reading() as tx:
        newest = {tx.records.wrapper("courier.example", name).version for name in pages(out).values()}  # type: ignore[union-attr]
        assert {row.version for row in tx.records.records()} == newest == {1, 2}
    for kind in ("person", "product", "article"):
        for source, record in truth(sample, kind).items():
            marked = {value for value in record.values() if isinstance(value, str)}
            held = {name for name, value in before[source].items() if isinstance(value, str) and value in marked}
            assert held
            assert {name: after[source].get(name) for name in held} == {name: before[source][name] for name in held}


def test_a_redesign_leaves_old_records_readable(sample: Path, out: Path, tmp_path: Path) -> None:
    site, grown = tmp_path / "site", tmp_path / "grown"
    shutil.copytree(sample, site)
    collect([str(site)], grown, PLAIN)
    before = list(lines(grown))
    for number in range(8):
        rows = "".join(f"<tr><th>Part {n}<td>Value {number}.{n}" for n in range(6))
        (site / f"redesigned-{number}.html").write_text(f"<main><h2>Title {number}</h2><table>{rows}</table></main>")
    collect([str(site)], grown, PLAIN)
    after = list(lines(grown))
    old = [one for one in after if not one["source"].startswith("redesigned")]
    assert sorted(one["source"] for one in old) == sorted(one["source"] for one in before)
    assert {one["template"] for one in old} == {one["template"] for one in before}
    new = [one for one in after if one["source"].startswith("redesigned")]
    assert len(new) == 8
    assert not {one["template"] for one in new} & {one["template"] for one in before}
    for number, one in enumerate(sorted(new, key=lambda one: one["source"])):
        assert f"Value {number}.5" in {value for _, value in leaves(one["fields"])}


def test_the_files_of_a_site_are_read_together(out: Path) -> None:
    import duckdb
    import pandas as pd  # type: ignore[import-untyped]
    import polars as pl

    with fill_collection(out) as collection:
        write_records(collection, parquet=True)
    files = sorted((out / "records").glob("*.parquet"))
    count = len(pages(out))
    query = "select count(*), count(price_amount), sum(price_amount) from read_parquet(?, union_by_name=true)"
    all_, priced, sum_ = duckdb.execute(query, [str(out / "records" / "*.parquet")]).fetchone() or (0, 0, 0)
    both = pl.concat([pl.read_parquet(file) for file in files], how="diagonal_relaxed")
    table = pd.concat([pd.read_parquet(file) for file in files], ignore_index=True)
    assert all_ == both.height == len(table) == count
    assert priced == both["price_amount"].count() == table["price_amount"].count() > 0
    assert sum_ == pytest.approx(both["price_amount"].sum()) == pytest.approx(table["price_amount"].sum())
