"""The examples in README, docs and docstrings are run, and show what really comes out.

Every document runs in a folder of its own that holds the sample site as `site/`. Python blocks share one namespace.
In a console block each line after `$ ` runs; lines below it are what it must print, `…` standing for anything.
"""

import doctest
import importlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import intaglio as package
from intaglio.sample import write_sample

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SOURCE = Path(package.__file__).parent
DOCTESTED = [file for file in sorted(SOURCE.rglob("*.py")) if ">>> " in file.read_text(encoding="utf-8")]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Give each command of a console block with the output shown for it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown.strip()


def matches(shown: str, printed: str) -> bool:
    """Compare, white space apart, what is shown with what was printed."""
    pattern = ".*?".join(re.escape(" ".join(piece.split())) for piece in shown.split("…"))
    return re.fullmatch(pattern.replace(r"\ ", r"\s*"), " ".join(printed.split()), re.DOTALL) is not None


@pytest.mark.parametrize("document", DOCUMENTS, ids=[str(file.relative_to(ROOT)) for file in DOCUMENTS])
def test_examples_of_documents(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, intaglio: Any) -> None:
    importlib.import_module("intaglio.cli.collections.export")  # its help keeps the formats there are when it is read
    write_sample(tmp_path / "site")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": document.stem}
    for kind, block in BLOCK.findall(document.read_text(encoding="utf-8")):
        if kind == "python":
            exec(compile(block, str(document), "exec"), namespace)
            continue
        for command, shown in commands(block):
            words = shlex.split(command, comments=True)
            if words[0] != "intaglio":
                continue  # setting up, not ours to run here
            ran = intaglio(*words[1:])
            assert ran.status == 0, f"{command}: {ran.err}"
            if shown:
                assert matches(shown, ran.out), f"{command} printed:\n{ran.out}"


@pytest.mark.parametrize("file", DOCTESTED, ids=[str(file.relative_to(SOURCE)) for file in DOCTESTED])
def test_examples_of_docstrings(file: Path) -> None:
    name = ".".join(("intaglio", *file.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.attempted
    assert not outcome.failed


def test_comparison_sees_a_difference() -> None:
    assert matches("1 page …\nend", "1 page, 2 areas\n   end\n")
    assert not matches("1 page", "1 pages")
    assert list(commands("$ a b\nout\n$ c\n")) == [("a b", "out"), ("c", "")]
