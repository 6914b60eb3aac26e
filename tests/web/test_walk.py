"""A person at work in the real Chromium: every screen, every correction; then outputs have them, a second run too."""

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from intaglio.collection.collection import open_collection
from intaglio.run.collect import RunOptions, collect

from .conftest import Serving, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def walked(pictured: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The site, and a copy of its collection that the tests here correct, one behind the other."""
    site, out = pictured
    return site, Path(shutil.copytree(out, tmp_path_factory.mktemp("walked") / "out"))


@pytest.fixture
def looking(
    walked: tuple[Path, Path], browser: "Browser", monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple["Page", Serving, list[str]]]:
    """A browser that has opened the inspector; all that it asked for, and what it complained of."""
    monkeypatch.setenv("INTAGLIO_TRUST", "1")
    asked: list[str] = []
    with serving(walked[1]) as inspector:
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.on("request", lambda request: asked.append(request.url))
        page.on(
            "console", lambda message: asked.append(f"console: {message.text}") if message.type == "error" else None
        )
        page.on("pageerror", lambda error: asked.append(f"error: {error}"))
        page.goto(inspector.url)
        yield page, inspector, asked
        page.close()
    assert [one for one in asked if not one.startswith(inspector.base)] == []


def kind_id(inspector: Serving, name: str) -> str:
    kinds = inspector.json("/kinds.json")["kinds"]
    return str(next(one["id"] for one in kinds if one["name"] == name))


def keep(page: "Page") -> None:
    page.locator("#preview[open]").wait_for()
    assert page.locator("#preview-body").inner_text()
    page.evaluate("() => document.querySelector('#told').replaceChildren()")  # what was told of the one before
    page.locator("#preview-keep").click()
    page.locator(".toast").wait_for()


def marked(page: "Page", key: str, then: str) -> None:
    """Say by key that a cell is right or wrong, see what that does, and press another key."""
    page.keyboard.press(key)
    page.locator(".toast.offer").wait_for()
    assert f"will be marked {'right' if key == 'a' else 'wrong'} · 1 of " in page.locator(".toast").inner_text()
    page.keyboard.press(then)


def test_a_run_keeps_a_small_picture_of_each_template(pictured: tuple[Path, Path]) -> None:
    _, out = pictured
    with open_collection(out) as collection:
        templates = {template.id for template in collection.templates()}
    pictures = {file.stem: file.stat().st_size for file in (out / "pictures").glob("*.webp")}
    assert pictures.keys() == templates
    assert 1000 < max(pictures.values()) <= 200_000


def test_the_picture_dims_what_is_fixed_and_lights_what_varies(looking: tuple["Page", Serving, list[str]]) -> None:
    page, inspector, _ = looking
    template = inspector.json("/kinds.json")["kinds"][0]["templates"][0]["id"]
    page.goto(f"{inspector.base}/templates/{template}")
    assert page.locator("svg.sheet image").count() == 1
    veil = page.locator(".sheet .veil")
    assert float(veil.evaluate("e => getComputedStyle(e).opacity")) == 0
    page.keyboard.press("d")
    page.locator(".sheet.lit").wait_for()
    page.wait_for_timeout(400)
    assert float(veil.evaluate("e => getComputedStyle(e).opacity")) > 0.8
    assert "light=1" in page.url
    lit = page.locator(".sheet .text").count()
    assert lit > 5
    area = page.locator("li[data-area]").nth(2)
    area.click()
    assert page.locator("rect.area.on").count() == 1
    assert "confidence" in page.locator("#properties").inner_text()


def test_corrections_by_hand_reach_outputs_and_survive_a_second_run(
    looking: tuple["Page", Serving, list[str]], walked: tuple[Path, Path], options: RunOptions
) -> None:
    page, inspector, _ = looking
    site, out = walked
    goods, people = kind_id(inspector, "goods"), kind_id(inspector, "people")

    page.goto(f"{inspector.base}/kinds/{goods}/fields")
    row = page.locator("tr[data-name=price]")
    row.hover()
    page.locator(".sheet .text.on").first.wait_for()
    row.locator("[data-rename]").click()
    page.keyboard.type("amount")
    page.keyboard.press("Enter")
    keep(page)
    assert page.locator("tr[data-name=amount]").count() == 1
    assert page.locator("tr[data-name=price]").count() == 0

    page.goto(f"{inspector.base}/kinds")
    card = page.locator(f"article[data-kind={goods}]")
    card.locator("[data-merge-kind]").click()
    page.locator("dialog[open] select").select_option(people)
    page.locator("dialog[open] button.main").click()
    keep(page)
    assert page.locator(f"article[data-kind={people}]").count() == 0

    page.goto(f"{inspector.base}/kinds/{goods}/table?sort=read")
    cell = page.locator("td[data-column]").first
    cell.click()
    marked(page, "x", "x")
    page.locator("td.wrong").wait_for()
    page.keyboard.press("ArrowRight")
    marked(page, "a", "ArrowRight")
    assert page.locator(".toast").count() == 0, "going elsewhere drops it"
    marked(page, "x", "Escape")
    assert inspector.json("/log.json")["total"] == 3, "nothing is kept before it is seen"
    marked(page, "a", "Enter")
    page.locator("td.right").wait_for()

    page.goto(f"{inspector.base}/log")
    assert page.locator("tbody tr").count() == 4
    assert page.locator(".note").inner_text().startswith("Database, screens and search have them")
    page.locator("[data-undo]").first.click()
    page.locator(".toast").wait_for()
    assert inspector.json(f"/kinds/{goods}/table.json?sort=read")["rows"][0]["cells"][1]["mark"] is None

    page.keyboard.press("/")
    page.keyboard.type("basket OR folder OR tray")
    page.keyboard.press("Enter")
    page.locator(".hits h3").first.wait_for()
    assert "/search" in page.url

    page.goto(f"{inspector.base}/kinds/{goods}/table")
    with page.expect_download() as download:
        page.get_by_role("link", name="jsonl").click()
    exported = [json.loads(line) for line in download.value.path().read_text("utf-8").splitlines()]
    assert {"amount"} <= exported[0].keys()

    page.goto(f"{inspector.base}/log")
    page.locator("[data-write]").click()
    page.locator(".toast").wait_for()
    assert page.locator(".note").count() == 0
    has_it(out)
    collect([site], out, options)
    has_it(out)


def test_the_queue_the_article_and_the_fields_take_answers(looking: tuple["Page", Serving, list[str]]) -> None:
    page, inspector, _ = looking
    page.goto(f"{inspector.base}/queue")
    asked = page.locator("h1").inner_text()
    page.keyboard.press("Space")
    page.wait_for_url("**/queue?skip=*")
    page.goto(f"{inspector.base}/queue")
    assert page.locator("h1").inner_text() == asked
    sort = page.locator("[data-question]").get_attribute("data-sort")
    if sort == "cell":
        page.wait_for_function("() => document.querySelector('#foreseen').textContent.includes('of')")
    page.keyboard.press("x")
    if sort == "kinds":
        keep(page)
    page.locator(".toast button").wait_for()
    page.keyboard.press("u")
    taken_back(page)

    template = inspector.json("/kinds.json")["kinds"][0]["templates"][0]["id"]
    page.goto(f"{inspector.base}/templates/{template}/article")
    page.locator("[data-place].in").first.focus()
    page.keyboard.press("x")
    keep(page)
    assert page.locator(".places .badge.mark").count() >= 1
    page.locator(".toast button").click()
    taken_back(page)
    assert page.locator(".places .badge.mark").count() == 0

    kind = inspector.json("/kinds.json")["kinds"][0]["id"]
    page.goto(f"{inspector.base}/kinds/{kind}/fields")
    columns = inspector.json(f"/kinds/{kind}/fields.json")["columns"]
    plain = [one for one in columns if one["type"] == "text" and not one["parts"] and not one["left_out"]]
    page.locator(f"tr[data-column='{plain[0]['id']}'] [data-merge-column]").click()
    page.locator("dialog[open] select").select_option(plain[1]["id"])
    page.locator("dialog[open] button.main").click()
    keep(page)
    assert page.get_by_text(f"part of {plain[0]['name']}", exact=True).count() == 1
    page.locator(".toast button").click()
    taken_back(page)


def taken_back(page: "Page") -> None:
    page.wait_for_function("() => document.querySelector('.toast')?.textContent.includes('is taken back')")


def test_the_right_value_is_pointed_at(looking: tuple["Page", Serving, list[str]]) -> None:
    page, inspector, _ = looking
    kind = inspector.json("/kinds.json")["kinds"][0]
    row = inspector.json(f"/kinds/{kind['id']}/table.json?sort=read")["rows"][0]
    page.goto(f"{inspector.base}/pages/{row['capture']}")
    field = page.locator(".record .field[data-column]").first
    column = field.get_attribute("data-column")
    field.locator("[data-mark=wrong]").click()
    page.locator(".toast.offer button").first.click()
    page.wait_for_url(f"**pick={column}*")
    page.locator(".texts li.varies", has_text="€").first.click()
    page.locator("#preview[open]").wait_for()
    assert "will be taken from where" in page.locator("#preview-body").inner_text()
    page.locator("#preview-keep").click()
    page.locator(".toast button").wait_for()
    for one in inspector.json("/log.json")["corrections"][:2]:
        assert inspector.post("undo", {"correction": one["id"]}).status == 200


def has_it(out: Path) -> None:
    """The merged table is one file, with people in it and the price under its new name."""
    rows = [json.loads(line) for line in (out / "tables" / "goods.jsonl").read_text("utf-8").splitlines()]
    assert any(row["amount"] for row in rows)
    assert any("/people/" in row["url"] for row in rows)
    assert not (out / "tables" / "people.jsonl").exists()
    with open_collection(out) as collection:
        marks = [one for one in collection.corrections(standing=True) if one.what == "mark"]
        assert [one.value for one in marks] == ["wrong"]


def violations(page: "Page", rules: Sequence[str] = ()) -> list[dict[str, Any]]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python")
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = axe.Axe().run(page, options=options).response["violations"]
    return [
        {"id": one["id"], "impact": one["impact"], "nodes": [node["html"][:160] for node in one["nodes"][:3]]}
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def test_axe_finds_no_serious_fault(pictured: tuple[Path, Path], browser: "Browser") -> None:
    """All of it in the light; in the dark, and on a tablet, what can differ there."""
    with serving(pictured[1]) as inspector:
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.goto(inspector.url)
        faults = {}
        kind = inspector.json("/kinds.json")["kinds"][0]
        template = kind["templates"][0]["id"]
        for path in (
            "/", "/kinds", f"/templates/{template}", f"/templates/{template}?light=1&tree=pattern",
            f"/kinds/{kind['id']}/fields", f"/kinds/{kind['id']}/table", "/pages/1", "/pages/1?show=text",
            "/pages/1?show=why", "/search?q=harbour", "/log", "/queue", "/changes", f"/templates/{template}/article",
        ):  # fmt: skip
            page.goto(inspector.base + path)
            found = violations(page)
            for width in (1280, 1024, 834):
                page.set_viewport_size({"width": width, "height": 1112})
                fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert fits, f"{path} is wider than a window of {width}"
            page.emulate_media(color_scheme="dark")
            found += violations(page, ["color-contrast"])
            page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": 1280, "height": 860})
            if found:
                faults[path] = found
        page.close()
    assert faults == {}
