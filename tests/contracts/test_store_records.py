"""What every store keeps of wrappers and records, on SQLite and on a real PostgreSQL server."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from intaglio.store import CaptureRow, PackedRecord, PageRow, RecordRow, SqlStore, WrapperRow, open_store

SITE = "example.org"


@pytest.fixture
def store(store_url: str) -> Iterator[SqlStore]:
    with open_store(store_url) as opened:
        with opened.writing() as tx:
            origin = tx.captures.origin("folder", "/pages")
            tx.captures.add(CaptureRow(origin, f"p{number}", SITE, f"p{number}") for number in range(5))
            numbers = tx.captures.ids(origin, [f"p{number}" for number in range(5)])
            tx.pages.add([_page(numbers[source], source) for source in sorted(numbers)])
        yield opened


def _page(number: int, source: str) -> PageRow:
    return PageRow(number, SITE, source, None, "odd" if number % 2 else "even", 1, True, "ok", {}, "{}")


def record(number: int, version: int = 1, text: str = "ž \ud800") -> RecordRow:
    return RecordRow(number, SITE, "odd" if number % 2 else "even", version, f'{{"page": {number}}}', [text])


def packed(number: int, version: int = 1, text: str = "ž \ud800") -> PackedRecord:
    return PackedRecord.of(record(number, version, text))


def test_the_newest_wrapper_is_given_and_old_ones_stay(store: SqlStore) -> None:
    with store.writing() as tx:
        assert tx.records.wrapper(SITE, "odd") is None
        for version in (1, 2):
            tx.records.put_wrapper(WrapperRow(SITE, "odd", version, 10 * version, b"\x00%d" % version, ["a", "\ud800"]))
    with store.reading() as tx:
        assert tx.records.wrapper(SITE, "odd") == WrapperRow(SITE, "odd", 2, 20, b"\x002", ["a", "\ud800"])
        assert tx.records.wrapper(SITE, "even") is None
        assert (tx.records.wrapper_version(SITE, "odd"), tx.records.wrapper_version(SITE, "even")) == (2, None)
        count = tx.connection.exec_driver_sql("SELECT count(*) FROM wrappers").scalar_one()
    assert count == 2


def test_pages_tell_where_they_are_from(store: SqlStore) -> None:
    with store.reading() as tx:
        found = list(tx.pages.addresses(SITE))
        assert [one.source for one in found] == [f"p{number}" for number in range(5)]
        assert found == list(tx.pages.addresses())
        assert {(one.site, one.template, one.url) for one in found} == {(SITE, "odd", None), (SITE, "even", None)}
        assert list(tx.pages.addresses("elsewhere")) == []


def test_pages_wait_for_records_by_the_newest_wrapper(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.records.put([packed(1), packed(3)])
    with store.reading() as tx:
        assert [row.capture for row in tx.records.waiting(SITE, "odd", 1, 0, 9)] == [5]
        assert [row.capture for row in tx.records.waiting(SITE, "odd", 2, 0, 2)] == [1, 3]
        after = tx.records.waiting(SITE, "odd", 2, 0, 1)[0].sequence
        assert [row.capture for row in tx.records.waiting(SITE, "odd", 2, after, 9)] == [3, 5]
        assert [row.capture for row in tx.records.waiting(SITE, "even", 1, 0, 9)] == [2, 4]


def test_a_record_found_anew_comes_last(store: SqlStore) -> None:
    with store.writing() as tx:
        assert tx.records.last() == 0
        tx.records.put([packed(1), packed(2), packed(3)])
        last = tx.records.last()
    with store.writing() as tx:
        tx.records.put([packed(1, version=2, text="new")])
    with store.reading() as tx:
        assert [row.capture for row in tx.records.records()] == [2, 3, 1]
        (new,) = tx.records.records(after=last)
        assert (new.capture, new.version, new.texts, new.line) == (1, 2, ["new"], '{"page": 1}')
        assert tx.records.last() == new.sequence
        assert [row.capture for row in tx.records.records(template="odd")] == [3, 1]
        assert tx.records.by_template() == {"odd": (2, new.sequence), "even": (1, last - 1)}


def test_lines_of_a_template_are_read_whole_or_evenly(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.records.put([packed(number) for number in range(1, 6)])
    with store.reading() as tx:
        assert list(tx.records.lines(SITE, "odd")) == ['{"page": 1}', '{"page": 3}', '{"page": 5}']
        assert list(tx.records.lines(None, "odd")) == list(tx.records.lines(SITE, "odd"))
        assert tx.records.some_lines(SITE, ["odd"], 9) == list(tx.records.lines(SITE, "odd"))
        assert tx.records.some_lines(SITE, ["odd"], 2) == ['{"page": 1}', '{"page": 3}']
        assert tx.records.some_lines("elsewhere", ["odd"], 2) == []


def test_some_lines_are_spread_over_addresses_in_whichever_order_pages_came(store: SqlStore) -> None:
    names = ["b/2", "a/1", "B/3", "a/2"]
    with store.writing() as tx:
        origin = tx.captures.origin("folder", "/others")
        tx.captures.add(CaptureRow(origin, name, SITE, name) for name in names)
        found = tx.captures.ids(origin, names)
        numbers = [found[name] for name in names]
        tx.pages.add([_page(found[name], name) for name in names])
        named = [replace(record(number), line=name) for number, name in zip(numbers, names, strict=True)]
        tx.records.put(list(map(PackedRecord.of, named)))
    with store.reading() as tx:
        lines = tx.records.some_lines(SITE, ["odd", "even"], 9)
        assert lines == ["B/3", "a/1", "a/2", "b/2"], "letter by letter"
        assert tx.records.some_lines(SITE, ["odd", "even"], 2) == ["B/3", "a/2"]


def test_a_wrapper_is_kept_with_the_pages_it_was_learned_from(store: SqlStore) -> None:
    with store.writing() as tx:
        for version, learned_from in ((1, [b"a", b"b", b"c"]), (2, [b"d", b"e"])):
            tx.records.put_wrapper(WrapperRow(SITE, "odd", version, 2, b"w", []), learned_from)
        tx.records.put_wrapper(WrapperRow(SITE, "even", 1, 2, b"w", []))
    with store.reading() as tx:
        assert tx.records.learned_from(SITE, "odd") == [b"d", b"e"]
        assert tx.records.learned_from(SITE, "even") == []
