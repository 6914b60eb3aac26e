"""Records as Parquet files: numbers, money and dates as such, read together by those whom they are written for."""

from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.export.record_files import write_parquet
from intaglio.collection.records.record_lines import record_content
from intaglio.page import Page
from intaglio.wrapper import Wrapper, extract, learn


def page(number: int, more: str = "") -> Page:
    items = "".join(f"<li class=r><b>R{number}{at}</b><p>Said {at}</p></li>" for at in range(number % 3 + 1))
    return Page.parse(
        f"<body><h1>Thing {number}</h1><p class=price>${number}.50</p><p class=weight>{number}</p>"
        f"<p class=added>March {number % 27 + 1}, 2010</p><ul class=reviews>{items}</ul>{more}",
        url=f"https://shop.example/{number}",
    )


def written(path: Path, template: str, pages: list[Page]) -> Wrapper:
    wrapper = learn(pages)
    rows = [record_content(one.url or "", one.url, template, one.title, extract(wrapper, one)) for one in pages]
    write_parquet(path, rows)
    return wrapper


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path / "a.parquet", "a", [page(number) for number in range(1, 9)])
    written(tmp_path / "b.parquet", "b", [page(number, f"<h4>Note {number}</h4>") for number in range(20, 28)])
    return tmp_path


def test_pandas_reads_real_types(folder: Path) -> None:
    import pandas as pd  # type: ignore[import-untyped]

    both = pd.concat([pd.read_parquet(file) for file in sorted(folder.glob("*.parquet"))], ignore_index=True)
    assert both["price_amount"].sum() == sum(n + 0.5 for n in (*range(1, 9), *range(20, 28)))
    assert set(both["price_currency"]) == {"$"}
    assert both["weight_number"].max() == 27
    assert str(both["added_date"].iloc[0]) == "2010-03-02"
    assert both["reviews"].iloc[0][0]["author"] == "R10"


def test_polars_reads_real_types(folder: Path) -> None:
    import polars as pl

    both = pl.concat([pl.read_parquet(file) for file in sorted(folder.glob("*.parquet"))], how="diagonal")
    assert both.schema["price_amount"] == pl.Float64
    assert both.schema["added_date"] == pl.Date
    assert isinstance(both.schema["reviews"], pl.List)
    assert both.height == 16


def test_duckdb_reads_the_union_of_files(folder: Path) -> None:
    import duckdb

    files = str(folder / "*.parquet")
    query = (
        "select sum(price_amount), count(added_date), count(reviews[1].text) from read_parquet(?, union_by_name=true)"
    )
    (found,) = duckdb.connect().execute(query, [files]).fetchall()
    assert found == (sum(n + 0.5 for n in (*range(1, 9), *range(20, 28))), 16, 16)


def test_no_two_fields_meet_in_one_column(tmp_path: Path) -> None:
    fields = {
        "source": "a spring", "field_source": "a river", "title": "Dr.", "misfits": "two", "price": "$3.50",
        "price_amount": "a lot", "items": [{"price": "$1.00"}], "items_price_amount": "few",
    }  # fmt: skip
    typed = {"price": {"amount": 3.5, "currency": "$"}, "items.price": [{"amount": 1.0, "currency": "$"}]}
    row: dict[str, Any] = {
        "source": "s.html", "url": None, "template": "t", "title": "T", "misfits": [], "fields": fields, "typed": typed,
    }  # fmt: skip
    write_parquet(tmp_path / "t.parquet", [row, {**row, "fields": dict.fromkeys(fields), "typed": {}}])

    import polars as pl

    table = pl.read_parquet(tmp_path / "t.parquet")
    first = table.row(0, named=True)
    assert (first["source"], first["title"], first["misfits"]) == ("s.html", "T", 0)
    held = [value for value in first.values() if isinstance(value, str)]
    assert {"a spring", "a river", "Dr.", "two", "$3.50", "a lot", "few"} <= set(held)
    assert [value for value in first.values() if isinstance(value, float)] == [3.5]
    assert [1.0] in list(first.values())
    assert first["field_source"] == "a river", "a field keeps its own name if it can"


def test_a_field_that_nobody_has_does_not_spoil_the_union(tmp_path: Path) -> None:
    def row(value: object) -> dict[str, object]:
        return {
            "source": "s", "url": None, "template": "t", "title": None, "misfits": [], "fields": {"reviews": value},
            "typed": {},
        }  # fmt: skip

    write_parquet(tmp_path / "a.parquet", [row([{"text": "good"}])])
    write_parquet(tmp_path / "b.parquet", [row(None)])

    import duckdb
    import polars as pl

    files = str(tmp_path / "*.parquet")
    query = "select reviews[1].text from read_parquet(?, union_by_name=true) order by 1"
    assert duckdb.connect().execute(query, [files]).fetchall() == [("good",), (None,)]
    both = pl.concat([pl.read_parquet(tmp_path / f"{name}.parquet") for name in "ab"], how="diagonal")
    assert both["reviews"].to_list() == [[{"text": "good"}], None]
