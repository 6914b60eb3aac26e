"""Which Chromiums this process has started."""

import os
from collections.abc import Iterator
from pathlib import Path


def browser_processes() -> set[int]:
    """Main processes of the Chromiums below this process."""
    return {pid for pid in children_of(os.getpid()) if is_browser(pid)}


def is_browser(pid: int) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return b"--user-data-dir=" in command and b"--type=" not in command and b"intaglio-" in command


def children_of(parent: int) -> Iterator[int]:
    """Processes below one, at any depth."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    waiting = list(parents.get(parent, []))
    while waiting:
        pid = waiting.pop()
        yield pid
        waiting += parents.get(pid, [])
