"""The demo, where there is no browser: it says so and shows everything else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def test_the_demo_shows_templates_tables_and_a_search(
    tmp_path: Path, intaglio: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("INTAGLIO_CHROMIUM", str(tmp_path / "no-browser"))
    ran = intaglio("-q", "demo", "-o", tmp_path / "demo")
    assert ran.status == 0
    assert "Without a browser" in ran.out
    assert "hit ratio" in ran.out
    for kind in ("stories", "goods"):
        assert f"{kind}.csv" in ran.out
        assert (tmp_path / "demo" / "collection" / "tables" / f"{kind}.csv").exists()
    assert "lamp oil" in ran.out.partition("intaglio search")[2]
    assert "report.html" in "".join(ran.out.splitlines()[-4:])
    assert ran.out.splitlines()[-1].endswith(f"intaglio inspect {tmp_path / 'demo' / 'collection'}")
    out = tmp_path / "demo" / "collection"
    assert (out / "report.html").exists()
    articles = [json.loads(line) for line in (out / "articles.jsonl").read_text(encoding="utf-8").splitlines()]
    records = [line for file in (out / "records").glob("*.jsonl") for line in file.read_text().splitlines()]
    assert len(articles) == len(records) > 200
