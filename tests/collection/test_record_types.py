"""Records as Parquet files: numbers, money and dates as such, read together by those whom they are written for."""

from pathlib import Path

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
    (found,) = duckdb.execute(query, [files]).fetchall()
    assert found == (sum(n + 0.5 for n in (*range(1, 9), *range(20, 28))), 16, 16)
