import os
from pathlib import Path

import pytest

from intaglio.capture import Capture
from intaglio.errors import SourceError
from intaglio.sources import Folder, ReadOptions, Unread, kind_of, read_urls


def tree(root: Path, *names: str) -> Path:
    for name in names:
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"<p>{name}", encoding="utf-8")
    return root


def test_every_page_comes_in_the_order_of_its_path(tmp_path: Path) -> None:
    tree(tmp_path, "b.html", "a/z.HTM", "a.html", "a/b/c.html", "a-1/x.html", "picture.png", "a/style.css", "noend")
    captures = list(Folder(tmp_path))
    assert [capture.source for capture in captures] == ["a-1/x.html", "a.html", "a/b/c.html", "a/z.HTM", "b.html"]
    first = captures[0]
    assert isinstance(first, Capture)
    assert (first.body, first.url, first.http_status) == (b"<p>a-1/x.html", None, None)
    assert first.time is not None
    assert first.time.tzinfo is not None


def test_base_url_and_path_are_the_url(tmp_path: Path) -> None:
    tree(tmp_path, "a b/100%?#é.html")
    for base in ("http://quillmarsh.example/x", "http://quillmarsh.example/x/"):
        (capture,) = Folder(tmp_path, base)
        assert capture.url == "http://quillmarsh.example/x/a%20b/100%25%3F%23%C3%A9.html"
        assert capture.source == "a b/100%?#é.html"


def test_a_page_is_read_again_by_its_name(tmp_path: Path) -> None:
    folder = Folder(tree(tmp_path, "a/b.html"), "http://x.example")
    (capture,) = folder
    assert folder.read("a/b.html") == capture


@pytest.mark.parametrize("source", ["../secret.html", "link.html", "away/secret.html", "none.html", "a\0b.html", "."])
def test_nothing_outside_the_folder_is_read(source: str, tmp_path: Path) -> None:
    tree(tmp_path, "secret.html", "root/page.html")
    root = tmp_path / "root"
    (root / "link.html").symlink_to(tmp_path / "secret.html")
    (root / "away").symlink_to(tmp_path)
    with pytest.raises(SourceError):
        Folder(root).read(source)


def test_what_cannot_be_read_is_reported_and_the_rest_comes(tmp_path: Path) -> None:
    root = tree(tmp_path / "root", "a.html", "z.html", "large.html")
    (root / "large.html").write_bytes(b"x" * 101)
    (root / "folder.html").mkdir()
    (root / "loop").symlink_to(root)
    (root / "dangling.html").symlink_to("nowhere.html")
    (root / "round.html").symlink_to("round.html")
    (root / "out.html").symlink_to("/etc/hostname")
    (root / "in.html").symlink_to("a.html")
    os.mkfifo(root / "pipe.html")
    (root / os.fsdecode(b"name-\xff.html")).write_bytes(b"x")
    found = list(Folder(root, options=ReadOptions(max_bytes=100)))
    pages = [one.source for one in found if isinstance(one, Capture)]
    reasons = {one.source: one.reason for one in found if isinstance(one, Unread)}
    assert pages == ["a.html", "in.html", "z.html"]
    assert reasons == {
        "dangling.html": "No such file or directory",
        "large.html": "larger than 100 bytes",
        "loop": "a link to a folder is not followed",
        "name-?.html": "the file's name is not UTF-8",
        "out.html": "leads out of the folder",
        "pipe.html": "not a regular file",
        "round.html": "Too many levels of symbolic links",
    }


def test_missing_folder_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such folder"):
        list(Folder(tmp_path / "none"))


def test_lists_of_urls(tmp_path: Path) -> None:
    file = tmp_path / "urls.txt"
    file.write_bytes(b"\xef\xbb\xbfhttp://a.example/\r\n\n  # later\nhttps://b.example/x?y#z \nhttp://a.example/\n")
    assert read_urls(file) == ["http://a.example/", "https://b.example/x?y#z"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"http://a.example/\nftp://b.example/", "line 2: not an http"),
        (b"http:///path", "line 1"),
        (b"http://[bad/", "line 1"),
        (b"\xff\xfe\x00", "not UTF-8"),
    ],
)
def test_lists_that_are_none_are_refused(content: bytes, reason: str, tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_bytes(content)
    with pytest.raises(SourceError, match=reason):
        read_urls(tmp_path / "urls.txt")


def test_sources_are_told_apart(tmp_path: Path) -> None:
    tree(tmp_path, "x.warc.gz", "y.warc", "urls.txt")
    assert kind_of("https://a.example") == "url"
    assert kind_of(str(tmp_path)) == "folder"
    assert kind_of(str(tmp_path / "x.warc.gz")) == kind_of(str(tmp_path / "y.warc")) == "warc"
    assert kind_of(str(tmp_path / "urls.txt")) == "urls"
    with pytest.raises(SourceError, match="no such file"):
        kind_of(str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"%PDF-1.7 ...", "not HTML: application/pdf"),
        (bytes(range(256)) * 4, "not HTML: a binary file"),
        ("<p>Tide".encode("utf-16"), None),
        ("<p>潮の満ち干".encode("iso2022_jp"), None),
        (b"Plain words are a page, too.", None),
    ],
)
def test_files_that_are_no_pages_are_told(tmp_path: Path, body: bytes, reason: str | None) -> None:
    (tmp_path / "a.html").write_bytes(body)
    (found,) = Folder(tmp_path)
    assert (found.reason if isinstance(found, Unread) else None) == reason
