"""The rows of tables, made ready: they follow the records, and the odd ones come first."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from intaglio.collection.collection import Collection, open_collection
from intaglio.tables import Table
from intaglio.web.row_grams import GramOptions
from intaglio.web.row_index import FILE, RowIndex, Wish, kept_columns, shape, shown


@pytest.fixture
def goods(filled: Path, tmp_path: Path) -> Path:
    out = tmp_path / "out"
    shutil.copytree(filled, out, ignore=shutil.ignore_patterns(f"{FILE}*"))
    return out


def table_of(collection: Collection) -> Table:
    return collection.table(next(kind for kind in collection.kinds() if kind.name == "goods"))


def test_all_rows_are_there_once_and_stay_when_asked_again(goods: Path) -> None:
    with open_collection(goods) as collection:
        table, index = table_of(collection), RowIndex(goods)
        for state in (1, 1, 2):
            with collection.store.reading() as tx:
                rows, total = index.rows(tx, table, Wish(natural=True), state)
            assert total == len(rows) == table.kind.pages
            assert len({row.capture for row in rows}) == total


def test_cells_are_those_of_the_table(goods: Path) -> None:
    with open_collection(goods) as collection:
        table = table_of(collection)
        with collection.store.reading() as tx:
            rows, _ = RowIndex(goods).rows(tx, table, Wish(natural=True), 0)
        names = [column.name for column in kept_columns(table)]
        expected = {row["source"]: row for row in collection.rows(table.kind, ["*"])}
        for row in rows:
            for name, cell in zip(names, row.cells, strict=True):
                if name in expected[row.source]:
                    assert cell == shown(expected[row.source][name])


def test_pages_of_rows_follow_one_another(goods: Path) -> None:
    with open_collection(goods) as collection, collection.store.reading() as tx:
        table, index = table_of(collection), RowIndex(goods)
        whole, _ = index.rows(tx, table, Wish(sort=0), 0)
        parts = [index.rows(tx, table, Wish(sort=0, start=start, count=5), 0)[0] for start in range(0, len(whole), 5)]
    assert [row.capture for part in parts for row in part] == [row.capture for row in whole]


def test_what_is_empty_where_usual_comes_first(goods: Path) -> None:
    with open_collection(goods) as collection, collection.store.reading() as tx:
        table = table_of(collection)
        rows, _ = RowIndex(goods).rows(tx, table, Wish(), 0)
    odds = [row.odd for row in rows]
    assert odds == sorted(odds, reverse=True)
    for row in rows:
        assert bool(row.odd) == bool(row.reasons)


FILTERS = [
    "basket",
    "BASKET",
    "sk",
    "q",
    "zq",
    "no row has this",
    'with "quotes"',
    "%",
    "_",
    "!",
    "ä",
    " ",
    "the",
    "\0",
]


@pytest.mark.parametrize("few", [0, 3, 2_000])
def test_an_index_of_letters_changes_nothing_but_the_time(goods: Path, few: int) -> None:
    with open_collection(goods) as collection, collection.store.reading() as tx:
        table, plain = table_of(collection), RowIndex(goods)
        indexed = RowIndex(goods, GramOptions(scanned=0, few=few))
        columns = range(min(6, len(kept_columns(table))))
        wishes = [Wish(filters={at: text}, sort=sort) for text in FILTERS for at in columns for sort in (None, 1)]
        wishes += [Wish(filters={0: "a", 1: text}, start=2, count=3) for text in FILTERS]
        found = [plain.rows(tx, table, wish, 0) for wish in wishes]
        assert [indexed.rows(tx, table, wish, 0) for wish in wishes] == found
        assert {bool(rows) for rows, _ in found} == {True, False}


def test_the_index_of_letters_follows_the_rows(goods: Path) -> None:
    """A row that goes and one that comes: both are seen through an index that was there before."""
    with open_collection(goods) as collection, collection.store.reading() as tx:
        table, index = table_of(collection), RowIndex(goods, GramOptions(scanned=0))
        rows, _ = index.rows(tx, table, Wish(natural=True), 0)
        first, text = rows[0], str(rows[0].cells[0])
        wish = Wish(filters={0: text})
        before, _ = index.rows(tx, table, wish, 0)
        with closing(sqlite3.connect(goods / FILE)) as database:
            name = f'"rows_{table.kind.id}"'
            database.execute(f"CREATE TEMP TABLE kept AS SELECT * FROM {name} WHERE capture = {first.capture}")
            database.execute(f"DELETE FROM {name} WHERE capture = {first.capture}")
            database.commit()
            less, _ = index.rows(tx, table, wish, 0)
            database.execute(f"INSERT INTO {name} SELECT * FROM kept")
            database.commit()
        assert [row.capture for row in less] == [row.capture for row in before if row.capture != first.capture]
        assert index.rows(tx, table, wish, 0)[0] == before


def test_a_damaged_file_is_made_anew(goods: Path) -> None:
    (goods / FILE).write_bytes(b"no database at all" * 100)
    with open_collection(goods) as collection, collection.store.reading() as tx:
        rows, _ = RowIndex(goods).rows(tx, table_of(collection), Wish(), 0)
    assert rows


@pytest.mark.parametrize(
    ("text", "expected"), [("Blue lamp", "Aa"), ("€ 51.77", "€ 9"), ("12 May 2026", "9 Aa 9"), ("QM-1490", "Aa-9")]
)
def test_shapes(text: str, expected: str) -> None:
    assert shape(text) == expected
