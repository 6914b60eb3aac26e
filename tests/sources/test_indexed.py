"""Pages of WACZ files, CDXJ indexes and compressed files of a folder are read, and read again by their names."""

import gzip
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from intaglio.capture import Capture
from intaglio.collection.export.cdxj_writer import IndexedCapture, url_key, write_cdxj
from intaglio.errors import SourceError
from intaglio.sources import Folder, Unread
from intaglio.sources.archive import Archive
from intaglio.sources.source import ReadOptions
from intaglio.sources.source_kinds import SavedOptions, count_pages, open_saved, saved_kind

HTML = b"<title>Tides</title><p>High water at nine."


def warc(pages: dict[str, bytes]) -> tuple[bytes, dict[str, int]]:
    """Give a WARC file with a response record a page, and the offset of each."""
    out = b""
    offsets: dict[str, int] = {}
    for url, body in pages.items():
        http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-05-01T10:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-00000000000{len(offsets)}>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
        )
        offsets[url] = len(out)
        out += gzip.compress(head.encode() + http + b"\r\n\r\n")
    return out, offsets


PAGES = {f"http://x.example/{n}": HTML + str(n).encode() for n in range(3)}


def test_a_wacz_file_gives_the_pages_of_its_warc_files(tmp_path: Path) -> None:
    path = tmp_path / "site.wacz"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("archive/data.warc.gz", warc(PAGES)[0])
        file.writestr("datapackage.json", "{}")
    assert saved_kind(str(path)) == "wacz"
    source = open_saved("wacz", path)
    captures = [one for one in source if isinstance(one, Capture)]
    assert {one.url: one.body for one in captures} == PAGES
    assert source.read(captures[1].source).body == captures[1].body


def test_a_damaged_wacz_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "site.wacz"
    path.write_bytes(b"PK\x03\x04 cut short")
    with pytest.raises(SourceError, match="no WACZ file"):
        open_saved("wacz", path)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("pages.jsonl", "{}")
    with pytest.raises(SourceError, match="no WARC file below archive/"):
        open_saved("wacz", path)


def test_a_cdxj_index_names_records_of_files_beside_it(tmp_path: Path) -> None:
    content, offsets = warc(PAGES)
    (tmp_path / "data.warc.gz").write_bytes(content)
    lines = ['!meta {"format": "cdxj"}', "no line of an index"]
    for url, offset in offsets.items():
        entry = {"url": url, "mime": "text/html", "status": "200", "offset": str(offset), "filename": "data.warc.gz"}
        lines.append(f"example,x)/ 20240501100000 {json.dumps(entry)}")
    page = {"url": "http://x.example/", "mime": "text/html", "status": "200", "offset": "0", "filename": "data.warc.gz"}
    other, outside = {**page, "mime": "image/png"}, {**page, "filename": "../data.warc.gz"}
    lines += [f"key 2024 {json.dumps(other)}", f"key 2024 {json.dumps(outside)}"]
    path = tmp_path / "index.cdxj"
    path.write_text("\n".join(lines))
    found = list(open_saved("cdxj", path))
    captures = [one for one in found if isinstance(one, Capture)]
    assert {one.url: one.body for one in captures} == PAGES
    assert [one.reason for one in found if isinstance(one, Unread)] == [
        "no line of a CDXJ index",
        "../data.warc.gz: no such WARC file beside index.cdxj",
    ]


def test_compressed_pages_and_other_names(tmp_path: Path) -> None:
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(HTML))
    (tmp_path / "b.testhtml").write_bytes(HTML)
    (tmp_path / "c.html.gz").write_bytes(gzip.compress(bytes(200_000)))
    (tmp_path / "d.htm.gz").write_bytes(gzip.compress(HTML)[:-9])
    (tmp_path / "e.html.gz").write_bytes(HTML)
    (tmp_path / "f.html.gz").write_bytes(gzip.compress(HTML[:20]) + gzip.compress(HTML[20:]))
    found = list(Folder(tmp_path, options=ReadOptions(max_bytes=100_000)))
    assert isinstance(found[0], Capture)
    assert [one.body for one in found if isinstance(one, Capture)] == [HTML, HTML]
    reasons = [one.reason for one in found[1:] if isinstance(one, Unread)]
    assert reasons == [
        "larger than 100,000 bytes once decompressed",
        "compressed body is cut short",
        "no gzip file",
    ]
    options = SavedOptions(globs=("*.testhtml",))
    assert [one.source for one in open_saved("folder", tmp_path, options)] == ["b.testhtml"]
    assert count_pages(tmp_path, options) == 1


def test_the_index_of_a_crawl_is_read_again_by_its_lines(tmp_path: Path) -> None:
    bodies = {"http://b.example/": HTML, "http://a.example/x?b=1&a=2": HTML + b"!"}
    day = datetime(2024, 5, 1, 10, 30, tzinfo=UTC)
    indexed = []
    with Archive(tmp_path, lambda _: 0) as archive:
        for url, body in bodies.items():
            at = archive.append(Capture(body, url, url=url, content_type="text/html", http_status=200, time=day))
            indexed.append(
                IndexedCapture(url, day, "text/html; charset=utf-8", 200, b"1234", at.name, at.offset, at.length)
            )
    assert write_cdxj(tmp_path / "index.cdxj", indexed) == 2
    lines = (tmp_path / "index.cdxj").read_text().splitlines()
    assert [line.split(" ")[:2] for line in lines] == [
        ["example,a)/x?a=2&b=1", "20240501103000"], ["example,b)/", "20240501103000"],
    ]  # fmt: skip
    assert json.loads(lines[1].split(" ", 2)[2])["mime"] == "text/html"
    found = {one.url: one.body for one in open_saved("cdxj", tmp_path / "index.cdxj") if isinstance(one, Capture)}
    assert found == bodies


@pytest.mark.parametrize(
    ("url", "key"),
    [  # as pywb 2.10 makes them
        ("https://www.Example.org:443/A/?b=2&a=1#x", "org,example)/a?a=1&b=2"),
        ("http://www2.example.co.uk/a//b/../c/./d.html", "uk,co,example)/a/c/d.html"),
        ("http://127.0.0.1:8000/index.html", "1,0,0,127:8000)/index.html"),
        ("http://example.org/a%20b/%C3%BC?q=%2F&x=%41", "org,example)/a%20b/%c3%bc?q=/&x=a"),
        ("http://b\u00fccher.example/\u00fc", "example,xn--bcher-kva)/%c3%bc"),
        ("http://example.org/a?b=1&&a=2&", "org,example)/a?&&a=2&b=1"),
        ("http://example.org/a/?PHPSESSID=0123456789abcdef0123456789abcdef&z=1", "org,example)/a?z=1"),
        ("http://user:pw@example.org", "org,example)/"),
    ],
)
def test_keys_are_those_that_replay_looks_for(url: str, key: str) -> None:
    assert url_key(url) == key
