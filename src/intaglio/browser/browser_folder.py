"""The folder of one browser: its profile and all that it writes. Those of killed browsers are removed later."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

PREFIX, LOCK = "intaglio-", "in-use"


@dataclass(frozen=True, slots=True)
class BrowserFolder:
    """A folder that is locked for as long as its process lives."""

    path: Path
    _lock: TextIO

    @classmethod
    def make(cls) -> BrowserFolder:
        """Make a folder, and remove those whose processes are gone."""
        remove_left()
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = (path / LOCK).open("w")
        fcntl.flock(lock, fcntl.LOCK_EX)
        return cls(path, lock)

    def remove(self) -> None:
        """Remove it with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def remove_left() -> int:
    """Remove the folders that no process holds any more; give how many there were."""
    removed = 0
    for lock in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        try:
            with lock.open("r+") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(lock.parent)
                removed += 1
        except OSError:  # in use, or somebody else's
            continue
    return removed
