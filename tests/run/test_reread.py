"""The loop that reads committed pages again: every row once, pages kept at hand within a bound, progress told."""

import logging
from pathlib import Path

import pytest

from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import open_collection
from intaglio.collection.phase_progress import Progress
from intaglio.page import Page
from intaglio.run.collect import RunOptions, collect
from intaglio.run.passes.reread import Rereader, RereadOptions
from intaglio.run.site_learner import LearnOptions
from intaglio.store import PageRow, Transaction

PAGES = 10


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    for number in range(PAGES):
        text = f"<title>{number}</title><h1>Page {number}</h1><p>Text {number}</p>"
        (tmp_path / "site" / f"{number}.html").write_text(text, encoding="utf-8")
    options = RunOptions(LearnOptions(method="text-blocks"), browser=False, articles=None, records=None)
    collect([str(tmp_path / "site")], tmp_path / "out", options)
    return tmp_path / "out"


def following(tx: Transaction, after: int, most: int) -> list[PageRow]:
    return [row for row in tx.pages.pages(lines=False) if row.sequence > after][:most]


def test_every_row_comes_once_and_progress_is_told(out: Path) -> None:
    told: list[Progress] = []
    with open_collection(out) as collection:
        pages = Rereader(
            collection, open_captures(collection), options=RereadOptions(batch=4), on_progress=told.append, total=PAGES
        )
        found = [one for _, some in pages.batches(following) for one in some]
    assert [one.page.title for one in found] == [str(number) for number in range(PAGES)]
    assert [one.row.capture for one in found] == [one.capture.id for one in found]
    assert [progress.done for progress in told] == [4, 8, 10]
    assert told[-1].seconds_left == 0


def test_what_is_gone_is_named_and_left_out(out: Path, caplog: pytest.LogCaptureFixture) -> None:
    (out.parent / "site" / "3.html").unlink()
    with open_collection(out) as collection, caplog.at_level(logging.WARNING):
        pages = Rereader(collection, open_captures(collection))
        [(rows, some)] = list(pages.batches(following))
    assert len(rows) == PAGES
    assert {one.page.title for one in some} == {str(number) for number in range(PAGES) if number != 3}
    assert "3.html cannot be read again" in caplog.text


@pytest.mark.parametrize(("kept", "parsed"), [(10_000, PAGES), (1_000, 2 * PAGES - 5), (8, 2 * PAGES)])
def test_pages_are_kept_at_hand_within_a_bound(out: Path, kept: int, parsed: int) -> None:
    count = 0

    def parse(capture: object) -> Page:
        nonlocal count
        count += 1
        return Page.of(capture)  # type: ignore[arg-type]

    with open_collection(out) as collection:
        pages = Rereader(collection, open_captures(collection), parse, RereadOptions(kept=kept))
        for _ in range(2):
            assert sum(len(some) for _, some in pages.batches(following)) == PAGES
    assert count == parsed
