"""The small pages that show faults: rare values, text behind a line break, labels, lists, links, in two orders."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from intaglio.page import Page
from intaglio.wrapper import Record, extract, learn
from intaglio.wrapper.boilerplate import spread

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("lost-values", "names-and-lists")
LEARNED = 20
PLAIN = {"name": "heading", "price": "price", "old_price": "old_price", "description": "description"}
LABELLED = ("cuisine", "height")


def cases(folder: str) -> Path:
    found = Path(os.environ.get("INTAGLIO_CASES", ROOT.parent / "shared" / "cases")) / folder
    if not found.is_dir():
        pytest.skip(f"no cases: {found} is not there (set INTAGLIO_CASES to the folder that has it)")
    return found


def records(folder: str) -> dict[str, Record]:
    """The records of a folder's pages, learned as a run does: from pages all over it, in the order of their names."""
    files = sorted(cases(folder).glob("*.html"))
    pages = [Page.parse(file.read_bytes(), url=f"https://shop.example/{file.name}") for file in files]
    wrapper = learn([pages[at] for at in spread(len(pages), LEARNED)])
    return {file.name: extract(wrapper, page) for file, page in zip(files, pages, strict=True)}


def row(record: Record) -> dict[str, Any]:
    """A record as `expected.json` tells it."""
    found = record.fields
    links = {name: value for name, value in record.furniture.items() if name.endswith("_href")}
    return {
        **{name: found[field] for name, field in PLAIN.items()},
        **{name: found[name] for name in LABELLED},
        "genres": [{"text": one["genres"], "target": urlsplit(one["genres_href"]).path} for one in found["genres"]],
        "reviews": found["reviews"],
        "tabs": {name.removesuffix("_href"): urlsplit(value).path for name, value in links.items()},
    }


def expected(folder: str) -> Mapping[str, dict[str, Any]]:
    content: dict[str, dict[str, Any]] = json.loads((cases(folder) / "expected.json").read_text(encoding="utf-8"))
    for one in content.values():
        one["tabs"] = {text.lower().replace(" ", "_"): target for text, target in one["tabs"].items()}
    return content


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_must_come_out_does(folder: str) -> None:
    found = {name: row(record) for name, record in records(folder).items()}
    assert found == expected(folder)


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_left_over(folder: str) -> None:
    assert all(record.misfits == () for record in records(folder).values())


def test_rows_are_equal_in_both_orders() -> None:
    by_name = [
        {name.partition("-")[2]: record.fields for name, record in records(folder).items()} for folder in FOLDERS
    ]
    assert by_name[0] == by_name[1]
