"""The HTTP API, served by the real server: pages are read; foreign hosts, origins, sizes and types are refused."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

import intaglio
from intaglio.web.read_api import ReadApiOptions, read_api
from tests.integrations.conftest import BASE


@pytest.fixture(scope="module")
def served(known: Path) -> Iterator[str]:
    words = [sys.executable, "-m", "intaglio", "serve", str(known)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ}) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[3].partition("/read")[0]
        process.terminate()


def status(address: str, body: bytes, **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urlopen(Request(address, body, {"Content-Type": "text/html", **named}), timeout=30) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_pages_are_read_and_what_is_foreign_is_refused(served: str, sample: Path) -> None:
    body = (sample / "about.html").read_bytes()
    request = Request(f"{served}/read?url={BASE}about.html", body, {"Content-Type": "text/html"})
    with urlopen(request, timeout=30) as answer:
        reading = json.load(answer)
    assert reading["template"]
    assert reading["article"]["title"] == "About the paper"
    read = f"{served}/read"
    assert status(read, body, Host="evil.example") == 421
    assert status(read, body, Origin="http://evil.example") == 403
    assert status(read, body, Origin="null") == 403
    assert status(read, b"%PDF-1.7") == 415
    assert status(read, bytes(11 << 20)) == 413
    with urlopen(f"{served}/openapi.json", timeout=30) as answer:
        assert "/read" in json.load(answer)["paths"]
    with pytest.raises(HTTPError, match="421"):
        urlopen(Request(f"{served}/openapi.json", headers={"Host": "evil.example"}), timeout=30)


def test_a_body_that_never_ends_is_answered_in_time(known: Path) -> None:
    async def slowly() -> dict[str, Any]:
        await asyncio.sleep(0.1)
        return {"type": "http.request", "body": b"<p>", "more_body": True}

    answers: list[Any] = []

    async def send(message: Any) -> None:
        answers.append(message)

    scope = {"type": "http", "method": "POST", "path": "/read", "query_string": b"", "headers": [(b"host", b"here")]}
    with intaglio.open(known) as collection:
        asyncio.run(read_api(collection, frozenset({"here"}), ReadApiOptions(seconds=0.5))(scope, slowly, send))
    assert answers[0]["status"] == 503


@pytest.mark.extras
def test_a_pack_serves_as_its_collection_does(known: Path, sample: Path, tmp_path: Path) -> None:
    pack = tmp_path / "sites.intaglio"
    words = [sys.executable, "-m", "intaglio", "-q", "pack", str(known), "-o", str(pack)]
    subprocess.run(words, check=True, capture_output=True)
    body = (sample / "about.html").read_bytes()
    words = [sys.executable, "-m", "intaglio", "serve", str(pack)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ}) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[3].partition("/read")[0]
            request = Request(f"{address}/read?url={BASE}about.html", body, {"Content-Type": "text/html"})
            with urlopen(request, timeout=30) as answer:
                assert json.load(answer)["template"]
        finally:
            process.terminate()
