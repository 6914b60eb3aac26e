"""Whether the index is known to be in step with the database, told by the files alone: a search then opens no database.

Noted are size and time of the database's files as they were while nobody wrote, and the kinds of pages. Where anything
differs, or the database is a server's, the database is asked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from intaglio.collection.trust import DATABASE, STORE_FILE
from intaglio.errors import Ambiguous, NothingFound

FILE = "in-step.json"
SETTLED = 0.1
"""Seconds for which files must have stood still: clocks of file systems tick slowly."""
Stamp = list[list[int]]


def stamp_of(folder: Path) -> Stamp | None:
    """Size and time of the database's files; None if they do not tell, as those of a server."""
    if (folder / STORE_FILE).exists():
        return None
    found = []
    for ending in ("", "-wal"):
        file = folder / f"{DATABASE}{ending}"
        if file.exists():
            about = file.stat()
            found.append([about.st_size, about.st_mtime_ns])
    return found or None


def note_in_step(folder: Path, stamp: Stamp | None, kinds: Sequence[Mapping[str, Any]]) -> None:
    """Keep that the index is in step with files as they were before and are now."""
    settled = stamp is not None and time.time_ns() - max(changed for _, changed in stamp) > SETTLED * 1e9
    file = folder / "index" / FILE
    if settled and stamp == stamp_of(folder) and not (file.parent.is_symlink() or file.is_symlink()):
        file.write_text(json.dumps({"stamp": stamp, "kinds": list(kinds)}, ensure_ascii=False), encoding="utf-8")


def kinds_in_step(folder: Path) -> list[dict[str, Any]] | None:
    """The kinds of pages, if the index is in step with the database; None if that is not known."""
    try:
        told = json.loads((folder / "index" / FILE).read_text(encoding="utf-8"))
        if told["stamp"] != stamp_of(folder):
            return None
        return [{key: [str(name) for name in one[key]] for key in ("names", "templates")} for one in told["kinds"]]
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def templates_of(kinds: Sequence[Mapping[str, Any]], name: str) -> list[str]:
    """The templates of the kind with this name, or with this beginning of one that no other has."""
    exact = [one for one in kinds if name in one["names"]]
    found = exact or [one for one in kinds if any(known.startswith(name) for known in one["names"])]
    shown = [str(one["names"][0]) for one in found or kinds]
    if len(found) > 1:
        raise Ambiguous(f"'{name}' may be {', '.join(shown[:8])}{', …' * (len(shown) > 8)}: say more of it")
    if not found:
        there = f"{', '.join(shown[:8]) or 'none yet'}{', …' * (len(shown) > 8)}"
        raise NothingFound(f"no kind is called '{name}'; there are {there}")
    return list(found[0]["templates"])
