"""Collection: the folder a run fills. Its database is the only truth; the files beside it are written from that."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from intaglio.errors import IntaglioError, StoreError
from intaglio.store import SqlStore, open_store, sqlite_url, without_password

DATABASE = "intaglio.db"
STORE_FILE = "store-url"
"""Where a collection that is kept in another database says so; passwords are left to the database's own files."""


class CollectionBusy(IntaglioError):
    """Another run is at work on a collection."""


@dataclass(frozen=True, slots=True)
class Collection:
    """An open collection."""

    folder: Path
    store: SqlStore

    @property
    def captures(self) -> Path:
        """Where a crawl keeps what it fetched."""
        return self.folder / "captures"


@contextmanager
def fill_collection(folder: Path, store_url: str | None = None) -> Iterator[Collection]:
    """Make or open a collection to write into it; CollectionBusy if somebody else does."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CollectionBusy(f"{folder} is being filled by another run") from None
        with open_store(_store_url(folder, store_url)) as store:
            if store_url is not None:
                (folder / STORE_FILE).write_text(without_password(store_url) + "\n", encoding="utf-8")
            yield Collection(folder, store)


@contextmanager
def open_collection(folder: Path) -> Iterator[Collection]:
    """Open a collection to look at it."""
    if not (folder / DATABASE).exists() and not (folder / STORE_FILE).exists():
        raise StoreError(f"{folder} is no collection: `intaglio run SOURCE -o {folder}` makes one")
    with open_store(_store_url(folder, None)) as store:
        yield Collection(folder, store)


def _store_url(folder: Path, given: str | None) -> str:
    pointer = folder / STORE_FILE
    known = pointer.read_text(encoding="utf-8").strip() if pointer.exists() else None
    if given is not None and known is not None and without_password(given) != known:
        raise StoreError(f"{folder} is kept in {known}")
    return given or known or sqlite_url(folder / DATABASE)
