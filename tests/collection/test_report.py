"""The figures of a collection, and the page that shows them."""

import re
from pathlib import Path

from intaglio.collection.report.report_body import Drawn, report
from intaglio.collection.report.template_drawing import Box, draw
from intaglio.collection.summary import Summary, kind_of_reason, summarise
from intaglio.store import CaptureRow, ErrorRow, PageRow, TemplateRow, open_store, sqlite_url


def filled(folder: Path) -> Summary:
    """A collection of one site: two templates, four pages, three errors."""
    with open_store(sqlite_url(folder / "x.db")) as store:
        with store.writing() as tx:
            tx.captures.add(CaptureRow(1, f"p{n}", "s", "x", id=n) for n in range(1, 8))
            tx.templates.save("s", [TemplateRow("s", "aaa", 1, b"A"), TemplateRow("s", "bbb", 1, b"B")], seen=0)
            miss, hit = {"parse": 1.0, "render": 95.0, "segment": 4.0, "articles": 9.0}, {"parse": 1.0, "map": 1.0}
            given = [("aaa", False, miss), ("bbb", False, miss), ("aaa", True, hit), ("aaa", True, hit)]
            tx.pages.add(
                [
                    PageRow(n, "s", f"p{n}", None if n > 1 else "http://e/<1>", name, 1, was_hit, "ok", ms, "{}")
                    for n, (name, was_hit, ms) in enumerate(given, 1)
                ],
                [
                    ErrorRow("p5", None, "fetch", "duplicate of http://e/1", 1, 5),
                    ErrorRow("p6", None, "fetch", "duplicate of http://e/2", 1, 6),
                    ErrorRow("p7", None, "check", "<script>alert(1)</script>", 1, 7),
                ],
            )
            tx.notes.put("alarms", ["s looks redesigned"])
            tx.notes.put("crawl traps", ["http://e/0"])
        return summarise(store)


def test_figures(tmp_path: Path) -> None:
    summary = filled(tmp_path)
    (site,) = summary.sites
    assert (summary.pages, summary.hits, summary.templates, summary.failed) == (4, 2, 2, 1)
    assert site.hit_ratio == 0.5
    assert [(one.id, one.pages, one.example) for one in site.templates] == [
        ("aaa", 3, "http://e/<1>"),
        ("bbb", 1, "p2"),
    ]
    assert list(site.growth) == [(1, 1, 0), (2, 2, 0), (3, 2, 1), (4, 2, 2)]
    assert summary.hit_ms == {"parse": 1.0, "map": 1.0}
    assert summary.saved == 1 - (2 * 2 + 100 * 2) / 400
    assert summary.errors == {("fetch", "duplicate"): 2, ("check", "<script>alert(1)</script>"): 1}
    assert summary.notices == {"Redesign": ["s looks redesigned"], "Traps left out": ["http://e/0"]}


def test_the_report_shows_all_and_lets_nothing_in(tmp_path: Path) -> None:
    drawn = {("s", "aaa"): Drawn("<svg class='page'></svg>", 5, 1, 2)}
    html = report("s & co", filled(tmp_path), drawn, "", "now")
    assert "<h1>s &amp; co</h1>" in html
    assert "3 pages · 5 areas · 1 headline · 2 bodies" in html
    assert "http://e/&lt;1&gt;" in html
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert 'class="alarm">s looks redesigned' in html
    assert not re.search(r"(?:src|href)=[\"'](?!http://e/)", html), "something is fetched from elsewhere"
    assert html.count("<section>") == html.count("</section>") == 4


def test_an_empty_collection_has_a_report(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "x.db")) as store:
        summary = summarise(store)
    assert summary.saved is None
    assert "–" in report("nothing", summary, {}, "", "now")


def test_pictures_hold_what_areas_hold() -> None:
    boxes = [
        Box(0, (0, 0, 1000, 800), leaf=False),
        Box(1, (0, 0, 1000, 100), "headline", "A <headline>"),
        Box(2, (0, 100, 1000, 700), "body", "word " * 2000),
        Box(3, (0, 5000, 1000, 10), None, "far below"),
        Box(4, (0, 0, 0, 0), None, "nowhere"),
    ]
    svg = draw(boxes, "a & b")
    assert "A &lt;headline&gt;" in svg
    assert svg.count("<rect") == 4
    assert "far below" not in svg
    assert draw([boxes[4]], "x") == ""


def test_reasons_of_one_kind_are_counted_together() -> None:
    assert kind_of_reason("redirect to http://e/a") == "redirect"
    assert kind_of_reason("duplicate: says that its URL is http://e/") == "duplicate: says that its URL"
    assert kind_of_reason("HTTP status 404") == "HTTP status 404"
