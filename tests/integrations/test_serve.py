"""The HTTP API, served by the real server: pages are read; foreign hosts, origins, sizes and types are refused."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

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
