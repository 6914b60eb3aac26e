"""Pages that attack whoever looks at them: in every sink of every screen their words are words."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import pytest

from intaglio.page import Page
from intaglio.web.screens import SCREENS

from .conftest import Serving, fill, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ATTACK = "<img src=http://evil.example/x onerror=hacked()><script>hacked()</script>"
WORDS = f"\"'>{ATTACK}{{{{8191*8191}}}}</textarea></style></title>"
PAGE = """<!doctype html><html><head><title>{title}</title>
<meta http-equiv="refresh" content="0;url=http://evil.example/"><base href="http://evil.example/">
<link rel="stylesheet" href="http://evil.example/a.css">
<style>@import "http://evil.example/b.css"; body {{ background: url(http://evil.example/c.png) }} </style>
<script>hacked()</script></head><body onload="hacked()" class='x" onmouseover="hacked()'>
<h1 id='a" onclick="hacked()'>{words} {n}</h1>
<dl><dt>{words}</dt><dd>{words} value {n}</dd><dt>=cmd()</dt><dd>=1+{n}</dd></dl>
<p class="{n}"><a href="javascript:hacked()" title='{attribute}'>{words} link {n}</a></p>
<img src="http://evil.example/{n}.png" alt='{attribute}' onerror="hacked()">
<form action="http://evil.example/"><button>go</button></form>
<iframe src="http://evil.example/"></iframe><svg onload="hacked()"><script>hacked()</script></svg>
<ul><li>{words} one {n}</li><li>two {n}</li><li>three {n}</li></ul><p>{prose}</p></body></html>"""


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("hostile")
    site = folder / "site"
    site.mkdir()
    escaped = WORDS.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    attribute = escaped.replace("'", "&#39;")
    for n in range(8):
        title = f"{escaped} {n}"
        prose = f"The sea rises and falls, number {n}. " * 9
        text = PAGE.format(title=title, words=escaped, attribute=attribute, n=n, prose=prose)
        (site / f"page {n}'\"><script>hacked()<.html".replace("/", "")).write_text(text, encoding="utf-8")
    out = folder / "out \"'><b>"
    fill(site, out)
    with serving(out) as found:
        say_attacks(found)
        yield found


def say_attacks(inspector: Serving) -> None:
    """Names of kinds and columns, values and authors of corrections that attack as well."""
    name = "\"'><script>hacked()</script>"
    kind = inspector.json("/kinds.json")["kinds"][0]
    column = inspector.json(f"/kinds/{kind['id']}/fields.json")["columns"][0]
    target = {"kind": kind["id"], "column": column["id"], "places": column["places"]}
    example = {"source": name, "value": ATTACK, "url": f"javascript:{name}"}
    for said in (
        {"what": "name-kind", "target": {"kind": kind["id"]}, "value": name},
        {"what": "rename", "target": target, "value": name, "examples": [example]},
    ):
        answer = inspector.post("import", {"lines": json.dumps({"who": ATTACK, "id": 1, **said})})
        assert answer.status == 200, answer.text
    assert inspector.json("/kinds.json")["kinds"][0]["name"] == name


def addresses(inspector: Serving) -> list[str]:
    kind = inspector.json("/kinds.json")["kinds"][0]
    names = {"{kind}": kind["id"], "{template}": kind["templates"][0]["id"], "{capture:int}": "1"}
    found = []
    for path in SCREENS:
        for name, value in names.items():
            path = path.replace(name, value)  # noqa: PLW2901
        found.append(path)
    more = ["text", "markdown", "areas", "why"]
    column = inspector.json(f"/kinds/{kind['id']}/fields.json")["columns"][0]["id"]
    return [
        *found,
        *(f"/pages/1?show={show}&view=light" for show in more),
        "/search?q=value",
        f"/pages/1?pick={quote(column, safe='')}",
        f"/pages/1/frame?pick={quote(WORDS, safe='')}&look={quote(WORDS, safe='')}&lit={quote(WORDS, safe='')}",
        f"/kinds/{kind['id']}/table?sort={quote(WORDS, safe='')}&f.{quote(column, safe='')}={quote(WORDS, safe='')}",
        f"/search?q={'%22%3E%3Cscript%3E'}",
    ]


def test_no_screen_has_an_element_or_handler_of_a_page(attacked: Serving) -> None:
    for path in addresses(attacked):
        answer = attacked.get(path)
        assert answer.status == 200, path
        shown = Page.parse(answer.body)
        scripts = [shown.attributes(e) for e in range(shown.size) if shown.tag_name(e) == "script"]
        assert scripts == [{"type": "module", "src": "/static/inspector.js"}] * ("/frame" not in path), path
        for e in range(shown.size):
            attributes = shown.attributes(e)
            assert not [name for name in attributes if name.startswith("on") or name == "style"], path
            assert urlsplit(attributes.get("href", "")).netloc == "", path
            for name in ("src", "href", "action"):
                assert not attributes.get(name, "/").startswith(("javascript:", "http", "//", "data:")), path
        assert str(8191 * 8191) not in answer.text, "no page text is a template"


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_nothing_runs_and_no_request_leaves_the_machine(attacked: Serving, browser: "Browser") -> None:
    asked: list[str] = []
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script("window.hacked = () => { window.wasHacked = true }")
    context.on("request", lambda request: asked.append(request.url))
    page.goto(attacked.url)
    frames = [f"/pages/1/frame?view={view}" for view in ("plain", "light", "article")]
    for path in [*addresses(attacked), *frames]:
        page.goto(attacked.base + path)
        page.wait_for_timeout(150)
        assert page.evaluate("window.wasHacked ?? false") is False, path
        assert page.url.startswith(attacked.base), path
    page.goto(f"{attacked.base}/pages/1")
    assert page.locator("iframe").get_attribute("sandbox") == ""
    inner = page.frames[1]
    assert inner.evaluate("document.scripts.length") == 0
    assert inner.evaluate("self.origin") == "null"
    elsewhere = browser.new_context().new_page()
    elsewhere.set_content(f'<iframe src="{attacked.url}"></iframe>')
    elsewhere.wait_for_timeout(500)
    assert "Intaglio" not in (elsewhere.frames[1].title() or "")
    assert [url for url in asked if not url.startswith(attacked.base)] == []
