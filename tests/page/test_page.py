"""The columns of a page, its texts, and what broken or hostile input gives."""

from __future__ import annotations

import gzip
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from turbohtml import parse as parse_html

from intaglio.capture import Capture
from intaglio.errors import IntaglioError
from intaglio.page import KNOWN, TAGS, Page, parser
from intaglio.page.page_codec import dumps, loads

SMALL = (
    "<!doctype html><title>T x</title><p id=a class=' x  y'>hi <b>t</b> <i>u</i><!--c--><template><i>z</i></template>"
    "<input disabled>tail</p>out<script>var x</script><svg><title>no</title></svg><my-tag></my-tag>"
)


def test_columns_of_a_small_page() -> None:
    page = Page.parse(SMALL)
    names = [page.tag_name(e) for e in range(page.size)]
    assert names == [
        "html",
        "head",
        "title",
        "body",
        "p",
        "b",
        "i",
        "template",
        "input",
        "script",
        "svg",
        "title",
        "my-tag",
    ]
    assert page.parent.tolist() == [-1, 0, 1, 0, 3, 4, 4, 4, 4, 3, 3, 10, 3]
    assert page.depth.tolist() == [0, 1, 2, 1, 2, 3, 3, 3, 3, 2, 2, 3, 2]
    assert page.position.tolist() == [0, 0, 0, 1, 0, 0, 1, 2, 3, 1, 2, 0, 3]
    assert page.siblings.tolist() == [1, 2, 1, 2, 4, 4, 4, 4, 4, 4, 4, 1, 4]
    assert page.end.tolist() == [13, 3, 3, 13, 9, 6, 7, 8, 9, 10, 12, 12, 13]
    assert page.tag[3] == TAGS["body"]
    assert page.tag[12] == len(KNOWN)
    assert page.leaves.tolist() == [n == 0 for n in page.child_count]
    assert page.children(3).tolist() == [4, 9, 10, 12]
    assert list(page.descendants(4)) == [5, 6, 7, 8]
    assert list(page.ancestors(6)) == [4, 3, 0]


def test_attributes_of_a_small_page() -> None:
    page = Page.parse(SMALL)
    assert (page.id_of(4), page.class_of(4)) == ("a", "x y")
    assert (page.id_of(5), page.class_of(5)) == (None, None)
    assert page.attributes(4) == {"id": "a", "class": " x  y"}
    assert page.having("disabled") == {8: ""}
    assert page.having("no such") == {}


def test_some_values_are_the_same_whether_or_not_all_were_asked_for() -> None:
    page = Page.parse(SMALL)
    elements = range(page.size)
    before = [page.values(name, elements) for name in ("class", "disabled", "none")]
    for name in ("class", "disabled", "none"):
        page.having(name)
    assert [page.values(name, elements) for name in ("class", "disabled", "none")] == before


def test_a_page_without_its_tree_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        b"<html lang=en><template><p>no</template><p hidden><a href='/x' title>one</a><img src=y><pre>a <b>b</b></pre>"
    )
    whole = Page.parse(body)
    parsed: list[bytes] = []
    real = parser.parse_again

    def parse_again(data: bytes, charset: str | None) -> Any:
        parsed.append(data)
        return real(data, charset)

    monkeypatch.setattr(parser, "parse_again", parse_again)
    light = Page.parse(body)
    light.let_go(("href", "title", "alt"))
    assert light.having("href") == whole.having("href")
    assert light.values("title", range(light.size)) == [whole.having("title").get(e) for e in range(whole.size)]
    assert light.having("alt") == {}
    assert light.attributes(0) == {"lang": "en"}
    assert (light.texts, light.strings, light.title) == (whole.texts, whole.strings, whole.title)
    assert not parsed
    assert dumps(light) == dumps(whole)
    assert light.hidden == whole.hidden
    assert light.metadata == whole.metadata
    assert parsed == [body]


def test_texts_of_a_small_page() -> None:
    page = Page.parse(SMALL)
    assert page.texts == ["T x", "hi ", "t", "u", "tail", "out", "no"]
    assert page.text_owner.tolist() == [2, 4, 5, 6, 4, 3, 11]
    assert page.space_before.tolist() == [False, False, False, True, False, False, False]
    assert page.own_texts(4).tolist() == [1, 4]
    assert page.text(4) == "hi t utail"
    assert page.text(0) == "T x\nhi t utail\noutno"
    assert page.raw_text(9) == "var x"
    assert page.title == "T x"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("H<sub>2</sub>O", "H2O"),
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("<b>a</b> <i>b</i>", "a b"),
        ("a<br>b", "a\nb"),
        ("<ul>\n<li>x</li>\n<li>y\n z</li></ul>", "x\ny z"),
        ("", ""),
        ("<style>p{}</style>x<script>y</script>z", "xz"),
        ("<script src=a></script>seen", "seen"),
    ],
)
def test_text_flows_as_a_person_reads(html: str, text: str) -> None:
    assert Page.parse(html).text(0) == text


def test_paths_lead_back() -> None:
    page = Page.parse(SMALL)
    assert page.path(0) == ()
    assert [page.at(page.path(e)) for e in range(page.size)] == list(range(page.size))
    assert page.at((0, 7)) is None


def test_a_node_shows_one_element() -> None:
    page = Page.parse(SMALL)
    node = page.root.find("p")
    assert node is not None
    assert (node.tag, node.id, node.classes, node.text) == ("p", "a", ["x", "y"], "hi t utail")
    assert [child.tag for child in node] == ["b", "i", "template", "input"]
    assert node.parent is not None
    assert node.parent.tag == "body"
    assert repr(node) == "<Node 4 p#a.x.y>"


@pytest.mark.parametrize(
    ("body", "content_type", "encoding", "text"),
    [
        ("é".encode("utf-8-sig"), "text/html; charset=latin-1", "UTF-8", "é"),
        ("<p>é".encode("utf-16"), None, "UTF-16LE", "é"),
        ("<meta charset=windows-1251><p>é".encode("latin-1"), "text/html; charset=ISO-8859-1", "windows-1252", "é"),
        ("<meta charset=windows-1251><p>да".encode("cp1251"), None, "windows-1251", "да"),
        ("<p>мир привет как дела сегодня".encode("cp1251"), None, "windows-1251", "мир привет как дела сегодня"),
        ("<p>naïve".encode(), None, "UTF-8", "naïve"),
        ("<p>naïve".encode(), "text/html; charset=klingon", "UTF-8", "naïve"),
    ],
)
def test_encoding(body: bytes, content_type: str | None, encoding: str, text: str) -> None:
    page = Page.of(Capture(body, content_type=content_type))
    assert (page.encoding, page.text(0)) == (encoding, text)


def test_base_url() -> None:
    assert Page.parse("<base href='/x/'>", url="http://a.example/b/c").base_url == "http://a.example/x/"
    assert Page.parse("<base target=_top>", url="http://a.example/b").base_url == "http://a.example/b"
    assert Page.parse("<base href='http://[bad'>", url="http://a.example/b").base_url == "http://a.example/b"
    assert Page.parse("").base_url is None


def test_hundred_thousand_nested_elements() -> None:
    page = loads(dumps(Page.parse("<div>" * 100_000 + "x")))
    assert page.size == 100_003
    assert page.text(0) == "x"
    assert len(page.path(page.size - 1)) == page.depth[-1]


def test_a_ten_megabyte_table() -> None:
    row = b"<tr><td>" + b"some words " * 8 + b"<td><b>b</b>"
    page = Page.parse(b"<table>" + row * (10_000_000 // len(row)))
    assert page.size == 5 + 4 * (10_000_000 // len(row))
    assert len(page.texts) == int(page.text_stop[0])


def _pages(folder: Path, count: int) -> list[bytes]:
    files = sorted(folder.rglob("*.htm*"))
    return [file.read_bytes() for file in random.Random(2).sample(files, count)]


@pytest.mark.parametrize("name", ["articles", "sites", "segmentation", "records"])
def test_hidden_inputs_stay_in_their_table(name: str, corpus: Callable[[str], Path]) -> None:
    """A character above U+00FF anywhere must not move an input out of the table it stands in."""
    repaired = 0
    for body in _pages(corpus(name), 73 if name == "segmentation" else 300):
        page = Page.parse(body)
        plain = body.decode("latin-1")
        one, other = Page.parse(plain), Page.parse(plain + "’")
        assert (one.tag == other.tag).all()
        assert (one.parent == other.parent).all()
        bare = parse_html(body, detect_encoding=True)
        repaired += [element.tag for element in bare.find_all()] != [page.tag_name(e) for e in range(page.size)]
    assert repaired < 30


def test_a_hidden_input_in_a_table() -> None:
    html = "<table><input type='hidden' name=a><tr><td>x</table><script>'<input type=\"hidden\">’'</script>"
    page = Page.parse(html)
    names = [page.tag_name(e) for e in range(page.size)]
    assert names == ["html", "head", "body", "table", "input", "tbody", "tr", "td", "script"]
    assert page.attributes(4) == {"type": "hidden", "name": "a"}
    assert page.raw_text(8) == "'<input type=\"hidden\">’'"


@pytest.mark.parametrize("before", ["", "<body><p>x</p>"])
def test_a_frame_without_an_end_inside_noscript_does_not_take_the_page(before: str) -> None:
    rest = "</noscript><p>Hello</p><noscript><iframe src=/b></iframe></noscript><p>there"
    page = Page.parse(f'{before}<noscript><iframe src="/ns?a>b" />{rest}')
    whole = Page.parse(f'{before}<noscript><iframe src="/ns?a>b"></iframe>{rest}')
    assert page.texts[-2:] == ["Hello", "there"]
    assert dumps(page) == dumps(whole)


@pytest.mark.parametrize(
    ("html", "times"),
    [
        ("<form><input type='hidden' name=a><table><tr><td>x’</table></form>", 1),
        ("<table><input type='hidden' name=a><tr><td>x’</table>", 2),
        ("<table><colgroup><col><col></colgroup><tr><td>x</table>", 1),
        ("<table><col></col><tr><td>x</table>", 2),
    ],
)
def test_only_what_was_misread_is_parsed_again(html: str, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []

    def counted(data: bytes, **named: Any) -> object:
        parsed.append(data)
        return parse_html(data, **named)

    monkeypatch.setattr(parser, "parse_html", counted)
    Page.parse(html.encode())
    assert len(parsed) == times


def test_the_end_of_a_column_ends_nothing() -> None:
    page = Page.parse("<table><col></col><COL></COL ><tr><td></table><script>'</col>'</script>")
    names = [page.tag_name(e) for e in range(page.size)]
    assert " ".join(names) == "html head body table colgroup col col tbody tr td script"
    assert page.raw_text(10) == "'</col>'"


@pytest.mark.parametrize("name", ["articles", "sites", "segmentation", "records"])
def test_the_blob_is_exact(name: str, corpus: Callable[[str], Path]) -> None:
    for body in _pages(corpus(name), 25):
        page = Page.parse(body, url="http://a.example/é")
        blob = dumps(page)
        again = loads(blob)
        for column in ("tag", "parent", "depth", "position", "siblings", "end", "id", "cls", "text_owner", "text_seen"):
            assert np.array_equal(getattr(page, column), getattr(again, column)), column
        assert np.array_equal(page.space_before, again.space_before)
        assert np.array_equal(page.text_stop, again.text_stop)
        assert (again.texts, again.strings, again.url, again.encoding) == (
            page.texts, page.strings, page.url, page.encoding,
        )  # fmt: skip
        assert all(again.attributes(e) == page.attributes(e) for e in range(page.size))
        assert all(again.raw_text(e) == page.raw_text(e) for e in np.flatnonzero(page.tag == TAGS["script"]).tolist())
        assert dumps(again) == blob
        assert len(blob) < len(body) + 2000


def test_pickling_is_the_blob() -> None:
    page = Page.parse(SMALL)
    assert dumps(pickle.loads(pickle.dumps(page))) == dumps(page)


def test_a_damaged_blob_is_a_clear_error() -> None:
    blob = dumps(Page.parse(SMALL))
    damaged = [b"", blob[:6], blob[:-1], b"xxx" + blob[3:], blob[:3] + b"\x63" + blob[4:]]
    damaged += [blob[:i] + bytes([blob[i] ^ 1]) + blob[i + 1 :] for i in range(len(blob))]
    for each in damaged:
        with pytest.raises(IntaglioError, match="blob"):
            loads(each)
    with pytest.raises(IntaglioError, match="version 99"):
        loads(blob[:3] + b"\x63" + blob[4:])


@pytest.fixture(scope="module")
def bodies(corpus: Callable[[str], Path]) -> list[bytes]:
    return _pages(corpus("segmentation"), 8)


MANGLED = st.tuples(st.integers(0, 7), st.integers(0, 10**6), st.integers(0, 4000), st.binary(max_size=40))


@settings(max_examples=150, deadline=None)
@given(cuts=st.lists(MANGLED, max_size=6))
def test_mangled_pages_never_fail(cuts: list[tuple[int, int, int, bytes]], bodies: list[bytes]) -> None:
    parts = []
    for which, start, length, inserted in cuts:
        first = start % len(bodies[which])
        parts.append(bodies[which][first : first + length] + inserted)
    _use(b"".join(parts), None)


@settings(max_examples=150, deadline=None)
@given(body=st.binary(max_size=300), charset=st.sampled_from([None, "utf-8", "utf-16", "shift_jis", "nonsense", ""]))
def test_random_bytes_never_fail(body: bytes, charset: str | None) -> None:
    _use(body, charset and f"text/html; charset={charset}")
    _use(gzip.compress(body)[:-3], None)


def _use(body: bytes, content_type: str | None) -> None:
    """Parse it, and see that it is a whole page: a root, columns that agree, and a blob that is the same page."""
    page = Page.parse(body, content_type=content_type)
    numbers = np.arange(page.size)
    assert page.tag_name(0) == "html"
    assert (page.parent < numbers).all()
    assert page.parent.tolist().count(-1) == 1
    assert ((page.end > numbers) & (page.end <= page.end[page.parent])).all()
    assert (page.depth[1:] == page.depth[page.parent[1:]] + 1).all()
    assert len(page.text_owner) == len(page.texts) == page.text_stop[0]
    assert ((page.text_owner >= 0) & (page.text_owner < page.size)).all()
    assert all(text.strip() for text in page.texts)
    again = loads(dumps(page))
    assert dumps(again) == dumps(page)
    assert (again.text(0), again.title, again.base_url) == (page.text(0), page.title, page.base_url)


WORDS = st.lists(st.text("abcé한字 ", min_size=1, max_size=9).filter(str.strip), max_size=9)


@given(words=WORDS, charset=st.sampled_from(["utf-8", "utf-16"]))
def test_texts_survive_what_is_broken_around_them(words: list[str], charset: str) -> None:
    html = "<!doctype html><meta charset=utf-8><body><div></p><b <i>" + "</table><p class='x>'></li>".join(["", *words])
    page = Page.parse(html.encode(charset), content_type=f"text/html; charset={charset}")
    assert [text.strip() for text in page.texts] == [word.strip() for word in words]


def test_elements_that_attributes_hide() -> None:
    page = Page.parse(
        "<p hidden>a<p aria-hidden=true>b<p aria-hidden=false>c<p style='Display: None'>d<p style=display:block>e"
    )
    assert [page.text(e) for e in page.hidden] == ["a", "b", "d"]
    assert loads(dumps(page)).hidden == page.hidden


def test_attributes_without_number_are_read_in_linear_time() -> None:
    times = []
    for count in (4_000, 40_000):
        page = Page.parse("<p " + " ".join(f"a{n}={n}" for n in range(count)) + ">x")
        start = process_time()
        assert len(page.attributes(page.size - 1)) == count
        times.append(process_time() - start)
    assert times[1] < 30 * times[0] + 0.1


def test_listings_in_one_another_are_kept_once() -> None:
    page = Page.parse("<pre>a <b>b</b></pre>" + "<pre><i>c</i> " * 400 + "<b>word</b> " * 5_000)
    assert [int(page.parent[e]) for e in np.flatnonzero(page.listings)] == [2, 2]
    assert len(page.raw_text(int(np.flatnonzero(page.listings)[1]))) > 25_000


def test_a_listing_has_the_lines_that_elements_end() -> None:
    page = Page.parse("<pre><div>a <b>b</b></div><div>c</div>d<br>e<br><br>f</pre>")
    assert page.raw_text(int(np.flatnonzero(page.listings)[0])) == "a b\ncd\ne\n\nf"


@pytest.mark.parametrize(
    ("html", "names"),
    [
        ("<p class=a><i id=b class='a c'>", ["b", "a", "a c"]),
        ("<p class=' a  b '><i class='a b'><b class='a\n\tb'>", ["a b"]),
        ("<p class=''><i class=' '><b id='' class=a>", ["a"]),
        ("<p class='a '><i class=b>", ["a", "b"]),
    ],
)
def test_classes_are_told_apart_without_their_white_space(html: str, names: list[str]) -> None:
    page = Page.parse(html)
    assert page.strings == names
    for e in range(page.size):
        given = page.attributes(e)
        assert page.class_of(e) == (" ".join(given.get("class", "").split()) or None)
        assert page.id_of(e) == (given.get("id") or None)


def test_all_attributes_are_those_of_each_element() -> None:
    page = Page.parse(
        "<html lang=en><p a a=2 class='x  y' rel='a b' checked headers='x y'>x<svg viewBox=0 xlink:href=#x>"
    )
    kept = page.every_attribute()
    for e in range(page.size):
        mine = [
            (kept.strings[name], kept.strings[value])
            for owner, name, value in zip(kept.owner, kept.name, kept.value, strict=True)
            if owner == e
        ]
        assert mine == list(page.attributes(e).items())
