"""A saved folder as a place for resources: what is found where, and that nothing outside is."""

from pathlib import Path

import pytest

from intaglio.resources import Chain, Folder, Nothing, Resource, type_of


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    files = {
        "index.html": b"<p>home", "a/style.css": b"a{}", "a/page.css?v=3": b"b{}", "a/index.html": b"<p>a",
        "cdn.example.net/lib.css": b"c{}", "name with space.png": b"\x89PNG", "noname": b"GIF89a",
    }  # fmt: skip
    for name, body in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(body)
    (tmp_path / "secret.css").write_bytes(b"secret")
    (root / "out.css").symlink_to(tmp_path / "secret.css")
    (root / "above").symlink_to(tmp_path)
    (root / "in.css").symlink_to(root / "a" / "style.css")
    return root


@pytest.mark.parametrize(
    ("url", "body"),
    [
        ("http://folder.invalid/a/style.css", b"a{}"),
        ("http://folder.invalid/a/style.css?v=9#x", b"a{}"),
        ("http://folder.invalid/a/page.css?v=3", b"b{}"),
        ("http://folder.invalid/a/page.css%3Fv=3", b"b{}"),
        ("http://folder.invalid/a/", b"<p>a"),
        ("http://folder.invalid/", b"<p>home"),
        ("http://folder.invalid/name%20with%20space.png", b"\x89PNG"),
        ("http://folder.invalid/in.css", b"a{}"),
        ("https://cdn.example.net/lib.css", b"c{}"),
    ],
)
def test_files_below_the_root_are_found(root: Path, url: str, body: bytes) -> None:
    found = Folder(root).get(url)
    assert found is not None
    assert found.body == body


@pytest.mark.parametrize(
    "url",
    [
        "http://folder.invalid/../secret.css", "http://folder.invalid/%2e%2e/secret.css",
        "http://folder.invalid/a/..%2f..%2fsecret.css", "http://folder.invalid/out.css",
        "http://folder.invalid/above/secret.css", "http://folder.invalid//etc/passwd", "http://folder.invalid/a%00.css",
        "http://..%2f/secret.css", "http://../secret.css", "file:///etc/passwd", "http://folder.invalid/" + "x" * 5000,
    ],
)  # fmt: skip
def test_nothing_outside_is_ever_read(root: Path, url: str) -> None:
    assert Folder(root).get(url) is None


def test_a_base_url_mounts_the_folder(root: Path) -> None:
    folder = Folder(root, "https://example.org/2011")
    assert folder.url_of("a/index.html") == "https://example.org/2011/a/index.html"
    for url in ("https://example.org/2011/a/style.css", "https://example.org/a/style.css"):
        found = folder.get(url)
        assert found is not None
        assert found.content_type == "text/css"
    assert folder.get("https://example.com/2011/a/style.css") is None


def test_types_of_saved_files(root: Path) -> None:
    assert type_of(root / "a" / "page.css?v=3") == "text/css"
    assert type_of(root / "noname") == "image/gif"


def test_places_are_asked_in_turn(root: Path) -> None:
    chain = Chain((Nothing(), Folder(root)))
    assert chain.get("http://folder.invalid/a/style.css") == Resource(b"a{}", "text/css")
    assert chain.get("http://folder.invalid/none.css") is None
