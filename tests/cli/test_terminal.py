"""What a terminal is sent: no control character of a page, whatever command prints it; colours of our own stay."""

import io
import logging
import sys
from pathlib import Path

import pytest
from rich.control import Control

from intaglio import RunOptions, collect
from intaglio.cli import main
from intaglio.cli.app import PlainFormatter
from intaglio.cli.clean_output import SHOWN, CleanOutput
from intaglio.cli.shared.clean_console import Console
from intaglio.collection.collection import fill_collection
from intaglio.collection.corrections.correction import Correction, Example, Target, What
from intaglio.collection.corrections.correction_log import keep
from intaglio.run.site_learner import LearnOptions
from intaglio.workers import WorkerOptions

PLAIN = RunOptions(LearnOptions(method="text-blocks"), browser=False, workers=WorkerOptions(1))
EVIL = "\x1b[31;8mred\x1b]0;title\x07\x9b2J\x1b[7A\u202eback"
"""Colours that hide, the title of a window, clearing, going up, and turning round."""
COMMANDS = (
    "templates {out}", "templates {out} --json", "kinds {out}", "tables {out}", "tables {out} pages",
    "areas {out}", "areas {out} --json", "fields {out}", "search {out} tide", "search {out} tide --json",
    "pattern {out} {template}", "pattern {out} {template} --pages", "pattern {out} {template} --json",
    "corrections export {out}", "check {out}", "article {page}", "article {page} --json", "page {page}",
    "compare {page} {page}", "export {out} -o {out}/x.nonsense", "kinds {out} --name {evil}=x", "fields {out} {evil}",
    "extract {out} {page}",
)  # fmt: skip


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        return True


def as_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """What stands for standard output and standard error from now on."""
    made = Terminal()
    monkeypatch.setattr(sys, "stdout", made)
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return made


def test_own_moves_reach_a_terminal_and_those_of_pages_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = as_terminal(monkeypatch)
    with CleanOutput.on_terminals():
        console = Console(highlight=False)
        console.control(Control.move(0, -1))
        console.print(f"[bold]{EVIL}", style="red")
        print(EVIL)
        print(EVIL, file=sys.stderr)
    clean = f"{SHOWN}[31;8mred{SHOWN}]0;title{SHOWN}{SHOWN}2J{SHOWN}[7A{SHOWN}back"
    rich = clean.replace(f"title{SHOWN}", "title")  # Rich leaves bells out itself
    assert terminal.getvalue() == f"\x1b[1A\x1b[1;31m{rich}\x1b[0m\n{clean}\n{clean}\n"


def test_logs_have_no_control_characters() -> None:
    record = logging.LogRecord("intaglio", logging.WARNING, __file__, 1, "page %s", (EVIL,), None)
    assert "\x1b" not in PlainFormatter("%(message)s").format(record)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A collection of evil pages, and one of the pages."""
    folder = tmp_path_factory.mktemp("evil")
    pages = folder / "pages"
    pages.mkdir()
    for number in range(6):
        name = f"{number} \x1b[31;8mred\x1b[7A.html"
        (pages / name).write_text(
            f"<title>{EVIL} {number}</title><h1>{EVIL} tide {number}</h1><p class='{EVIL}'>{EVIL} says {number}.</p>"
            f"<dl><dt>{EVIL}:<dd>{EVIL} {number}<dt>Height:<dd>{number} m</dl><ul><li>{EVIL}<li>{number}</ul>"
        )
    collect(pages, folder / "out", PLAIN)
    with fill_collection(folder / "out") as collection, collection.store.writing() as tx:
        keep(tx, Correction(What.WANT, Target(), "price", (Example(EVIL, EVIL),), EVIL))
    return folder / "out", pages / name


@pytest.mark.parametrize("words", COMMANDS)
def test_nothing_that_a_page_says_moves_a_terminal(
    words: str, filled: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    (out, page), terminal = filled, as_terminal(monkeypatch)
    monkeypatch.setenv("INTAGLIO_TRUST", "1")
    template = next((out / "records").glob("*.jsonl")).stem
    given = {"{out}": str(out), "{page}": str(page), "{template}": template, "{evil}": EVIL}
    status = main([_filled_in(word, given) for word in words.split()])
    assert status in (0, 1, 2)
    said = terminal.getvalue()
    assert said
    for part in ("\x1b[31;8m", "\x1b]", "\x07", "\x9b", "\x1b[7A", "\u202e"):
        assert part not in said


def _filled_in(word: str, given: dict[str, str]) -> str:
    for name, value in given.items():
        word = word.replace(name, value)
    return word
