"""The public names are documented, and importing them loads none of the heavy parts."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import intaglio
from intaglio import errors

HEAVY = {"playwright", "scrapy", "twisted", "sqlalchemy", "psycopg", "tantivy", "pyarrow", "sklearn", "fastwarc", "ray"}
REFERENCE = Path(__file__).parent.parent / "docs" / "python.md"


def members(name: str) -> list[str]:
    """Give the public methods and properties that a class of ours defines itself."""
    value = getattr(intaglio, name)
    if not inspect.isclass(value):
        return []
    return [member for member in vars(value) if not member.startswith("_") and callable(getattr(value, member, None))]


@pytest.mark.parametrize("name", intaglio.__all__)
def test_public_names_are_documented(name: str) -> None:
    value = getattr(intaglio, name)
    if not isinstance(value, Mapping):
        assert inspect.getdoc(value)
        assert value.__module__.startswith("intaglio.")
    for member in members(name):
        assert inspect.getdoc(getattr(value, member)), f"{name}.{member}"
    assert f"`{name}`" in REFERENCE.read_text(encoding="utf-8"), f"describe {name} in {REFERENCE.name}"


def test_the_public_list_is_this_one() -> None:
    """A name more or less is a decision: change it here, in `docs/python.md` and in the change log."""
    assert set(intaglio.__all__) == {
        "EXPORTS", "MEASURES", "SEGMENTERS", "SOURCES", "AreaTree", "Article", "ArticleOptions", "Capture",
        "Collection", "Column", "Correction", "CrawlOptions", "Example", "IntaglioError", "Kind", "Layout",
        "LearnOptions", "Memory", "Node", "Page", "Place", "Reading", "ReadingOptions", "Record", "RecordOptions",
        "RenderOptions", "Renderer", "RunOptions", "RunSummary", "SavedOptions", "Selection", "Site", "SiteOptions",
        "Table", "Target", "Template", "What", "Why", "Wrapper", "WrapperOptions", "article", "collect", "extract",
        "learn", "open",
    }  # fmt: skip


def test_nothing_public_is_left_out_of_all() -> None:
    loaded = {name for name, value in vars(intaglio).items() if not inspect.ismodule(value)}
    tools = {"TYPE_CHECKING", "import_module"}
    assert {name for name in loaded if not name.startswith("_")} - tools <= set(intaglio.__all__)
    assert set(intaglio.__all__) <= set(dir(intaglio))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = intaglio.no_such_name


def test_the_command_line_can_say_how_many_threads_multiply_before_numpy_is_loaded() -> None:
    code = "import sys, intaglio.cli; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_errors_are_drawn_as_the_tree_they_are() -> None:
    """The tree at the head of errors.py has every class, below its base, and every text of it says what to do."""
    tree = inspect.getdoc(errors) or ""
    classes = {name: value for name, value in vars(errors).items() if inspect.isclass(value)}
    drawn: dict[str, str | None] = {}
    above: list[str] = []
    for indent, name in re.findall(r"^([ │├└─]*)(\w+)  +\S.*:", tree, re.MULTILINE):
        depth = len(indent) // 4
        above[depth:] = [name]
        drawn[name] = above[depth - 1] if depth else None
    assert drawn == {
        name: None if name == "IntaglioError" else one.__bases__[0].__name__ for name, one in classes.items()
    }
    assert all(one.__module__ == "intaglio.errors" for one in classes.values())


def test_no_error_is_defined_elsewhere() -> None:
    source = Path(intaglio.__file__).parent
    found = re.compile(r"^class ([A-Z]\w+)\(\w*(?:Error|Extra|Busy|Conflict)\)", re.MULTILINE)
    for file in source.rglob("*.py"):
        assert file.name == "errors.py" or not found.findall(file.read_text("utf-8")), file


def test_import_loads_nothing_heavy() -> None:
    code = "import json, sys, intaglio; print(json.dumps(sorted(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = {name.partition(".")[0] for name in json.loads(out)}
    assert not loaded & {"numpy", *HEAVY}
    assert "intaglio" in loaded


def test_workers_of_a_run_load_no_database() -> None:
    code = "import json, sys, intaglio.run.run_worker; print(json.dumps(sorted(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {name.partition(".")[0] for name in json.loads(out)} & HEAVY
