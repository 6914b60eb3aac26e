"""Pages of WARC files by a pack: rows as the collection has them, every page once, the same to the byte."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

import intaglio
from intaglio.errors import SourceError
from intaglio.shards.destination import Destination
from intaglio.shards.learning.learn_sites import site_tasks
from intaglio.shards.part_tables import schemas
from intaglio.shards.plan import Plan, PlanOptions
from intaglio.shards.remote_file import absolute
from intaglio.shards.shard import Limits, Shard

from .archives import BASE, everything, files_of, response, rows_of, run_job, write_cdxj, write_warc
from .conftest import Known


@pytest.fixture(scope="module")
def applied(known: Known, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give what a job made of the WARC files, in several shards."""
    target = tmp_path_factory.mktemp("applied") / "rows"
    done = run_job(known.job(target), *known.warcs, size=30_000)
    assert done.shards > 4
    assert not done.failed
    assert done.passed == {"not HTML: text/css": 4}
    return target


def test_rows_are_those_of_the_collection(known: Known, applied: Path) -> None:
    with intaglio.open(known.out) as collection:
        pages = {line["url"]: line for line in collection.pages() if line["site"] == "quillmarsh.example"}
        articles = {line["url"]: line for line in collection.articles()}
        records = {line["url"]: line for line in collection.records()}
    rows = rows_of(applied, "pages")
    assert {row["url"] for row in rows} == set(pages)
    assert len(rows) == len(pages)
    same = [row for row in rows if row["template"] == pages[row["url"]]["template"]]
    assert len(same) >= 0.995 * len(rows)
    compared = {row["url"] for row in same}
    for row in rows_of(applied, "records"):
        if row["url"] in compared:
            record = records[row["url"]]
            assert {**dict(row["fields"]), **json.loads(row["lists"])} == record["fields"]
            assert json.loads(row["typed"]) == record["typed"]
            assert json.loads(row["furniture"]) == record["furniture"]
    for row in rows_of(applied, "articles"):
        if row["url"] in compared:
            assert row["text"] == articles[row["url"]]["text"]
            assert row["title"] == articles[row["url"]]["title"]
    assert len(rows_of(applied, "articles")) == len(pages)


def test_pages_of_unknown_sites_are_missed(applied: Path) -> None:
    missed = rows_of(applied, "misses")
    assert {(row["url"], row["reason"]) for row in missed} == {("http://elsewhere.example/", "unknown site")}
    assert len(missed) == 4


def test_every_file_has_the_fixed_schema(applied: Path) -> None:
    for name, schema in schemas().items():
        for file in (applied / name).glob("*.parquet"):
            assert parquet.read_schema(file).remove_metadata() == schema
            assert parquet.read_metadata(file).row_group(0).column(0).compression == "ZSTD"


def test_the_same_job_twice_writes_nothing(known: Known, applied: Path) -> None:
    before = {name: (applied / name).stat().st_mtime_ns for name in files_of(applied)}
    done = run_job(known.job(applied), *known.warcs, size=30_000)
    assert done.before == done.shards > 0
    assert before == {name: (applied / name).stat().st_mtime_ns for name in files_of(applied)}


def test_another_job_is_the_same_to_the_byte(known: Known, applied: Path, tmp_path: Path) -> None:
    run_job(known.job(tmp_path / "rows"), *known.warcs, size=30_000, workers=1)
    assert files_of(tmp_path / "rows") == files_of(applied)


def test_files_may_join_a_job_later(known: Known, tmp_path: Path) -> None:
    first = run_job(known.job(tmp_path / "rows"), *known.warcs[:2], size=30_000)
    both = run_job(known.job(tmp_path / "rows"), *known.warcs[:3], size=30_000)
    assert both.before == first.shards
    run_job(known.job(tmp_path / "whole"), *known.warcs[:3], size=30_000)
    assert everything(tmp_path / "rows") == everything(tmp_path / "whole")


def test_no_row_is_written_twice_by_cutting_otherwise(known: Known, applied: Path, tmp_path: Path) -> None:
    before = files_of(applied)
    for source, size in ((known.warcs[0], 1 << 20), (known.index, 30_000)):
        with pytest.raises(SourceError, match="cut it otherwise"):
            run_job(known.job(applied), source, size=size)
    assert files_of(applied) == before


def test_records_between_those_of_another_index_are_no_doubles(known: Known, tmp_path: Path) -> None:
    for number in range(2):
        rows = [{**row, "filename": str(known.index.parent / row["filename"])} for row in known.rows[number::2]]
        write_cdxj(tmp_path / f"{number}.cdxj", rows)
        run_job(known.job(tmp_path / "rows"), tmp_path / f"{number}.cdxj")
    whole = run_job(known.job(tmp_path / "whole"), known.index)
    assert not whole.failed
    assert everything(tmp_path / "rows") == everything(tmp_path / "whole")


def test_a_folder_with_files_and_their_index_has_every_record_once(known: Known) -> None:
    both, files = Plan((str(known.index.parent),)), Plan(tuple(map(str, known.warcs)))
    assert [one.id for one in both] == [one.id for one in files]
    assert len(list(both.named())) == len(known.rows)


def test_workers_share_a_file_and_an_index(known: Known) -> None:
    options = PlanOptions(least=1000, some=10)
    assert len(list(Plan((str(known.warcs[0]),), options))) == options.pieces
    assert len(list(Plan((str(known.index),), options))) >= 5


def test_workers_may_stand_in_other_folders(known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(known.out.parent)
    plan = Plan(("warcs/index.cdxj",), PlanOptions(base="warcs"))
    assert {one.file for shard in plan for one in shard.ranges} == set(map(str, known.warcs))
    assert absolute("sites.intaglio") == str(known.pack)
    assert absolute("s3://crawl/rows") == "s3://crawl/rows"


def test_a_destination_has_one_pack(known: Known, applied: Path) -> None:
    with pytest.raises(SourceError, match="begun with another want"):
        run_job(known.job(applied, want=frozenset({"records"})), *known.warcs)


def table(rows: list[dict[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(rows)


def write_index(kind: str, path: Path, rows: list[dict[str, Any]]) -> Path:
    file = path / f"index.{kind}"
    if kind == "cdxj":
        write_cdxj(file, rows)
    elif kind == "csv":
        csv.write_csv(table(rows), file)
    elif kind == "jsonl":
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        renamed = [
            {f"warc_{name}" if name == "filename" else name: value for name, value in row.items()} for row in rows
        ]
        parquet.write_table(table(renamed), file)
    return file


@pytest.mark.parametrize("kind", ["cdxj", "csv", "jsonl", "parquet"])
def test_indexes_give_the_same_shards(known: Known, tmp_path: Path, kind: str) -> None:
    options = PlanOptions(base=str(known.index.parent), size=20_000)
    expected = list(Plan((str(known.index),), PlanOptions(size=20_000)))
    assert len(expected) > 4
    found = list(Plan((str(write_index(kind, tmp_path, known.rows)),), options))
    assert [one.id for one in found] == [one.id for one in expected]
    assert [one.id for one in map(Shard.of, json.loads(json.dumps([one.content for one in found])))] == [
        one.id for one in found
    ]
    named = [(one.file, record.offset) for shard in found for one in shard.ranges for record in one.records or ()]
    assert named == sorted({(str(known.index.parent / row["filename"]), row["offset"]) for row in known.rows})


def test_by_index_as_by_file(known: Known, applied: Path, tmp_path: Path) -> None:
    run_job(known.job(tmp_path / "rows"), known.index, size=40_000)
    found, expected = everything(tmp_path / "rows"), everything(applied)
    assert found == expected


def test_gaps_are_read_through_up_to_a_bound(known: Known) -> None:
    some = known.rows[::5]
    expected = len(some)
    (one,) = Plan((str(known.index),))
    assert len(one.ranges) == 4
    assert sum(len(part.records or ()) for part in one.ranges) == len(known.rows)
    shards = list(Plan((str(known.index),), PlanOptions(gap=0, records=expected)))
    assert max(sum(len(part.records or ()) for part in shard.ranges) for shard in shards) <= expected


def test_what_an_index_says_wrongly_is_told(known: Known, tmp_path: Path) -> None:
    good, wrong, cut, behind = (dict(row) for row in known.rows[:4])
    wrong["url"] = f"{BASE}other"
    cut["length"] -= 10
    behind["offset"] = known.warcs[0].stat().st_size - 5
    write_cdxj(tmp_path / "index.cdxj", [good, wrong, cut, behind])
    with_base = Plan((str(tmp_path / "index.cdxj"),), PlanOptions(base=str(known.index.parent)))
    from intaglio.shards.apply_shard import ShardWorker

    (shard,) = with_base
    report = ShardWorker(known.job(tmp_path / "rows")).apply(shard)
    assert report.failed is None
    assert report.rows["pages"] == 1
    reasons = " | ".join(row["reason"] for row in rows_of(tmp_path / "rows", "misses"))
    assert "not what the index says" in reasons
    assert "ends before the record does" in reasons
    assert report.rows["misses"] + sum(report.passed.values()) == 3


def test_payload_digests_are_checked(known: Known, tmp_path: Path) -> None:
    page = (known.out.parent / "site" / "about.html").read_bytes()
    bad = response(f"{BASE}bad.html", page, digest="sha1:" + "A" * 32)
    write_warc(tmp_path / "a.warc.gz", [bad, response(f"{BASE}about.html", page)])
    run_job(known.job(tmp_path / "rows"), tmp_path / "a.warc.gz")
    (missed,) = rows_of(tmp_path / "rows", "misses")
    assert (missed["url"], missed["reason"]) == (f"{BASE}bad.html", "the payload is not what its digest says")
    assert [row["url"] for row in rows_of(tmp_path / "rows", "pages")] == [f"{BASE}about.html"]


BAD = ("http://[::1", "http://[no]/", "http://a:99999/", "http://ex\u2100mple.com/", "javascript:x", "")
"""What no URL is, or no URL of the web."""


def test_a_record_whose_url_is_none_costs_itself(known: Known, tmp_path: Path) -> None:
    body = (known.out.parent / "site" / "index.html").read_bytes()
    rows = write_warc(tmp_path / "bad.warc.gz", [response(url, body) for url in (*BAD, BASE)])
    write_cdxj(tmp_path / "bad.cdxj", rows)
    for source in ("bad.warc.gz", "bad.cdxj"):
        done = run_job(known.job(tmp_path / source[-2:]), tmp_path / source)
        assert not done.failed
        assert [row["url"] for row in rows_of(tmp_path / source[-2:], "pages")] == [BASE]
        assert len(rows_of(tmp_path / source[-2:], "misses")) == len(BAD)
    (task,) = site_tasks(Plan((str(tmp_path / "bad.cdxj"),)), None, 200)
    assert task.site == "quillmarsh.example"
    assert [record.url for _, record in task.records] == [BASE]


def test_uncompressed_files_and_lists_of_files(known: Known, tmp_path: Path) -> None:
    page = (known.out.parent / "site" / "about.html").read_bytes()
    trap = page.replace(b"</body>", b"<pre>WARC/1.0\r\nContent-Length: 3\r\n\r\n</pre></body>")
    write_warc(tmp_path / "a.warc", [response(f"{BASE}about.html", trap), response(f"{BASE}b.html", page)])
    (tmp_path / "warc.paths").write_text("a.warc\n")
    done = run_job(known.job(tmp_path / "rows"), tmp_path / "warc.paths", size=1000)
    assert done.shards == 1
    assert [row["url"] for row in rows_of(tmp_path / "rows", "pages")] == [f"{BASE}about.html", f"{BASE}b.html"]


def test_a_page_without_time_costs_itself(known: Known, tmp_path: Path) -> None:
    limits = Limits(page_seconds=0.001, pause=0.01)
    done = run_job(known.job(tmp_path / "rows", limits=limits), known.warcs[0])
    assert not done.failed
    missed = [row for row in rows_of(tmp_path / "rows", "misses") if "processor time" in row["reason"]]
    assert len(missed) > 5


def test_areas_are_written_if_wanted(known: Known, tmp_path: Path) -> None:
    run_job(known.job(tmp_path / "rows", want=frozenset({"areas"})), known.warcs[0])
    rows = rows_of(tmp_path / "rows", "pages")
    assert any(json.loads(row["areas"]) for row in rows)
    assert all(row["confidence"] > 0 for row in rows)
    assert not rows_of(tmp_path / "rows", "articles")


def test_misses_feed_a_plan(known: Known, applied: Path) -> None:
    (shard,) = Plan((str(applied / "misses"),))
    assert {record.url for one in shard.ranges for record in one.records or ()} == {"http://elsewhere.example/"}


def test_wide_tables(known: Known, applied: Path, tmp_path: Path, intaglio: Callable[..., Any]) -> None:
    ran = intaglio("export", applied, "-o", tmp_path / "tables")
    assert ran.status == 0, ran.err
    files = sorted((tmp_path / "tables").glob("*.parquet"))
    assert len(files) > 2
    kinds = {row["kind"] for row in rows_of(applied, "records")}
    assert len(files) == len(kinds)
    total = sum(parquet.read_metadata(file).num_rows for file in files)
    assert total == len(rows_of(applied, "records"))
    goods = next(file for file in files if "price" in "".join(parquet.read_schema(file).names))
    with duckdb.connect() as connection:
        found = connection.execute(f"SELECT count(*) FROM '{goods}' WHERE starts_with(url, '{BASE}')").fetchall()
    assert found == [(parquet.read_metadata(goods).num_rows,)]


HOSTILE_ROWS: list[tuple[str, Any]] = [
    ("goods", {"Price": 1, "price": 2, 'a"b': "x", "a'b/~": "y", "": "z", "\n": 1, "url": "U", "page_url": "P"}),
    ("goods", {"price": "text", "list": [{"A": 1, "a": 2}], "mixed": [1, "x", None, {"q": 1}]}),
    ("../../evil", {"x": 10**30}),
    ("Goods", {"z": 1e308}),
    ("';--", {"x');--": 1}),
    ("nothing", None),
    ("list", [1]),
]
"""Kinds, and rows of records, as a stranger might send them."""


def test_wide_tables_of_hostile_names(tmp_path: Path, intaglio: Callable[..., Any]) -> None:
    empty = dict.fromkeys(schemas()["records"].names)
    rows = [
        {**empty, "url": f"u{number}", "source": f"s{number}", "kind": kind, "row": json.dumps(row) if row else None}
        for number, (kind, row) in enumerate(HOSTILE_ROWS)
    ]
    place = Destination(str(tmp_path / "rows"))
    (tmp_path / "rows" / "records").mkdir(parents=True)
    parquet.write_table(
        pa.Table.from_pylist(rows, schema=schemas()["records"]), tmp_path / "rows" / "records" / "part-a.parquet"
    )
    place.put("_done/a.json", b"{}")
    place.put("_job.json", b"{}")
    ran = intaglio("export", tmp_path / "rows", "-o", tmp_path / "tables")
    assert ran.status == 0, ran.err
    files = {file.name: parquet.read_table(file) for file in (tmp_path / "tables").iterdir()}
    assert len(files) == len({kind for kind, _ in HOSTILE_ROWS})
    (goods,) = (table for table in files.values() if table.num_rows == 2)
    assert len({name.casefold() for name in goods.column_names}) == len(goods.column_names)
    first, second = goods.to_pylist()
    assert {1, "2", "x", "y", "z", "U", "P", "u0", "s0"} <= {value for value in first.values() if value is not None}
    assert second["mixed"] == ["1", "x", None, '{"q":1}']
    assert json.loads(second["list"][0]) == {"A": 1, "a": 2}


def test_the_command(known: Known, applied: Path, tmp_path: Path, intaglio: Callable[..., Any]) -> None:
    words = ["apply", known.pack, *known.warcs, "-o", tmp_path / "rows", "--workers", "1"]
    ran = intaglio(*words)
    assert ran.status == 0, ran.err
    assert "4 shards in" in ran.out
    assert everything(tmp_path / "rows") == everything(applied)
    assert "nothing to do" in intaglio(*words).out
    for absent in ("none.warc.gz", "misses"):
        ran = intaglio("apply", known.pack, tmp_path / absent, "-o", tmp_path / "x")
        assert ran.status == 1
        assert "no such file or folder" in ran.err
    assert intaglio("apply", known.pack, *known.warcs, "-o", tmp_path / "x", "--on", "dask").status == 1
    assert Destination(str(tmp_path / "x")).done() == set()
