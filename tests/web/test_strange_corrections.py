"""Corrections that no inspector ever wrote, or that lose values: refused in one line, or told before they are kept."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import Serving, serving

PLACE = ["quillmarsh.example", "d07f46670881", None]
STRANGE: list[dict[str, Any]] = [
    {"what": "merge-column", "target": {"kind": "k", "column": ["a"]}, "value": "b"},
    {"what": "rename", "target": {"kind": "k", "column": {"a": 1}}, "value": "b"},
    {"what": "name-kind", "target": {"kind": 3}, "value": "b"},
    {"what": "name-kind", "target": {"kind": ["k"]}, "value": "b"},
    {"what": "split-kind", "target": {"places": [[1, 2, 3]]}, "value": True},
    {"what": "split-kind", "target": {"places": [["a"]]}, "value": True},
    {"what": "split-kind", "target": {"places": ["abc"]}, "value": True},
    {"what": "split-kind", "target": {"places": "abc"}, "value": True},
    {"what": "role", "target": {"places": [PLACE], "area": "1"}, "value": "body"},
    {"what": "role", "target": {"places": [PLACE], "area": 2**70}, "value": "body"},
    {"what": "role", "target": {"places": [PLACE], "area": 1}, "value": 7},
    {"what": "role", "target": {"places": [PLACE], "area": 1}, "value": {"a": [1]}},
    {"what": "body", "target": {"places": [PLACE], "block": 3}, "value": True},
    {"what": "body", "target": {"places": [PLACE], "area": 1, "blocks": [3]}, "value": True},
    {"what": "hide", "target": {"kind": "k", "column": "c"}, "value": True, "examples": [{"source": 1, "value": "x"}]},
    {"what": "hide", "target": {"kind": "k", "column": "c"}, "value": True, "examples": [3]},
    {"what": "hide", "target": {"kind": "k", "column": "c"}, "value": True, "who": 3},
    {"what": "hide", "target": {"kind": "k", "column": "c"}, "value": True, "id": "x"},
    {"what": "undo", "target": {"correction": 2**70}},
    {"what": "mark", "target": {"kind": "k", "column": "c", "source": ["a"]}, "value": "right"},
    {"what": "keep-apart", "target": {"kind": "k", "other": [[None, None]]}, "value": "j"},
]


@pytest.fixture
def own(filled: Path, tmp_path: Path) -> Iterator[Serving]:
    """An inspector of a copy, which may be spoilt."""
    with serving(Path(shutil.copytree(filled, tmp_path / "out"))) as found:
        yield found


def test_they_are_refused_and_nothing_is_kept(own: Serving) -> None:
    for said in STRANGE:
        answers = [own.post(name, said) for name in ("preview", "correct")]
        answers += [own.post(name, {"lines": json.dumps(said)}) for name in ("preview", "import")]
        for answer in answers:
            assert answer.status in (400, 404), said
            assert "\n" not in json.loads(answer.text)["error"]
    for number in (True, 0, -1, 2**70, 1.5, "1", None):
        mark = {"kind": own.json("/kinds.json")["kinds"][0]["id"], "column": "x", "capture": number, "value": "right"}
        answers = [own.post("undo", {"correction": number}), own.post("case", {"case": number}), own.post("mark", mark)]
        answers += [own.post("preview", {"case": number}), own.post("preview", {"mark": mark})]
        assert {answer.status for answer in answers} <= {400, 404}, number
    assert own.json("/log.json")["total"] == 0
    assert own.json("/kinds.json")["kinds"]


@pytest.mark.parametrize("body", [b"[" * 200_000, b'{"a":' * 100_000, b'{"lines": "' + b"[" * 90_000 + b'"}', b"\xff"])
def test_json_without_a_bottom_is_no_correction(inspector: Serving, body: bytes) -> None:
    headers = {
        "Cookie": inspector.cookie, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin",
        "Origin": inspector.base,
    }  # fmt: skip
    for name in ("preview", "import"):
        answer = inspector.ask("POST", f"/do/{name}", headers, body)
        assert answer.status == 400
        assert json.loads(answer.text)["error"]


def test_commands_say_what_is_wrong_in_a_line(filled: Path, tmp_path: Path, intaglio: Callable[..., Any]) -> None:
    out = Path(shutil.copytree(filled, tmp_path / "out"))
    lines = tmp_path / "lines.jsonl"
    for text in (*map(json.dumps, STRANGE), "[" * 100_000):
        lines.write_text(text)
        ended = intaglio("corrections", "import", str(out), str(lines))
        assert ended.status != 0
        assert ended.err.startswith("intaglio: line 1")
        assert ended.err.count("\n") == 1


def test_those_in_a_strangers_database_are_damage(filled: Path, tmp_path: Path, intaglio: Callable[..., Any]) -> None:
    out = Path(shutil.copytree(filled, tmp_path / "out"))
    with sqlite3.connect(out / "intaglio.db") as database:
        row = ("x", None, "hide", json.dumps({"kind": "k", "column": ["a"]}), "true", "[]")
        database.execute("INSERT INTO corrections (who, time, what, target, value, examples) VALUES (?,?,?,?,?,?)", row)
    for words in (["kinds", out], ["tables", out], ["corrections", "export", out]):
        ended = intaglio(*map(str, words))
        assert ended.status == 1
        assert ended.err.startswith("intaglio: the collection is damaged: correction")
        assert ended.err.count("\n") == 1


def test_characters_without_utf_8_are_shown_as_such(own: Serving) -> None:
    kind = own.json("/kinds.json")["kinds"][0]
    column = own.json(f"/kinds/{kind['id']}/fields.json")["columns"][0]
    target = {"kind": kind["id"], "column": column["id"], "places": column["places"]}
    example = {"source": "\ud800", "value": "\udfff", "url": "\ud800"}
    said = {"what": "hide", "target": target, "value": True, "examples": [example], "who": "\ud800"}
    assert own.post("import", {"lines": json.dumps(said)}).status == 200
    for path in ("/log", "/log.json", "/log/corrections.jsonl", "/", f"/kinds/{kind['id']}/fields"):
        assert own.get(path).status == 200, path


def test_a_type_that_values_are_not_of_is_told_before_it_is_kept(inspector: Serving) -> None:
    kinds = inspector.json("/kinds.json")["kinds"]
    kind = next(one["id"] for one in kinds if one["name"] == "stories")
    columns = inspector.json(f"/kinds/{kind}/fields.json")["columns"]
    column = next(one for one in columns if one["name"] == "author")
    target = {"kind": kind, "column": column["id"], "places": column["places"]}
    told = json.loads(inspector.post("preview", {"what": "type", "target": target, "value": "number"}).text)
    assert "values that were looked at are none, and will be empty" in told["words"]
    assert {one["after"] for one in told["ten"]} == {"nothing"}
    told = json.loads(inspector.post("preview", {"what": "type", "target": target, "value": "list"}).text)
    assert "empty" not in told["words"]
