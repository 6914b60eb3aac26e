"""The public names are documented, and importing them loads none of the heavy parts."""

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

import intaglio

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
    assert inspect.getdoc(value)
    assert value.__module__.startswith("intaglio.")
    for member in members(name):
        assert inspect.getdoc(getattr(value, member)), f"{name}.{member}"
    assert f"`{name}`" in REFERENCE.read_text(encoding="utf-8"), f"describe {name} in {REFERENCE.name}"


def test_nothing_public_is_left_out_of_all() -> None:
    public = {name for name, value in vars(intaglio).items() if not inspect.ismodule(value)}
    assert {name for name in public if not name.startswith("_")} == set(intaglio.__all__)
    assert list(intaglio.__all__) == sorted(intaglio.__all__)


def test_import_loads_nothing_heavy() -> None:
    code = "import json, sys, intaglio; print(json.dumps(sorted(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = {name.partition(".")[0] for name in json.loads(out)}
    assert not loaded & HEAVY
    assert "intaglio" in loaded
