"""Corrections while a run fills the collection: a short transaction is enough, and the run folds them in."""

import json
import shutil
from pathlib import Path
from threading import Thread

from intaglio.collection.collection import fill_collection

from .conftest import Serving, fill
from .test_answers import own, said

__all__ = ["own"]


def renaming(inspector: Serving, name: str, value: str) -> dict[str, object]:
    goods = next(kind for kind in inspector.json("/kinds.json")["kinds"] if kind["name"] == "goods")
    column = next(one for one in inspector.json(f"/kinds/{goods['id']}/fields.json")["columns"] if one["name"] == name)
    target = {"kind": goods["id"], "column": column["id"], "places": column["places"]}
    return {"what": "rename", "value": value, "target": target, "examples": []}


def test_what_is_said_during_a_run_is_in_what_it_leaves(own: Serving, site: Path, tmp_path: Path) -> None:
    grown = Path(shutil.copytree(site, tmp_path / "grown"))
    for number, ware in enumerate(sorted((grown / "goods").glob("*.html"))[:12]):
        text = ware.read_text("utf-8").replace("</h1>", f" no. {number}</h1>")
        ware.with_name(f"more-{number}.html").write_text(text, "utf-8")
    correction = renaming(own, "price", "amount")
    running = Thread(target=fill, args=(grown, own.folder))
    running.start()
    said(own, "correct", correction)
    assert running.is_alive()
    for path in ("/", "/kinds", "/log", "/queue"):
        assert own.get(path).status == 200
    running.join()
    rows = [json.loads(line) for line in (own.folder / "tables" / "goods.jsonl").open(encoding="utf-8")]
    assert any("more-" in row["url"] for row in rows)
    assert all("amount" in row and "price" not in row for row in rows)
    assert own.json("/log.json")["stale"] is False


def test_files_are_not_written_under_a_run_and_it_is_said_why(own: Serving) -> None:
    with fill_collection(own.folder):
        said(own, "correct", renaming(own, "price", "amount"))
        answer = own.post("write", {})
    assert answer.status == 400
    assert "is being filled by another run" in answer.text
    assert own.json("/log.json")["stale"] is True
    said(own, "write", {})
    assert own.json("/log.json")["stale"] is False
