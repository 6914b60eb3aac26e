"""Whatever a page has, its safe view has elements of a short list, no attribute that acts, and no address."""

import re
from pathlib import Path

import pytest

import intaglio.web
from intaglio.page import Page
from intaglio.web.safe_view.field_list import FieldList, ListedField
from intaglio.web.safe_view.page_marks import PageMarks
from intaglio.web.safe_view.safe_markup import Shading, safe_body
from intaglio.web.safe_view.site_styles import harmless

STATIC = Path(intaglio.web.__file__).parent / "static"

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script><a xlink:href='javascript:alert(1)'>x</a></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<iframe src='javascript:alert(1)'></iframe><object data=x></object><embed src=x>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'><base href=http://evil.example>",
    "<form action=http://evil.example><input name=q autofocus onfocus=alert(1)><button formaction=x>go</button></form>",
    "<a href=javascript:alert(1)>x</a><a href=http://evil.example ping=http://evil.example>y</a>",
    "<link rel=stylesheet href=http://evil.example/a.css><style>@import 'http://evil.example'</style>",
    "<video src=http://evil.example/v poster=http://evil.example/p autoplay></video><audio src=x>",
    "<p style='background:url(http://evil.example)' onclick=alert(1)>x</p>",
    "<p id='x\" onclick=\"alert(1)' class='y\"><script>alert(1)</script>'>x</p>",
    "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    "<img alt='\"><script>alert(1)</script>'>",
    "<td colspan='1\" onclick=\"alert(1)' rowspan=99999999>x</td>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    "<template><script>alert(1)</script></template><xmp><script>alert(1)</script></xmp><plaintext><script>",
    "<x-evil onclick=alert(1)>x</x-evil><t- id=t0 onclick=alert(1)>x</t->",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe><frameset><frame src=javascript:alert(1)></frameset>",
    "<template shadowrootmode=open><img src=x onerror=alert(1)></template><slot onslotchange=alert(1)>x</slot>",
    "<svg><foreignObject><iframe srcdoc='<script>a()</script>'></iframe></foreignObject><use href='//x.example#x'/>",
    "<details ontoggle=alert(1) open>x</details><marquee onstart=alert(1)>x</marquee><dialog open>x</dialog>",
    "<a href='data:text/html,<script>a()</script>' target=_top>x</a><map><area href=javascript:alert(1)></map>",
    "<button popovertarget=t1>x</button><div id=t1 popover>y</div><p id=here->z</p><p id=e1>w</p>",
    "<portal src=http://x.example></portal><fencedframe src=//x.example></fencedframe><x-y is=evil style=x>z</x-y>",
    "<img srcset='http://x.example/a 2x' alt=`x` title='\"><script>a()</script>'><source srcset=//x.example/b>",
    "<p class='s v m b4 i' id='t0'>x</p><i- class=i id=e0 onclick=alert(1)>y</i-><p class=\"&quot;><script>\">z</p>",
    "<textarea></textarea><script>alert(1)</script></textarea><title></title><script>alert(1)</script>",
]
ALLOWED = {"id", "class", "title", "colspan", "rowspan"}


@pytest.mark.parametrize("markup", HOSTILE)
@pytest.mark.parametrize("marked", [False, True])
def test_what_comes_through_cannot_act(markup: str, marked: bool) -> None:
    page = Page.parse(f"<body onload=alert(1)>{markup}<p>still here")
    hostile = dict.fromkeys(range(len(page.texts)), '"><script>alert(1)</script>')
    marks = PageMarks(["varies"] * len(page.texts), hostile, dict.fromkeys(range(page.size), '" onclick="alert(1)'))
    written = safe_body(page, Shading(marks) if marked else Shading())
    again = Page.parse(f"<body>{written}")
    names = {again.tag_name(e) for e in range(again.size)}
    forbidden = "script style iframe object embed meta base link form input button svg math video audio img template"
    assert names & set(forbidden.split()) == set()
    own = [again.attributes(e).get("id") for e in range(again.size)]
    assert own.count("here-") == 0, "ids of ours are ours"
    assert all(again.tag_name(e) in ("t-", "i-") for e, id_ in enumerate(own) if re.fullmatch(r"[te]\d+", id_ or ""))
    for e in range(again.size):
        assert set(again.attributes(e)) <= ALLOWED
    assert not re.search(r"<[^>]*(?:https?:|javascript:|\son\w+\s*=\s*[^\"&])", re.sub(r'"[^"]*"', '""', written))
    if not any(name in markup for name in ("plaintext", "<audio", "<mglyph")):  # which swallow what follows
        assert "still here" in written


def test_fields_are_listed_beside_the_page_whatever_they_are_called() -> None:
    page = Page.parse('<body><p id="names-" class="c0">one</p><img src=x><p>two</p><p>three</p>')
    image = next(e for e in range(page.size) if page.tag_name(e) == "img")
    name = '"><script>alert(1)</script>'
    listed = FieldList([ListedField(name, [1, 2]), ListedField("picture", [], [image]), ListedField("all", [0, 1])])
    written = safe_body(page, Shading(listed=listed))
    assert re.findall(r'<t- id="t(\d)" class="(\w+)"', written) == [("0", "c2"), ("1", "c0"), ("2", "c0")]
    assert f'<i- id="e{image}" class="i c1"' in written
    assert "names-" not in written, "ids of ours are ours"
    again = Page.parse(f"<body>{listed.markup()}")
    links = [(again.attributes(e), again.text(e)) for e in range(again.size) if again.tag_name(e) == "a"]
    assert links == [
        ({"class": "c0", "href": "#t1"}, name),
        ({"class": "c1", "href": f"#e{image}"}, "picture"),
        ({"class": "c2", "href": "#t0"}, "all"),
    ]
    assert {again.tag_name(e) for e in range(again.size)} == {"html", "head", "body", "n-s", "a"}
    assert "<" not in listed.styles()
    assert (FieldList().markup(), FieldList().styles()) == ("", "")


@pytest.mark.parametrize("markup", HOSTILE)
def test_texts_that_can_be_pointed_at_lead_to_our_own_screen_alone(markup: str) -> None:
    page = Page.parse(f"<body><a href=http://evil.example target=_top>{markup}<b>still</b> here</a>")
    written = safe_body(page, Shading(pointed='/pages/1?pick="><script>'))
    again = Page.parse(f"<body>{written}")
    links = [again.attributes(e) for e in range(again.size) if again.tag_name(e) == "a"]
    assert len(links) == sum(bool(text.strip()) for text in re.findall(r"<t-[^>]*>([^<]*)</t->", written))
    assert all(set(link) - {"data-link", "class"} == {"href", "target"} and link["target"] == "_top" for link in links)
    assert all(re.fullmatch(r'/pages/1\?pick="><script>#t\d+', link["href"]) for link in links)
    assert "script" not in {again.tag_name(e) for e in range(again.size)}


def test_texts_keep_their_numbers_and_places() -> None:
    page = Page.parse("<p>Hello <b>x</b> y<script>no</script> z<ul><li>a<li>b</ul>end")
    written = safe_body(page)
    numbered = dict(re.findall(r'<t- id="t(\d+)">([^<]*)</t->', written))
    assert {int(number): text for number, text in numbered.items()} == dict(enumerate(page.texts))
    assert re.sub(r"<[^>]+>", " ", written).split() == ["Hello", "x", "y", "z", "a", "b", "end"]


def test_deep_and_large_pages_are_shown_in_bounds() -> None:
    deep = safe_body(Page.parse("<div>" * 5000 + "bottom"))
    assert deep.count("<div") <= 400
    assert "bottom" in deep
    assert safe_body(Page.parse("<i>x</i>" * 70_000)).count("<i>") <= 60_000


@pytest.mark.parametrize(
    "css",
    [
        "@import url(http://evil.example/a.css); a{}",
        "@import 'http://evil.example/a.css'; a{}",
        "a { background: url( 'http://evil.example/' ) }",
        "a { background: URL(http://evil.example/) }",
        "a { background: u\\72l(http://evil.example/) }",
        "a { background: image-set('http://evil.example/' 1x) }",
        "@font-face { font-family: x; src: url(//evil.example) }",
        "a{} </style><script>alert(1)</script>",
        "a{} <!-- </STYLE ><img src=x onerror=alert(1)> -->",
        "@im/**/port 'http://evil.example'; b{}",
    ],
)
def test_style_sheets_ask_for_nothing(css: str) -> None:
    clean = harmless(css)
    assert "<" not in clean
    assert "\\" not in clean
    assert not re.search(r"url\s*\(|image-set\s*\(|@import\s", clean, re.IGNORECASE)


def test_pointing_keeps_the_looks_of_links_and_makes_none_of_texts() -> None:
    """Links of the page have their classes on ours; our other links are marked, so that no style of links is theirs."""
    page = Page.parse("<body><nav><a class='menu \"x' href=/a>Home <b>now</b></a></nav><p>Price <i>5</i></p>")
    written = safe_body(page, Shading(pointed="/pages/1?view=frame"))
    again = Page.parse(f"<body>{written}")
    links = [again.attributes(e) for e in range(again.size) if again.tag_name(e) == "a"]
    assert [link.get("class") for link in links] == ['menu "x', 'menu "x', None, None]
    assert ["data-link" in link for link in links] == [True, True, False, False]
    assert {link["target"] for link in links} == {"_top"}
    assert "a[target=_top]:not([data-link])" in (STATIC / "frame.css").read_text("utf-8")
