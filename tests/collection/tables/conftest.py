"""A small sample site, run once; each test has a copy of its collection."""

import shutil
from pathlib import Path

import pytest

from intaglio.run.collect import RunOptions, collect
from intaglio.run.passes.record_pass import RecordOptions
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.sources import SavedOptions

BASE = "http://courier.example/"
PLAIN = RunOptions(
    LearnOptions(method="text-blocks"), browser=False, saved=SavedOptions(base_url=BASE), articles=None,
    records=RecordOptions(),
)  # fmt: skip


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleOptions(articles=40, products=30, people=6, months=4))
    return folder


@pytest.fixture(scope="session")
def finished(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("run") / "out"
    collect([str(sample)], out, PLAIN)
    return out


@pytest.fixture
def out(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "out"))
