"""Who may import whom: a part imports only from the layers below its own; rooms of a part form no cycle.

Stages read no environment. What schedules imports no method. Folders are small, module names are unique, and functions
can be followed.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from complexipy import file_complexity

import intaglio

SOURCE = Path(intaglio.__file__).parent
LAYERS = (
    {"counted", "errors", "garbage", "white_space"},
    {"blobs", "capture", "compact_json", "fetch", "frontier", "resources", "workers"},
    {"page", "shapes"},
    {"layout"},
    {"similarity", "segment", "align"},
    {"templates", "articles", "wrapper", "pictures"},
    {"tables"},
    {"site"},
    {"sources", "browser", "store", "index", "sample"},
    {"collection"},
    {"run"},
    {"shards"},
    {"evaluate"},
    {"web", "integrations"},
    {"cli"},
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
FACE = RANK["integrations"]
"""From here on a part may stand on the public names, `from intaglio import …`."""
STAGES = {name for name, rank in RANK.items() if rank <= RANK["site"]}
OUTSIDE = {"__init__", "__main__"}  # the public names; the command
METHODS = {"segment", "articles", "wrapper", "templates", "similarity", "align"}
SCHEDULING = ("scheduler", "page_budget", "methods", "stages", "site_protocol", "progress", "inputs")
"""Rooms of `run` that know of pages and templates, but not how they are read."""
KNIT = {"page"}
"""A noun, its view and its codec know each other: each is made from the other."""
MOST = 14
"""Modules in a folder."""
HARDEST = 25
"""Cognitive complexity of a function."""
NAMED_BY_COMMAND = "cli"
"""Its modules are called as their commands are, whatever else is called so."""

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
        if other != own and (RANK[other] >= RANK[own] if other in RANK else RANK[own] < FACE)
    ]
    assert not wrong


@pytest.mark.parametrize("file", [file for file in FILES if part(file) in STAGES], ids=str)
def test_stages_read_no_environment(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not used & {"environ", "environb", "getenv"}


def room(module: str) -> tuple[str, str]:
    """The part a module is in, and the module or sub-package of it."""
    names = [*module.split("."), ""]
    return names[1], names[2]


@cache
def rooms() -> dict[str, dict[str, set[str]]]:
    """For each part, which of its rooms imports which."""
    found: dict[str, dict[str, set[str]]] = {}
    for file in FILES:
        own = room(".".join(("intaglio", *file.relative_to(SOURCE).with_suffix("").parts)))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"intaglio.{own[0]}."):
                other = room(node.module or "")
                if other[1] != own[1] and own[1] != "__init__":
                    found.setdefault(own[0], {}).setdefault(own[1], set()).add(other[1])
    return found


@pytest.mark.parametrize("name", sorted(rooms().keys() - KNIT))
def test_rooms_of_a_part_form_no_cycle(name: str) -> None:
    assert list(TopologicalSorter(rooms()[name]).static_order())


def test_what_schedules_imports_no_method() -> None:
    seen = 0
    for file in (SOURCE / "run").rglob("*.py"):
        if file.relative_to(SOURCE / "run").with_suffix("").parts[0] in SCHEDULING:
            seen += 1
            assert not METHODS & {other for other, _ in imported_parts(ast.parse(file.read_text("utf-8")), file)}, file
    assert seen >= len(SCHEDULING)


def test_folders_are_small() -> None:
    counts = Counter(file.parent for file in FILES)
    assert not {str(folder.relative_to(SOURCE)): n for folder, n in counts.items() if n > MOST}


def test_module_names_are_unique() -> None:
    names = Counter(file.stem for file in FILES if part(file) != NAMED_BY_COMMAND and file.stem != "__init__")
    assert not [name for name, n in names.items() if n > 1]


def test_the_check_itself_sees_an_import_in_a_function() -> None:
    code = "def f():\n from intaglio.store import x\n from intaglio import run\n import intaglio.cli.app"
    tree = ast.parse(code)
    assert list(imported_parts(tree, Path("x"))) == [("store", 2), ("run", 3), ("cli", 4)]


def test_functions_can_be_followed() -> None:
    """Take apart what is too complex: name its steps."""
    found = {str(file.relative_to(SOURCE)): file_complexity(str(file)).functions for file in FILES}
    hard = [
        f"{file}: {one.name} {one.complexity}"
        for file, some in found.items()
        for one in some
        if one.complexity > HARDEST
    ]
    assert not hard
