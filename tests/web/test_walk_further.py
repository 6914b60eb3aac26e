"""A person at work, the rest of it: kinds, types, hiding, areas, pointing at the safe view, the log."""

import base64
import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import Serving, serving
from .test_walk import keep, kind_id, taken_back

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture
def walking(
    pictured: tuple[Path, Path], tmp_path: Path, browser: "Browser", monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple["Page", Serving]]:
    """A browser at an inspector of a copy. Tests that look into a frame leave listeners there, which are not run."""
    monkeypatch.setenv("INTAGLIO_TRUST", "1")
    out = Path(shutil.copytree(pictured[1], tmp_path / "out"))
    complaints: list[str] = []
    with serving(out) as inspector:
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
        page.goto(inspector.url)
        yield page, inspector
        page.close()
    assert [one for one in complaints if "because the document's frame is sandboxed" not in one] == []


def test_the_right_value_is_pointed_at_in_the_safe_view(walking: tuple["Page", Serving]) -> None:
    page, inspector = walking
    goods = kind_id(inspector, "goods")
    row = inspector.json(f"/kinds/{goods}/table.json?sort=read")["rows"][1]
    names = [one["name"] for one in inspector.json(f"/kinds/{goods}/table.json")["columns"]]
    page.goto(f"{inspector.base}/pages/{row['capture']}?view=frame")
    field = page.locator(".record .field[data-column]").nth(names.index("item"))
    field.locator("[data-mark=wrong]").click()
    page.locator(".toast.offer").wait_for()
    field.locator("[data-mark=wrong]").click()
    page.wait_for_url("**pick=*")
    page.keyboard.press("Escape")
    page.wait_for_url("**show=record")
    assert page.locator("#pointing").count() == 0, "Esc leaves pointing"
    page.go_back()
    page.locator("#pointing").wait_for()
    assert "Point at the right value of item" in page.locator("#pointing").inner_text()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    name = row["cells"][names.index("name")]["text"]
    page.frame_locator("iframe").locator("h1 t-").first.click()
    page.locator("#preview[open]").wait_for()
    assert f"will be taken from where “{name}” stands" in page.locator("#preview-body").inner_text()
    assert not [url for url in asked if "/do/preview" not in url and "/static/" not in url], "a click leads nowhere"
    page.locator("#preview-keep").click()
    page.locator(".toast button").wait_for()
    now = inspector.json(f"/kinds/{goods}/table.json?sort=read")
    item = [one["name"] for one in now["columns"]].index("item")
    assert now["rows"][1]["cells"][item]["text"] == name
    assert len({one["cells"][item]["text"] for one in now["rows"]}) > 2, "it is taken from there on all pages"


def test_fields_and_their_places_light_one_another(walking: tuple["Page", Serving]) -> None:
    page, inspector = walking
    address = f"{inspector.base}/kinds/{kind_id(inspector, 'goods')}/fields"
    for light in ("1", "0"):
        page.goto(f"{address}?light={light}")
        for box in (page.locator(".sheet .text.image").first, page.locator(".sheet .text[data-field$=price]").first):
            box.scroll_into_view_if_needed()
            box.hover()
            page.locator(f"tr.on[data-name='{box.locator('title').text_content()}']").wait_for()
    page.locator("tr[data-name=image]").hover()
    page.locator(".sheet .text.image.on").wait_for()

    other = inspector.json(f"/kinds/{kind_id(inspector, 'goods')}/table.json?sort=read")["rows"][-1]["capture"]
    page.goto(f"{address}?page={other}")
    assert page.locator("iframe").get_attribute("sandbox") == ""
    frame = page.frame_locator("iframe")
    name, price = (frame.locator("#names- a").get_by_text(word, exact=True) for word in ("name", "price"))
    place = frame.locator(f"t-.{price.get_attribute('class')}").first
    assert place.inner_text().startswith("€")
    over(page, place)
    comes(lambda: lit(price) and lit(place) and not lit(name), "the frame lights its list, without a script")
    over(page, name)
    comes(lambda: lit(name) and not lit(price) and not lit(place), "what is not hovered is dark")
    over(page, price)
    comes(lambda: lit(price) and lit(place) and not lit(name), "the list lights the frame")


def over(page: "Page", one: "Locator") -> None:
    """Bring the mouse over something in a frame that runs no script, not even one of the test's."""
    box = one.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def comes(looks: Callable[[], bool], what: str, seconds: float = 20) -> None:
    """Wait until something looks so: a browser paints what is hovered a while after the mouse has come."""
    until = time.monotonic() + seconds
    while not looks():
        assert time.monotonic() < until, what
        time.sleep(0.05)


LIT_PIXELS = """async encoded => {
    const bytes = Uint8Array.from(atob(encoded), letter => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const seen = canvas.getImageData(0, 0, image.width, image.height).data;
    let lit = 0;
    for (let at = 0; at < seen.length; at += 4)
        lit += seen[at] === 0xff && seen[at + 1] === 0xd8 && seen[at + 2] === 0x73;
    return lit;
}"""
"""How many pixels of a picture have the colour of what is lit, `field_list.LIT`."""


def lit(one: "Locator") -> bool:
    """Whether something in a frame that runs no script is lit, as a person sees it. A blank page counts the pixels."""
    box = one.bounding_box()
    assert box is not None
    seen = one.page.screenshot(clip={"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]})
    browser = one.page.context.browser
    assert browser is not None
    blank = browser.new_page()
    try:
        return int(blank.evaluate(LIT_PIXELS, base64.b64encode(seen).decode())) > 20
    finally:
        blank.close()


def test_kinds_are_named_ignored_and_split(walking: tuple["Page", Serving]) -> None:
    page, inspector = walking
    goods, people = kind_id(inspector, "goods"), kind_id(inspector, "people")
    page.goto(f"{inspector.base}/kinds")
    page.locator(f"article[data-kind={goods}] [data-name-kind]").click()
    page.keyboard.type("wares")
    page.keyboard.press("Enter")
    keep(page)
    assert page.locator(f"article[data-kind={goods}] h2").inner_text() == "wares"
    page.locator(f"article[data-kind={people}] [data-ignore-kind]").click()
    keep(page)
    page.locator(f"article[data-kind={people}].ignored").wait_for()
    assert people not in {one["id"] for one in inspector.json("/home.json")["kinds"]}
    page.locator(f"article[data-kind={goods}] [data-merge-kind]").click()
    page.locator("dialog[open] select").select_option(people)
    page.locator("dialog[open] button.main").click()
    keep(page)
    card = page.locator(f"article[data-kind={goods}]")
    card.locator("summary").click()
    card.locator("[data-split]").last.click()
    keep(page)
    page.keyboard.press("u")
    taken_back(page)
    assert len(inspector.json("/kinds.json")["kinds"][0]["templates"]) > 1


def test_columns_get_types_places_and_are_hidden(walking: tuple["Page", Serving]) -> None:
    page, inspector = walking
    goods = kind_id(inspector, "goods")
    page.goto(f"{inspector.base}/kinds/{goods}/fields")
    page.locator("tr[data-name=price] [data-type]").select_option("text")
    keep(page)
    page.locator("tr[data-name=item] [data-hide='1']").click()
    keep(page)
    page.locator("tr[data-name=availability] [data-main='0']").click()
    keep(page)
    columns = {one["name"]: one for one in inspector.json(f"/kinds/{goods}/fields.json")["columns"]}
    assert columns["price"]["type"] == "text"
    assert columns["item"]["left_out"] == "hidden"
    assert not columns["availability"]["main"]
    assert "item" not in [one["name"] for one in inspector.json(f"/kinds/{goods}/table.json?columns=all")["columns"]]


def test_an_area_is_called_no_content_and_seen_to_be(walking: tuple["Page", Serving]) -> None:
    page, inspector = walking
    stories = inspector.json(f"/kinds/{kind_id(inspector, 'stories')}/fields.json")["template"]
    page.goto(f"{inspector.base}/templates/{stories}")
    area = page.locator("li[data-area][data-role=body]").first
    area.click()
    assert f"area={area.get_attribute('data-area')}" in page.url, "what is chosen is in the address"
    page.reload()
    page.locator("#properties").get_by_role("button", name="no content", exact=True).click()
    keep(page)
    assert page.locator("li[data-area] .badge", has_text="no content").count() == 1
    page.goto(f"{inspector.base}/log")
    assert "is no content" in page.locator("tbody tr").first.inner_text()


def test_the_log_goes_elsewhere_and_cases_are_checked(
    walking: tuple["Page", Serving], pictured: tuple[Path, Path], tmp_path: Path, intaglio: Callable[..., Any]
) -> None:
    page, inspector = walking
    row = inspector.json(f"/kinds/{kind_id(inspector, 'goods')}/table.json?sort=read")["rows"][0]
    page.goto(f"{inspector.base}/pages/{row['capture']}")
    page.locator("[data-case]").click()
    keep(page)
    page.goto(f"{inspector.base}/log")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    lines = download.value.path().read_text("utf-8")
    cases = len(lines.splitlines())
    assert cases > 2

    other = Path(shutil.copytree(pictured[1], tmp_path / "other"))
    with serving(other) as elsewhere:
        page.goto(elsewhere.url)
        page.goto(f"{elsewhere.base}/log")
        page.locator("[data-import]").set_input_files(download.value.path())
        page.locator("#preview[open]").wait_for()
        assert f"{cases} corrections will be added" in page.locator("#preview-body").inner_text()
        assert elsewhere.json("/log.json")["total"] == 0, "nothing is kept before it is seen"
        keep(page)
        assert page.locator("tbody tr").count() == cases
    ran = intaglio("check", other)
    assert (ran.status, ran.out.strip()) == (0, f"{cases} of {cases} confirmed values still right")
    wrong = [json.loads(line) for line in lines.splitlines()]
    wrong[0]["examples"][0]["value"] = "something else"
    wrong[0]["target"]["source"] = wrong[0]["examples"][0]["source"]
    (tmp_path / "wrong.jsonl").write_text(json.dumps(wrong[0]) + "\n", "utf-8")
    assert intaglio("corrections", "import", other, tmp_path / "wrong.jsonl").status == 0
    ran = intaglio("check", other)
    assert ran.status == 3
    assert f"{cases - 1} of {cases} confirmed values still right" in ran.out
    exported = intaglio("corrections", "export", other).out.splitlines()
    assert len(exported) == cases + 1


def test_keys_alone_rename_and_merge_and_the_focus_is_where_it_was(walking: tuple["Page", Serving]) -> None:
    page, inspector = walking
    page.goto(f"{inspector.base}/kinds/{kind_id(inspector, 'goods')}/fields")
    page.locator("[data-rename]").nth(1).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('[data-rename]')"), "Esc leaves the name as it was"
    page.keyboard.press("Enter")
    page.keyboard.type("called_anew")
    page.keyboard.press("Enter")
    page.locator("#preview[open]").wait_for()
    page.keyboard.press("Enter")
    page.locator(".toast").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "called_anew"
    page.locator("[data-merge-column]").nth(1).focus()
    page.keyboard.press("Enter")
    page.locator("dialog[open] select").wait_for()
    page.keyboard.press("Enter")
    page.locator("#preview[open]").wait_for()
    assert "called_anew" in page.locator("#preview-body").inner_text()
    page.keyboard.press("Escape")
