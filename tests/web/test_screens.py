"""Every screen is an address with `.json` beside it; what it shows is what the collection has."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import open_collection
from intaglio.web.inspector_app import SCRIPTS
from intaglio.web.screens import SCREENS

from .conftest import Answer, Serving, serving

Kind = Callable[[str], dict[str, Any]]


def address(inspector: Serving, path: str) -> str:
    kind = inspector.json("/kinds.json")["kinds"][0]
    filled = path.replace("{kind}", kind["id"]).replace("{template}", kind["templates"][0]["id"])
    return filled.replace("{capture:int}", "1")


@pytest.mark.parametrize("path", SCREENS)
def test_every_screen_is_an_address_and_has_json(inspector: Serving, path: str) -> None:
    asked = address(inspector, path)
    shown = inspector.get(asked)
    assert shown.status == 200, shown.text[:500]
    assert shown.headers["content-type"].startswith("text/html")
    assert "<h1" in shown.text or path == "/search"
    assert inspector.json(f"{asked if asked != '/' else '/home'}.json")


def test_screens_draw_boxes_where_pages_cannot_be_read_any_more(filled: Path, tmp_path: Path) -> None:
    with serving(Path(shutil.copytree(filled, tmp_path / "out"))) as elsewhere:  # which may not read other folders
        for path in SCREENS:
            assert elsewhere.get(address(elsewhere, path)).status == 200, path
        for path in ("/pages/1", address(elsewhere, "/templates/{template}/article")):
            shown = elsewhere.get(path).text
            assert shown.count('<rect class="area') > 5, path
            assert "<iframe" not in shown


@pytest.mark.parametrize(
    "path", ["/kinds/nothing/table", "/pages/999999", "/templates/ffffffffffff", "/nowhere", "/templates/..%2f..%2fetc"]
)
def test_what_is_not_there_is_said_in_words(inspector: Serving, path: str) -> None:
    answer = inspector.get(path)
    assert answer.status == 404
    assert "Traceback" not in answer.text
    assert json.loads(inspector.get(f"{path}.json").text)["error"]


def test_home_counts_what_the_collection_has(inspector: Serving, filled: Path) -> None:
    home = inspector.json("/home.json")
    with open_collection(filled) as collection:
        assert home["figures"]["pages"] == sum(1 for _ in collection.pages())
        assert home["figures"]["kinds"] == len(collection.kinds())
    assert all(one["href"].startswith("/") for one in home["next"])
    weights = [one["weight"] for one in home["next"]]
    assert weights == sorted(weights, reverse=True)


def test_kinds_have_titles_fill_templates_and_a_neighbour(inspector: Serving) -> None:
    for card in inspector.json("/kinds.json")["kinds"]:
        assert card["pages"] == sum(one["pages"] for one in card["templates"])
        assert card["titles"]
    assert any(card["nearest"] for card in inspector.json("/kinds.json")["kinds"])


def test_a_template_says_what_varies(inspector: Serving, kind: Kind) -> None:
    template = kind("goods")["templates"][0]["id"]
    found = inspector.json(f"/templates/{template}.json")
    assert 0 < found["varying"]["texts"] < found["varying"]["all"]
    assert {node["type"] for node in found["pattern"]} >= {"fixed", "variant"}
    assert found["pages"][0]["why"] == "first"
    frame = inspector.get(f"/pages/{found['page']['capture']}/frame?view=light").text
    lit = re.findall(r'<t- id="t\d+" class="v"[^>]*>([^<]*)</t->', frame)
    dim = re.findall(r'<t- id="t\d+" class="f"[^>]*>([^<]*)</t->', frame)
    title = found["page"]["title"].partition(" – ")[0]
    assert title in lit
    assert "The Quillmarsh Courier" in dim
    assert not set(lit) & {"The Quillmarsh Courier", "Shop", "About"}


def test_the_strip_has_pages_of_every_sort_and_the_one_that_is_shown(inspector: Serving, kind: Kind) -> None:
    template = kind("goods")["templates"][0]["id"]
    pages = {one["why"]: one["capture"] for one in inspector.json(f"/templates/{template}.json")["pages"]}
    assert next(iter(pages)) == "first"
    assert set(pages) <= {"first", "typical", "most unlike", "random"}
    shown = pages["random"]
    again = inspector.json(f"/templates/{template}.json?page={shown}")["pages"]
    assert {one["capture"]: one["why"] for one in again}[shown] == "this one"
    assert len({one["capture"] for one in again}) == len(again)


def test_areas_without_a_layout_are_drawn_and_lit_on_the_safe_view(inspector: Serving, kind: Kind) -> None:
    card = kind("goods")["picture"]
    boxes = [area["rect"] for area in card["areas"] if area["rect"]]
    assert card["href"] is None
    assert len(boxes) > 5
    assert all(x >= 0 and x + width <= card["width"] and height > 0 for x, _, width, height in boxes)
    view = inspector.json(f"/templates/{kind('goods')['templates'][0]['id']}.json")["view"]
    headline = next(area for area in view["areas"] if area["role"] == "headline")
    lit = inspector.get(f"{view['href']}?lit={','.join(map(str, headline['texts']))}").text
    assert headline["text"] in re.findall(r'<t- id="t\d+" class="s"[^>]*>([^<]*)</t->', lit)


def test_the_safe_view_is_opened_where_the_page_differs_from_others(inspector: Serving) -> None:
    frame = inspector.get("/pages/1/frame").text
    assert frame.count('<i- id="here-"></i->') == 1
    assert frame.index("The Quillmarsh Courier</t->") < frame.index('id="here-"') < frame.rindex("<t- ")
    assert "#here-" in inspector.get("/pages/1").text
    odd = inspector.get(f"/pages/1/frame?lit=%C2%B2,x,{'9' * 5000},-1")
    assert odd.text == frame, "what is no number of a text lights none"


def test_a_filter_that_no_row_passes_can_be_changed_and_sorting_keeps_it(inspector: Serving, kind: Kind) -> None:
    table = f"/kinds/{kind('goods')['id']}/table"
    name = next(one["id"] for one in inspector.json(f"{table}.json")["columns"] if one["name"] == "name")
    empty = inspector.get(f"{table}?f.{name}=nowhere").text
    assert "No row has that" in empty
    assert 'value="nowhere"' in empty
    assert re.search(r'href="\?sort=[^"]*&(?:amp;)?f\.\w+=nowhere"', empty)


def test_fields_know_their_place_on_the_page(inspector: Serving, kind: Kind) -> None:
    goods = kind("goods")
    found = inspector.json(f"/kinds/{goods['id']}/fields.json")
    price = next(column for column in found["columns"] if column["name"] == "price")
    assert price["texts"]
    page = inspector.json(f"/pages/{found['page']['capture']}.json?show=text")
    texts = {one["number"]: one["text"] for one in page["text"]["texts"]}
    assert "€" in texts[price["texts"][0]]


def test_rows_are_sorted_filtered_and_paged(inspector: Serving, kind: Kind) -> None:
    goods = kind("goods")
    table = f"/kinds/{goods['id']}/table.json"
    whole = inspector.json(f"{table}?sort=read")
    assert whole["total"] == goods["pages"] == len(whole["rows"])
    names = [column["name"] for column in whole["columns"]]
    price, name = (next(one for one in whole["columns"] if one["name"] == wanted) for wanted in ("price", "name"))

    def cells(answer: Any, wanted: str) -> list[str]:
        return [row["cells"][names.index(wanted)]["text"] for row in answer["rows"]]

    by_price = [
        float(re.sub(r"[^\d.]", "", text)) for text in cells(inspector.json(f"{table}?sort={price['id']}"), "price")
    ]
    assert by_price == sorted(by_price)
    first = cells(whole, "name")[0]
    found = inspector.json(f"{table}?f.{name['id']}={first.split()[0]}")
    assert 0 < found["total"] < whole["total"]
    assert all(first.split()[0].casefold() in text.casefold() for text in cells(found, "name"))
    assert inspector.json(f"{table}?f.{name['id']}=%25")["total"] == 0, "a percent sign is itself"


def test_a_page_tells_why(inspector: Serving) -> None:
    why = inspector.json("/pages/1.json?show=why")["why"]
    assert why["template"] == why["now"]
    assert why["difference"] < why["threshold"]
    accounts = {block["account"] for block in why["blocks"]}
    assert "the template: it is fixed there" in accounts
    assert any(block["kept"] for block in why["blocks"])


def test_search_gives_snippets_fields_and_facets(inspector: Serving) -> None:
    found = inspector.json("/search.json?q=harbour")
    assert found["hits"]
    assert sum(one["count"] for one in found["facets"]) == found["total"]
    assert any(part["hit"] for part in found["hits"][0]["snippet"])
    for hit in inspector.json("/search.json?q=name:folder")["hits"]:
        text = "".join(part["text"] for part in hit["snippet"])
        assert "folder" in text.casefold(), "the value of the field is shown"
    narrow = inspector.json(f"/search.json?q=harbour&kind={found['facets'][-1]['id']}")
    assert {hit["kind_id"] for hit in narrow["hits"]} == {found["facets"][-1]["id"]}
    menus = inspector.json("/search.json?q=%22Put+in+the+basket%22")
    assert menus["hits"] == []


def test_search_marks_whole_words(inspector: Serving) -> None:
    """As the index finds them: no letters within another word, whatever case and accents."""
    for query in ("the", "TH%C3%89", "the+OR+harbour"):
        hits = inspector.json(f"/search.json?q={query}")["hits"]
        marked = {part["text"].casefold() for hit in hits for part in hit["snippet"] if part["hit"]}
        assert marked
        assert marked <= {"the", "harbour"}
        for hit in hits:
            text = "".join(part["text"] for part in hit["snippet"])
            words = set(re.findall(r"\w+", text.casefold()))
            assert words & {"the", "harbour"} or not any(part["hit"] for part in hit["snippet"]), text


def test_what_to_look_at_next_has_the_queue_s_questions_and_leads_to_the_very_one(inspector: Serving) -> None:
    found = inspector.json("/home.json")["next"]
    asked = [one for one in found if one["href"].startswith("/queue")]
    assert {one["sort"] for one in asked} == {"kinds", "cell"}
    assert [one["weight"] for one in found] == sorted((one["weight"] for one in found), reverse=True)
    for one in asked:
        question = inspector.json(one["href"].replace("/queue", "/queue.json"))["question"]
        assert (question["why"], question["pages"]) == (one["why"], one["pages"])


def test_markup_never_trusts_a_value() -> None:
    """Autoescape is on, and nothing in the markup turns it off."""
    import intaglio.web

    folder = Path(intaglio.web.__file__).parent
    for file in [*(folder / "markup").glob("*.html")]:
        assert not re.search(r"\|\s*safe|autoescape|Markup", file.read_text("utf-8")), file
        assert not re.search(r"\s(?:style|on\w+)=", file.read_text("utf-8")), file
    scripts = sorted((folder / "static").glob("*.js"))
    assert len(scripts) == len(SCRIPTS)
    for file in scripts:
        acting = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|eval\(|Function\(|https?:"
        assert not re.search(acting, file.read_text("utf-8")), file


def test_tables_are_exported_with_cells_that_no_spreadsheet_runs(inspector: Serving, kind: Kind) -> None:
    people = kind("people")
    answer: Answer = inspector.get(f"/kinds/{people['id']}/export.jsonl")
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert len(rows) == people["pages"]
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert inspector.get(f"/kinds/{people['id']}/export.exe").status == 404
