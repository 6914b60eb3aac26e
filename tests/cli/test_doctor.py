"""`intaglio doctor` tells what is there, and gives a command for what is not."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from intaglio.cli.doctor import EXTRAS, Extra, examine_extra


def test_every_extra_is_looked_at(intaglio: Any) -> None:
    ran = intaglio("doctor", "--json")
    findings = {one["name"]: one for one in json.loads(ran.out)}
    assert {f"[{extra.name}]" for extra in EXTRAS} | {"intaglio", "python", "chromium", "postgresql"} == set(findings)
    assert ran.status == (0 if all(one["fine"] for one in findings.values()) else 3)
    assert all(one["mend"] for one in findings.values() if not one["fine"])


def test_every_extra_of_the_package_is_known() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(project["optional-dependencies"]) - {"all", "dev", "peers"} == {extra.name for extra in EXTRAS}


def test_what_is_missing_has_a_command() -> None:
    finding = examine_extra(Extra("flying", ("json", "no_such_module_at_all"), "flying"))
    assert not finding.fine
    assert "no_such_module_at_all" in finding.found
    assert finding.mend == "pip install 'intaglio[flying]'"


def test_a_chromium_that_is_no_browser_is_told(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    environment = {**os.environ, "INTAGLIO_CHROMIUM": str(tmp_path / "none")}
    words = [sys.executable, "-m", "intaglio", "doctor", "--json"]
    ran = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 3
    [chromium] = [one for one in json.loads(ran.stdout) if one["name"] == "chromium"]
    assert not chromium["fine"]
    assert "apt install chromium" in chromium["mend"]


def test_the_version_is_told(intaglio: Any) -> None:
    ran = intaglio("--version")
    assert ran.status == 0
    assert ran.out.startswith("intaglio 0.")
