"""What a collection may reach outside its folder: only what its user has used with it before, or says to trust.

A collection can come from anybody. A database or a folder that it names elsewhere is opened only if this user filled
the collection from there, which is noted in the user's own state folder, or if `INTAGLIO_TRUST` is 1 (`--trust`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

from intaglio.errors import StoreError, Untrusted

SETTING = "INTAGLIO_TRUST"
DATABASE = "intaglio.db"
STORE_FILE = "store-url"
"""Where a collection that is kept in another database says so; passwords are left to the database's own files."""
PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
LINKED = ("", "captures", "index", "pictures", "records", "tables")
"""Folders of a collection that a run writes to."""
READ = ("", "index", "pictures")
"""Those that are used also when a collection is only looked at: its databases, what is searched, and what is shown."""
HOW = "if you know where it comes from, say --trust, or set INTAGLIO_TRUST=1"


def file_name(name: object, kind: str) -> str:
    """A name from a database that is to be part of a file's name; StoreError unless it can be nothing else."""
    if not isinstance(name, str) or PLAIN.fullmatch(name) is None or ".." in name:
        raise StoreError(f"{str(name)[:80]!r} is no name of a {kind}: the collection is damaged, or made to do harm")
    return name


def remember(folder: Path, *places: str) -> None:
    """Note that this user fills a collection from these places: folders, archives, the URL of its store."""
    new = [line for place in places if (line := _line(folder, place)) not in _known()]
    if new:
        file = _file()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as notes:
                notes.writelines(f"{line}\n" for line in new)
        except OSError:  # nowhere to note it: --trust will be asked for
            return


def is_trusted(folder: Path, place: str) -> bool:
    """Whether a collection may reach a place that it names."""
    return os.environ.get(SETTING) == "1" or _line(folder, place) in _known()


def check_trusted(folder: Path, place: str, what: str) -> None:
    """Raise Untrusted unless a collection may reach a place that it names."""
    if not is_trusted(folder, place):
        raise Untrusted(f"{folder} names {what}, which was not used with it here: {HOW}")


def check_links(folder: Path, names: Sequence[str] = LINKED) -> None:
    """Raise Untrusted if a file is a link that leads elsewhere, StoreError if it is none: a pipe would never end."""
    for name in names:
        if (folder / name).is_dir():
            with os.scandir(folder / name) as entries:
                odd = sorted(
                    (Path(entry.path), entry.is_symlink())
                    for entry in entries
                    if not entry.is_file(follow_symlinks=False) and not entry.is_dir(follow_symlinks=False)
                )
            for path, link in odd:
                if not link:
                    raise StoreError(f"{path} is neither a file nor a folder: remove it")
                if not is_trusted(folder, os.path.realpath(path)):
                    raise Untrusted(f"{path} is a link to {os.path.realpath(path)}: {HOW}")


def _line(folder: Path, place: str) -> str:
    return json.dumps([str(folder.resolve()), place])


def _known() -> set[str]:
    try:
        return set(_file().read_text(encoding="utf-8").splitlines())
    except (OSError, ValueError):
        return set()


def _file() -> Path:
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "intaglio" / "trusted"
