"""Collections that somebody sends, each with one file that is not what it should be: see `hostile.py`.

Every file of a small collection is in turn empty, noise, cut off, a folder, a pipe that nobody fills, a link to itself
or to a file without an end, or other JSON; every command that reads collections, and every screen of the inspector,
meets it. Each has to end in its time and memory, with an answer or one line and what to do; never with a traceback, and
never by writing what is outside the collection.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from intaglio.cli.app import main
from intaglio.collection.collection import open_collection
from intaglio.errors import IntaglioError
from intaglio.sample import SampleOptions, write_sample
from intaglio.web.inspection import Inspection
from intaglio.web.screens import SCREENS, Asked

SECONDS = 20
"""Processor time that a command has."""
WAITING = 180
"""Time of the clock, for what waits and does nothing; a busy machine fails nothing."""
MEMORY = 3 << 30
"""Bytes of address space that a command has."""
NOISE = Random(1).randbytes(50_000)
DEEP = b"[" * 100_000


def _swapped(make: Callable[[Path], object]) -> Callable[[Path], None]:
    def swap(file: Path) -> None:
        file.unlink()
        make(file)

    return swap


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda file: file.write_bytes(b""),
    "noise": lambda file: file.write_bytes(NOISE),
    "cut off": lambda file: os.truncate(file, file.stat().st_size * 2 // 3),
    "noise within": lambda file: file.write_bytes(_spoilt(file.read_bytes())),
    "a folder": _swapped(Path.mkdir),
    "a pipe": _swapped(os.mkfifo),
    "a link to itself": _swapped(lambda file: file.symlink_to(file.name)),
    "a link to no end": _swapped(lambda file: file.symlink_to("/dev/zero")),
    "a link elsewhere": _swapped(lambda file: file.symlink_to(file.parents[1 + (file.parent.name != "out")] / "kept")),
    "deep JSON": lambda file: file.write_bytes(DEEP),
    "other JSON": lambda file: file.write_bytes(b'{"a": [null, 1e999, {"b": "\\ud800"}]}\n'),
}


def _spoilt(content: bytes) -> bytes:
    chance, made = Random(len(content)), bytearray(content)
    for _ in range(max(8, len(made) // 2000) if made else 0):
        made[chance.randrange(len(made))] = chance.randrange(256)
    return bytes(made)


def commands(out: Path, site: Path) -> Iterator[tuple[str, Callable[[], int]]]:
    """What reads a collection, by name."""
    page, other = next(site.rglob("*.html")), out.parent / "written"
    for words in (
        ["templates", out], ["kinds", out], ["tables", out], ["fields", out], ["areas", out], ["check", out],
        ["search", out, "harbour"], ["search", out, "harbour", "--reindex"], ["export", out, "-o", other / "all.csv"],
        ["corrections", "export", out], ["extract", out, page], ["pack", out, "-o", other / "x.pack"],
        ["run", site, "-o", out, "--no-browser"],
    ):  # fmt: skip
        given = [str(word) for word in words]
        yield given[0] + ("" if len(given) < 4 else f" {given[-1]}"), lambda given=given: main(["-q", *given])
    yield "inspect", lambda: _screens(out)


def _screens(out: Path) -> int:
    """Ask for every screen, and for the files that screens give."""
    with open_collection(out) as collection:
        inspection = Inspection(collection)
        kind = inspection.kinds(ignored=True)[0]
        given = {"kind": kind.id, "template": kind.templates[0].template, "capture": "1", "q": "harbour"}
        for screen in SCREENS.values():
            try:
                screen.content(inspection, Asked(given))
            except IntaglioError as error:
                _one_line(error)
    return 0


def _one_line(error: IntaglioError) -> None:
    if "\n" in str(error):
        raise AssertionError(f"more than a line: {error}")


def tried(do: Callable[[], int], said: Path) -> tuple[int, str]:
    """What a command ends with in a process of its own, which has only so much time and memory; and what it says."""
    pid = os.fork()
    if pid == 0:
        status = 99
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            signal.alarm(WAITING)
            with said.open("wb") as file:
                os.dup2(os.open(os.devnull, os.O_RDWR), 0)
                os.dup2(os.open(os.devnull, os.O_RDWR), 1)
                os.dup2(file.fileno(), 2)
            sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", errors="backslashreplace")
            try:
                status = do()
            except IntaglioError as error:
                print(f"intaglio: {error}", file=sys.stderr)
                status = 1
            except SystemExit as ended:
                status = ended.code if isinstance(ended.code, int) else 1
            except BaseException as error:  # noqa: BLE001 - whatever comes out of a command is a fault
                print(f"Traceback: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            sys.stderr.flush()
        finally:
            os._exit(status)
    _, ended = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(ended), said.read_text("utf-8", "replace") if said.exists() else ""


def collections(only: str) -> list[str]:
    """Let every command meet every file in every state; give what went wrong."""
    os.environ.pop("INTAGLIO_TRUST", None)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        os.environ["XDG_STATE_HOME"] = str(place / "state")
        write_sample(place / "site", SampleOptions(articles=8, products=6, people=3, months=1))
        if main(["-q", "run", str(place / "site"), "-o", str(place / "whole"), "--no-browser", "--parquet"]):
            return ["no collection was made"]
        files = _files(place / "whole")
        wrong, count, slowest = [], 0, 0.0
        for file in files:
            for damage, spoil in DAMAGES.items():
                if only not in f"{file} {damage}":
                    continue
                for command, status, said, took in _met(place, file, spoil):
                    count, slowest = count + 1, max(slowest, took)
                    if (fault := _fault(status, said)) is not None:
                        wrong.append(f"{file}, {damage}: {command}: {fault}")
                        print(f"  {wrong[-1]}", flush=True)
    print(f"  {count} commands met {len(files)} files in {len(DAMAGES)} states; the slowest took {slowest:.1f} s")
    return wrong


def _files(out: Path) -> list[Path]:
    """The files of a collection; of several of one sort, the first."""
    sorts: dict[tuple[str, str], Path] = {}
    for file in sorted(out.rglob("*")):
        if file.is_file():
            alike = file.suffix if file.parent != out and file.stem not in ("meta", "names", "format") else file.name
            sorts.setdefault((file.parent.name, alike), file.relative_to(out))
    return list(sorts.values())


def _met(place: Path, file: Path, spoil: Callable[[Path], object]) -> Iterator[tuple[str, int, str, float]]:
    out = place / "out"
    (place / "kept").write_text("kept")
    for command, do in commands(out, place / "site"):
        shutil.rmtree(out, ignore_errors=True)
        shutil.rmtree(place / "written", ignore_errors=True)
        (place / "written").mkdir()
        shutil.copytree(place / "whole", out)
        spoil(out / file)
        started = time.monotonic()
        status, said = tried(do, place / "said")
        if (place / "kept").read_text() != "kept":
            said += "Traceback: what is outside was written"
        yield command, status, said, time.monotonic() - started


def _fault(status: int, said: str) -> str | None:
    if status in (-signal.SIGALRM, -signal.SIGXCPU, -signal.SIGKILL):
        return f"did not end within {SECONDS} s of work, or waited for {WAITING} s"
    if status < 0:
        return f"ended by {signal.Signals(-status).name}"
    if "Traceback" in said or status == 99:
        return said.strip()[-300:]
    lines = [line for line in said.splitlines() if line.startswith("intaglio: ")]
    if status == 1 and len(lines) != 1:
        return f"said {said.strip()[-200:]!r}"
    return None
