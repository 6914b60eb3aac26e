"""Packs as they were first written, format by format: opened, read with, converted, by all later releases."""

import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import intaglio as package

ARCHIVES = sorted(Path(__file__).parent.glob("pack-*.tar.xz"))
"""A pack of each format, by the release that first wrote it, and pages of its site."""
PAGES = 3


@pytest.fixture(params=ARCHIVES, ids=[path.name.removesuffix(".tar.xz") for path in ARCHIVES])
def unpacked(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Unpack one."""
    with tarfile.open(request.param) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


def readings(pack: Path, site: Path) -> list[dict[str, Any]]:
    files = sorted(site.rglob("*.html"))
    assert len(files) == PAGES
    with package.open(pack) as known:
        return [
            known.read(file.read_bytes(), url=f"http://sample.example/{file.relative_to(site).as_posix()}").as_dict()
            for file in files
        ]


def test_it_reads_pages_and_is_converted(unpacked: Path, intaglio: Callable[..., Any]) -> None:
    old, new = unpacked / "sites.intaglio", unpacked / "new.intaglio"
    found = readings(old, unpacked / "site")
    assert all(one["template"] and one["fields"] and one["row"] and one["article"]["title"] for one in found)
    with package.open(old) as known:
        assert "named by a person" in {kind.name for kind in known.kinds()}
    ran = intaglio("pack", old, "-o", new)
    assert ran.status == 0, ran.err
    assert readings(new, unpacked / "site") == found
