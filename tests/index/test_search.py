"""The index: every language is found, phrases and fields too; writers come one at a time and may be killed."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from intaglio.errors import IndexBusy, IndexDamaged
from intaglio.index import Entry, SearchIndex

TEXTS = {
    1: "The Élan café — don't miss “naïve” prices",
    2: "北京大学的图书馆",
    3: "東京タワーは高い",
    4: "ภาษาไทยง่ายมาก",
    5: "Привет, мир! Ёлка",
    6: "नमस्ते दुनिया",
    7: "안녕하세요 세계",
    8: "مرحبا بالعالم",
    9: "Cafe\u0301 au lait, ﬁne 😀",
    10: "Straße nach Žďár",
}


def entry(number: int, text: str, **fields: object) -> Entry:
    title = f"Page {number} | Site"
    return Entry(
        number, "s", "even" if number % 2 == 0 else "odd", f"p{number}.html", None, title, f"Page {number}",
        text.split("\n"), fields,
    )  # fmt: skip


def filled(folder: Path, *entries: Entry) -> SearchIndex:
    index = SearchIndex(folder)
    with index.writing() as writer:
        writer.put(entries)
        writer.commit()
    return index


def pages(index: SearchIndex, query: str, template: str | None = None) -> list[int]:
    return sorted(int(one.source[1:].removesuffix(".html")) for one in index.search(query, template=template, limit=50))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("elan", [1]),
        ("don't", [1]),
        ("naive prices", [1]),
        ("大学", [2]),
        ("图书馆", [2]),
        ("学大", []),
        ("タワー", [3]),
        ("東京", [3]),
        ("京", [2, 3]),
        ("ไทย", [4]),
        ("МИР", [5]),
        ("दुनिया", [6]),
        ("세계", [7]),
        ("بالعالم", [8]),
        ("café", [1, 9]),
        ("fine", [9]),
        ("😀", [9]),
        ("strasse", [10]),
        ("zdar", [10]),
        ("site", []),
        ('"page 3 | site"', [3]),
    ],
)
def test_every_language_is_found(tmp_path: Path, query: str, found: list[int]) -> None:
    index = filled(tmp_path / "index", *(entry(number, text) for number, text in TEXTS.items()))
    assert pages(index, query) == found


def test_what_a_query_may_say(tmp_path: Path) -> None:
    index = filled(
        tmp_path / "index",
        entry(1, "red apple pie", price="4 Euro", offers=[{"name": "big pie"}, {"name": "cake"}]),
        entry(2, "red pie with apple", price="5 Euro"),
        entry(3, "green apple", price=None),
    )
    assert pages(index, '"apple pie"') == [1]
    assert pages(index, "red apple") == [1, 2]
    assert pages(index, "red -with") == [1]
    assert pages(index, "green OR with") == [2, 3]
    assert pages(index, "price:5") == [2]
    assert pages(index, "offers.name:pie") == [1]
    assert pages(index, 'offers.name:"big pie" red') == [1]
    assert pages(index, "title:3") == [3]
    assert pages(index, "url:p1 OR source:p1") == [1]
    assert pages(index, "apple", template="odd") == [1, 3]
    assert pages(index, "apple: red - pie") == [1, 2]
    for broken in ('"apple', "(apple", "apple AND", "nofield:x", "", "*", '"', "\\", "a" * 5000, "\ud800"):
        pages(index, broken)
    assert "apple" in index.search("pie")[0].snippet


def test_no_phrase_reaches_from_one_text_into_the_next(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", entry(1, "Registration\nInformation desk"), entry(2, "Registration information"))
    assert pages(index, '"registration information"') == [2]
    assert pages(index, "registration information") == [1, 2]
    assert "Information desk" in index.search("desk")[0].snippet


def test_a_title_that_all_pages_have_finds_none(tmp_path: Path) -> None:
    shared = replace(entry(1, "here"), title="The site", own_title="", shared_title=True)
    index = filled(tmp_path / "index", shared, entry(2, "there"))
    assert pages(index, '"the site"') == []
    assert pages(index, '"page 2 | site"') == [2]


def test_a_page_takes_its_own_place(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", entry(1, "old"), entry(2, "other"))
    with index.writing() as writer:
        writer.put([entry(1, "new")])
        assert pages(index, "old") == [1], "seen before it was committed"
        writer.commit()
    assert (pages(index, "old"), pages(index, "new"), index.size) == ([], [1], 2)


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", entry(1, "here"))
    with index.writing(), pytest.raises(IndexBusy), SearchIndex(tmp_path / "index").writing():
        pass
    with SearchIndex(tmp_path / "index").writing():
        pass


KILLED = """
import os, sys
from pathlib import Path
from tests.index.test_search import entry
from intaglio.index import SearchIndex
with SearchIndex(Path(sys.argv[1])).writing() as writer:
    writer.put([entry(1, "first")])
    writer.commit()
    writer.put(entry(number, "second") for number in range(2, 3000))
    print("now", flush=True)
    sys.stdin.read()
"""


def test_a_killed_writer_leaves_what_it_committed(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    writer = subprocess.Popen(
        [sys.executable, "-c", KILLED, tmp_path / "index"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == b"now\n"
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    index = SearchIndex(tmp_path / "index")
    assert (pages(index, "first"), pages(index, "second")) == ([1], [])
    with index.writing() as again:
        again.put([entry(2, "second")])
        again.commit()
    assert pages(index, "second") == [2]


def test_a_folder_of_another_format_is_made_anew(tmp_path: Path) -> None:
    filled(tmp_path / "index", entry(1, "here"))
    (tmp_path / "index" / "format").write_text("0")
    index = SearchIndex(tmp_path / "index")
    assert index.fresh
    assert index.size == 0


def test_a_damaged_folder_is_named_and_made_anew_on_demand(tmp_path: Path) -> None:
    filled(tmp_path / "index", entry(1, "here"))
    (tmp_path / "index" / "meta.json").write_text("{")
    with pytest.raises(IndexDamaged, match=r"index cannot be opened .* --reindex"):
        SearchIndex(tmp_path / "index")
    assert SearchIndex(tmp_path / "index", anew=True).size == 0
