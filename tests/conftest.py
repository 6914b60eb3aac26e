"""What all tests share: the corpora of real pages, a browser, a database server, and running the command."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from intaglio.cli import main
from intaglio.errors import CorpusMissing, NoBrowser
from intaglio.evaluate.corpora import CorpusName, open_corpus

from .contracts.postgres import binaries, server

ROOT = Path(__file__).parent.parent
settings.register_profile("all", deadline=None)  # no test asks how long something takes
settings.load_profile("all")


@pytest.fixture(scope="session")
def corpus() -> Callable[[CorpusName], Path]:
    """Give the folder of a corpus by its name, unpacked once; skips where the corpora are not."""
    corpora = Path(os.environ.get("INTAGLIO_CORPORA", ROOT.parent / "shared" / "corpora"))

    @cache
    def folder(name: CorpusName) -> Path:
        try:
            return open_corpus(corpora, name, ROOT / ".cache" / "corpora")
        except CorpusMissing as missing:
            pytest.skip(f"{missing} (set INTAGLIO_CORPORA to the folder that has it)")

    return folder


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Give the Chromium of this machine, the one that INTAGLIO_CHROMIUM names first; skip where there is none."""
    from playwright.sync_api import sync_playwright

    from intaglio.browser.chromium import find
    from intaglio.cli.shared.browser_options import chromium as named

    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    try:
        return find(named(), own)
    except NoBrowser as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Start a PostgreSQL server and give its URL; skip where there is none to start, unless under CI."""
    programs = binaries()
    if programs is None:
        reason = "no PostgreSQL server binaries (Debian: apt install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with server(programs) as url:
        yield url


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run of the command gave."""

    status: int
    out: str
    err: str


@pytest.fixture
def intaglio(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run the command in this process: `intaglio("page", file).status`."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("INTAGLIO_TRUST", os.environ.get("INTAGLIO_TRUST", "0"))  # --trust is for one test alone

    def run(*words: str | Path) -> Ran:
        capsys.readouterr()
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return run


@pytest.fixture(autouse=True, scope="session")
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep what tests note about trust out of the user's own state folder."""
    folder = tmp_path_factory.mktemp("state")
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = str(folder)
    yield folder
    if before is None:
        del os.environ["XDG_STATE_HOME"]
    else:
        os.environ["XDG_STATE_HOME"] = before


def assert_fits(printed: str) -> None:
    """What a command printed can be read at 80 columns: no line is longer, and nothing is cut off."""
    assert printed
    assert max(map(len, printed.splitlines())) <= 80
    assert "…" not in printed
