"""`intaglio export --table`: every format, columns and conditions; hostile texts do no harm."""

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import open_collection
from intaglio.collection.export.table_formats.csv_table import CsvRows, csv_cell
from intaglio.collection.export.table_formats.flat_columns import FlatColumn
from intaglio.run.collect import collect
from tests.collection.tables.conftest import PLAIN
from tests.conftest import Ran

Command = Callable[..., Ran]
HOSTILE = ("=1+1", "@SUM(1)", "+cmd", "-2 <b>", '"; DROP TABLE goods; --', "a;=1+1", "a\tb", "\u2003=x", "＝1")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_rows_of_one_page_are_written_as_each_alone() -> None:
    names = ("source", "url", "position", "name")
    rows = CsvRows([FlatColumn(name, "number" if name == "position" else "text", name) for name in names])
    page = [{"source": "a,b", "url": None, "position": at, "name": name} for at, name in enumerate(("x", None, "=1"))]
    assert rows.lines(page) == "".join(map(rows.line, page)) == '"a,b",,0,x\n"a,b",,1,\n"a,b",,2,\'=1\n'
    assert rows.lines([]) == ""


def test_columns_and_conditions(out: Path, intaglio: Command, tmp_path: Path) -> None:
    rows = lines(out / "tables" / "goods.jsonl")
    target = tmp_path / "some.jsonl"
    ran = intaglio(
        "export", out, "--table", "goods", "--columns", "price,name", "--where", "price<100", "--where", "name ~ PRESS",
        "-o", target,
    )  # fmt: skip
    assert ran.status == 0, ran.err
    wanted = [row for row in rows if row["price"]["amount"] < 100 and "press" in row["name"].lower()]
    assert wanted
    assert [(row["name"], row["price"]) for row in lines(target)] == [(row["name"], row["price"]) for row in wanted]
    assert list(lines(target)[0]) == ["url", "source", "template", "price", "name"]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--table", "goods", "--where", "price<cheap"), 2),
        (("--table", "goods", "--where", "price"), 2),
        (("--table", "goods", "--where", "flavour=1"), 1),
        (("--table", "nothing"), 1),
        (("--table", "k"), 2),
        (("--where", "price<3"), 2),
        (("--table", "goods", "--template", "a"), 2),
        (("--table", "goods", "--columns", "name,flavour"), 3),
    ],
)
def test_statuses(out: Path, intaglio: Command, tmp_path: Path, words: tuple[str, ...], status: int) -> None:
    ran = intaglio("export", out, *words, "-o", tmp_path / "x.csv")
    assert ran.status == status
    assert (tmp_path / "x.csv").exists() == (status == 3)


def test_sqlite_has_all_tables_with_their_lists(out: Path, intaglio: Command, tmp_path: Path) -> None:
    target = tmp_path / "all.sqlite"
    assert intaglio("export", out, "-o", target).status == 0
    rows = lines(out / "tables" / "goods.jsonl")
    with closing(sqlite3.connect(target)) as database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        assert {"goods", "stories"} <= tables
        assert any(name.startswith("goods.") for name in tables)
        prices = database.execute("SELECT price, price_currency FROM goods").fetchall()
    assert prices == [(row["price"]["amount"], row["price"]["currency"]) for row in rows]


def test_all_tables_as_csv_are_a_folder(out: Path, intaglio: Command, tmp_path: Path) -> None:
    assert intaglio("export", out, "--format", "csv", "-o", tmp_path / "all").status == 0
    assert (tmp_path / "all" / "goods.csv").read_bytes() == (out / "tables" / "goods.csv").read_bytes()


def test_texts_of_a_cell_are_safe_and_numbers_are_numbers() -> None:
    assert [csv_cell(value) for value in (-3, 2.5, True, None, "")] == ["-3", "2.5", "true", "", '""']
    for text in ("=1", "+1", "-1", "@a", "\t=1", " =1", "＝1"):
        assert csv_cell(text).lstrip('"').startswith("'")
    assert csv_cell('a"b;c') == '"a""b;c"'
    assert csv_cell("\ud800\0") == "?�"
    plain = ["a b", "1,5", "a ", "a\x1f", "é", "a|b", "0", "_a", "a\0"]
    assert [csv_cell(text) for text in plain] == [
        "a b", '"1,5"', '"a "', '"a\x1f"', "é", '"a|b"', "0", "_a", "a�",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shop whose names and labels are meant to be obeyed."""
    folder = tmp_path_factory.mktemp("hostile")
    site = folder / "shop" / "..%2f..%2fetc"
    site.mkdir(parents=True)
    for number in range(12):
        name = HOSTILE[number % len(HOSTILE)]
        shown = name.replace("&", "&amp;").replace("<", "&lt;")
        (site / f"p{number}.html").write_text(
            f"<title>{shown} {number}</title><h1>{shown} {number}</h1><dl><dt>=HYPERLINK(1)</dt><dd>{shown}</dd>"
            f"<dt>url</dt><dd>x{number}</dd><dt>Select</dt><dd>{number}</dd></dl><p class='price'>${number}.50</p>",
            "utf-8",
        )
    collect([str(folder / "shop")], folder / "out", PLAIN)
    return folder / "out"


def test_hostile_pages_make_no_paths_formulas_or_sql(hostile: Path, intaglio: Command, tmp_path: Path) -> None:
    files = list((hostile / "tables").rglob("*"))
    assert files
    assert all(file.parent == hostile / "tables" for file in files)
    assert all(set(file.name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.") for file in files)
    cells = 0
    for file in files:
        if file.suffix == ".csv":
            with file.open(encoding="utf-8", newline="") as opened:
                for row in csv.reader(opened):
                    for cell in row:
                        cells += 1
                        assert cell.replace(".", "", 1).isdigit() or not cell.lstrip().startswith(("=", "+", "-", "@"))
    assert cells > 12
    assert intaglio("export", hostile, "-f", "sqlite", "-o", tmp_path / "x.db").status == 0
    with closing(sqlite3.connect(tmp_path / "x.db")) as database, open_collection(hostile) as opened:
        (largest, *_) = opened.kinds()
        (count,) = database.execute(f'SELECT count(*) FROM "{largest.slug}"').fetchone()
        assert count == largest.pages
    assert intaglio("tables", hostile).status == 0
