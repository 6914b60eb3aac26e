"""Collections to look at, and an inspector that serves them on a real socket."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

from intaglio.browser import RenderOptions
from intaglio.collection.collection import open_collection
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.sources import SavedOptions
from intaglio.web.access import Access
from intaglio.web.inspector_app import make_app
from intaglio.web.inspector_server import ServeOptions, hosts_of, listen

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BASE = "http://quillmarsh.example/"


@dataclass(frozen=True)
class Serving:
    """An inspector that listens."""

    folder: Path
    access: Access
    port: int

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.base}/?token={self.access.token}"

    @property
    def cookie(self) -> str:
        return f"{self.access.cookie}={self.access.pass_value}"

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None) -> "Answer":
        """Send exactly these headers, besides Host unless it is given."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.putrequest(method, path, skip_host="Host" in (headers or {}), skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            return Answer.of(connection.getresponse())
        finally:
            connection.close()

    def get(self, path: str) -> "Answer":
        return self.ask("GET", path, {"Cookie": self.cookie})

    def json(self, path: str) -> Any:
        answer = self.get(path)
        assert answer.status == 200, answer.text
        return json.loads(answer.text)

    def post(self, name: str, content: object) -> "Answer":
        """Ask as the inspector's own page does."""
        headers = {
            "Cookie": self.cookie, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin",
            "Origin": self.base,
        }  # fmt: skip
        return self.ask("POST", f"/do/{name}", headers, json.dumps(content).encode())


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)

    @classmethod
    def of(cls, response: HTTPResponse) -> "Answer":
        return cls(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())

    @property
    def text(self) -> str:
        return self.body.decode()


@contextmanager
def serving(folder: Path) -> Iterator[Serving]:
    """Serve a collection on a free port, as `intaglio inspect` does."""
    with open_collection(folder) as collection, listen(ServeOptions()) as listening:
        host, port = listening.getsockname()[:2]
        access = Access(hosts_of(host, port), port)
        config = uvicorn.Config(make_app(collection, access), log_level="error", lifespan="off", server_header=False)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield Serving(folder, access, port)
        finally:
            server.should_exit = True
            thread.join(20)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stories, goods and people of the sample site."""
    folder = tmp_path_factory.mktemp("inspected") / "site"
    write_sample(folder, SampleOptions(articles=14, products=12, people=5, months=1))
    return folder


def fill(site: Path, out: Path) -> None:
    options = RunOptions(LearnOptions(method="text-blocks"), browser=False, saved=SavedOptions(base_url=BASE))
    collect([site], out, options)


@pytest.fixture(scope="session")
def filled(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection made without a browser; not to be changed."""
    out = tmp_path_factory.mktemp("inspected") / "out"
    fill(site, out)
    return out


@pytest.fixture(scope="session")
def inspector(filled: Path) -> Iterator[Serving]:
    """An inspector to look with; corrections belong into one of a test's own."""
    with serving(filled) as found:
        yield found


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator["Browser"]:
    """One Chromium for the tests of a file."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def options(chromium: Path) -> RunOptions:
    """How the site with pictures is read."""
    render = RenderOptions(executable=chromium, workers=1, web=False, dom="either")
    return RunOptions(render=render, saved=SavedOptions(base_url=BASE))


@pytest.fixture(scope="session")
def pictured(tmp_path_factory: pytest.TempPathFactory, options: RunOptions) -> tuple[Path, Path]:
    """A site, and a collection of it with a picture a template; not to be changed."""
    folder = tmp_path_factory.mktemp("pictured")
    whole, site, out = folder / "whole", folder / "site", folder / "out"
    site.mkdir()
    write_sample(whole, SampleOptions(articles=10, products=10, people=4, months=1))
    for part in ("assets", "stories", "goods", "people"):
        (whole / part).rename(site / part)
    collect([site], out, options)
    return site, out


@pytest.fixture
def kind(inspector: Serving) -> Callable[[str], dict[str, Any]]:
    """Give the card of the largest kind whose name has a word."""

    def named(word: str) -> dict[str, Any]:
        kinds = inspector.json("/kinds.json")["kinds"]
        found: dict[str, Any] = next(one for one in kinds if re.search(word, one["name"]))
        return found

    return named
