import gzip
import random
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from fastwarc.stream_io import BrotliWriter, GzipWriter, WarcWriter, ZstdWriter
from fastwarc.warc import WarcRecord, WarcRecordType

from intaglio.capture import Capture
from intaglio.errors import SourceError
from intaglio.resources import Resource
from intaglio.sample import SampleOptions, write_sample
from intaglio.sources import Folder, ReadOptions, Unread, WarcFiles

PAGE = b"<html><p>" + b"Tide and ink. " * 300


def response(body: bytes, *headers: str, status: str = "200 OK", kind: str = "text/html") -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def record(url: str, content: bytes, kind: WarcRecordType = WarcRecordType.response) -> WarcRecord:
    made = WarcRecord()
    made.init_headers(kind)
    made.headers["WARC-Target-URI"] = url
    if kind == WarcRecordType.response:
        made.headers["Content-Type"] = "application/http; msgtype=response"
    made.set_bytes_content(content)
    return made


def write(path: Path, records: Sequence[WarcRecord]) -> Path:
    with path.open("wb") as file:
        if path.suffix != ".gz":
            for one in records:
                one.write(file)
            return path
        writer = GzipWriter(file)
        for one in records:
            one.write(writer)
            writer.finish()
    return path


def compressed(writer: Callable[..., WarcWriter], body: bytes, path: Path) -> bytes:
    with path.open("wb") as file:
        stream = writer(file)
        stream.write(body)
        stream.close()
    return path.read_bytes()


def chunks(body: bytes, size: int = 1000) -> bytes:
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x;note=1\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def many(count: int = 5) -> list[WarcRecord]:
    return [record(f"http://x.example/{n}", response(PAGE + b"%d" % n)) for n in range(count)]


def pages(found: Sequence[Capture | Unread]) -> list[str | None]:
    return [one.url for one in found if isinstance(one, Capture)]


def reasons(found: Sequence[Capture | Unread]) -> list[str]:
    return [one.reason for one in found if isinstance(one, Unread)]


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_pages_come_with_what_the_record_says(name: str, tmp_path: Path) -> None:
    records = [record("", b"software: x", WarcRecordType.warcinfo), *many(2)]
    files = WarcFiles((write(tmp_path / name, records),))
    first, second = files
    assert isinstance(first, Capture)
    assert (first.body, first.url, first.http_status) == (PAGE + b"0", "http://x.example/0", 200)
    assert first.content_type == "text/html"
    assert first.headers == (("Content-Type", "text/html"),)
    assert first.time is not None
    place, _, offset = second.source.partition("#")
    assert place == name
    head = (tmp_path / name).read_bytes()[int(offset) :]
    assert head.startswith(b"WARC/" if name.endswith("warc") else b"\x1f\x8b")
    assert files.read(first.source) == first
    assert files.read(second.source) == second


def test_codings_are_undone(tmp_path: Path) -> None:
    brotli = compressed(BrotliWriter, PAGE, tmp_path / "brotli")
    zstd = compressed(ZstdWriter, PAGE, tmp_path / "zstd")
    squeezed = gzip.compress(PAGE)
    cases = {
        "gzip": response(squeezed, "Content-Encoding: gzip"),
        "members": response(gzip.compress(PAGE[:99]) + gzip.compress(PAGE[99:]), "Content-Encoding: x-gzip"),
        "deflate": response(zlib.compress(PAGE), "Content-Encoding: Deflate"),
        "raw": response(zlib.compress(PAGE)[2:-4], "Content-Encoding: deflate"),
        "brotli": response(brotli, "Content-Encoding: br"),
        "zstd": response(zstd, "Content-Encoding: zstd"),
        "chunks": response(chunks(PAGE), "Transfer-Encoding: chunked"),
        "both": response(chunks(squeezed, 7), "Transfer-Encoding: chunked", "Content-Encoding: gzip"),
        "twice": response(gzip.compress(squeezed), "Content-Encoding: gzip, gzip"),
        "not-gzip": response(PAGE, "Content-Encoding: gzip"),
        "not-brotli": response(PAGE, "Content-Encoding: br"),
        "not-chunks": response(PAGE, "Transfer-Encoding: chunked"),
        "unknown": response(PAGE, "Content-Encoding: rot13"),
    }
    records = [record(f"http://x.example/{name}", content) for name, content in cases.items()]
    found = list(WarcFiles((write(tmp_path / "a.warc.gz", records),)))
    assert reasons(found) == []
    assert [one.url for one in found if isinstance(one, Capture) and one.body == PAGE] == [
        f"http://x.example/{name}" for name in cases
    ]


def test_bombs_and_cut_bodies_are_reported(tmp_path: Path) -> None:
    zeros = bytes(3_000_000)
    cases = [
        (response(gzip.compress(zeros), "Content-Encoding: gzip"), "once decompressed"),
        (response(gzip.compress(gzip.compress(zeros)), "Content-Encoding: gzip, gzip"), "once decompressed"),
        (response(gzip.compress(zeros[:900_000]) * 3, "Content-Encoding: gzip"), "once decompressed"),
        (response(compressed(BrotliWriter, zeros, tmp_path / "b"), "Content-Encoding: br"), "once decompressed"),
        (response(zeros), "larger than"),
        (response(gzip.compress(PAGE)[:40], "Content-Encoding: gzip"), "cut short"),
        (response(chunks(PAGE)[:2500], "Transfer-Encoding: chunked"), "cut short"),
        (response(PAGE, "Content-Encoding: " + "gzip," * 50), "on top of each other"),
    ]
    records = [record(f"http://x.example/{n}", content) for n, (content, _) in enumerate(cases)]
    path = write(tmp_path / "a.warc.gz", [*records, *many(1)])
    found = list(WarcFiles((path,), ReadOptions(max_bytes=1_000_000)))
    assert pages(found) == ["http://x.example/0"]
    for reason, (_, expected) in zip(reasons(found), cases, strict=True):
        assert expected in reason


def test_what_is_no_page_is_reported(tmp_path: Path) -> None:
    moved = response(b"", "Location: /new", status="301 Moved", kind="text/html")
    records = [
        record("http://x.example/a", moved),
        record("http://x.example/b", response(PAGE, status="404 Not Found")),
        record("http://x.example/c", response(b"\x89PNG", kind="image/png")),
        record("http://x.example/d", b"no HTTP at all"),
        record("http://x.example/e", b"", WarcRecordType.revisit),
        record("http://x.example/f", b"GET / HTTP/1.1\r\n\r\n", WarcRecordType.request),
        record("<http://x.example/g>", response(PAGE, kind="application/xhtml+xml; charset=utf-8")),
        record("file:///secret", response(PAGE)),
    ]
    resource = record("http://x.example/h", PAGE, WarcRecordType.resource)
    resource.headers["Content-Type"] = "text/html"
    found = list(WarcFiles((write(tmp_path / "a.warc.gz", [*records, resource]),)))
    assert reasons(found) == [
        "HTTP status 301, to /new",
        "HTTP status 404",
        "not HTML: image/png",
        "a response record without an HTTP response",
        "a revisit record has no content",
    ]
    assert pages(found) == ["http://x.example/g", None, "http://x.example/h"]


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_every_cut_gives_the_whole_records_and_reports_the_rest(name: str, tmp_path: Path) -> None:
    whole = write(tmp_path / name, many(3)).read_bytes()
    starts = [int(one.source.partition("#")[2]) for one in WarcFiles((tmp_path / name,))]
    # A few bytes before its end a record has all of its page already.
    inside = [cut for cut in range(1, len(whole) - 30) if not any(start - 30 < cut < start for start in starts)]
    for cut in random.Random(1).sample(inside, k=60):
        (tmp_path / name).write_bytes(whole[:cut])
        found = list(WarcFiles((tmp_path / name,)))
        complete = sum(start <= cut for start in starts[1:])
        assert pages(found) == [f"http://x.example/{n}" for n in range(complete)], cut
        assert len(reasons(found)) == (cut not in starts), cut


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_a_broken_record_costs_only_itself(name: str, tmp_path: Path) -> None:
    whole = write(tmp_path / name, many(5)).read_bytes()
    starts = [int(one.source.partition("#")[2]) for one in WarcFiles((tmp_path / name,))]
    broken = bytearray(whole)
    broken[starts[2] : starts[2] + 40] = b"\xaa" * 40
    (tmp_path / name).write_bytes(bytes(broken))
    found = list(WarcFiles((tmp_path / name,)))
    assert pages(found) == [f"http://x.example/{n}" for n in (0, 1, 3, 4)]
    assert [one.source for one in found if isinstance(one, Unread)] == [f"{name}#{starts[2]}"]
    (tmp_path / name).write_bytes(whole[: starts[1]] + b"between the records" + whole[starts[1] :])
    found = list(WarcFiles((tmp_path / name,)))
    assert len(pages(found)) == 5
    assert len(reasons(found)) == 1


def test_mangled_files_never_raise(tmp_path: Path) -> None:
    chooser = random.Random(5)
    for name in ("a.warc", "a.warc.gz"):
        whole = write(tmp_path / name, many(4)).read_bytes()
        for _ in range(60):
            mangled = bytearray(whole)
            for _ in range(chooser.randint(1, 12)):
                mangled[chooser.randrange(len(mangled))] = chooser.randrange(256)
            (tmp_path / name).write_bytes(bytes(mangled))
            found = list(WarcFiles((tmp_path / name,)))
            assert len({one.source for one in found}) == len(found)
    for junk in (b"", b"<html>", chooser.randbytes(9999), b"\x1f\x8b\x08" * 9999, b"WARC/1.0\r\nx\n\n" * 9999):
        (tmp_path / "junk.warc.gz").write_bytes(junk)
        found = list(WarcFiles((tmp_path / "junk.warc.gz",)))
        assert pages(found) == []
        assert bool(found) == bool(junk)


def test_a_file_compressed_as_a_whole_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gzip.compress(write(tmp_path / "a.warc", many(4)).read_bytes()))
    files = WarcFiles((path,))
    found = list(files)
    assert len(pages(found)) == len({one.source for one in found}) == 4
    assert files.read(found[2].source) == found[2]


def test_several_files_and_whatever_is_in_them(tmp_path: Path) -> None:
    style = record("http://x.example/style.css", response(b"p {}", kind="text/css"))
    first = write(tmp_path / "a.warc.gz", [*many(1), style])
    second = write(tmp_path / "b.warc", [record("http://y.example/", response(PAGE))])
    files = WarcFiles((first, second))
    assert pages(list(files)) == ["http://x.example/0", "http://y.example/"]
    assert files.get("http://x.example/style.css#top") == Resource(b"p {}", "text/css", 200)
    assert files.get("http://x.example/none") is None
    for source in ("c.warc#0", "a.warc.gz#1", "a.warc.gz#x", "a.warc.gz"):
        with pytest.raises(SourceError):
            files.read(source)
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(SourceError, match="same name"):
        list(WarcFiles((first, write(other / "a.warc.gz", many(1)))))
    with pytest.raises(SourceError, match="No such file"):
        list(WarcFiles((tmp_path / "none.warc",)))


def test_a_folder_and_the_archive_made_of_it_give_the_same_pages(tmp_path: Path) -> None:
    write_sample(tmp_path / "site", SampleOptions(articles=8, products=8, people=2, months=2))
    folder = Folder(tmp_path / "site", "http://quillmarsh.example/")
    captures = [one for one in folder if isinstance(one, Capture)]
    records = [record(str(one.url), response(one.body)) for one in captures]
    archived = list(WarcFiles((write(tmp_path / "site.warc.gz", records),)))
    assert [(one.url, one.body) for one in archived if isinstance(one, Capture)] == [(c.url, c.body) for c in captures]
