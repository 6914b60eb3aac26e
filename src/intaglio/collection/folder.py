"""CollectionFolder: the folder that a run fills. Its database is the only truth; the files beside it are exports."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from intaglio.collection.trust import DATABASE, READ, STORE_FILE, check_links, check_trusted, remember
from intaglio.errors import CollectionBusy, StoreError
from intaglio.store import SqlStore, open_store, sqlite_url, without_password

LONGEST = 4_000
"""Characters of the URL of a database."""


@dataclass(frozen=True, slots=True)
class CollectionFolder:
    """The folder of a collection with its database open; `Collection` adds what can be asked of it."""

    folder: Path
    store: SqlStore

    @property
    def captures(self) -> Path:
        """Where a crawl keeps what it fetched."""
        return self.folder / "captures"


@contextmanager
def filled_folder(folder: Path, store_url: str | None = None) -> Iterator[CollectionFolder]:
    """Make or open a collection to write into it; CollectionBusy if somebody else does."""
    if folder.is_file():
        raise StoreError(f"{folder} is a pack or another file: name the folder of a collection")
    folder.mkdir(parents=True, exist_ok=True)
    check_links(folder)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CollectionBusy(
                f"{folder} is being filled by another run: wait until it ends, or write to another folder"
            ) from None
        with open_store(_store_url(folder, store_url)) as store:
            if store_url is not None:
                remember(folder, without_password(store_url))
                (folder / STORE_FILE).write_text(without_password(store_url) + "\n", encoding="utf-8")
            yield CollectionFolder(folder, store)


def store_of(folder: Path) -> SqlStore:
    """Open the database of an existing collection; whoever asks closes it."""
    if not (folder / DATABASE).exists() and not (folder / STORE_FILE).exists():
        raise StoreError(f"{folder} is no collection: `intaglio run SOURCE -o {folder}` makes one")
    check_links(folder, READ)
    return open_store(_store_url(folder, None))


def _store_url(folder: Path, given: str | None) -> str:
    pointer = folder / STORE_FILE
    known = _pointed(pointer) if pointer.exists() else None
    if given is not None and known is not None and without_password(given) != known:
        raise StoreError(f"{folder} is kept in {known}")
    if given is None and known is not None:
        check_trusted(folder, known, f"the database {known}")
    return given or known or sqlite_url(folder / DATABASE)


def _pointed(pointer: Path) -> str:
    with pointer.open(encoding="utf-8", errors="replace") as file:
        said = file.read(LONGEST + 1).strip()
    if not said.isprintable() or not 0 < len(said) <= LONGEST:
        raise StoreError(f"{pointer} names no database: restore the collection from a copy, or make it anew")
    return said
