"""Files beside the database: brought in step with it, whatever a crash left of them."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from intaglio.collection.collection import Collection, fill_collection, open_collection
from intaglio.collection.export.jsonl import STALE, Appender, note_stale, sync_exports, sync_stale
from intaglio.collection.page_lines import AreaResult, PageResult, areas_in, line_of, page_of
from intaglio.errors import CollectionBusy, StoreError
from intaglio.store import CaptureRow, ErrorRow, PageRow


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with fill_collection(tmp_path / "out") as opened:
        yield opened


def page(number: int, text: str = "") -> PageRow:
    line = json.dumps({"source": f"p{number}", "text": text})
    return PageRow(number, "s", f"p{number}", None, "t", 1, True, "ok", {}, line)


def fill(collection: Collection, count: int) -> None:
    with collection.store.writing() as tx:
        tx.captures.add(CaptureRow(1, f"p{number}", "s", "x") for number in range(1, count + 1))
        pages = [page(number) for number in range(1, count)]
        tx.pages.add(pages, [ErrorRow(f"p{count}", None, "match", "ž", 1, count)])


def sources(collection: Collection) -> list[str]:
    text = (collection.folder / "pages.jsonl").read_text(encoding="utf-8")
    assert text == "" or text.endswith("\n")
    return [json.loads(line)["source"] for line in text.splitlines()]


@pytest.mark.parametrize(
    "left",
    [
        "",
        '{"source": "p1", "text": ""}\n',
        '{"source": "p1", "text": ""}\n{"source": "p2',
        "whole",
        "whole and more",
        None,
    ],
)
def test_files_are_brought_in_step(collection: Collection, left: str | None) -> None:
    fill(collection, 4)
    path = collection.folder / "pages.jsonl"
    whole = "".join(page(number).line + "\n" for number in (1, 2, 3))
    if left is not None:
        path.write_text({"whole": whole, "whole and more": whole + whole + "{"}.get(left, left))
    sync_exports(collection.folder, collection.store)
    assert path.read_text() == whole
    assert json.loads((collection.folder / "errors.jsonl").read_text()) == {
        "source": "p4", "url": None, "stage": "match", "reason": "ž",
    }  # fmt: skip


def test_changed_results_make_the_files_anew(collection: Collection) -> None:
    fill(collection, 3)
    sync_exports(collection.folder, collection.store)
    with collection.store.writing() as tx:
        first = next(tx.pages.pages())
        tx.pages.replace([PageRow(1, "s", "p1", None, "t", 2, True, "ok", {}, '{"source": "new"}', {}, first.sequence)])
        tx.notes.put(STALE, value=True)
    sync_exports(collection.folder, collection.store)
    assert sources(collection) == ["new", "p2"]
    with collection.store.reading() as tx:
        assert tx.notes.get(STALE) is False


def test_a_changed_stage_makes_its_own_file_anew_alone(collection: Collection) -> None:
    fill(collection, 3)
    with collection.store.writing() as tx:
        rows = [replace(row, extras={"articles": f'{{"of": "{row.source}"}}'}) for row in tx.pages.pages()]
        tx.pages.put_extras(rows)
    sync_exports(collection.folder, collection.store)
    pages, articles = collection.folder / "pages.jsonl", collection.folder / "articles.jsonl"
    kept = pages.stat().st_ino
    with collection.store.writing() as tx:
        tx.pages.put_extras([replace(rows[0], extras={"articles": '{"of": "new"}'})])
        note_stale(tx, "articles")
    sync_stale(collection.folder, collection.store)
    assert [json.loads(line)["of"] for line in articles.read_text().splitlines()] == ["new", "p2"]
    assert pages.stat().st_ino == kept
    with collection.store.writing() as tx:
        tx.notes.put(STALE, value=True)
        note_stale(tx, "articles")
        assert tx.notes.get(STALE) is True
    sync_stale(collection.folder, collection.store)
    assert pages.stat().st_ino != kept


def test_lines_are_appended_and_errors_of_others_with_them(collection: Collection) -> None:
    with Appender(collection.folder, collection.store) as files:
        assert files.add([page(1), page(2)]) == []
        fill(collection, 3)
        assert [row.reason for row in files.add([page(3)])] == ["ž"]
        assert files.add([]) == []
    assert sources(collection) == ["p1", "p2", "p3"]
    assert json.loads((collection.folder / "errors.jsonl").read_text())["reason"] == "ž"


def test_a_collection_is_filled_by_one_run_at_a_time(collection: Collection) -> None:
    with pytest.raises(CollectionBusy), fill_collection(collection.folder):
        pass
    with open_collection(collection.folder) as looked_at:
        assert looked_at.store.url == collection.store.url


def test_what_is_no_collection_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is no collection"), open_collection(tmp_path):
        pass


def test_a_collection_in_another_database_remembers_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    with fill_collection(tmp_path / "out", url) as made:
        fill(made, 2)
    assert not (tmp_path / "out" / "intaglio.db").exists()
    with open_collection(tmp_path / "out") as opened, opened.store.reading() as tx:
        assert tx.pages.counts() == (1, 1)
    with pytest.raises(StoreError, match="is kept in"), fill_collection(tmp_path / "out", "sqlite:///other.db"):
        pass


@pytest.mark.parametrize("depth", [3, 200, 3000])
def test_areas_within_areas_are_written_however_deep(depth: int) -> None:
    areas = [AreaResult(n, None, 1.0, f"é{n}", ((1, n),), (n + 1,) * (n + 1 < depth)) for n in range(depth)]
    row = CaptureRow(1, "a.html", "site", "a.html")
    line = line_of(row, "T", PageResult("t", 1, hit=True, confidence=1.0, areas=areas), "ok", {"map": 1.0})
    assert line.count('"children":[') == depth
    assert line.count("[]") == 1
    if depth < 500:
        found = page_of(line)
        assert [one["text"] for one in areas_in(found["areas"])] == [f"é{n}" for n in range(depth)]
        assert found["ms"] == {"map": 1.0}
