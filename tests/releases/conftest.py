"""The collections of earlier releases, unpacked."""

import sqlite3
import tarfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

ARCHIVES = sorted(Path(__file__).parent.glob("[0-9]*.tar.xz"))


@dataclass(frozen=True, slots=True)
class Release:
    """A collection as an earlier release left it, and the pages it was made from."""

    out: Path
    site: Path

    @property
    def database(self) -> Path:
        """Its database."""
        return self.out / "intaglio.db"


@pytest.fixture(params=ARCHIVES, ids=[path.name.removesuffix(".tar.xz") for path in ARCHIVES])
def release(request: pytest.FixtureRequest, tmp_path: Path) -> Release:
    """Unpack the collection of a release, and tell it where its pages are now."""
    with tarfile.open(request.param) as archive:
        archive.extractall(tmp_path, filter="data")
    made = Release(tmp_path / "out", tmp_path / "site")
    with closing(sqlite3.connect(made.database, isolation_level=None)) as database:
        database.execute("UPDATE origins SET location = ?", (str(made.site.resolve()),))
    return made
