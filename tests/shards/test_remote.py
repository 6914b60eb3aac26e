"""Files over HTTP and in S3, read in ranges from servers that fail, lie and are slow."""

import http.client
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from intaglio.errors import SourceError
from intaglio.shards.destination import Destination
from intaglio.shards.range_records import read_shard
from intaglio.shards.remote_file import open_range
from intaglio.shards.shard import Job, Limits, Planned, Range, Shard
from intaglio.shards.wide_tables import write_wide_tables

from .archives import everything, run_job
from .conftest import Known

LIMITS = Limits(pause=0.01, request_seconds=3, block=20_000)


class Ranges(BaseHTTPRequestHandler):
    """Serves ranges of files of a folder; the class's faults are used up one by one."""

    folder: Path
    faults: list[str]
    asked: list[str]

    def do_HEAD(self) -> None:
        self.do_GET(head=True)

    def do_GET(self, *, head: bool = False) -> None:
        data = (self.folder / self.path.strip("/")).read_bytes()
        wanted = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if wanted is None:
            return self.answer(200, b"" if head else data, {"Accept-Ranges": "bytes"}, len(data))
        self.asked.append(self.headers["Range"])
        fault = self.faults.pop(0) if self.faults else ""
        start, last = int(wanted[1]), min(int(wanted[2]), len(data) - 1)
        if fault == "500":
            return self.answer(500, b"no", {})
        if fault == "whole":
            return self.answer(200, data, {})
        if fault == "slow":
            time.sleep(4)
        if fault == "moved":
            start, last = start + 1, last + 1
        body = data[start : last + 1]
        said = {"Content-Range": f"bytes {start}-{last}/{len(data)}"}
        return self.answer(206, body[:-5] if fault == "short" else body, said, len(body))

    def answer(self, status: int, body: bytes, headers: dict[str, str], length: int | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(length or len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server(known: Known) -> Iterator[tuple[str, type[Ranges]]]:
    handler = type("Handler", (Ranges,), {"folder": known.index.parent, "faults": [], "asked": []})
    made = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}", handler
    made.shutdown()


@pytest.mark.parametrize("faults", [[], ["500", "500"], ["whole"], ["moved", "moved"], ["short"], ["slow"]], ids=str)
def test_what_servers_do_wrong_is_noticed(known: Known, server: tuple[str, type[Ranges]], faults: list[str]) -> None:
    url, handler = server
    handler.faults += faults
    file, local = f"{url}/0.warc.gz", known.warcs[0]
    size = local.stat().st_size
    found = list(read_shard(Shard((Range(file, 0, size),)), LIMITS))
    here = list(read_shard(Shard((Range(str(local), 0, size),)), LIMITS))
    assert not handler.faults
    assert [(one.offset, one.length) for one in found] == [(one.offset, one.length) for one in here]
    assert [getattr(one.content, "body", None) for one in found] == [getattr(one.content, "body", None) for one in here]


def test_a_server_that_fails_for_good_is_told(server: tuple[str, type[Ranges]]) -> None:
    url, handler = server
    handler.faults += ["500"] * 9
    with open_range(f"{url}/0.warc.gz", 1000, LIMITS) as file, pytest.raises(SourceError, match=r"status 500.*5 times"):
        file.read(10)
    assert len(handler.asked) == 5


def test_near_records_are_one_request(known: Known, server: tuple[str, type[Ranges]]) -> None:
    url, handler = server
    rows = [row for row in known.rows if row["filename"] == "1.warc.gz"][3:9:2]
    records = tuple(Planned(row["offset"], row["length"], row["url"]) for row in rows)
    stop = records[-1].offset + records[-1].length
    one = Range(f"{url}/1.warc.gz", records[0].offset, stop - records[0].offset, records)
    found = list(read_shard(Shard((one,)), Limits()))
    assert [item.content.url for item in found] == [row["url"] for row in rows]
    assert handler.asked == [f"bytes={records[0].offset}-{stop - 1}"]


class Between(BaseHTTPRequestHandler):
    """Hands requests on to an object store; `faults` says what goes wrong with those whose path ends so."""

    protocol_version = "HTTP/1.1"
    store: tuple[str, int]
    faults: dict[str, list[str]]
    """Faults by the end of the path, used up one by one; the last of a list that ends with `always` stays."""

    def pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = self.next_fault()
        if fault == "500":
            return self.answer(500, [], b"<Error><Code>InternalError</Code></Error>")
        line = http.client.HTTPConnection(*self.store)
        line.request(self.command, self.path, body, dict(self.headers))
        got = line.getresponse()
        data, headers = got.read(), got.getheaders()
        line.close()
        if fault == "slow":
            time.sleep(3)
        if fault == "moved":
            headers = [(name, _moved(value) if name == "Content-Range" else value) for name, value in headers]
        return self.answer(got.status, headers, data[:-5] if fault == "short" else data)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = pass_on  # noqa: N815 - as the server calls them

    def next_fault(self) -> str:
        path = self.path.partition("?")[0]
        left = next((found for end, found in self.faults.items() if path.endswith(end)), [])
        if self.command not in ("GET", "PUT") or not left:
            return ""
        return left[0] if left[1:] == ["always"] else left.pop(0)

    def answer(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.send_response_only(status)
        told = {name: value for name, value in headers if name.lower() not in ("connection", "transfer-encoding")}
        length = told.pop("Content-Length", str(len(body))) if self.command == "HEAD" else str(len(body))
        told = {name: value for name, value in told.items() if name.lower() != "content-length"}
        for name, value in {**told, "Content-Length": length}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _moved(said: str) -> str:
    start, last, size = map(int, re.findall(r"\d+", said))
    return f"bytes {start + 1}-{last + 1}/{size + 1}"


@pytest.fixture(scope="module")
def faulty() -> type[Between]:
    """Give what stands between the tests and their object store."""
    return type("Handler", (Between,), {"faults": {}})


@pytest.fixture(scope="module")
def bucket(known: Known, faulty: type[Between]) -> Iterator[str]:
    """Give an S3 bucket with the WARC files and the pack."""
    pytest.importorskip("moto", reason="moto is not installed")
    pytest.importorskip("s3fs", reason="the extra `s3` is not installed")
    import s3fs
    from moto.server import ThreadedMotoServer

    made = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    made.start()
    faulty.store = made.get_host_and_port()
    between = ThreadingHTTPServer(("127.0.0.1", 0), faulty)
    Thread(target=between.serve_forever, daemon=True).start()
    settings = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{between.server_port}", "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1",
    }  # fmt: skip
    with pytest.MonkeyPatch.context() as patched:
        for name, value in settings.items():
            patched.setenv(name, value)
        fs: Any = s3fs.S3FileSystem()
        fs.mkdir("crawl")
        for file in (*known.warcs, known.index, known.pack):
            fs.put_file(str(file), f"crawl/in/{file.name}")
        yield "s3://crawl"
    between.shutdown()
    made.stop()


def written(job: Job) -> dict[str, Any]:
    """When each file of a job was written."""
    import s3fs

    fs: Any = s3fs.S3FileSystem()
    fs.invalidate_cache()
    return {name: one["LastModified"] for name, one in fs.find(job.out, detail=True).items()}


def test_what_an_object_store_does_wrong_costs_time_only(
    known: Known, bucket: str, faulty: type[Between], tmp_path: Path
) -> None:
    import s3fs

    job = known.job(f"{bucket}/faulty", limits=replace(LIMITS, request_seconds=1.5, requests=2, tries=2))
    sources = [f"{bucket}/in/{file.name}" for file in known.warcs]
    faulty.faults.update({
        "0.warc.gz": ["500", "moved"], "1.warc.gz": ["moved", "always"], "2.warc.gz": ["slow", "short"],
        "3.warc.gz": ["short", "always"], "_job.json": ["500"],
    })  # fmt: skip
    first = run_job(job, *sources, size=25_000, workers=1)
    assert faulty.faults == {  # what does not last was met, and got over
        "0.warc.gz": [], "1.warc.gz": ["moved", "always"], "2.warc.gz": [], "3.warc.gz": ["short", "always"],
        "_job.json": [],
    }  # fmt: skip
    assert first.failed
    assert all("Content-Range" in why or "bytes" in why for why in first.failed.values()), first.failed
    assert first.shards > len(first.failed)
    before = written(job)
    faulty.faults.clear()
    again = run_job(job, *sources, size=25_000, workers=1)
    assert not again.failed
    assert again.before == first.shards
    after = written(job)
    assert all(after[name] == when for name, when in before.items())
    assert run_job(job, *sources, size=25_000, workers=1).before == again.shards
    assert written(job) == after
    run_job(known.job(tmp_path / "rows"), *known.warcs, size=25_000)
    s3fs.S3FileSystem().get("crawl/faulty", str(tmp_path / "fetched"), recursive=True)
    found, expected = everything(tmp_path / "fetched"), everything(tmp_path / "rows")
    for name, expected_rows in expected.items():
        assert [_here(row) for row in found[name]] == [_here(row) for row in expected_rows]


def _here(row: dict[str, Any]) -> dict[str, Any]:
    """A row without the folder of its file."""
    return {**row, **{name: row[name].rpartition("/")[2] for name in ("source", "filename") if name in row}}


def test_from_s3_to_s3(known: Known, bucket: str, tmp_path: Path) -> None:
    import s3fs

    run_job(known.job(tmp_path / "rows"), known.index)
    job = known.job(f"{bucket}/rows", pack=f"{bucket}/in/{known.pack.name}")
    done = run_job(job, f"{bucket}/in/index.cdxj", size=60_000, workers=1)
    assert not done.failed
    assert done.shards > 1
    assert run_job(job, f"{bucket}/in/index.cdxj", size=60_000, workers=1).before == done.shards
    s3fs.S3FileSystem().get("crawl/rows", str(tmp_path / "fetched"), recursive=True)
    found, expected = everything(tmp_path / "fetched"), everything(tmp_path / "rows")
    assert {name: len(rows) for name, rows in found.items()} == {name: len(rows) for name, rows in expected.items()}
    titles = [[row["title"] for row in rows["pages"]] for rows in (found, expected)]
    assert titles[0] == titles[1]
    assert sum(write_wide_tables(job.out, tmp_path / "tables").values()) == len(expected["records"])
    assert Destination(job.out).tidy() == []


def test_patterns_and_whole_files_in_s3(known: Known, bucket: str, tmp_path: Path) -> None:
    done = run_job(known.job(tmp_path / "rows"), f"{bucket}/in/*.warc.gz", workers=1)
    assert done.rows["pages"] == len([row for row in known.rows if row["url"].endswith(".html")])
    assert done.passed == {"not HTML: text/css": 4}
