"""What every store keeps of corrections, on SQLite and on a real PostgreSQL server."""

import json
from datetime import UTC, datetime

import pytest
from sqlalchemy import create_engine, text

from intaglio.store import CorrectionRow, SqlStore, open_store
from intaglio.store.migrations import MIGRATIONS, migrate

NOON = datetime(2024, 5, 6, 12, tzinfo=UTC)


def test_rows_come_back_in_order_and_by_sort(store: SqlStore) -> None:
    first = CorrectionRow("ada", NOON, "rename", {"places": [["s", "t", "a.b"]]}, "ž\ud800\x00", [{"value": "1"}])
    second = CorrectionRow("bob", None, "hide", {"column": "c"}, True)
    with store.writing() as tx:
        numbers = [tx.corrections.add(first), tx.corrections.add(second)]
    assert numbers == sorted(set(numbers))
    with store.reading() as tx:
        rows = tx.corrections.rows()
        assert [row.id for row in rows] == numbers
        assert (rows[0].who, rows[0].time, rows[0].target) == ("ada", NOON, first.target)
        assert (rows[0].value, rows[0].examples) == ("ž\ud800\x00", [{"value": "1"}])
        assert (rows[1].time, rows[1].value) == (None, True)
        assert [row.what for row in tx.corrections.rows({"hide"})] == ["hide"]
        assert [row.what for row in tx.corrections.rows(after=numbers[0])] == ["hide"]


def test_names_kept_as_a_note_become_corrections(store_url: str) -> None:
    engine = create_engine(store_url.replace("postgresql:", "postgresql+psycopg:", 1))
    names = {"t1": {"items": "offers", "items.text": "price"}, "gone": {"a": "b"}}
    with engine.begin() as connection:
        migrate(connection, MIGRATIONS[:3])
        kept = text("INSERT INTO notes VALUES ('field names', :value)")
        connection.execute(kept, {"value": json.dumps(names)})
        for site in ("one.example", "two.example"):
            template = text("INSERT INTO templates VALUES (:site, 't1', 1, 1, 1, NULL, :blob)")
            connection.execute(template, {"site": site, "blob": b""})
    engine.dispose()
    with open_store(store_url) as store, store.reading() as tx:
        rows = [(row.what, row.target, row.value, row.time) for row in tx.corrections.rows()]
        assert tx.notes.get("field names") is None
    assert rows == [
        ("rename", {"places": [[site, template, path]]}, name, None)
        for site, template, path, name in (
            ("one.example", "t1", "items", "offers"), ("one.example", "t1", "items.text", "price"),
            ("two.example", "t1", "items", "offers"), ("two.example", "t1", "items.text", "price"),
            ("", "gone", "a", "b"),
        )
    ]  # fmt: skip


@pytest.mark.parametrize("twice", [False, True])
def test_a_store_without_names_has_no_corrections(store_url: str, twice: bool) -> None:
    for _ in range(1 + twice):
        with open_store(store_url) as store, store.reading() as tx:
            assert tx.corrections.rows() == []
