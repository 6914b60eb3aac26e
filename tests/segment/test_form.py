"""Areas as JSON: paths lead back to the very elements and texts."""

import json

from intaglio.page import Page
from intaglio.segment import SEGMENTERS, Area, AreaTree
from intaglio.segment.json_form import form_of

HTML = "<div>first<p>a</p>second</div><p>b</p>"


def test_elements_and_texts_by_path() -> None:
    page = Page.parse(HTML)
    second = page.texts.index("second")
    leaf = Area((1.0, 2.0, 3.0, 4.005), (4,), (second,), attributes={"kind": "x"})
    form = form_of(page, AreaTree(Area(elements=(0,), children=(leaf,)), "areas"))
    assert form == {
        "areas": [
            {
                "rect": None, "attributes": {}, "elements": [[]], "texts": [],
                "children": [
                    {
                        "rect": [1.0, 2.0, 3.0, 4.0], "attributes": {"kind": "x"}, "elements": [[1, 0, 0]],
                        "texts": [[[1, 0], 1]], "children": [],
                    }
                ],
            }
        ]
    }  # fmt: skip
    path, number = form["areas"][0]["children"][0]["texts"][0]
    owner = page.at(path)
    assert owner is not None
    assert page.texts[page.own_texts(owner)[number]] == "second"


def test_children_keep_their_order() -> None:
    page = Page.parse("".join(f"<div id=d{n}>{'word ' * 9}</div>" for n in range(5)))
    form = form_of(page, SEGMENTERS["areas"](page))
    assert [area["elements"] for area in form["areas"][0]["children"]] == [[[1, n]] for n in range(5)]
    assert json.loads(json.dumps(form)) == form
