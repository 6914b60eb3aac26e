"""A template that cannot be read costs a run nothing but the time to learn it anew."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from intaglio.blobs import Envelope
from intaglio.collection.collection import open_collection
from intaglio.errors import CodecError
from intaglio.sample import SampleOptions, write_sample
from intaglio.templates.template_codec import loads
from tests.conftest import Ran

Command = Callable[..., Ran]
TEMPLATE, PAGE = Envelope("template", b"ITm", 2), Envelope("page", b"IPg", 1)
BASE = ("--base-url", "http://sample.example/")


def damaged(blob: bytes) -> bytes:
    return blob[:-1] + bytes([blob[-1] ^ 1])


def of_an_unknown_list(blob: bytes) -> bytes:
    """The blob of a template whose page has numbers of a list that nobody knows, and no names."""
    with TEMPLATE.opened(blob) as opened:
        sections = list(opened)
    with PAGE.opened(sections[1]) as opened:
        dom = list(opened)
    about = json.loads(dom[0]) | {"tags": "0" * 16, "used": []}
    return TEMPLATE.seal([sections[0], PAGE.seal([json.dumps(about).encode(), *dom[1:]]), *sections[2:]])


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write_sample(tmp_path / "site", SampleOptions(articles=6, products=5, people=4, months=2))
    return tmp_path / "site"


@pytest.fixture
def out(site: Path, intaglio: Command) -> Path:
    made = site.with_name("out")
    assert intaglio("run", site, "-o", made, "--no-browser", *BASE).status == 0
    return made


def lines(file: Path) -> dict[str, dict[str, Any]]:
    found = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return {line["source"]: {key: value for key, value in line.items() if key != "ms"} for line in found}


def spoil(out: Path, how: Callable[[bytes], bytes]) -> str:
    """Spoil the template that most pages have; gives its id."""
    with closing(sqlite3.connect(out / "intaglio.db", isolation_level=None)) as database:
        (name,) = database.execute("SELECT template FROM pages GROUP BY 1 ORDER BY count(*) DESC, 1").fetchone()
        (blob,) = database.execute("SELECT blob FROM templates WHERE id = ?", (name,)).fetchone()
        with pytest.raises(CodecError):
            loads(how(blob))
        database.execute("UPDATE templates SET blob = ? WHERE id = ?", (how(blob), name))
    return str(name)


@pytest.mark.parametrize("how", [damaged, of_an_unknown_list])
def test_it_is_reported_and_learned_anew(
    how: Callable[[bytes], bytes], site: Path, out: Path, intaglio: Command
) -> None:
    before = lines(out / "pages.jsonl")
    name = spoil(out, how)
    (source,) = [source for source, line in before.items() if line["template"] == name][:1]
    (site / "new.html").write_bytes((site / source).read_bytes() + b"<!-- another page -->")
    ran = intaglio("run", site, "-o", out, "--no-browser", *BASE)
    assert ran.status == 0
    assert f"template {name} of sample.example cannot be read, and is learned anew: damaged" in ran.err
    assert ran.err.count("WARNING") == 1
    after = lines(out / "pages.jsonl")
    assert {source: line["template"] for source, line in after.items() if source != "new.html"} == {
        source: line["template"] for source, line in before.items()
    }
    assert (after["new.html"]["template"], after["new.html"]["hit"]) == (name, True)
    texts = [[area["text"] for area in one[source]["areas"]] for one in (before, after)]
    assert texts[0] == texts[1]
    with open_collection(out) as collection, collection.store.reading() as tx:
        templates = {row.id: loads(row.blob) for row in tx.templates.load("sample.example").rows}
        assert {one.version for one in templates.values() if one.id != name} == {1}
        assert templates[name].version == 2
        assert not tx.pages.outdated("sample.example")


def test_other_templates_are_extracted_with(site: Path, out: Path, intaglio: Command) -> None:
    name = spoil(out, damaged)
    ran = intaglio("extract", out, site, *BASE)
    assert ran.status == 3, "some pages have no template"
    found = {json.loads(line)["template"] for line in ran.out.splitlines()}
    assert name not in found
    assert len(found - {None}) > 3
    assert f"template {name} of sample.example is passed over" in ran.err


def test_without_its_pages_it_stays_unread_and_the_run_goes_on(site: Path, out: Path, intaglio: Command) -> None:
    name = spoil(out, damaged)
    pages = {source for source, line in lines(out / "pages.jsonl").items() if line["template"] == name}
    new = {f"new-{number}.html": (site / source).read_bytes() for number, source in enumerate(sorted(pages)[:3])}
    for source in pages:
        (site / source).unlink()
    for source, content in new.items():
        (site / source).write_bytes(content + b"<!-- another page -->")
    ran = intaglio("run", site, "-o", out, "--no-browser", *BASE)
    assert ran.status == 0
    assert f"template {name} of sample.example is passed over" in ran.err
    assert lines(out / "pages.jsonl").keys() >= {*pages, *new}
    assert (out / "report.html").exists()
    with open_collection(out) as collection, collection.store.reading() as tx:
        assert {row.id: row.version for row in tx.templates.load("sample.example").rows}[name] == 2, "founded again"
        assert {row.source for row in tx.pages.outdated("sample.example")} == pages, "not those read by it since"
