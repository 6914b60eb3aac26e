"""A collection of the sample site, as integrations read it."""

from pathlib import Path

import pytest

import intaglio
from intaglio import LearnOptions, RunOptions, SavedOptions
from intaglio.sample import write_sample

BASE = "http://quillmarsh.example/"


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the sample site."""
    folder = tmp_path_factory.mktemp("sample") / "site"
    write_sample(folder)
    return folder


@pytest.fixture(scope="session")
def known(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a collection of the sample site."""
    out = tmp_path_factory.mktemp("known") / "out"
    options = RunOptions(learn=LearnOptions(method="text-blocks"), browser=False, saved=SavedOptions(base_url=BASE))
    intaglio.collect(sample, out, options)
    return out
