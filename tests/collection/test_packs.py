"""A pack reads pages as its collection does; the same to the byte every time; damage and newer formats are told."""

import json
import pickle
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import intaglio
from intaglio.collection.packs.pack_file import FORMAT, PackFile, content_digest
from intaglio.collection.packs.write_pack import write_pack
from intaglio.errors import NothingKnown, PackError
from intaglio.sample import SampleOptions, write_sample

BASE = "http://quillmarsh.example/"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a collection of the sample site, with the site beside it."""
    folder = tmp_path_factory.mktemp("packs")
    write_sample(folder / "site", SampleOptions(articles=16, products=12))
    learn = intaglio.LearnOptions(method="text-blocks")
    options = intaglio.RunOptions(learn, browser=False, saved=intaglio.SavedOptions(BASE))
    intaglio.collect(folder / "site", folder / "out", options)
    with intaglio.open(folder / "out") as collection:
        page = next(line for line in collection.pages() if line["template"] and line["areas"])
        place = intaglio.Place(page["site"], page["template"])
        collection.correct(intaglio.What.ROLE, intaglio.Target(places=(place,), area=page["areas"][0]["id"]), "advert")
        field = min(next(collection.records(template=page["template"]))["fields"])
        collection.correct(intaglio.What.RENAME, intaglio.Target(places=(place._replace(field=field),)), "renamed_one")
        collection.correct(intaglio.What.IGNORE_KIND, intaglio.Target(kind=collection.table("calendar").kind.id), True)
    return folder / "out"


@pytest.fixture(scope="module")
def pack(out: Path) -> Path:
    """Give a pack of that collection."""
    target = out.parent / "sites.intaglio"
    figures = write_pack([out], target)
    assert (figures.sites, figures.size) == (1, target.stat().st_size)
    assert figures.wrappers > 3
    return target


def captures(out: Path) -> list[intaglio.Capture]:
    site = out.parent / "site"
    files = sorted(site.rglob("*.html"))[::7]
    return [intaglio.Capture(file.read_bytes(), url=BASE + file.relative_to(site).as_posix()) for file in files]


def read_all(path: Path, some: list[intaglio.Capture]) -> list[dict[str, Any]]:
    with intaglio.open(path) as known:
        return [known.read(one).as_dict() for one in some]


def test_a_pack_reads_pages_as_its_collection_does(out: Path, pack: Path) -> None:
    pages = captures(out)
    by_pack = read_all(pack, pages)
    assert by_pack == read_all(out, pages)
    assert sum(one["template"] is not None for one in by_pack) == len(pages)
    text = json.dumps(by_pack)
    assert '"renamed_one"' in text
    assert '"role": "advert"' in text
    assert any(one["row"] for one in by_pack)


def test_a_kind_that_nobody_wants_is_in_no_pack(out: Path, pack: Path) -> None:
    with intaglio.open(out) as collection, intaglio.open(pack) as packed:
        kept = {kind.name for kind in collection.kinds()}
        assert "calendar" in {kind.name for kind in collection.kinds(ignored=True)} - kept
        assert {kind.name for kind in packed.kinds()} == kept


def test_a_pack_holds_no_texts_of_single_pages(pack: Path, out: Path) -> None:
    with intaglio.open(out) as collection:
        titles = {line["title"] for line in collection.records() if line["title"]}
        steady = {title for title in titles if sum(title in other for other in titles) > 1}
    with closing(PackFile.open(pack)) as file:
        tables = "".join(content for (content,) in file.rows("SELECT content FROM tables"))
    assert '"examples": []' in tables
    assert not [title for title in titles - steady if title in tables]


def test_the_same_to_the_byte(out: Path, pack: Path, tmp_path: Path) -> None:
    write_pack([out], tmp_path / "second")
    assert (tmp_path / "second").read_bytes() == pack.read_bytes()
    write_pack([pack], tmp_path / "converted")
    assert (tmp_path / "converted").read_bytes() == pack.read_bytes()


def test_a_site_of_several_sources_is_as_the_last_has_it(out: Path, pack: Path, tmp_path: Path) -> None:
    figures = write_pack([pack, out], tmp_path / "both")
    assert figures.replaced == ["quillmarsh.example"]
    assert (tmp_path / "both").read_bytes() == pack.read_bytes()


def test_sites_are_at_hand_up_to_a_bound(pack: Path) -> None:
    with intaglio.open(pack) as known:
        assert known.sites() == ["quillmarsh.example"]
        assert len(list(known.templates())) > 3
        elsewhere = intaglio.ReadingOptions(elsewhere=False)
        assert known.read("<p>Some text", url="http://other.example/", options=elsewhere).template is None


def test_a_pack_travels_as_its_path(out: Path, pack: Path) -> None:
    page = captures(out)[0]
    with intaglio.open(pack) as known, pickle.loads(pickle.dumps(known)) as again:
        assert known.read(page).as_dict() == again.read(page).as_dict()


@pytest.mark.parametrize(
    "words",
    [
        ("search", "PACK", "anything"),
        ("tables", "PACK"),
        ("inspect", "PACK", "--no-open"),
        ("export", "PACK", "-o", "all.csv"),
        ("run", ".", "-o", "PACK"),
    ],
    ids=lambda words: words[0],
)
def test_what_needs_pages_is_refused_in_one_line(
    intaglio: Callable[..., Any], pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_text("<p>x")
    ran = intaglio(*(pack if word == "PACK" else word for word in words))
    assert ran.status == 1
    assert "is a pack" in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("table", ["templates", "wrappers", "lessons", "tables"])
def test_damage_is_noticed(pack: Path, tmp_path: Path, table: str) -> None:
    broken = shutil.copy(pack, tmp_path / "broken")
    column = "content" if table == "tables" else "blob"
    with closing(sqlite3.connect(broken)) as connection:
        connection.execute(f"UPDATE {table} SET {column} = substr({column}, 2)")
        connection.commit()
    with pytest.raises(PackError, match="damaged"):
        PackFile.open(Path(broken))


STRANGE = {
    "no JSON": "UPDATE tables SET content = '{'",
    "no object": "UPDATE tables SET content = '[]'",
    "lacking": """UPDATE tables SET content = '{"kind": {}, "table": {}}'""",
    "types": """UPDATE tables SET content = '{"kind": {"templates": [[1]]}, "table": 5}'""",
    "aliases": "UPDATE sites SET aliases = '[1, 2]'",
    "roles": """UPDATE said SET roles = '{"a": 1}', names = '[]'""",
    "column": "ALTER TABLE said ADD COLUMN more TEXT",
    "trigger": "CREATE TRIGGER one AFTER INSERT ON sites BEGIN SELECT 1; END",
    "endless": "CREATE VIEW more AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r",
}
"""What a stranger may put into a pack whose digest fits."""


@pytest.mark.parametrize("change", STRANGE.values(), ids=STRANGE)
def test_strangers_packs_are_told_in_one_line(pack: Path, out: Path, tmp_path: Path, change: str) -> None:
    strange = Path(shutil.copy(pack, tmp_path / "strange.intaglio"))
    with closing(sqlite3.connect(strange)) as connection:
        connection.execute(change)
        connection.execute("UPDATE about SET value = ?", (content_digest(connection),))
        connection.commit()

    def use() -> None:
        with intaglio.open(strange) as known:
            assert known.kinds()
            for page in captures(out):
                known.read(page, options=intaglio.ReadingOptions(areas=True))
        write_pack([strange], tmp_path / "again.intaglio")

    with pytest.raises(PackError, match=r"strange\.intaglio (is damaged|has other tables)"):
        use()


def test_a_file_that_is_cut_short_is_told(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "cut").write_bytes(pack.read_bytes()[:-9000])
    with pytest.raises(PackError, match="damaged"):
        intaglio.open(tmp_path / "cut")


def test_newer_and_foreign_files_are_told(pack: Path, tmp_path: Path) -> None:
    newer = Path(shutil.copy(pack, tmp_path / "newer"))
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(PackError, match=f"format {FORMAT + 1}, written by a newer Intaglio"):
        intaglio.open(newer)
    (tmp_path / "text").write_text("no pack")
    with pytest.raises(PackError, match="is no pack"):
        intaglio.open(tmp_path / "text")


def test_a_collection_without_templates_makes_no_pack(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.txt").write_text("no page")
    intaglio.collect(tmp_path / "site", tmp_path / "out", intaglio.RunOptions(browser=False))
    with pytest.raises(NothingKnown):
        write_pack([tmp_path / "out"], tmp_path / "pack")
    assert not list(tmp_path.glob("pack*"))


def test_the_command(intaglio: Callable[..., Any], out: Path, pack: Path, tmp_path: Path) -> None:
    ran = intaglio("pack", out, "-o", tmp_path / "sites.intaglio")
    assert ran.status == 0, ran.err
    assert "1 site," in ran.out
    assert (tmp_path / "sites.intaglio").read_bytes() == pack.read_bytes()
    page = out.parent / "site" / "about.html"
    both = [intaglio("extract", known, page, "--base-url", BASE).out for known in (out, pack)]
    assert both[0] == both[1] != ""
