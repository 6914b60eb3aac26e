"""Collections that somebody else made, to do harm or by damage: nothing outside is written or read."""

import os
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from intaglio import RunOptions, collect
from intaglio.blobs import LARGEST, Envelope
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import open_collection
from intaglio.collection.trust import SETTING, file_name
from intaglio.errors import CodecError, StoreError, Untrusted
from intaglio.run.site_learner import LearnOptions
from intaglio.store import open_store, sqlite_url
from intaglio.web.inspection import Inspection
from intaglio.web.screens.changes_screen import changes_screen
from intaglio.web.screens.parts.asked import Asked

PLAIN = RunOptions(LearnOptions(method="text-blocks"), browser=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder of pages, and a collection of it that is not to be changed."""
    return fill(tmp_path_factory.mktemp("made"))


@pytest.fixture
def sent(made: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """A folder of pages, and a copy of a collection of it."""
    return made[0], shutil.copytree(made[1], tmp_path / "out")


@pytest.fixture
def filled(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of pages, and a collection of it."""
    return fill(tmp_path)


def fill(tmp_path: Path) -> tuple[Path, Path]:
    pages = tmp_path / "pages"
    pages.mkdir()
    for number in range(4):
        (pages / f"{number}.html").write_text(f"<title>Tide {number}</title><h1>Tide {number}</h1><p>High at {number}.")
    collect(pages, tmp_path / "out", PLAIN)
    return pages, tmp_path / "out"


def change(out: Path, statement: str) -> None:
    with open_store(sqlite_url(out / "intaglio.db")) as store, store.writing() as tx:
        tx.connection.execute(text(statement))


@pytest.mark.parametrize("named", ["template", "stage"])
def test_names_in_the_database_become_no_paths(named: str, filled: tuple[Path, Path], tmp_path: Path) -> None:
    pages, out = filled
    columns = {"template": ("templates.id", "pages.template", "records.template", "wrappers.template")}
    for table, _, column in (name.partition(".") for name in columns.get(named, ("extras.stage",))):
        change(out, f"UPDATE {table} SET {column} = '../../outside'")
    with pytest.raises(StoreError, match="no name of a"):
        collect(pages, out, PLAIN)
    assert not list(tmp_path.rglob("*outside*"))
    assert not list(tmp_path.parent.glob("outside*"))


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".hidden", "a\0", "x" * 200, "a..b"])
def test_what_is_no_name_of_a_file(name: str) -> None:
    with pytest.raises(StoreError):
        file_name(name, "template")
    assert file_name("1e7be8ef2723", "template") == "1e7be8ef2723"


def test_an_origin_elsewhere_is_not_read(filled: tuple[Path, Path], tmp_path: Path, monkeypatch: Any) -> None:
    _, out = filled
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "0.html").write_text("<h1>secret</h1>")
    change(out, f"UPDATE origins SET location = '{secret}'")
    with open_collection(out) as collection, collection.store.reading() as tx:
        row = tx.captures.get(1)
        assert row is not None
        reader = open_captures(collection)
        with pytest.raises(Untrusted, match="--trust"):
            reader.read(row)
        assert reader.resources(row).get("http://folder.invalid/0.html") is None
        monkeypatch.setenv(SETTING, "1")
        assert b"secret" in open_captures(collection).read(row).body


def test_a_capture_outside_the_archive_is_not_read(filled: tuple[Path, Path]) -> None:
    _, out = filled
    change(out, "UPDATE origins SET kind = 'crawl', location = 'captures'")
    change(out, "UPDATE captures SET place = '../../x.warc.gz', \"offset\" = 0")
    with open_collection(out) as collection, collection.store.reading() as tx:
        row = tx.captures.get(1)
        assert row is not None
        with pytest.raises(StoreError, match="no name of a capture's file"):
            open_captures(collection).read(row)


def test_a_store_that_a_folder_names_is_not_opened(tmp_path: Path, filled: tuple[Path, Path]) -> None:
    pages, _ = filled
    other = sqlite_url(tmp_path / "other.db")
    collect(pages, tmp_path / "own", PLAIN, store_url=other)
    with open_collection(tmp_path / "own") as collection:
        assert collection.sites() == ["pages"]
    shutil.copytree(tmp_path / "own", tmp_path / "sent")
    before = (tmp_path / "other.db").read_bytes()
    with pytest.raises(Untrusted, match="--trust"):
        open_collection(tmp_path / "sent")
    assert (tmp_path / "other.db").read_bytes() == before


@pytest.mark.parametrize("name", ["pages.jsonl", ".lock", "tables/0.csv.new", "pictures/0.webp.new"])
def test_links_in_a_collection_are_not_written_through(name: str, filled: tuple[Path, Path], tmp_path: Path) -> None:
    pages, out = filled
    precious = tmp_path / "precious"
    precious.write_text("precious")
    (out / name).parent.mkdir(exist_ok=True)
    (out / name).unlink(missing_ok=True)
    (out / name).symlink_to(precious)
    with pytest.raises(Untrusted, match="is a link"):
        collect(pages, out, PLAIN)
    assert precious.read_text() == "precious"


@pytest.mark.parametrize("name", ["intaglio.db", "index", "index/names.json"])
def test_links_are_not_followed_when_a_collection_is_looked_at(
    name: str, filled: tuple[Path, Path], tmp_path: Path
) -> None:
    _, out = filled
    (out / name).rename(tmp_path / "elsewhere")
    (out / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Untrusted, match="is a link"):
        open_collection(out)


@pytest.mark.parametrize(
    "name", [".lock", "pages.jsonl", "inspector.db", "index/names.json", "pictures/a.webp", "store-url"]
)
def test_a_pipe_in_a_collection_is_told_and_not_waited_for(
    name: str, sent: tuple[Path, Path], intaglio: Callable[..., Any]
) -> None:
    pages, out = sent
    (out / name).parent.mkdir(exist_ok=True)
    (out / name).unlink(missing_ok=True)
    os.mkfifo(out / name)
    for words in (["tables", out], ["kinds", out], ["run", pages, "-o", out, "--no-browser"]):
        ended = intaglio(*words)
        assert (ended.status, ended.err) == (1, f"intaglio: {out / name} is neither a file nor a folder: remove it\n")


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"sqlite:///" + b"x" * 100_000, b"a\x1b[2J\nb"])
def test_a_store_that_is_no_url_is_told(content: bytes, sent: tuple[Path, Path], intaglio: Callable[..., Any]) -> None:
    (sent[1] / "store-url").write_bytes(content)
    ended = intaglio("kinds", sent[1])
    assert ended.status == 1
    assert ended.err.startswith("intaglio: ")
    assert ended.err.count("\n") == 1


def test_the_name_of_a_kind_becomes_no_path(filled: tuple[Path, Path], tmp_path: Path) -> None:
    pages, out = filled
    change(
        out,
        """UPDATE notes SET value = replace(value, '"slug"\\:"', '"slug"\\:"../../outside-') WHERE key = 'kinds'""",
    )
    shutil.rmtree(out / "tables")
    with pytest.raises(StoreError, match="no name of a kind"):
        collect(pages, out, PLAIN)
    assert not list(tmp_path.rglob("outside*"))
    assert not list(tmp_path.parent.glob("outside*"))


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW more AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c",
        "CREATE TRIGGER more AFTER INSERT ON notes BEGIN DELETE FROM pages; END",
    ],
    ids=["view", "trigger"],
)
def test_a_database_that_would_do_more_than_hold_is_not_opened(statement: str, filled: tuple[Path, Path]) -> None:
    change(filled[1], statement)
    with pytest.raises(StoreError, match="no Intaglio made"):
        open_collection(filled[1])


def test_a_blob_unpacks_to_no_more_than_a_bound() -> None:
    envelope = Envelope("page", b"abc", 1)
    packed = zlib.compress(b"\0" * (LARGEST + 1000), 1)
    bomb = struct.pack("<3sBI", b"abc", 1, zlib.crc32(packed)) + packed
    with pytest.raises(CodecError, match="larger than"), envelope.opened(bomb) as sections:
        list(sections)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "no database": lambda out: (out / "intaglio.db").write_bytes(b"no database at all" * 500),
    "a torn database": lambda out: (out / "intaglio.db").write_bytes((out / "intaglio.db").read_bytes()[:20000]),
    "lines": lambda out: change(out, "UPDATE pages SET line = 'x'"),
    "no JSON": lambda out: change(out, "UPDATE notes SET value = '{'"),
    "no templates": lambda out: change(out, "UPDATE templates SET blob = x'00'"),
    "no tables": lambda out: change(out, "DROP TABLE pages"),
    "no version": lambda out: change(out, "DELETE FROM schema_version"),
    "an index": lambda out: [file.write_bytes(b"x" * 50) for file in (out / "index").rglob("*") if file.is_file()],
    "wrappers": lambda out: change(out, "UPDATE wrappers SET blob = x'0011'"),
    "origins": lambda out: change(out, "UPDATE captures SET origin = 'x'"),
    "records": lambda out: change(out, "UPDATE records SET line = x'789c'"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_one_line(damage: str, filled: tuple[Path, Path], intaglio: Callable[..., Any]) -> None:
    pages, out = filled
    DAMAGES[damage](out)
    commands = [
        "templates {out}", "areas {out}", "export {out} -o {out}/x.jsonl", "kinds {out}", "search {out} tide",
        "run {pages} -o {out} --no-browser",
    ]  # fmt: skip
    for words in commands:
        ran = intaglio(*words.format(out=out, pages=pages).split())
        assert "Traceback" not in ran.err
        assert ran.status in (0, 1), ran.err
        if ran.status:
            lines = [line for line in ran.err.splitlines() if line.startswith("intaglio: ")]
            assert len(lines) == 1, ran.err


ODD_CELLS: dict[str, tuple[str, str]] = {
    "a kind without templates": ("kinds", """json_set(value, '$.kinds[0].templates[0]', json('[]'))"""),
    "a kind of a number": ("kinds", "json_set(value, '$.kinds[0].id', 7)"),
    "kinds without end": ("kinds", "replace(hex(zeroblob(50000)), '00', '[')"),
    "a column without a type": ("table %", "json_remove(value, '$.table.columns[0].type')"),
    "a column of no type": ("table %", "json_set(value, '$.table.columns[0].type', 'x')"),
    "a column of no place": ("table %", """json_set(value, '$.table.columns[0].places[0]', json('["x"]'))"""),
    "examples that are none": ("table %", """json_set(value, '$.table.columns[0].examples', json('[[]]'))"""),
    "boilerplate": ("steady %", "json_remove(value, '$.texts')"),
    "an index": ("index", "json_set(value, '$.sequence', 'x')"),
    "files": ("table files", "json_object('k', 7)"),
}


@pytest.mark.parametrize("odd", ODD_CELLS)
def test_notes_that_nobody_wrote_are_told(odd: str, sent: tuple[Path, Path], intaglio: Callable[..., Any]) -> None:
    pages, out = sent
    key, value = ODD_CELLS[odd]
    change(out, f"UPDATE notes SET value = {value.replace(':', chr(92) + ':')} WHERE key LIKE '{key}'")
    assert _told(out, pages, intaglio)


@pytest.mark.parametrize(
    "odd",
    [
        "templates SET blob = 12345", "templates SET id = x'00'", "pages SET ms = 'x'", "pages SET template = x'00'",
        """pages SET ms = '{"parse"\\: "x"}'""", "captures SET time = '3.5'", "wrappers SET version = 'x'",
    ],
)  # fmt: skip
def test_cells_that_nobody_wrote_are_told(odd: str, sent: tuple[Path, Path], intaglio: Callable[..., Any]) -> None:
    pages, out = sent
    change(out, f"UPDATE {odd}")
    assert _told(out, pages, intaglio)


@pytest.mark.parametrize("content", ["[]", "7", '"x"', "{}", '{"source": 7, "fields": {}}', "x", "[" * 100_000])
@pytest.mark.parametrize("table", ["records", "pages"])
def test_lines_of_other_json_are_told(
    table: str, content: str, sent: tuple[Path, Path], intaglio: Callable[..., Any]
) -> None:
    pages, out = sent
    change(out, f"UPDATE {table} SET line = x'{zlib.compress(content.encode()).hex()}'")
    change(out, "DELETE FROM notes WHERE key LIKE 'table%' OR key = 'kinds'")
    commands = ["areas {out}"] if table == "pages" else ["tables {out}", "fields {out}", "export {out} -o {out}/x.csv"]
    for words in commands:
        ran = intaglio(*words.format(out=out, pages=pages).split())
        assert ran.status == 1, ran.err
        assert "the collection is damaged: " in ran.err
        assert "restore the collection" in ran.err
    assert _told(out, pages, intaglio) or table == "pages"


@pytest.mark.parametrize("content", ["x", "7", '{"pages"\\: "x"}'])
def test_what_runs_left_is_checked_where_it_is_shown(content: str, sent: tuple[Path, Path]) -> None:
    change(sent[1], f"UPDATE runs SET content = '{content}'")
    with open_collection(sent[1]) as collection, pytest.raises(StoreError, match="the collection is damaged: what"):
        changes_screen(Inspection(collection), Asked({}))


def _told(out: Path, pages: Path, intaglio: Callable[..., Any]) -> bool:
    """Whether one command at least says that a collection is damaged, and what to do; none is surprised."""
    ran = [
        intaglio(*words.format(out=out, pages=pages).split())
        for words in ("templates {out}", "tables {out}", "search {out} tide", "run {pages} -o {out} --no-browser")
    ]
    assert {one.status for one in ran} <= {0, 1}, [one.err for one in ran]
    return any("the collection is damaged: " in one.err and "restore the collection" in one.err for one in ran)
