"""Documents can be walked through: every one is linked, every link leads somewhere, and what they name exists."""

import re
from pathlib import Path

import pytest

from intaglio.cli.registry import COMMANDS, EVALUATIONS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
INDENTED = re.compile(r"^    ((?:\$ )?intaglio .*)$", re.MULTILINE)
IMPORT = re.compile(r"^\s*(?:from|import) (intaglio(?:\.\w+)*)", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(?:[\w.-]+/)*[\w-]+\.py")
COMMAND = re.compile(r"(?<!from )intaglio (?:-q )?([a-z]+)\b(?: ([a-z]+)\b)?")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
OF_OTHERS = {"--help", "--host-resolver-rules", "--kills", "--no-sandbox", "--size", "--with"}
"""Options of every command, or of other programs that documents speak of."""
KNOWN_TERMS = 40


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))


def prose(file: Path) -> str:
    """A document without its fenced blocks, which are run elsewhere."""
    return FENCED.sub("", file.read_text("utf-8"))


def links(file: Path) -> list[str]:
    return [link for link in LINK.findall(prose(file)) if "://" not in link]


def anchors(file: Path) -> set[str]:
    """The anchors of headings, as forges make them."""
    headings = re.findall(r"^#+ (.*)$", prose(file), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("file", DOCUMENTS, ids=name)
def test_links_lead_somewhere(file: Path) -> None:
    for link in links(file):
        target, _, anchor = link.partition("#")
        path = (file.parent / target).resolve() if target else file
        assert path.exists(), link
        assert not anchor or anchor in anchors(path), link


def test_every_document_is_reached_from_the_readme() -> None:
    reached, ahead = set[Path](), [ROOT / "README.md"]
    while ahead:
        file = ahead.pop()
        if file in reached or file.suffix != ".md":
            continue
        reached.add(file)
        ahead += [(file.parent / link.partition("#")[0]).resolve() for link in links(file)]
    assert not {name(file) for file in DOCUMENTS} - {name(file) for file in reached if file.is_relative_to(ROOT)}


@pytest.mark.parametrize("file", DOCUMENTS, ids=name)
def test_files_that_are_named_exist(file: Path) -> None:
    places = (ROOT, ROOT / "src" / "intaglio", ROOT / "src")
    for code in CODE.findall(prose(file)):
        for path in FILE.findall(code):
            if "NAME" in path:
                continue  # stands for a file that a reader will write
            assert any((place / path).exists() for place in places), path


@pytest.mark.parametrize("file", DOCUMENTS, ids=name)
def test_commands_and_options_that_are_named_exist(file: Path) -> None:
    options = set(OPTION.findall((ROOT / "docs" / "cli.md").read_text("utf-8"))) | OF_OTHERS
    for code in (*CODE.findall(prose(file)), *INDENTED.findall(prose(file))):
        for command, second in COMMAND.findall(code):
            assert command in COMMANDS or command == "evaluate", code
            assert command != "evaluate" or not second or second in EVALUATIONS, code
        if not code.startswith(("pip ", "uvx ", "docker ", "make ", "apt ", "ray ")):
            assert not set(OPTION.findall(code)) - options, code


@pytest.mark.parametrize("file", [one for one in DOCUMENTS if one.parent.name != "methods"], ids=name)
def test_examples_import_what_is_public(file: Path) -> None:
    """Methods are explained by what is inside; everyone else does with the public names and the modules listed."""
    listed = CODE.findall((ROOT / "docs" / "python.md").read_text("utf-8"))
    for module in IMPORT.findall(file.read_text("utf-8")):
        assert module in ("intaglio", "intaglio.errors", *listed) or module.startswith("intaglio.integrations."), module


def test_the_tree_has_every_folder() -> None:
    text = (ROOT / "docs" / "flow.md").read_text("utf-8")
    folders = [one.parent.name for one in (ROOT / "src" / "intaglio").glob("*/__init__.py")]
    assert [name for name in folders if f"\n| `{name}/` |" not in text] == []


def test_the_glossary_is_short() -> None:
    rows = [line for line in (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    assert 20 < len(rows) - 1 <= KNOWN_TERMS


def test_every_command_and_evaluation_is_in_the_reference() -> None:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for one in (*COMMANDS, *(f"evaluate {other}" for other in EVALUATIONS)):
        assert f"\n## intaglio {one}\n" in text, one
