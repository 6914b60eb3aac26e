"""WARC files of the sample site for tests, and what a job made of them."""

import base64
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fastwarc.stream_io import GzipWriter
from fastwarc.warc import WarcRecord, WarcRecordType
from pyarrow import parquet

from intaglio.shards.drive import ApplySummary, Driver
from intaglio.shards.executors import OpenShardWorker, executor
from intaglio.shards.plan import Plan, PlanOptions
from intaglio.shards.shard import PARTS, Job, Limits

BASE = "http://quillmarsh.example/"
QUICK = Limits(pause=0.01, request_seconds=20)


def response(url: str, body: bytes, kind: str = "text/html", digest: str | None = None) -> WarcRecord:
    """Make a response record with a payload digest."""
    made = WarcRecord()
    made.init_headers(WarcRecordType.response)
    made.headers["WARC-Target-URI"] = url
    made.headers["Content-Type"] = "application/http; msgtype=response"
    own = base64.b32encode(hashlib.sha1(body).digest()).decode()
    made.headers["WARC-Payload-Digest"] = digest or f"sha1:{own}"
    made.set_bytes_content(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode() + body)
    return made


def write_warc(path: Path, records: Iterable[WarcRecord]) -> list[dict[str, Any]]:
    """Write records, compressed one by one if the name says so; give the rows of an index."""
    rows = []
    with path.open("wb") as file:
        writer = GzipWriter(file) if path.suffix == ".gz" else file
        for one in records:
            start = file.tell()
            one.write(writer)
            if isinstance(writer, GzipWriter):
                writer.finish()
            row = {"url": one.headers["WARC-Target-URI"], "filename": path.name, "offset": start}
            rows.append({**row, "length": file.tell() - start, "mime": "text/html", "status": "200"})
    return rows


def write_cdxj(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Write an index."""
    lines = (f"key 20260101000000 {json.dumps(row)}\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")


def run_job(job: Job, *sources: Path | str, on: str = "local", size: int = 1 << 20, workers: int = 2) -> ApplySummary:
    """Do a job on some sources."""
    with executor(on, OpenShardWorker(job), workers) as engine:
        return Driver(job, engine).run(Plan(tuple(map(str, sources)), PlanOptions(size=size)))


def rows_of(out: Path | str, table: str, without: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The rows of a table in the order of their sources."""
    files = sorted((Path(out) / table).glob("part-*.parquet"))
    rows = [row for file in files for row in parquet.read_table(file).to_pylist()]
    cut = [{name: value for name, value in row.items() if name not in without} for row in rows]
    return sorted(cut, key=lambda row: str(row["source"]))


def everything(out: Path | str) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables."""
    return {name: rows_of(out, name) for name in PARTS}


def files_of(folder: Path) -> dict[str, bytes]:
    """All files below a folder, whole."""
    return {str(one.relative_to(folder)): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}
