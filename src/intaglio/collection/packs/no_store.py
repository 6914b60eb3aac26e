"""NoStore: stands where a collection has its database, for a pack, which has none."""

from __future__ import annotations

from typing import NoReturn

from intaglio.collection.packs.pack_file import PackFile
from intaglio.errors import PackError
from intaglio.store import SqlStore


class NoStore(SqlStore):
    """Refuses every transaction in one line that says why."""

    def __init__(self, pack: PackFile) -> None:
        """Stand in for the database of a pack."""
        self.pack = pack

    def reading(self) -> NoReturn:
        """Refuse to read."""
        raise PackError(f"{self.pack.path} is a pack: it reads pages and has none; open the collection it was made of")

    def writing(self) -> NoReturn:
        """Refuse to write."""
        self.reading()

    def close(self) -> None:
        """Let go of the pack."""
        self.pack.close()
