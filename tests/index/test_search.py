"""The index: every language is found, phrases and fields too; writers come one at a time and may be killed."""

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from intaglio.errors import BadQuery, IndexBusy, IndexDamaged, IntaglioError, NothingFound
from intaglio.index import Entry, EntryPreparer, PreparedEntry, SearchIndex
from intaglio.index.words import Spacer, analyzers, folded

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
    11: "Bio\u00adpo\u00adli\u00adtik",
}


def entry(number: int, text: str, **fields: object) -> Entry:
    title = f"Page {number} | Site"
    return Entry(
        number, "s", "even" if number % 2 == 0 else "odd", f"p{number}.html", None, title, f"Page {number}",
        text.split("\n"), fields,
    )  # fmt: skip


def ready(*entries: Entry) -> list[PreparedEntry]:
    return list(map(EntryPreparer().prepared, entries))


def filled(folder: Path, *entries: Entry) -> SearchIndex:
    index = SearchIndex(folder)
    with index.writing() as writer:
        writer.put(ready(*entries))
        writer.commit()
    return index


def pages(index: SearchIndex, query: str, template: str | None = None) -> list[int]:
    return sorted(int(one.source[1:].removesuffix(".html")) for one in index.search(query, template=template, limit=50))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("elan", [1]),
        ("biopolitik", [11]),
        ("bio\u00adpolitik", [11]),
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
    for broken in ('"apple', "(apple", "apple AND", "10:30", "", "*", '"', "\\", "a" * 5000, "\ud800", "price:[", ":"):
        pages(index, broken)
    assert "apple" in index.search("pie")[0].snippet


def test_wide_quotes_and_backslashes_are_text(tmp_path: Path) -> None:
    index = filled(tmp_path, entry(1, "wide", said="＂quoted＂ ＼d ﹨u", **{"＂name＂": ["＼x"]}), entry(2, "plain"))
    assert pages(index, "said:quoted") == [1]


def test_marks_that_join_no_escape_of_json(tmp_path: Path) -> None:
    """A combining tilde behind a line break is no part of the `n` that JSON writes for it."""
    index = filled(tmp_path, entry(1, "one", said="red\n\u0303 ripe"), entry(2, "two", said="re\u0301d … ripe"))
    assert pages(index, "said:ripe") == [1, 2]
    assert pages(index, "said:réd") == [1, 2]


def test_numbers_and_dates_compare(tmp_path: Path) -> None:
    def priced(number: int, price: float, day: str) -> Entry:
        told = entry(number, "thing", price=f"€ {price:.2f}", date=day, name="thing")
        return replace(told, numbers={"price": [price], "cards.price": [1.5, price]}, dates={"date": [day]})

    index = filled(
        tmp_path / "index", priced(1, 40.9, "2024-11-23"), priced(2, 4, "2024-12"), priced(3, 140.4, "2025-01-30"),
        entry(4, "thing", price="40 or so"), replace(entry(5, "cold", price="-3"), numbers={"price": [-3.0]}),
    )  # fmt: skip
    queries = {
        "price:40": [1, 4], "price:40.9": [1], "price:4": [2], "price:>4": [1, 3], "price:>=4": [1, 2, 3],
        "price:<40.9": [2, 5], "price:4..41": [1, 2], "price:[4 TO 40.9]": [1, 2], "price:..0": [5], "price:-3": [5],
        "price:140..": [3], "cards.price:>100": [3], "cards:>100": [3], "date:2024": [1, 2], "date:2024-12": [2],
        "date:2024-11-23": [1], "date:>2024-11": [2, 3], "date:<=2024-12": [1, 2], "date:2024-12..2025-01": [2, 3],
        "-price:>0": [4, 5], "price:>0 -date:2025": [1, 2], "price:99": [],
    }  # fmt: skip
    assert {query: pages(index, query) for query in queries} == queries


def test_what_cannot_be_asked_is_named(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", replace(entry(1, "a", price="5", name="x"), numbers={"price": [5.0]}))
    refused = {
        "pric:5": 'no field is called "pric" (is it price?)', "lam*": "no wildcards", "name:lam*": "no wildcards",
        "name:>5": '"name" has no numbers or dates', "price:>cheap": "a number as 5 or 5.50",
        "price:>2024-11": "a number as 5 or 5.50",
    }  # fmt: skip
    for query, said in refused.items():
        with pytest.raises(BadQuery, match=re.escape(said)):
            pages(index, query)
    assert pages(index, "PRICE:5") == [1]


def test_lists_need_no_inner_name_and_templates_no_whole_id(tmp_path: Path) -> None:
    offers = [{"name": "big pie"}, {"name": "cake", "maker": "Ann"}]
    index = filled(tmp_path / "index", entry(1, "x", offers=offers), entry(2, "y pie", offers=["pie"]), entry(3, "pie"))
    assert pages(index, "offers:pie") == [1, 2]
    assert pages(index, "offers:ann -offers:nothing") == [1]
    assert pages(index, "template:od") == [1, 3]
    assert pages(index, "pie", template="e") == [2]
    assert [one.page for one in index.search("pie", templates=["even"])] == [2]
    assert index.search("pie", templates=[]) == []
    with pytest.raises(NothingFound, match="no template's id begins with 'z'"):
        pages(index, "pie", template="z")


def test_the_page_itself_comes_before_those_that_list_it(tmp_path: Path) -> None:
    own = replace(entry(1, "A long text about other matters entirely " * 20), title="Ink knife", own_title="Ink knife")
    lists = [
        entry(number, "knife ink\nInk knife\nInk knife", cards=[{"name": "Ink knife"}] * 9) for number in range(2, 9)
    ]
    index = filled(tmp_path / "index", *lists, own)
    assert index.search("ink knife")[0].page == 1
    assert index.search('"ink knife"')[0].page == 1
    assert index.search("-other")[0].page != 1


@given(st.text("price:<>=.5-20*()[]{}\"\\^~+ ORTAND|&!/'", max_size=24))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_asked_is_answered_or_refused(tmp_path: Path, query: str) -> None:
    folder = tmp_path / "index"
    if not folder.exists():
        filled(
            folder, replace(entry(1, "a", price="5", date="x"), numbers={"price": [5.0]}, dates={"date": ["2024-01"]})
        )
    with suppress(IntaglioError):
        SearchIndex(folder).search(query)


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


@pytest.mark.parametrize("query", ["(" * 3000, "(a " * 3000, "a:(" * 3000, "words " * 5000])
def test_a_query_that_would_end_the_process_is_refused(tmp_path: Path, query: str) -> None:
    index = filled(tmp_path / "index", entry(1, "words"))
    with pytest.raises(BadQuery, match="at most"):
        index.search(query)
    assert pages(index, "(" * 40 + "words" + ")" * 40) == [1]


def test_a_page_takes_its_own_place(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", entry(1, "old"), entry(2, "other"))
    with index.writing() as writer:
        writer.put(ready(entry(1, "new")))
        assert pages(index, "old") == [1], "seen before it was committed"
        writer.commit()
    assert (pages(index, "old"), pages(index, "new"), index.size) == ([], [1], 2)


def test_a_snippet_does_not_say_the_title_again(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", entry(1, "Page 1\nWhat the page says of tides"))
    assert [one.snippet for one in index.search("page")] == ["What the page says of tides"]
    assert [one.title for one in index.search('"page 1"')] == ["Page 1 | Site"]


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", entry(1, "here"))
    with index.writing(), pytest.raises(IndexBusy), SearchIndex(tmp_path / "index").writing():
        pass
    with SearchIndex(tmp_path / "index").writing():
        pass


KILLED = """
import os, sys
from pathlib import Path
from tests.index.test_search import entry, ready
from intaglio.index import SearchIndex
with SearchIndex(Path(sys.argv[1])).writing() as writer:
    writer.put(ready(entry(1, "first")))
    writer.commit()
    writer.put(ready(*(entry(number, "second") for number in range(2, 3000))))
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
        again.put(ready(entry(2, "second")))
        again.commit()
    assert pages(index, "second") == [2]


@pytest.mark.parametrize("said", [b"0", b"\xf5", None], ids=["another", "noise", "a folder"])
def test_a_folder_of_another_format_is_made_anew(said: bytes | None, tmp_path: Path) -> None:
    filled(tmp_path / "index", entry(1, "here"))
    mark = tmp_path / "index" / "format"
    mark.unlink()
    if said is None:
        mark.mkdir()
    else:
        mark.write_bytes(said)
    index = SearchIndex(tmp_path / "index")
    assert index.fresh
    assert index.size == 0
    assert not SearchIndex(tmp_path / "index").fresh


def test_noise_among_what_is_shown_is_told(tmp_path: Path) -> None:
    filled(tmp_path / "index", *(entry(number, "here") for number in range(1, 40)))
    (store,) = (tmp_path / "index").glob("*.store")
    content = bytearray(store.read_bytes())
    content[8 : len(content) // 3] = bytes(97 * at % 251 for at in range(8, len(content) // 3))
    store.write_bytes(content)
    with pytest.raises(IndexDamaged, match="--reindex makes it anew"):
        SearchIndex(tmp_path / "index").search("here", limit=50)


def test_a_damaged_folder_is_named_and_made_anew_on_demand(tmp_path: Path) -> None:
    filled(tmp_path / "index", entry(1, "here"))
    (tmp_path / "index" / "meta.json").write_text("{")
    with pytest.raises(IndexDamaged, match=r"index cannot be opened .* --reindex"):
        SearchIndex(tmp_path / "index")
    assert SearchIndex(tmp_path / "index", anew=True).size == 0


@example("\u0e01\u0e31")
@given(
    st.text(
        st.sampled_from("aZé9²½ß İ-,'_©😀★北京タヷไทยง่ง1नमस्तेخ\u0301\u3099\u200d\u00ad\xa0\n\x1f\x00\u3000"),
        max_size=12,
    )
    | st.text()
)
def test_words_are_the_same_whoever_parts_them(text: str) -> None:
    text = folded(text)
    read, written = analyzers()["words"], analyzers(writing=True)["words"]
    assert written.analyze(Spacer().spaced(text)) == read.analyze(text)


def test_moments_in_fields_are_found_as_such(tmp_path: Path) -> None:
    index = filled(
        tmp_path / "index", entry(1, "x", at="2024-11-23T10:00:00Z", on="2024-11-23"), entry(2, "y", on="2023-11-23")
    )
    assert pages(index, "on:2024") == [1]
    assert pages(index, 'at:"2024-11-23T10:00:00Z"') == [1]


def test_a_snippet_shows_the_text_as_it_stands(tmp_path: Path) -> None:
    index = filled(tmp_path / "index", entry(1, "Don't pay more: 4.50 a cup\nsomething else"))
    assert index.search("pay")[0].snippet == "Don't pay more: 4.50 a cup something else"
    assert index.search("page")[0].snippet.startswith("Don't pay more: 4.50 a cup something")
