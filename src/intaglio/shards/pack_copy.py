"""The copy of a pack that a machine's workers share: fetched once, checked, and kept under its digest."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from tempfile import gettempdir

from intaglio.collection.packs.pack_file import PackFile
from intaglio.errors import PackError
from intaglio.shards.remote_file import filesystem, is_local


def local_pack(url: str, digest: str | None = None) -> Path:
    """The path of a pack on this machine; of a pack elsewhere, that of a copy with this digest."""
    fs, path = filesystem(url)
    if is_local(fs):
        return Path(path)
    folder = Path(gettempdir()) / f"intaglio-packs-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PackError(f"{folder} is somebody else's: remove it")
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kept = folder / f"{digest}.intaglio"
        if digest is not None and kept.exists():
            return kept
        new = folder / f".{os.getpid()}"
        try:
            fs.get_file(path, str(new))
            pack = PackFile.open(new)
            pack.close()
            if digest not in (None, pack.digest):
                raise PackError(f"{url} is another pack by now: give workers and driver the same")
            kept = folder / f"{pack.digest}.intaglio"
            new.replace(kept)
        finally:
            new.unlink(missing_ok=True)
    return kept
