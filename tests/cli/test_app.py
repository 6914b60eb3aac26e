import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from intaglio.cli.app import hoist_flags
from intaglio.cli.registry import COMMANDS, EVALUATIONS, Entry
from intaglio.errors import PageError

ALL: list[tuple[tuple[str, ...], Entry]] = [((name,), entry) for name, entry in COMMANDS.items()]
ALL += [(("evaluate", name), entry) for name, entry in EVALUATIONS.items()]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., None]], None]:
    """Register a function as the command `trial`."""

    def register(function: Callable[..., None]) -> None:
        module: Any = ModuleType("trial")
        module.command, module.EXAMPLE = function, "intaglio trial"
        monkeypatch.setitem(sys.modules, "trial", module)
        monkeypatch.setitem(COMMANDS, "trial", Entry("trial", "Try."))

    return register


@pytest.mark.parametrize(("words", "entry"), ALL, ids=[" ".join(words) for words, _ in ALL])
def test_help_of_every_command_has_an_example(words: tuple[str, ...], entry: Entry, intaglio: Any) -> None:
    ran = intaglio(*words, "--help")
    assert ran.status == 0
    printed = " ".join(ran.out.split())
    for line in importlib.import_module(entry.module).EXAMPLE.strip().splitlines():
        assert line.startswith(f"intaglio {' '.join(words)}")
        assert line in printed


def test_help_lists_all_commands_and_loads_none() -> None:
    code = "import sys; from intaglio.cli import main; main(['--help']); print(list(sys.modules))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for name, entry in COMMANDS.items():
        assert name in out
        assert f"'{entry.module}'" not in out


@pytest.mark.parametrize("words", [["nonsense"], ["sample"], ["sample", "a", "--nonsense"]])
def test_usage_errors_end_with_2(words: list[str], intaglio: Any) -> None:
    ran = intaglio(*words)
    assert ran.status == 2
    assert ran.err


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (PageError("no page\n  here"), "intaglio: no page here\n"),
        (FileNotFoundError(2, "No such file or directory", "a.html"), "intaglio: a.html: No such file or directory\n"),
        (PageError(), "intaglio: PageError\n"),
    ],
)
def test_errors_are_one_line(error: Exception, line: str, command: Any, intaglio: Any) -> None:
    def fail() -> None:
        """Fail."""
        raise error

    command(fail)
    ran = intaglio("trial")
    assert (ran.status, ran.err) == (1, line)


def test_defects_of_our_own_are_told_as_such(command: Any, intaglio: Any) -> None:
    def fail() -> None:
        """Fail."""
        raise ZeroDivisionError("by\nnothing")

    command(fail)
    ran = intaglio("trial")
    assert ran.status == 70
    assert ran.err.startswith("intaglio: unexpected ZeroDivisionError: by nothing in test_app.py, line ")
    assert "a defect" in ran.err
    assert ran.err.count("\n") == 1
    assert "Traceback" in intaglio("trial", "-vv").err


def test_flags_stand_anywhere_but_behind_two_dashes() -> None:
    assert hoist_flags(["page", "a.html", "-v"]) == ["-v", "page", "a.html"]
    assert hoist_flags(["-q", "page", "--", "-v"]) == ["-q", "page", "--", "-v"]


@pytest.mark.parametrize(("flags", "level"), [(["-q"], 40), ([], 30), (["-v"], 20), (["-v", "-v"], 10), (["-vv"], 10)])
def test_flags_set_the_level(flags: list[str], level: int, command: Any, intaglio: Any) -> None:
    import logging

    def show() -> None:
        """Show."""
        print(logging.getLogger("intaglio").level)

    command(show)
    assert intaglio("trial", *flags).out == f"{level}\n"
    assert intaglio(*flags, "trial").out == f"{level}\n"


def test_interrupt_ends_with_130(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "intaglio", "sample", str(tmp_path), "--serve", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while "serving" not in process.stdout.readline():
            assert process.poll() is None
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read() == "intaglio: interrupted\n"


def test_reader_that_goes_away_is_no_accident(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "intaglio", "sample", str(tmp_path)]
    ran = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (1, b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_after_the_work_changes_no_status(number: signal.Signals) -> None:
    code = (
        "import atexit, sys, time; from intaglio import cli; sys.argv = ['intaglio', '--version']\n"
        "atexit.register(lambda: (print('leaving', flush=True), time.sleep(1)))\ncli.run()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while process.stdout.readline().strip() != "leaving":
            pass
        process.send_signal(number)
        assert process.wait(60) == 0


def test_nothing_is_looked_through_before_the_process_ends() -> None:
    code = (
        "import atexit, gc, sys; from intaglio import cli; sys.argv = ['intaglio', '--version']\n"
        "atexit.register(lambda: print(len(gc.get_objects())))\ncli.run()"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(said.split()[-1]) < 1000
