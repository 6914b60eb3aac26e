"""`intaglio export` writes every format of EXPORTS; a new one is a line there."""

import json
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import Collection
from intaglio.collection.export import EXPORTS, Export, Selection
from intaglio.collection.page_lines import areas_in
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import write_sample


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    write_sample(folder / "site")
    options = RunOptions(LearnOptions(method="text-blocks"), browser=False, articles=None)
    collect([str(folder / "site")], folder / "out", options)
    return folder / "out"


def test_all_records_in_one_file(out: Path, tmp_path: Path, intaglio: Any) -> None:
    ran = intaglio("export", str(out), "-o", str(tmp_path / "all.jsonl"))
    assert ran.status == 0, ran.err
    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").open(encoding="utf-8")]
    files = [line for file in sorted((out / "records").glob("*.jsonl")) for line in file.open(encoding="utf-8")]
    assert lines == [json.loads(line) for line in files]
    assert f"{len(lines)} pages" in ran.out


def test_one_template_and_some_columns(out: Path, tmp_path: Path, intaglio: Any) -> None:
    largest = max((out / "records").glob("*.jsonl"), key=lambda file: file.stat().st_size)
    first = json.loads(largest.open(encoding="utf-8").readline())
    names = list(first["fields"])[:2][::-1]
    target = tmp_path / "some.jsonl"
    ran = intaglio("export", str(out), "-o", str(target), "--template", largest.stem[:6], "--columns", ",".join(names))
    assert ran.status == 0, ran.err
    lines = [json.loads(line) for line in target.open(encoding="utf-8")]
    assert {line["template"] for line in lines} == {largest.stem}
    assert list(lines[0]["fields"]) == names


def test_parquet_has_a_row_a_page(out: Path, tmp_path: Path, intaglio: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert intaglio("export", str(out), "-o", str(tmp_path / "all.parquet")).status == 0
    table = parquet.read_table(tmp_path / "all.parquet")
    assert table.num_rows == sum(1 for file in (out / "records").glob("*.jsonl") for _ in file.open())


def test_pages_with_their_areas_are_a_parquet_file(out: Path, tmp_path: Path, intaglio: Any) -> None:
    duckdb, target = pytest.importorskip("duckdb"), tmp_path / "pages.parquet"
    ran = intaglio("export", str(out), "--format", "pages", "-o", str(target))
    assert ran.status == 0, ran.err
    lines = [json.loads(line) for line in (out / "pages.jsonl").open(encoding="utf-8")]
    rows = duckdb.connect().sql(f"SELECT source, template, kind, hit, len(areas) AS areas FROM '{target}'").fetchall()
    flat = [sum(1 for _ in areas_in(line["areas"])) for line in lines]
    assert rows == [
        (line["source"], line["template"], line["kind"], line["hit"], count)
        for line, count in zip(lines, flat, strict=True)
    ]
    inner = duckdb.connect().sql(
        f"SELECT count(*) FROM (SELECT unnest(areas) AS a FROM '{target}') WHERE a.parent IS NOT NULL"
    )
    assert inner.fetchall()[0][0] == sum(flat) - sum(len(line["areas"]) for line in lines)
    ran = intaglio("export", str(out), "--format", "pages", "-o", str(tmp_path / "p.jsonl"), "--columns", "url,title")
    assert list(json.loads((tmp_path / "p.jsonl").read_text("utf-8").splitlines()[0])) == ["url", "title"]


def test_lines_go_to_standard_output(out: Path, tmp_path: Path, intaglio: Any) -> None:
    for form, table in (("csv", ["--table", "goods"]), ("jsonl", ["--table", "goods"]), ("jsonl", [])):
        file = tmp_path / f"goods.{form}"
        assert intaglio("export", str(out), "-o", str(file), *table).status == 0
        ran = intaglio("export", str(out), "--format", form, "-o", "-", *table)
        assert (ran.status, ran.out) == (0, file.read_text(encoding="utf-8"))
    assert not Path("-").exists()


@pytest.mark.parametrize("words", [["--format", "sqlite"], ["--format", "markdown"], ["--format", "csv"]])
def test_files_do_not_go_to_standard_output(out: Path, intaglio: Any, words: list[str]) -> None:
    ran = intaglio("export", str(out), "-o", "-", *words)
    assert ran.status == 2
    assert "standard output" in ran.err


def test_what_is_not_there_is_an_error(out: Path, tmp_path: Path, intaglio: Any) -> None:
    ran = intaglio("export", str(out), "-o", str(tmp_path / "x.jsonl"), "--template", "zzz")
    assert ran.status == 1
    assert "no template with records" in ran.err
    assert not (tmp_path / "x.jsonl").exists()
    assert intaglio("export", str(out), "-o", str(tmp_path / "x.odt")).status == 2


def test_a_format_that_was_added_is_known(
    out: Path, tmp_path: Path, intaglio: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(collection: Collection, target: Path, selection: Selection) -> int:
        with collection.store.reading() as tx:
            urls = [f"{row.source}\n" for row in tx.pages.pages(site=selection.site, lines=False)]
        target.write_text("".join(urls), encoding="utf-8")
        return len(urls)

    monkeypatch.setitem(EXPORTS, "names", Export("the names of pages", write))
    assert intaglio("export", str(out), "--format", "names", "-o", str(tmp_path / "names.txt")).status == 0
    assert "index.html" in (tmp_path / "names.txt").read_text("utf-8").split("\n")
