"""What every store keeps to, on SQLite and on a real PostgreSQL server."""

import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from intaglio.errors import StoreError, WriteConflict
from intaglio.frontier import Link, VisitState
from intaglio.store import (
    CaptureRow,
    ErrorRow,
    PageRow,
    SqlStore,
    Tally,
    TemplateRow,
    open_store,
)

SITE = "example.org"
LEARNER = Path(__file__).parent / "learner.py"


def template(name: str, version: int = 1, blob: bytes = b"\x00\xffblob") -> TemplateRow:
    return TemplateRow(SITE, name, version, blob)


def capture(source: str, origin: int = 1) -> CaptureRow:
    return CaptureRow(origin, source, SITE, source, url=f"http://example.org/{source}")


def page(number: int, source: str, version: int = 1, name: str = "a") -> PageRow:
    return PageRow(
        number,
        SITE,
        source,
        None,
        name,
        version,
        True,
        "ok",
        {"parse": 1.5},
        f'{{"source": "{source}", "title": "Žluť"}}',
    )


def learners(task: str, url: str, *words: Sequence[str]) -> "list[subprocess.Popen[str]]":
    """Start a process for each list of words, and let them go at once."""
    others = [
        subprocess.Popen(
            [sys.executable, LEARNER, task, str(number), url, *some],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number, some in enumerate(words)
    ]
    for other in others:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
    for other in others:
        assert other.stdin is not None
        other.stdin.write("go\n")
        other.stdin.flush()
    return others


def save(store: SqlStore, rows: Sequence[TemplateRow], seen: int, merged: dict[str, str] | None = None) -> int:
    with store.writing() as tx:
        return tx.templates.save(SITE, rows, seen=seen, merged=merged)


def test_templates_of_a_site_come_back_together(store: SqlStore) -> None:
    revision = save(store, [template("b"), template("a")], 0)
    with store.writing() as tx:
        tx.templates.save("other.org", [TemplateRow("other.org", "a", 1, b"x")], seen=0)
    with store.reading() as tx:
        known = tx.templates.load(SITE)
        assert tx.templates.sites() == [SITE, "other.org"]
    assert known.revision == revision
    assert [(row.id, row.version, row.blob) for row in known.rows] == [
        ("b", 1, b"\x00\xffblob"), ("a", 1, b"\x00\xffblob"),
    ]  # fmt: skip


def test_an_update_of_what_changed_since_is_refused(store: SqlStore) -> None:
    seen = save(store, [template("a")], 0)
    save(store, [template("a", blob=b"theirs")], seen)
    with pytest.raises(WriteConflict):
        save(store, [template("a", blob=b"ours")], seen)
    with store.reading() as tx:
        assert [row.blob for row in tx.templates.load(SITE).rows] == [b"theirs"]


def test_founding_without_having_seen_the_others_is_refused(store: SqlStore) -> None:
    first = save(store, [template("a")], 0)
    with pytest.raises(WriteConflict):
        save(store, [template("b")], 0)
    second = save(store, [template("a", 2)], first)
    with pytest.raises(WriteConflict):
        save(store, [template("b")], first)
    save(store, [template("b")], second)


def test_merging_keeps_an_alias_however_often(store: SqlStore) -> None:
    seen = save(store, [template("a"), template("b"), template("c")], 0)
    seen = save(store, [template("b", 2)], seen, {"c": "b"})
    save(store, [template("a", 2)], seen, {"b": "a"})
    with store.reading() as tx:
        known = tx.templates.load(SITE)
    assert [row.id for row in known.rows] == ["a"]
    assert known.aliases == {"b": "a", "c": "a"}


def test_templates_come_in_the_order_of_their_founding(store: SqlStore) -> None:
    seen = save(store, [template("c"), template("a")], 0)
    save(store, [template("a", 2), template("b")], seen)
    with store.reading() as tx:
        assert [row.id for row in tx.templates.load(SITE).rows] == ["c", "a", "b"]


def test_lessons_are_bounded_by_their_slots(store: SqlStore) -> None:
    with store.writing() as tx:
        for number in range(5):
            tx.templates.put_lessons(SITE, [("a", number % 2, b"%d" % number)])
        tx.templates.put_lessons(SITE, [("b", 7, b"b")])
        tx.templates.put_lessons("other", [("c", 0, b"c")])
    with store.reading() as tx:
        assert tx.templates.lessons(SITE) == {"a": [b"4", b"3"], "b": [b"b"]}


def test_a_transaction_is_undone_by_an_exception(store: SqlStore) -> None:
    def fail() -> None:
        with store.writing() as tx:
            tx.templates.save(SITE, [template("a")], seen=0)
            tx.frontier.add([Link("http://example.org/", SITE, 0)])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with store.reading() as tx:
        assert tx.templates.load(SITE).rows == []
        assert tx.frontier.counts()[VisitState.TO_VISIT] == 0


def test_captures_are_taken_up_once_and_in_order(store: SqlStore) -> None:
    when = datetime(2024, 5, 1, 12, tzinfo=UTC)
    with store.writing() as tx:
        origin = tx.captures.origin("folder", "/site")
        assert tx.captures.origin("folder", "/site") == origin
        assert tx.captures.origin("folder", "/other") != origin
        assert tx.captures.origins()[origin] == ("folder", "/site")
        rows = [capture("b", origin), CaptureRow(origin, "a", SITE, "x.warc.gz", 7, 90, time=when, digest=b"\x01")]
        assert tx.captures.add(rows) == 2
        assert tx.captures.add([*rows, capture("c", origin)]) == 1
        assert tx.captures.archive_size(origin, "x.warc.gz") == 97
    with store.writing() as tx:
        waiting = tx.captures.pending(0, 10, [origin])
        assert tx.captures.ids(origin, ["a", "x"]) == {"a": waiting[1].id}
        assert [row.source for row in waiting] == ["b", "a", "c"]
        assert waiting[1].time == when
        assert tx.captures.with_digest(origin, b"\x01") == waiting[1]
        assert tx.captures.with_digest(origin, b"\x02") is None
        assert tx.captures.with_digests(origin, [b"\x01", b"\x02"]) == {b"\x01": "a"}
        assert tx.captures.some([waiting[2].id, 999, waiting[0].id]) == [waiting[2], waiting[0]]
        assert tx.captures.pages_of(origin, SITE) == 3
        error = ErrorRow("a", None, "fetch", "not HTML", origin, waiting[1].id)
        tx.pages.add([page(waiting[0].id, "b")], [error])
    with store.reading() as tx:
        assert [row.source for row in tx.captures.pending(0, 10, [origin])] == ["c"]
        assert tx.captures.pending(0, 10, [origin + 100]) == []
        assert tx.pages.counts() == (1, 1)
        assert tx.captures.count([origin]) == 3
        assert tx.captures.finished(origin, ["a", "b", "c", "d"]) == {"a", "b"}


def test_a_page_has_one_result(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.captures.add([capture("a")])
        tx.pages.add([page(1, "a")])
    with pytest.raises(WriteConflict), store.writing() as tx:
        tx.pages.add([page(1, "a")])
    with pytest.raises(WriteConflict), store.writing() as tx:
        tx.pages.add([], [ErrorRow("a", None, "match", "no", 1, 1)])
    with store.reading() as tx:
        assert tx.pages.counts() == (1, 0)


def test_results_come_in_sequence_and_survive_as_they_were(store: SqlStore) -> None:
    names = [f"p{number}" for number in range(600)]
    with store.writing() as tx:
        tx.captures.add(capture(name) for name in names)
        tx.pages.add([page(number + 1, name) for number, name in enumerate(names)])
    with store.reading() as tx:
        rows = list(tx.pages.pages())
        assert [row.source for row in rows] == names
        assert rows[0].line == '{"source": "p0", "title": "Žluť"}'
        assert rows[0].ms == {"parse": 1.5}
        assert {row.line for row in tx.pages.pages(lines=False)} == {""}
        by_address = sorted(rows, key=lambda row: row.source)
        assert tx.pages.captures(rows[0].site) == [row.capture for row in by_address], "whatever came first"
        assert tx.pages.captures(rows[0].site, "none such") == []
        assert [row.source for row in tx.pages.pages(after=rows[-2].sequence)] == ["p599"]
        assert tx.pages.by_template(SITE) == {"a": 600}
        assert tx.pages.tally() == [Tally(SITE, "a", True, "ok", 600)]


def test_pages_of_changed_and_merged_templates_are_outdated(store: SqlStore) -> None:
    seen = save(store, [template("a"), template("b"), template("c")], 0)
    with store.writing() as tx:
        tx.captures.add([capture("1"), capture("2"), capture("3")])
        tx.pages.add(
            [replace(page(1, "1", 1, "a"), extras={"article": "old"}), page(2, "2", 1, "b"), page(3, "3", 1, "c")]
        )
    save(store, [template("a", 2)], seen, {"b": "a"})
    with store.writing() as tx:
        old = tx.pages.outdated(SITE)
        assert [row.source for row in old] == ["1", "2"]
        assert tx.pages.count_outdated(SITE) == 2
        tx.pages.replace(
            [
                PageRow(r.capture, SITE, r.source, None, "a", 2, True, "ok", {}, "new", {"article": "n"}, r.sequence)
                for r in old
            ]
        )
    with store.reading() as tx:
        assert tx.pages.outdated(SITE) == []
        assert tx.pages.count_outdated(SITE) == 0
        assert [row.line for row in tx.pages.pages(template="a")] == ["new", "new"]
        assert [line for _, line in tx.pages.extras("article")] == ["n", "n"]
        assert tx.pages.stages() == {"article": 2}


def test_what_a_further_stage_left_out_can_be_made_up(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.captures.add([capture(str(number)) for number in range(1, 4)])
        tx.pages.add([page(1, "1"), replace(page(2, "2"), extras={"article": "two"}), page(3, "3")])
    with store.writing() as tx:
        found = tx.pages.lacking("article", SITE)
        assert [row.source for row in found] == ["1", "3"]
        assert tx.pages.count_lacking("article", SITE) == 2
        assert [row.source for row in tx.pages.lacking("article", SITE, found[0].sequence)] == ["3"]
        tx.pages.put_extras([replace(row, extras={"article": f"late {row.source}"}) for row in found])
    with store.reading() as tx:
        assert tx.pages.lacking("article", SITE) == []
        assert sorted(line for _, line in tx.pages.extras("article")) == ["late 1", "late 3", "two"]
        assert [row.line for row in tx.pages.pages()] == [page(n, str(n)).line for n in range(1, 4)]


def test_the_frontier_goes_breadth_first_and_sees_no_url_twice(store: SqlStore) -> None:
    with store.writing() as tx:
        links = [Link("http://e/2", SITE, 2), Link("http://e/1", SITE, 1), Link("http://e/1", SITE, 1)]
        assert tx.frontier.add([*links, Link("http://o/", "o", 1, VisitState.OUTGOING)]) == 3
        assert tx.frontier.add(links) == 0
        assert [visit.url for visit in tx.frontier.take(SITE, 1)] == ["http://e/1"]
        tx.frontier.done("http://e/1")
        assert [visit.url for visit in tx.frontier.take(SITE, 9)] == ["http://e/2"]
        assert tx.frontier.take(SITE, 9) == []
        counts = tx.frontier.counts(SITE)
        assert (counts[VisitState.DONE], counts[VisitState.IN_FLIGHT], counts[VisitState.TO_VISIT]) == (1, 1, 0)


def test_what_was_in_flight_is_visited_again(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.frontier.add([Link("http://e/1", SITE, 1)])
        tx.frontier.take(SITE, 1)
    with store.writing() as tx:
        assert tx.frontier.restart() == 1
        assert [(visit.url, visit.attempts) for visit in tx.frontier.take(SITE, 1)] == [("http://e/1", 1)]


def test_outgoing_links_can_be_followed(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.frontier.add([Link(f"http://{o}/{n}", o, 4, VisitState.OUTGOING) for n in range(2) for o in ("b", "a")])
        assert tx.frontier.outgoing_sites(5) == ["b", "a"]
        assert tx.frontier.follow("b") == 2
        assert tx.frontier.outgoing_sites(5) == ["a"]
        assert tx.frontier.waiting_sites() == ["b"]
        assert {visit.depth for visit in tx.frontier.take("b", 9)} == {0}
        tx.frontier.done("http://b/0")
        assert tx.frontier.again("b", 0) == 1
        assert tx.frontier.counts("b") == {
            VisitState.TO_VISIT: 1, VisitState.IN_FLIGHT: 1, VisitState.DONE: 0, VisitState.OUTGOING: 0,
            VisitState.SET_ASIDE: 0,
        }  # fmt: skip


def test_what_is_not_wanted_now_is_set_aside_until_the_next_run(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.frontier.add([Link(f"http://e/{n}", SITE, n % 3) for n in range(2000)])
        left = tx.frontier.leave(lambda url, depth: depth != 2 or url.endswith("/2"), VisitState.SET_ASIDE)
        assert left == {SITE: 665}
        assert tx.frontier.counts(SITE)[VisitState.TO_VISIT] == 2000 - 665
        assert tx.frontier.restart() == 665
        assert tx.frontier.counts(SITE)[VisitState.TO_VISIT] == 2000


def test_notes_are_kept(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.notes.put("run", {"method": "vips"})
        tx.notes.put("run", {"method": "boxes"})
    with store.reading() as tx:
        assert tx.notes.get("run") == {"method": "boxes"}
        assert tx.notes.get("none") is None


def test_two_processes_counting_in_one_template_lose_nothing(store: SqlStore) -> None:
    save(store, [template("counter", blob=b"0")], 0)
    others = learners("count", store.url, ["60"], ["60"])
    assert [other.wait() for other in others] == [0, 0]
    with store.reading() as tx:
        (row,) = tx.templates.load(SITE).rows
    assert row.blob == b"120"
    assert row.version == 121


def test_two_processes_founding_make_no_twins(store: SqlStore) -> None:
    names = [f"t{number}" for number in range(60)]
    orders = [names[:40], random.Random(1).sample(names[20:], 40)]
    others = learners("found", store.url, *orders)
    assert [other.wait() for other in others] == [0, 0]
    with store.reading() as tx:
        rows = tx.templates.load(SITE).rows
    assert sorted(row.blob.decode() for row in rows) == sorted(names)


def test_a_killed_writer_leaves_what_it_committed(store: SqlStore) -> None:
    names = [f"p{number}" for number in range(400)]
    with store.writing() as tx:
        origin = tx.captures.origin("folder", "x")
        tx.captures.add(capture(name, origin) for name in names)
        tx.templates.save(SITE, [template("counter", blob=b"0")], seen=0)
    said: list[str] = []
    for number in range(4):
        (other,) = learners("work", store.url, [])
        assert other.stdout is not None
        if number < 3:
            said += [word for _ in range(10) for word in other.stdout.readline().split()]
            time.sleep(0.003 * number)
            other.kill()
        said += other.stdout.read().split()
        other.wait()
        with store.reading() as tx:
            (row,) = tx.templates.load(SITE).rows
            done = [result.source for result in tx.pages.pages()]
        assert int(row.blob) == len(done), "template and pages were not written together"
        assert set(said) <= set(done)
    assert done == names


def test_a_newer_store_is_refused(store_url: str) -> None:
    with open_store(store_url) as store, store.writing() as tx:
        tx.connection.execute(text("UPDATE schema_version SET version = 99"))
    with pytest.raises(StoreError, match=r"version 99, written by a newer Intaglio"):
        open_store(store_url)


def test_two_processes_opening_an_empty_store_agree(store_url: str) -> None:
    program = "import sys; from intaglio.store import open_store; open_store(sys.argv[1]).close()"
    others = [subprocess.Popen([sys.executable, "-c", program, store_url]) for _ in range(3)]
    assert [other.wait() for other in others] == [0, 0, 0]


def test_a_template_that_was_merged_away_keeps_nothing(store: SqlStore) -> None:
    seen = save(store, [template("a"), template("b")], 0)
    with store.writing() as tx:
        tx.templates.put_lessons(SITE, [("b", 0, b"before")])
    save(store, [], seen, {"b": "a"})
    with store.writing() as tx:
        tx.templates.put_lessons(SITE, [("b", 0, b"after"), ("a", 0, b"kept")])
    with store.reading() as tx:
        assert tx.templates.lessons(SITE) == {"a": [b"kept"]}
