"""A collection opened from Python: what it lists, and what it reads of pages with one parse."""

import json
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import intaglio
from intaglio.collection.collection import Collection
from intaglio.collection.page_lines import areas_in
from intaglio.errors import NothingKnown
from intaglio.page import page as page_module
from intaglio.page import parser
from intaglio.sample import write_sample

BASE = "http://quillmarsh.example/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "site"
    write_sample(folder)
    return folder


@pytest.fixture(scope="module")
def out(site: Path) -> Path:
    folder = site.parent / "out"
    learn = intaglio.LearnOptions(method="text-blocks")
    ran = intaglio.collect(site, folder, intaglio.RunOptions(learn, browser=False, saved=intaglio.SavedOptions(BASE)))
    assert ran.pages == 220
    return folder


@pytest.fixture
def opened(out: Path) -> Iterator[Collection]:
    with intaglio.open(out) as collection:
        yield collection


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_lists_are_those_of_the_files(opened: Collection, out: Path) -> None:
    assert list(opened.pages()) == lines(out / "pages.jsonl")
    assert list(opened.articles()) == lines(out / "articles.jsonl")
    assert list(opened.errors()) == lines(out / "errors.jsonl")
    for file in (out / "records").glob("*.jsonl"):
        assert list(opened.records(template=file.stem)) == lines(file)


def test_lists_are_filtered_by_site_and_template(opened: Collection) -> None:
    (name,) = opened.sites()
    for give in (opened.pages, opened.articles, opened.records):
        everything = list(give())
        assert list(give(site=name)) == everything
        assert not list(give(site="elsewhere.example"))
        ids = {one["template"] for one in everything}
        assert len(ids) > 3
        parts = [list(give(site=name, template=one)) for one in ids]
        assert sum(map(len, parts)) == len(everything)
        assert all(
            {one["template"] for one in part} <= ids and len({one["template"] for one in part}) == 1 for part in parts
        )


def test_templates_and_fields(opened: Collection) -> None:
    templates = list(opened.templates())
    figures = opened.summary().sites[0].templates
    assert {one.id for one in templates} == {one.id for one in figures}
    goods = next(one.id for one in figures if one.example and "/goods/" in one.example and one.pages > 20)
    names = {one.name for one in opened.fields(goods)}
    assert any("price" in name for name in names)


def test_a_page_read_again_is_what_the_run_wrote(opened: Collection, site: Path) -> None:
    pages = {one["source"]: one for one in opened.pages() if one["hit"]}
    records = {one["source"]: one for one in opened.records()}
    articles = {one["source"]: one for one in opened.articles()}
    for source in sorted(pages)[::7]:
        reading = opened.read((site / source).read_bytes(), url=BASE + source)
        said = reading.as_dict()
        assert (reading.template, reading.url) == (pages[source]["template"], pages[source]["url"])
        assert said["areas"] == pages[source]["areas"]
        assert said["fields"] == records[source]["fields"]
        assert said["typed"] == records[source]["typed"]
        assert said["misfits"] == records[source]["misfits"]
        assert said["article"]["text"] == articles[source]["text"]


def test_why_names_the_template_and_the_runner_up(opened: Collection, site: Path) -> None:
    reading = opened.read((site / "about.html").read_bytes(), url=BASE + "about.html")
    why = reading.why
    assert why is not None
    assert why.template == reading.template
    assert why.runner_up not in (None, why.template)
    assert why.difference is not None
    assert why.runner_up_difference is not None
    assert why.difference < why.threshold < why.runner_up_difference


def test_a_page_without_template_has_still_an_article(opened: Collection) -> None:
    strange = (
        "<title>Odd</title><article><h1>Odd</h1><p>Nothing here is built like the others. Not at all.</p></article>"
    )
    reading = opened.read(strange, url="http://elsewhere.example/")
    assert (reading.site, reading.template, reading.record, reading.areas) == (None, None, None, ())
    assert reading.article is not None
    assert "built like the others" in reading.article.text
    assert reading.misfits == ()


def test_what_is_not_wanted_is_not_made(opened: Collection, site: Path) -> None:
    options = intaglio.ReadingOptions(areas=False, record=False, article=None, why=False)
    reading = opened.read((site / "about.html").read_bytes(), options=options)
    assert reading.template is not None
    assert (reading.areas, reading.record, reading.article, reading.why) == ((), None, None, None)


def test_a_page_is_parsed_once(opened: Collection, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body, count, parse = (site / "about.html").read_bytes(), 0, parser.parse

    def counted(*args: Any, **options: Any) -> Any:
        nonlocal count
        count += 1
        return parse(*args, **options)

    monkeypatch.setattr(page_module, "parse", counted)
    reading = opened.read(intaglio.Capture(body, source="about.html"))
    assert reading.article is not None
    assert reading.article.as_dict()["text"]
    assert reading.record is not None
    assert list(areas_in(reading.as_dict()["areas"]))
    assert count == 1


def test_eight_threads_read_what_one_reads(out: Path, site: Path) -> None:
    sources = [str(file.relative_to(site)) for file in sorted(site.rglob("*.html"))[::3]]
    with intaglio.open(out) as collection:

        def read(source: str) -> str:
            return json.dumps(collection.read((site / source).read_bytes(), url=BASE + source).as_dict())

        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(read, sources))
    with intaglio.open(out) as collection:
        assert together == [read(source) for source in sources]


def test_a_collection_is_pickled_by_its_path(opened: Collection, site: Path) -> None:
    body = (site / "about.html").read_bytes()
    blob = pickle.dumps(opened)
    assert len(blob) < 500
    with pickle.loads(blob) as other:
        assert other.read(body).template == opened.read(body).template


def test_nothing_is_learned(out: Path, site: Path) -> None:
    before = (out / "intaglio.db").read_bytes()
    with intaglio.open(out) as collection:
        collection.read((site / "about.html").read_bytes())
        collection.read("<p>Something else altogether.</p>")
    assert (out / "intaglio.db").read_bytes() == before


def test_an_empty_collection_knows_nothing(tmp_path: Path) -> None:
    from intaglio.collection.collection import fill_collection

    with fill_collection(tmp_path / "empty") as collection, pytest.raises(NothingKnown, match="intaglio run"):
        collection.read(b"<p>")


def test_areas_of_new_pages(out: Path, site: Path, intaglio: Any) -> None:
    ran = intaglio("areas", str(out), str(site / "about.html"), "--role", "headline", "--json")
    assert ran.status == 0
    assert next(json.loads(line)["text"] for line in ran.out.splitlines()) == "About the paper"
    assert intaglio("areas", str(out), str(site / "missing.html")).status == 1
    template = json.loads(ran.out.splitlines()[0])["template"]
    begun = intaglio("areas", str(out), "--template", template[:6], "--json")
    assert {json.loads(line)["template"] for line in begun.out.splitlines()} == {template}


def test_a_search_finds_pages(opened: Collection) -> None:
    found = opened.search("relay cup", limit=3)
    assert found
    assert all(one.template for one in found)
