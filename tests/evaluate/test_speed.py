"""Timing sites: the figures of the papers' tables, and where the pages come from."""

from pathlib import Path

import pytest

from intaglio.browser import Renderer, RenderOptions
from intaglio.capture import Capture
from intaglio.evaluate.speed.timed_sites import sites_to_time
from intaglio.evaluate.speed.timing import Cost, SiteToTime, charts, row_of, time_site
from intaglio.resources import Nothing
from intaglio.run.site_learner import LearnOptions


def test_the_figures_of_a_site() -> None:
    plain = [100.0, 300.0, 100.0, 100.0]
    cold = [
        Cost(False, {"parse": 1.0, "render": 95.0, "segment": 5.0}),
        Cost(False, {"parse": 1.0, "render": 290.0, "segment": 10.0}),
        Cost(True, {"parse": 1.0, "map": 1.5, "retrieve": 0.5}),
        Cost(True, {"parse": 1.0, "map": 2.5, "retrieve": 1.5}, areas=2),
    ]
    warm = [Cost(True, {"parse": 3.0})] * 4
    row = row_of("site", "vips", plain, cold, warm)
    assert (row["pages"], row["clusters"], row["hit ratio"]) == (4, 2, 0.5)
    assert row["weighted hit ratio"] == pytest.approx(200 / 600)
    assert row["saved"] == pytest.approx(1 - 410 / 600)
    assert row["saved - weighted"] == pytest.approx(1 - 410 / 600 - 200 / 600)
    assert (row["retrieve ms"], row["retrieved"]) == (1.0, 0.25)
    assert (row["hit ms"], row["miss ms"]) == (4.0, 201.0)
    assert row["warm saved"] == pytest.approx(1 - 12 / 600)
    assert row["growth"] == [(1, 1), (2, 2), (3, 2), (4, 2)]
    drawn = charts([row])
    assert "saved, vips" in drawn["saved"]
    assert "<polyline" in drawn["clusters"]


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_site_is_timed_both_ways(chromium: Path) -> None:
    def page(kind: str, word: str) -> Capture:
        body = f"<body class={kind}><h1>{word}</h1><div class={kind}><p>{word * 30}</p></div>".encode()
        return Capture(body, source=word)

    site = SiteToTime("site", [page("a", "one "), page("a", "two "), page("a", "three ")], Nothing())
    with Renderer(RenderOptions(executable=chromium, workers=1, web=False)) as renderer:
        rows = list(time_site(site, [LearnOptions("vips"), LearnOptions("boxes")], renderer))
    assert [(row["method"], row["pages"], row["clusters"]) for row in rows] == [("vips", 3, 1), ("boxes", 3, 1)]
    for row in rows:
        assert row["hit stages ms"].keys() == {"parse", "match", "map", "retrieve"}
        assert row["miss stages ms"].keys() == {"parse", "match", "render", "segment", "retrieve", "found"}
        assert row["hit ms"] > 0


def test_sites_of_the_corpus_are_served_where_their_links_expect_them(tmp_path: Path) -> None:
    for name, start in (("pycon2011", "home/index.html"), ("flink", "index.html"), ("stackoverflow", "questions.html")):
        root = "/2011/" if name == "pycon2011" else "/"
        file = tmp_path / name / start
        file.parent.mkdir(parents=True)
        file.write_text(f"<h1>{name}</h1><a href='{root}more.html'>more</a>")
        (tmp_path / name / "more.html").write_text(f"<h1>more of {name}</h1>")
        (tmp_path / name / "labels.jsonl").write_text("")
    with sites_to_time([], tmp_path, pages=5) as sites:
        found = {site.name: [capture.body.decode() for capture in site.captures] for site in sites}
    assert list(found) == ["flink", "pycon2011", "stackoverflow"]
    assert found["pycon2011"][1] == "<h1>more of pycon2011</h1>"
    assert [len(pages) for pages in found.values()] == [2, 2, 2]
