import json
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen

import pytest

from intaglio.page import Page
from intaglio.sample import SampleOptions, serve, write_sample


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder)
    return folder


@pytest.fixture(scope="module")
def labels(site: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (site / "labels.jsonl").read_text(encoding="utf-8").splitlines()]


def content(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_there_are_enough_pages_of_enough_templates(site: Path, labels: list[dict[str, Any]]) -> None:
    pages = {str(file.relative_to(site)) for file in site.rglob("*.html")}
    assert pages == {label["page"] for label in labels}
    assert len(pages) >= 200
    sizes = Counter(label["template"] for label in labels)
    assert sizes[None] == 1
    assert sum(size >= 10 for size in sizes.values()) >= 5


def test_same_seed_same_bytes_other_seed_other_site(site: Path, tmp_path: Path) -> None:
    write_sample(tmp_path / "again")
    write_sample(tmp_path / "other", SampleOptions(seed=8))
    assert content(tmp_path / "again") == content(site)
    assert content(tmp_path / "other")["index.html"] != content(site)["index.html"]


def test_records_stand_on_their_pages(site: Path, labels: list[dict[str, Any]]) -> None:
    checked = 0
    for label in labels:
        page = Page.parse((site / label["page"]).read_bytes())
        text = " ".join(page.text(0).split())
        for name, value in (label["record"] or {}).items():
            if name == "date":
                assert f'datetime="{value}"' in (site / label["page"]).read_text(encoding="utf-8")
                continue
            values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
            for line in (line for one in values if one is not None for line in one.split("\n")):
                assert line in text, (label["page"], name)
                checked += 1
    assert checked > 2000


def test_blocks_come_and_go(site: Path) -> None:
    stories = [file.read_text(encoding="utf-8") for file in (site / "stories").iterdir()]
    for block in ('class="standfirst"', "<figure", "<blockquote", 'class="facts"', 'id="comments"', 'class="notice"'):
        share = sum(block in story for story in stories) / len(stories)
        assert 0.05 < share < 0.95, block


def test_every_link_and_picture_is_there(site: Path) -> None:
    linked = set()
    for file in site.rglob("*.html"):
        page = Page.parse(file.read_bytes())
        here = f"http://x/{file.relative_to(site)}"
        for e in range(page.size):
            attributes = page.attributes(e)
            address = attributes.get("href") or attributes.get("src")
            if address:
                linked.add(urlsplit(urljoin(here, address)).path.lstrip("/"))
    missing = {path for path in linked if not (site / path).is_file()}
    assert missing == {"calendar/2024-12.html", "calendar/2026-01.html"}
    assert {str(file.relative_to(site)) for file in site.rglob("*.html")} <= linked


def test_server_serves_files_and_an_endless_calendar(site: Path) -> None:
    with serve(site) as address:
        assert urlopen(address).read() == (site / "index.html").read_bytes()
        assert urlopen(address + "assets/person-0.png").headers["Content-Type"] == "image/png"
        month = urlopen(address + "calendar/2031-12.html?x=1").read().decode()
        assert 'href="2032-01.html"' in month
        for path in ("calendar/2031-13.html", "nothing.html"):
            with pytest.raises(HTTPError, match="404"):
                urlopen(address + path)
    with pytest.raises(OSError, match="refused"):
        urlopen(address)
