"""Texts that databases, files and terminals trip over, in every field of a page, on both stores."""

import csv
import io
import json
import uuid
from pathlib import Path
from typing import Any

import pytest

from intaglio import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.workers import WorkerOptions

PLAIN = RunOptions(LearnOptions(method="text-blocks"), browser=False, workers=WorkerOptions(1))
TEXTS = (
    "nul \x00 nul",
    "lone \ud800 and \udfff",
    "'; DROP TABLE pages; --",
    '=HYPERLINK("x.example","x")',
    "+cmd|' /C calc'!A0",
    "escape \x1b]0;title\x07 \x1b[2J",
    "\u202eright to left\u2066 \ufeff\u2028\u2029",
    "%s %(name)s {0} {name} \\ \\x00 \\u0000",
    "\U0001f600 \U0010ffff \ufdd0",
    "<script>alert(1)</script> &amp; ]]> -->",
)


def page(text: str, number: int) -> bytes:
    # A file with a NUL in it is no page; what a page declares in JSON may have one.
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("\x00", "&#0;")
    declared = json.dumps({"@type": "Article", "headline": text, "author": {"@type": "Person", "name": text}})
    return (
        f'<html lang="{safe}"><title>{safe} {number}</title><meta name=author content="{safe}">'
        f'<meta name="{safe}" content="{safe}"><link rel=canonical href="/{safe}">'
        f'<script type="application/ld+json">{declared.replace("</", "<")}</script>'
        f'<body><h1 id="{safe}">{safe} {number}</h1><p class="{safe}">{safe} is said of tide {number}.</p>'
        f"<dl><dt>{safe}:<dd>{safe} {number}<dt>Height:<dd>{number} m</dl>"
        f'<ul><li><a href="http://{safe}/{safe}?{safe}#{safe}" title="{safe}">{safe}</a><li>{number}</ul>'
        f'<img src="{safe}" alt="{safe}"><time datetime="{safe}">{safe}</time>'
    ).encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_every_page_is_answered_and_every_file_can_be_read(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, intaglio: Any
) -> None:
    pages, out = tmp_path / "pages", tmp_path / "out"
    pages.mkdir()
    for number, text in enumerate([*TEXTS, *TEXTS]):
        (pages / f"{number:02} 'x'.html").write_bytes(page(text, number))
    store = None
    if kind == "postgresql":
        import psycopg

        url, name = request.getfixturevalue("postgres"), f"t{uuid.uuid4().hex}"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        store = f"{url}&options=-csearch_path%3D{name}"
    collect(pages, out, PLAIN, store_url=store)
    lines = [json.loads(line) for line in (out / "pages.jsonl").read_text("utf-8").split("\n") if line]
    errors = [json.loads(line) for line in (out / "errors.jsonl").read_text("utf-8").split("\n") if line]
    assert (len(lines), errors) == (2 * len(TEXTS), [])
    assert all("tide" in json.dumps(line["areas"]) for line in lines)
    records = [
        json.loads(line)
        for file in (out / "records").glob("*.jsonl")
        for line in file.read_text("utf-8").split("\n")
        if line
    ]
    assert len(records) == len(lines)
    assert "\x00" not in (out / "report.html").read_text("utf-8")
    assert "<script>alert" not in (out / "report.html").read_text("utf-8")
    ran = intaglio("--trust", "export", str(out), "-o", str(tmp_path / "x.csv"))
    assert ran.status == 0, ran.err
    texts = [file.read_text("utf-8") for file in tmp_path.rglob("*.csv") if file.is_file()]
    cells = [cell for text in texts for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert any("HYPERLINK" in cell for cell in cells)
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "@", "\t", "\r")]
