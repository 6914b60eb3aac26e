"""Redesigns are noticed, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from intaglio.collection.redesign import FINISHED, RedesignDetector
from intaglio.store import CaptureRow, PageRow, SqlStore, open_store, sqlite_url


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with open_store(sqlite_url(tmp_path / "x.db")) as opened:
        yield opened


def rows(first: int, names: str, status: str = "ok", hit: bool = True, place: str = "a") -> list[PageRow]:
    return [
        PageRow(n, "s", f"{place}/p{n}", None, name, 1, hit, status, {}, "{}")
        for n, name in enumerate(names, start=first)
    ]


def put(store: SqlStore, pages: list[PageRow]) -> None:
    with store.writing() as tx:
        tx.captures.add(CaptureRow(1, row.source, "s", "x", id=row.capture) for row in pages)
        tx.pages.add(pages)


def known(store: SqlStore, pages: list[PageRow], finished: bool = True) -> RedesignDetector:
    put(store, pages)
    with store.writing() as tx:
        tx.notes.put(FINISHED, value=finished)
    return RedesignDetector(store)


def add(store: SqlStore, watch: RedesignDetector, pages: list[PageRow]) -> None:
    put(store, pages)
    watch.add(pages)


def test_pages_that_fit_raise_no_alarm(store: SqlStore) -> None:
    watch = known(store, rows(1, "a" * 20 + "b" * 10))
    add(store, watch, rows(40, "a" * 15 + "b" * 3 + "c" * 4))
    assert watch.alarms() == []


def test_a_redesign_names_the_templates_that_are_gone(store: SqlStore) -> None:
    watch = known(store, rows(1, "a" * 20 + "b" * 10))
    add(store, watch, rows(40, "x", hit=False) + rows(41, "x" * 14))
    (alarm,) = watch.alarms()
    assert alarm.startswith("s looks redesigned: 0 % of 15 new pages fit")
    assert alarm.endswith("no page of templates a, b")


def test_areas_that_stop_mapping_name_the_template(store: SqlStore) -> None:
    watch = known(store, rows(1, "a" * 20 + "b" * 10) + rows(31, "a", status="partial"))
    add(store, watch, rows(40, "a" * 2) + rows(42, "a" * 8, status="partial") + rows(60, "b" * 8))
    assert watch.alarms() == ["s: areas stopped mapping on pages of template a"]


def test_templates_that_never_mapped_well_are_no_news(store: SqlStore) -> None:
    watch = known(store, rows(1, "a" * 20, status="partial"))
    add(store, watch, rows(40, "a" * 20, status="partial"))
    assert watch.alarms() == []


def test_too_few_pages_say_nothing(store: SqlStore) -> None:
    watch = known(store, rows(1, "a" * 20))
    add(store, watch, rows(40, "x" * 4))
    assert watch.alarms() == []
    assert RedesignDetector(store).alarms() == []


def test_pages_of_new_kinds_are_no_redesign(store: SqlStore) -> None:
    watch = known(store, rows(1, "a" * 20 + "b" * 10))
    add(store, watch, rows(40, "x", hit=False, place="new") + rows(41, "x" * 40, place="new"))
    assert watch.alarms() == []


def test_before_a_first_run_has_finished_nothing_is_known(store: SqlStore) -> None:
    watch = known(store, rows(1, "a" * 20), finished=False)
    add(store, watch, rows(40, "x" * 40))
    assert watch.alarms() == []


def test_half_of_the_pages_of_one_template_changed(store: SqlStore) -> None:
    watch = known(store, rows(1, "a" * 40, place="stories") + rows(50, "b" * 40, place="people"))
    changed = rows(100, "x", hit=False, place="stories") + rows(101, "x" * 9 + "a" * 10, place="stories")
    add(store, watch, changed + rows(130, "b" * 20, place="people"))
    assert watch.alarms() == [
        "s: template a looks redesigned: 10 of 20 new pages where it stood belong to new templates"
    ]


def test_half_of_the_pages_in_a_place_of_two_templates_changed(store: SqlStore) -> None:
    watch = known(store, rows(1, "ab" * 20, place="stories") + rows(50, "c" * 40, place="people"))
    add(store, watch, rows(100, "x" * 10 + "ab" * 5, place="stories") + rows(130, "c" * 20, place="people"))
    assert watch.alarms() == [
        "s: templates a, b look redesigned: 10 of 20 new pages where they stood belong to new templates"
    ]


@pytest.mark.parametrize(("before", "now"), [("ab" * 20, "x" * 6 + "ab" * 7), ("abcde" * 8, "x" * 10 + "abcde" * 2)])
def test_few_new_pages_or_a_place_of_many_templates_are_no_news(store: SqlStore, before: str, now: str) -> None:
    watch = known(store, rows(1, before))
    add(store, watch, rows(100, now))
    assert watch.alarms() == []
