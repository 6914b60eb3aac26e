"""Names outlive a redesign: pages that come in another dress have their values under the names they had."""

import json
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import fill_collection, open_collection
from intaglio.collection.corrections.correction import Place
from intaglio.collection.corrections.correction_log import keep
from intaglio.collection.records.field_names import field_renaming
from intaglio.collection.tables.said.said_of_columns import ColumnCorrections, said_of_columns
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.page import Page
from intaglio.run.collect import RunOptions, collect
from intaglio.run.passes.record_pass import RecordOptions
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.sources import SavedOptions
from intaglio.wrapper import WrapperOptions

PLAIN = RunOptions(
    LearnOptions(method="text-blocks"), browser=False, saved=SavedOptions(base_url="http://courier.example/"),
    articles=None, records=RecordOptions(WrapperOptions(pages=8)),
)  # fmt: skip


def in_another_dress(record: Mapping[str, Any]) -> str:
    """A page of goods as another designer would make it: other elements, no classes in common, other labels."""
    facts = "".join(f"<dl><dt>{escape(value)}</dt></dl>" for value in record["specification"].values())
    said = "".join(f"<article class=voice><em>{escape(text)}</em></article>" for text in record["reviews"])
    return f"""<!doctype html><html><head><title>Quay goods</title></head><body><div id=shell><section class=hero>
        <h2 class=display>{escape(record["name"])}</h2><figure class=tag><b>{escape(record["price"])}</b></figure>
        <aside class=code>{escape(record["number"])}</aside><aside class=left>{escape(record["stock"])}</aside>
        </section><section class=facts>{facts}</section><section class=voices>{said}</section></div></body></html>"""


def records(out: Path) -> list[dict[str, Any]]:
    lines = [line for file in (out / "records").glob("*.jsonl") for line in file.read_text("utf-8").splitlines()]
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleOptions(articles=2, products=12, people=2, months=1))
    rows = map(json.loads, (folder / "labels.jsonl").read_text("utf-8").splitlines())
    return folder, {row["page"]: row["record"] for row in rows if row["template"] == "product"}


def test_values_keep_their_names_and_those_that_people_gave(truth: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    sample, goods = truth
    out = tmp_path / "out"
    collect([str(sample)], out, PLAIN)
    before = next(one for one in records(out) if one["source"] in goods)
    known = before["fields"]
    assert {"heading", "price", "item", "stock"} <= known.keys()
    with fill_collection(out) as collection, collection.store.writing() as tx:
        place = Place("courier.example", before["template"], "item")
        keep(tx, field_renaming({}, place, "number", set(known)))
    with open_collection(out) as collection, collection.store.reading() as tx:
        stored = StoredTables(tx)
        kind = next(one for one in stored.kinds if one.name == "goods")
        table = stored.table(kind)
        stock = next(one.name for one in table.columns if one.id == "stock")
        renaming = said_of_columns(tx, table, ColumnCorrections(names=((stock, "left_in_store"),)))
    with fill_collection(out) as collection, collection.store.writing() as tx:
        for said in renaming:
            keep(tx, said)
    changed = tmp_path / "changed"
    for page, record in goods.items():
        file = changed / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(in_another_dress(record), "utf-8")
    collect([str(changed)], out, replace(PLAIN, records=RecordOptions(WrapperOptions(pages=8, where=True))))
    redesigned = [one for one in records(out) if one["title"] == "Quay goods"]
    assert before["template"] not in {one["template"] for one in redesigned}
    assert len(redesigned) == len(goods)
    for one in redesigned:
        fields, record = one["fields"], goods[one["source"]]
        found = [fields.get(name) for name in ("heading", "price", "number", "stock")]
        assert found == [record[name] for name in ("name", "price", "number", "stock")]
        read = Page.parse((changed / one["source"]).read_bytes())
        ((*path,),) = one["where"]["number"]
        assert read.tag_name(next(e for e in range(read.size) if list(read.path(e)) == path)) == "aside"
    with open_collection(out) as collection, collection.store.reading() as tx:
        stored = StoredTables(tx)
        new = stored.by_template["courier.example", redesigned[0]["template"]]
        assert "left_in_store" in {column.name for column in stored.table(new).columns}
