"""A template whose pages say that they are of two kinds becomes two, in the store and in all files."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import fill_collection
from intaglio.collection.page_cache import PageCache
from intaglio.page import Page
from intaglio.run.collect import RunOptions, collect
from intaglio.run.passes.part_templates import TemplateParter
from intaglio.run.site_learner import LearnOptions
from intaglio.tables.kinds.place_table import PlaceTable
from intaglio.tables.kinds.placed_pages import placed_pages

FRAME = (
    "<title>Fair</title><h1>Fair</h1><ul class=menu><li>Home<li>Halls<li>Talks<li>People</ul><div id=main>{}</div>"
    "<div id=foot><p>The fair of the year</p><p>Write to us</p></div>"
)
LIST = "<p><a>{0} up</a></p><h2>{0}</h2><div>{1}</div><h3>{2}</h3><ul><li>{0} first<li>{0} then</ul>"
TALK = (
    "<section class=talk><h4 class=t>Talk {0}</h4><p class=who>By {0}</p><p class=text>Of {0} and more.</p></section>"
)
PAGES = {
    **{f"hall/{n}.html": LIST.format(f"Hall {n}", f"<b>Ann {n}</b><i>Bo {n}</i>", "Slots") for n in range(20)},
    **{f"track/{n}.html": LIST.format(f"Track {n}", "", "Sessions") for n in range(8)},
    **{f"talk/{n}.html": TALK.format(n) for n in range(20)},
}
OPTIONS = RunOptions(LearnOptions(method="text-blocks"), browser=False)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parted")
    for name, body in PAGES.items():
        path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FRAME.format(body))
    collect(folder / "site", folder / "out", OPTIONS)
    return folder / "out"


def lines(out: Path, name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (out / name).read_text().splitlines()]


def test_each_says_its_kind_and_template(out: Path) -> None:
    kinds, templates = defaultdict(set), {}
    for line in lines(out, "pages.jsonl"):
        kinds[line["kind"]].add(line["source"].split("/")[0])
        templates[line["source"]] = line["template"]
    assert kinds == {"hall": {"hall"}, "track": {"track"}, "talk": {"talk"}}
    assert templates["hall/1.html"] != templates["track/1.html"]
    assert {line["source"]: line["template"] for line in lines(out, "articles.jsonl")} == templates
    assert len((out / "tables" / "track.csv").read_text().splitlines()) == 9


def test_a_second_run_parts_nothing(out: Path) -> None:
    before = {path: path.read_bytes() for path in sorted((out / "tables").iterdir())}
    collect(out.parent / "site", out, OPTIONS)
    assert {path: path.read_bytes() for path in sorted((out / "tables").iterdir())} == before


def test_what_is_noted_of_templates_changes_nothing(out: Path) -> None:
    bodies = {line["source"]: FRAME.format(PAGES[line["source"]]) for line in lines(out, "pages.jsonl")}
    named = {line["source"]: line["template"] for line in lines(out, "pages.jsonl")}
    kind = [named["hall/1.html"], named["track/1.html"]]
    samples = {
        name: placed_pages([Page.parse(body) for source, body in bodies.items() if named[source] == name], PlaceTable())
        for name in set(named.values())
    }
    with fill_collection(out) as collection:
        with collection.store.reading() as tx:
            (site,) = tx.templates.sites()
        parter = TemplateParter(collection, site, PageCache(open_captures(collection)))
        assert not parter.part([kind], samples)


def test_a_site_of_one_template_is_parted_too(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    for name, body in PAGES.items():
        type_ = {"hall": "article", "track": "website"}.get(name.split("/")[0])
        if type_ is not None:
            path = tmp_path / "site" / name.replace("/", "-")
            path.write_text(f'<meta property="og:type" content="{type_}">' + FRAME.format(body))
    collect(tmp_path / "site", tmp_path / "out", OPTIONS)
    templates = defaultdict(set)
    for line in lines(tmp_path / "out", "pages.jsonl"):
        templates[line["template"]].add(line["source"].split("-")[0])
    assert sorted(map(sorted, templates.values())) == [["hall"], ["track"]]
