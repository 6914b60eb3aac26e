"""Who may import whom: a part imports only from the layers below its own. Stages read no environment."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import intaglio

SOURCE = Path(intaglio.__file__).parent
LAYERS = (
    {"errors", "charts"},
    {"blobs", "capture", "fetch", "frontier", "resources"},
    {"page"},
    {"layout"},
    {"similarity", "segment", "align"},
    {"templates", "article", "wrapper", "pictures"},
    {"site"},
    {"sources", "browser", "store", "index", "sample"},
    {"run"},
    {"evaluate"},
    {"web"},
    {"cli"},
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
STAGES = {name for name, rank in RANK.items() if rank <= RANK["site"]}
OUTSIDE = {"__init__", "__main__"}  # the public names; the command

FILES = sorted(SOURCE.rglob("*.py"))


def part(file: Path) -> str:
    return file.relative_to(SOURCE).with_suffix("").parts[0]


def imported_parts(tree: ast.AST, file: Path) -> Iterator[tuple[str, int]]:
    """Give each part of the package that a file imports, wherever in the file, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: relative import"
            module = node.module or ""
            names = [f"intaglio.{alias.name}" for alias in node.names] if module == "intaglio" else [module]
        else:
            continue
        for name in names:
            if name.startswith("intaglio."):
                yield name.split(".")[1], node.lineno


def test_every_part_has_its_layer() -> None:
    unknown = {part(file) for file in FILES} - set(RANK) - OUTSIDE
    assert not unknown, f"give them a place in LAYERS: {unknown}"


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(SOURCE)) for file in FILES])
def test_imports_go_down(file: Path) -> None:
    own = part(file)
    if own in OUTSIDE:
        return
    tree = ast.parse(file.read_text(encoding="utf-8"))
    wrong = [
        f"line {line}: {own} imports {other}"
        for other, line in imported_parts(tree, file)
        if other != own and RANK[other] >= RANK[own]
    ]
    assert not wrong


@pytest.mark.parametrize("file", [file for file in FILES if part(file) in STAGES], ids=str)
def test_stages_read_no_environment(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not used & {"environ", "environb", "getenv"}


def test_the_check_itself_sees_an_import_in_a_function() -> None:
    code = "def f():\n from intaglio.store import x\n from intaglio import run\n import intaglio.cli.app"
    tree = ast.parse(code)
    assert list(imported_parts(tree, Path("x"))) == [("store", 2), ("run", 3), ("cli", 4)]
