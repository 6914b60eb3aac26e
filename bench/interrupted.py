"""Signals that fall into the middle of every phase of a run: what `faults.py signals` does.

A run notes in a file when it begins and ends each phase. One run is left alone, so that it is known how long phases
take; then one collection is ended in the middle of a phase after the other, each time by the same command that goes on
where it was. A run sends the signal to itself, so that it comes in phases of a few milliseconds, too; it counts only if
the phase had begun and had not ended then.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PROGRAM = """
import os, signal, sys, time
from importlib import import_module
from threading import Timer

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the bench may have it ignored
log, aim, after, times, sent = (sys.argv.pop(1) for _ in range(5))
PHASES = {
    "pages": ("intaglio.run.scheduler", "Runner.run"),
    "articles": ("intaglio.run.passes.article_pass", "finish_articles"),
    "learning": ("intaglio.run.collect", "find_records"),
    "records": ("intaglio.run.passes.record_pass", "extract_records"),
    "record files": ("intaglio.run.collect", "write_records"),
    "tables": ("intaglio.run.collect", "make_tables"),
    "kinds of pages": ("intaglio.run.collect", "write_page_kinds"),
    "table files": ("intaglio.run.collect", "write_tables_by_workers"),
    "index": ("intaglio.run.collect", "index_by_workers"),
    "report": ("intaglio.run.collect", "write_report"),
}

def note(*words):
    with open(log, "a") as file:
        print(*words, file=file)

def send():
    note("sent", time.monotonic(), aim)
    os.kill(os.getpid(), int(sent))

def noting(phase, module, name):
    place = import_module(module)
    *owners, last = name.split(".")
    for owner in owners:
        place = getattr(place, owner)
    do = getattr(place, last)
    begun = 0
    def noted(*given, **more):
        nonlocal begun
        begun += 1
        note("begin", time.monotonic(), phase)
        if phase == aim and begun == int(times):
            if float(after) < 0.01:  # a thread would hardly get to it
                send()
            timer = Timer(float(after), send)
            timer.daemon = True
            timer.start()
        found = do(*given, **more)
        note("end", time.monotonic(), phase)
        return found
    setattr(place, last, noted)

for phase, (module, name) in PHASES.items():
    noting(phase, module, name)
from intaglio.cli import run
run()
"""
PHASES = ("pages", "articles", "learning", "records", "record files", "tables", "kinds of pages", "table files",
          "index", "report")  # fmt: skip
"""In the order in which a run comes to them."""
EARLY, LATE = 0.05, 0.5
"""When in a phase a signal is sent, in parts of the time that the phase took; machines are not equally quick twice."""
TRIES = 4
"""How often a phase is aimed at; one that was over too soon is aimed at anew in another collection."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A signal that was sent."""

    phase: str
    sent: signal.Signals
    hit: bool
    """It came in the middle of the phase."""
    took: float
    """Seconds after which the run had ended."""
    wrong: str | None


def start(log: Path, words: list[str], aim: Sequence[object] = ("nothing", 0, 0, 0)) -> subprocess.Popen[str]:
    """Start a run that notes its phases, and sends itself a signal: in which phase, when, at which time, and which."""
    log.unlink(missing_ok=True)
    command = [sys.executable, "-c", PROGRAM, str(log), *map(str, aim), "-q", "run", *words]
    return subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def noted(log: Path) -> Iterator[tuple[str, float, str]]:
    """What a run noted; learning is over when the first pages get records."""
    learned = False
    for line in log.read_text().splitlines() if log.exists() else ():
        what, when, phase = line.split(maxsplit=2)
        if (what, phase) == ("begin", "records") and not learned:
            learned = True
            yield "end", float(when), "learning"
        if (what, phase) != ("end", "learning"):
            yield what, float(when), phase


def durations(log: Path) -> dict[str, tuple[float, int]]:
    """How long a phase took at most, and how often a run had come to it then."""
    begun: dict[str, list[float]] = {}
    took: dict[str, tuple[float, int]] = {}
    for what, when, phase in noted(log):
        if what == "begin":
            begun.setdefault(phase, []).append(when)
        elif what == "end":
            times = begun[phase]
            took[phase] = max(took.get(phase, (0.0, 0)), (when - times[-1], len(times)))
    return took


def shoot(log: Path, words: list[str], phase: str, after: float, times: int, sent: signal.Signals) -> Shot:
    """Let a run get a signal when it has come so often to a phase, which has lasted for so long."""
    run = start(log, words, (phase, after, times, int(sent)))
    _, said = run.communicate()
    over = time.monotonic()
    told = list(noted(log))
    began = next((when for what, when, _ in told if what == "sent"), over)
    ended = sum(what == "end" and one == phase and when < began for what, when, one in told)
    hit, took = began < over and ended < times, over - began
    wrong = None
    if hit and (run.returncode != 128 + sent or said.count("\n") != 1):
        wrong = f"{sent.name} in {phase}: status {run.returncode}, {said.strip()[-300:]!r}"
    return Shot(phase, sent, hit, took, wrong)


def chain(
    log: Path,
    words: list[str],
    took: dict[str, tuple[float, int]],
    chance: random.Random,
    wanted: list[tuple[str, signal.Signals]],
) -> Iterator[Shot]:
    """End one collection's runs in the middle of one phase after the other."""
    for phase, sent in wanted:
        seconds, times = took[phase]
        yield shoot(log, words, phase, seconds * chance.uniform(EARLY, LATE), times, sent)
