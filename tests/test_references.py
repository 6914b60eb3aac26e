"""The references that are made from the code are up to date, and have every command, option and error."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from intaglio.cli.app import main
from intaglio.cli.registry import COMMANDS, EVALUATIONS

ROOT = Path(__file__).parent.parent
MADE: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "references.py"))


@pytest.mark.parametrize("name", MADE["REFERENCES"])
def test_references_are_up_to_date(name: str) -> None:
    text = (ROOT / "docs" / name).read_text("utf-8")
    assert text == MADE["REFERENCES"][name](), "run `make docs`"


@pytest.mark.parametrize("name", [*COMMANDS, *(f"evaluate {name}" for name in EVALUATIONS)])
def test_every_option_of_the_reference_is_in_the_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    section = text.partition(f"\n## intaglio {name}\n")[2].partition("\n## ")[0]
    shown = [word for line in section.splitlines() if line.startswith("| `-") for word in line.split("|")[1].split("`")]
    assert main([*name.split(), "--help"]) == 0
    out = capsys.readouterr().out
    for option in (word for word in shown if word.startswith("-")):
        assert option in out, option
