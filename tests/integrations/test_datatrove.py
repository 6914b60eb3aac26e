"""A real datatrove pipeline reads the pages of a folder by the templates of a collection."""

import json
from pathlib import Path

import pytest

pytest.importorskip("datatrove", reason="the extra `datatrove` is not installed")

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import JsonlWriter

from intaglio.integrations.datatrove import Pages, ReadByTemplates
from tests.integrations.conftest import BASE


def test_a_pipeline_gives_text_record_and_template(known: Path, sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    steps = [
        Pages(str(sample), BASE), ReadByTemplates(str(known)), JsonlWriter(str(out), compression=None)
    ]  # fmt: skip
    LocalPipelineExecutor(pipeline=steps, tasks=1, logging_dir=str(tmp_path / "logs")).run()
    documents = [json.loads(line) for file in out.glob("*.jsonl") for line in file.read_text("utf-8").splitlines()]
    assert len(documents) > 200
    about = next(one for one in documents if one["id"] == "about.html")
    assert about["metadata"]["title"] == "About the paper"
    assert about["metadata"]["template"]
    assert "About the paper" in json.dumps(about["metadata"]["record"])
    assert "body" not in about["metadata"]


@pytest.mark.extras
def test_documents_of_other_readers_are_taken_by_their_text(known: Path, sample: Path) -> None:
    html = (sample / "about.html").read_text("utf-8")
    document = Document(text=html, id="1", metadata={"url": f"{BASE}about.html"})
    (read,) = ReadByTemplates(str(known)).run([document])
    assert read.metadata["title"] == "About the paper"
    assert "<" not in read.text
