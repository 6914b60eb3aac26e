"""What killed browsers leave is removed at the next start, and nothing that is in use."""

import os
import subprocess
import sys
import tempfile
import time
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


KILLED = """
import os
from intaglio.browser import Renderer, RenderOptions
from intaglio.capture import Capture

with Renderer(RenderOptions(web=False, workers=1)) as renderer:
    renderer.render(Capture(b"<p>x"))
    os.kill(os.getpid(), 9)
"""


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_nothing_of_a_killed_browser_stays(chromium: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)  # the browser of root is another user's
        settings = {**os.environ, "TMPDIR": name, "INTAGLIO_CHROMIUM": str(chromium)}
        ran = subprocess.run([sys.executable, "-c", KILLED], env=settings, capture_output=True, text=True, check=False)
        assert ran.returncode == -9, ran.stderr
        assert [path.name for path in place.iterdir() if not path.name.startswith("intaglio-")] == []
        monkeypatch.setattr(tempfile, "tempdir", name)
        until = time.monotonic() + 20
        while list(place.iterdir()) and time.monotonic() < until:  # the browser itself may still be on its way out
            remove_left()
            time.sleep(0.2)
        assert list(place.iterdir()) == []
