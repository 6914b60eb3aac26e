"""What people say of areas: content or not, a list or not; articles have it, the next learning obeys it."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from intaglio.browser import RenderOptions
from intaglio.collection.corrections.correction import Correction
from intaglio.collection.page_lines import areas_in
from intaglio.run.collect import RunOptions, collect
from intaglio.sample import SampleOptions, write_sample
from intaglio.sources import SavedOptions

from .conftest import BASE, Serving, serving
from .test_answers import articles, said

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def options(chromium: Path) -> RunOptions:
    render = RenderOptions(executable=chromium, workers=1, web=False, dom="either")
    return RunOptions(render=render, saved=SavedOptions(base_url=BASE))


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory, options: RunOptions) -> tuple[Path, Path]:
    """Stories of the sample site, and a collection of them with areas as a browser lays them out; not to be changed."""
    folder = tmp_path_factory.mktemp("areas")
    write_sample(folder / "whole", SampleOptions(articles=12, products=2, people=2, months=1))
    (folder / "site").mkdir()
    for part in ("assets", "stories"):
        (folder / "whole" / part).rename(folder / "site" / part)
    collect([folder / "site"], folder / "out", options)
    return folder / "site", folder / "out"


@pytest.fixture
def own(stories: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """An inspector of a copy, which may be corrected."""
    monkeypatch.setenv("INTAGLIO_TRUST", "1")
    with serving(Path(shutil.copytree(stories[1], tmp_path / "out"))) as found:
        yield found


def template_of(inspector: Serving) -> dict[str, Any]:
    kind = inspector.json("/kinds.json")["kinds"][0]
    found: dict[str, Any] = max(kind["templates"], key=lambda one: one["pages"])
    return found


def saying(template: dict[str, Any], what: str, area: int, value: object) -> dict[str, Any]:
    target = {"places": [[template["site"], template["id"], None]], "area": area}
    return {"what": what, "value": value, "target": target, "examples": []}


def body_of(inspector: Serving, template: dict[str, Any]) -> tuple[int, str]:
    """The area that holds the text of stories, and how it begins."""
    areas = inspector.json(f"/templates/{template['id']}.json")["view"]["areas"]
    found = max((one for one in areas if one["role"] == "body"), key=lambda one: len(one["text"]))
    return found["number"], found["text"]


def records(out: Path, template: str) -> dict[str, dict[str, Any]]:
    lines = (json.loads(line) for file in (out / "records").rglob("*.jsonl") for line in file.open(encoding="utf-8"))
    return {line["source"]: line["fields"] for line in lines if line["template"] == template}


def test_an_area_that_is_no_content_leaves_the_articles_of_all_pages(
    own: Serving, stories: tuple[Path, Path], options: RunOptions
) -> None:
    template = template_of(own)
    before = articles(own.folder)
    page = own.json(f"/templates/{template['id']}.json")["page"]["capture"]
    area, words = body_of(own, template)
    shown_text = " ".join(own.json(f"/pages/{page}.json?show=text")["text"]["article"].split())
    text = words[-60:]
    assert text in shown_text
    wanted = saying(template, "body", area, value=False)
    preview = said(own, "preview", wanted)
    assert preview["rows"] > 1
    kept = said(own, "correct", wanted)["kept"]
    assert kept["target"]["blocks"], "the places are kept with it"
    assert Correction.of(kept).target.area == area

    shown = own.json(f"/templates/{template['id']}.json")["view"]["areas"][area]
    assert shown["said"] == {"body": False}
    assert text not in " ".join((own.json(f"/pages/{page}.json?show=text")["text"]["article"] or "").split())
    said(own, "write", {})
    written = articles(own.folder)
    assert sum(before[source] != now for source, now in written.items()) > 1
    assert not any(text in " ".join(now.split()) for now in written.values())
    collect([stories[0]], own.folder, options)
    assert articles(own.folder) == written, "the next run keeps to it"

    said(own, "undo", {"correction": kept["id"]})
    collect([stories[0]], own.folder, options)
    assert articles(own.folder) == before


def test_a_list_and_none_bind_the_next_learning(own: Serving, stories: tuple[Path, Path], options: RunOptions) -> None:
    template = template_of(own)
    page = own.json(f"/templates/{template['id']}.json")["page"]["capture"]
    source = own.json(f"/pages/{page}.json")["page"]["source"]
    found = records(own.folder, template["id"])[source]
    name = next(name for name, value in found.items() if isinstance(value, list) and len(value) > 1)
    items = [max((text for key, text in item.items() if not key.endswith("_href")), key=len) for item in found[name]]
    area = around(own.json(f"/templates/{template['id']}.json")["view"]["areas"], items)

    answer = said(own, "correct", saying(template, "list", area, value=False))["kept"]
    assert answer["target"]["path"].startswith("html > body")
    collect([stories[0]], own.folder, options)
    now = records(own.folder, template["id"])[source].values()
    assert not any(isinstance(value, list) and items[0] in str(value) for value in now)
    assert set(items) <= {str(value) for value in now}, "each is a field"

    said(own, "correct", saying(template, "list", area, value=True))
    collect([stories[0]], own.folder, options)
    again = records(own.folder, template["id"])[source].values()
    assert [len(value) for value in again if isinstance(value, list) and items[0] in str(value)] == [len(items)]


def around(areas: list[dict[str, Any]], items: list[str]) -> int:
    """The innermost area that has all of some texts."""
    leaves = [one["number"] for one in areas if one["leaf"] and any(item in one["text"] for item in items)]
    if len(leaves) == 1:
        return int(leaves[0])
    depth = min(areas[leaf]["depth"] for leaf in leaves)
    return int(max(one["number"] for one in areas[: leaves[0]] if one["depth"] < depth))


def test_the_role_of_a_list_binds_as_well(own: Serving, stories: tuple[Path, Path], options: RunOptions) -> None:
    """Paragraphs are one text, until people say that they are a list."""
    template = template_of(own)
    page = own.json(f"/templates/{template['id']}.json")["page"]["capture"]
    source = own.json(f"/pages/{page}.json")["page"]["source"]
    before = records(own.folder, template["id"])[source]["story"]
    assert isinstance(before, str)
    kept = said(own, "correct", saying(template, "role", body_of(own, template)[0], "list"))["kept"]
    assert kept["target"]["path"].endswith("div.body")
    collect([stories[0]], own.folder, options)
    now = records(own.folder, template["id"])[source]["story"]
    assert isinstance(now, list)
    assert len(now) > 1
    lines = (json.loads(line) for line in (own.folder / "pages.jsonl").open(encoding="utf-8"))
    roles = [one["role"] for line in lines if line["source"] == source for one in areas_in(line["areas"])]
    assert "list" in roles


def test_what_cannot_be_an_area_is_refused(own: Serving) -> None:
    template = template_of(own)
    answer = own.post("correct", saying(template, "list", 10_000, value=True))
    assert (answer.status, "has no area 10000" in answer.text) == (400, True)
    answer = own.post("correct", saying(template, "list", 0, value="yes"))
    assert answer.status == 400
