"""The files of `tables/`: what they have, as real DuckDB, polars and pandas read them."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import intaglio as package
from intaglio.collection.collection import fill_collection
from intaglio.collection.export.jsonl import PAGE_KINDS, write_page_kinds
from intaglio.collection.export.table_formats.table_files import TableFileOptions, write_tables
from intaglio.run.collect import collect
from tests.collection.tables.conftest import PLAIN

duckdb = pytest.importorskip("duckdb")
polars = pytest.importorskip("polars")
pandas = pytest.importorskip("pandas")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def described(out: Path) -> dict[str, dict[str, Any]]:
    return {kind["name"]: kind for kind in json.loads((out / "tables" / "tables.json").read_text("utf-8"))["kinds"]}


def truth(sample: Path) -> dict[str, dict[str, Any]]:
    rows = lines(sample / "labels.jsonl")
    return {row["page"]: row["record"] for row in rows if row["template"] == "product"}


@pytest.fixture
def parquet(out: Path) -> Path:
    with fill_collection(out) as filled:
        write_tables(filled, TableFileOptions(parquet=True))
    return out / "tables"


def test_rows_have_what_the_pages_say(sample: Path, out: Path) -> None:
    rows = lines(out / "tables" / "goods.jsonl")
    assert {row["source"] for row in rows} == truth(sample).keys()
    assert list(rows[0])[:3] == ["url", "source", "template"]
    for row in rows:
        assert row["name"] == truth(sample)[row["source"]]["name"]
        assert row["url"] == "http://courier.example/" + row["source"]
    kinds = described(out)
    assert [column["name"] for column in kinds["goods"]["columns"]] == list(rows[0])[3:]
    assert all(column["examples"] for column in kinds["goods"]["columns"])
    assert all(column["reason"] for kind in kinds.values() for column in kind["left_out"])


def test_every_page_is_in_one_table_and_knows_it(out: Path) -> None:
    kinds = described(out)
    for page in lines(out / "pages.jsonl"):
        assert list(page).index("kind") == list(page).index("template") + 1
        rows = lines(out / "tables" / f"{kinds[page['kind']]['slug']}.jsonl")
        assert page["source"] in {row["source"] for row in rows}
    with package.open(out) as collection:
        assert list(collection.pages()) == lines(out / "pages.jsonl")
        assert list(collection.rows("goods")) == lines(out / "tables" / "goods.jsonl")


@pytest.mark.parametrize("left", ["whole", "without kinds", "cut", "damaged", "of an older release", "gone"])
def test_kinds_come_into_the_lines_of_pages_whatever_is_there(out: Path, left: str) -> None:
    path = out / "pages.jsonl"
    whole = path.read_bytes()
    kinds = re.compile(rb',"kind":"[^"]*"')
    if left == "gone":
        path.unlink()
    else:
        changed = {"without kinds": kinds.sub(b',"kind":null', whole), "of an older release": kinds.sub(b"", whole)}
        changed |= {"cut": whole[:-500], "damaged": whole.replace(b'"site":"', b'"site":\xff"', 1)}
        path.write_bytes(changed.get(left, whole))
    with fill_collection(out) as filled:
        with filled.store.writing() as tx:
            tx.notes.put(PAGE_KINDS, None)
        write_page_kinds(out, filled.store)
    assert path.read_bytes() == whole
    assert kinds.search(whole)


def test_kinds_come_into_lines_with_blanks_of_an_older_release(out: Path) -> None:
    path = out / "pages.jsonl"
    whole = path.read_bytes()
    spaced = "".join(f"{json.dumps(page)}\n" for page in lines(path))
    path.write_text(re.sub(', "kind": "[^"]*"', ', "kind": null', spaced), encoding="utf-8")
    with fill_collection(out) as filled:
        with filled.store.writing() as tx:
            tx.notes.put(PAGE_KINDS, None)
        write_page_kinds(out, filled.store)
    assert path.read_text(encoding="utf-8") == spaced
    path.write_bytes(whole)


def test_two_runs_write_the_same_bytes(sample: Path, out: Path, tmp_path: Path) -> None:
    collect([str(sample)], tmp_path / "again", PLAIN)
    files = sorted(file.name for file in (out / "tables").iterdir())
    assert files == sorted(file.name for file in (tmp_path / "again" / "tables").iterdir())
    for name in files:
        assert (out / "tables" / name).read_bytes() == (tmp_path / "again" / "tables" / name).read_bytes()


def test_csv_is_read_alike_by_all(out: Path) -> None:
    path = out / "tables" / "goods.csv"
    with path.open(encoding="utf-8", newline="") as file:
        ours = list(csv.DictReader(file))
    rows = lines(out / "tables" / "goods.jsonl")
    prices = [row["price"]["amount"] for row in rows]
    assert [float(row["price"]) for row in ours] == prices
    assert duckdb.connect().sql(f"SELECT price FROM '{path}'").fetchall() == [(price,) for price in prices]
    assert polars.read_csv(path)["price"].to_list() == prices
    assert pandas.read_csv(path)["price"].tolist() == prices
    names = [row["name"] for row in rows]
    assert pandas.read_csv(path)["name"].tolist() == names == polars.read_csv(path)["name"].to_list()


def test_lists_are_child_tables_in_csv(out: Path) -> None:
    listed = [column for column in described(out)["goods"]["columns"] if column["list"]]
    assert listed
    rows = lines(out / "tables" / "goods.jsonl")
    for column in listed:
        path = out / "tables" / f"{column['list']}.csv"
        counts = dict(duckdb.connect().sql(f"SELECT source, count(*) FROM '{path}' GROUP BY source").fetchall())
        assert counts == {row["source"]: len(row[column["name"]]) for row in rows if row[column["name"]]}
        heads = list(pandas.read_csv(path).columns)
        assert heads[:3] == ["source", "url", "position"]
        joined = f"SELECT count(*) FROM '{path}' JOIN '{out}/tables/goods.csv' AS goods USING (source)"
        assert duckdb.connect().sql(joined).fetchall()[0][0] == sum(counts.values())


def test_rows_of_listings_lead_to_the_kind_they_list(out: Path) -> None:
    listings = [kind for kind in described(out).values() if kind["listing"]]
    assert listings
    led = set()
    for kind in listings:
        name = next(
            column["list"] for column in kind["columns"] if column["list"] and kind["links"][0] == column["name"]
        )
        rows = lines(out / "tables" / f"{name}.jsonl")
        assert list(rows[0])[:6] == ["source", "url", "position", "link", "page", "kind"]
        for row in rows:
            if row["page"] is not None:
                assert row["link"].endswith(row["page"])
                led.add(row["kind"])
    assert "goods" in led


def test_parquet_has_real_types_and_is_read_by_all(parquet: Path) -> None:
    path = parquet / "goods.parquet"
    rows = lines(parquet / "goods.jsonl")
    types = {name: kind for name, kind, *_ in duckdb.connect().sql(f"DESCRIBE SELECT * FROM '{path}'").fetchall()}
    assert types["price"] == "STRUCT(amount DOUBLE, currency VARCHAR)"
    assert {types[column["name"]] for column in described(parquet.parent)["goods"]["columns"]} >= {"BIGINT", "VARCHAR"}
    assert any(kind.endswith("[]") for kind in types.values())
    amounts = [row["price"]["amount"] for row in rows]
    assert [found for (found,) in duckdb.connect().sql(f"SELECT price.amount FROM '{path}'").fetchall()] == amounts
    assert polars.read_parquet(path)["price"].struct.field("amount").to_list() == amounts
    assert [price["amount"] for price in pandas.read_parquet(path)["price"]] == amounts
    dates = duckdb.connect().sql(f"DESCRIBE SELECT date FROM '{parquet / 'stories.parquet'}'").fetchall()
    assert dates[0][1] == "DATE"


def test_all_tables_of_a_site_can_be_read_together(parquet: Path) -> None:
    files = [str(parquet / f"{kind}.parquet") for kind in ("goods", "stories", "people")]
    rows = sum(len(lines(Path(file).with_suffix(".jsonl"))) for file in files)
    union = duckdb.connect().sql(f"SELECT source, name FROM read_parquet({files}, union_by_name = true)")
    assert len(union.fetchall()) == rows
    together = polars.concat([polars.read_parquet(file).select("source", "name") for file in files])
    assert together.height == rows
    assert len(pandas.concat([pandas.read_parquet(file) for file in files])) == rows


def test_files_that_no_kind_has_any_more_go_and_others_stay(out: Path) -> None:
    (out / "tables" / "mine.csv").write_text("a,b\n", "utf-8")
    with fill_collection(out) as filled:
        collection = filled
        kind = collection.table("goods").kind
        collection.correct(package.What.NAME_KIND, package.Target(kind=kind.id), "../../Things & more")
        write_tables(filled)
    names = {file.name for file in (out / "tables").iterdir()}
    assert "things-more.csv" in names
    assert "goods.csv" not in names
    assert "mine.csv" in names
    assert not list(out.parent.glob("*Things*"))


def test_a_second_write_changes_nothing(out: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in (out / "tables").iterdir() if file.suffix != ".json"}
    with fill_collection(out) as filled:
        write_tables(filled)
    assert {file: file.stat().st_mtime_ns for file in before} == before


def test_columns_that_are_wished_come_in_their_order(sample: Path, tmp_path: Path) -> None:
    files = TableFileOptions(columns=("price", "name", "flavour"))
    ran = collect([str(sample)], tmp_path / "out", replace(PLAIN, table_files=files))
    rows = lines(tmp_path / "out" / "tables" / "goods.jsonl")
    assert list(rows[0])[3:] == ["price", "name"]
    assert [line.partition(":")[0] for line in ran.not_found] == ["flavour"]


def test_the_description_has_a_line_a_column(out: Path) -> None:
    text = (out / "tables" / "tables.json").read_text("utf-8")
    kinds = described(out)
    columns = [one for kind in kinds.values() for part in ("columns", "more", "left_out") for one in kind[part]]
    told = [json.loads(line.strip().rstrip(",")) for line in text.splitlines() if line.startswith('  {"name"')]
    assert told == columns
