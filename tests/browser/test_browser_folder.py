"""What killed browsers leave is removed at the next start, and nothing that is in use."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from intaglio.browser.browser_folder import BrowserFolder, remove_left

MAKE = (
    "from intaglio.browser.browser_folder import BrowserFolder; import os; print(BrowserFolder.make().path, flush=True)"
)


def test_folders_of_killed_processes_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    killed = f"import tempfile; tempfile.tempdir = {str(tmp_path)!r}; {MAKE}; os.kill(os.getpid(), 9)"
    ran = subprocess.run([sys.executable, "-c", killed], capture_output=True, text=True, check=False)
    left = Path(ran.stdout.strip())
    assert left.is_dir()
    (tmp_path / "intaglio-of-a-user").mkdir()
    in_use = BrowserFolder.make()
    assert not left.exists()
    assert remove_left() == 0
    assert in_use.path.is_dir()
    in_use.remove()
    assert not in_use.path.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["intaglio-of-a-user"]
