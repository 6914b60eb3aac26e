"""Make the collection of a release that later releases must open: `python -m tests.releases.make VERSION`.

Run once for each release, with the code of that release, and never again once its archive is committed.
"""

import shutil
import sqlite3
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from intaglio.run.collect import RunOptions, collect
from intaglio.sample import write_sample
from intaglio.sources import SavedOptions

BASE = "http://sample.example/"
PAGES = {"stories": 6, "goods": 5, "people": 3, "calendar": 2, "topics": 2}
"""Folders of the sample site, and how many of their pages, the smallest, are taken; the start page is taken too."""
LOCATION = "/site"
"""Where the collection says that its pages are; whoever unpacks it has to put the real folder in its place."""


def main(version: str) -> None:
    """Write `VERSION.tar.xz` beside this file: the pages (`site`) and their collection (`out`)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pages(folder / "all", folder / "site")
        collect([str(folder / "site")], folder / "out", RunOptions(saved=SavedOptions(base_url=BASE)))
        with closing(sqlite3.connect(folder / "out" / "intaglio.db", isolation_level=None)) as database:
            database.execute("UPDATE origins SET location = ?", (LOCATION,))
            database.execute("VACUUM")
        (folder / "out" / "report.html").unlink()  # its pictures would be a quarter of the archive
        with tarfile.open(Path(__file__).with_name(f"{version}.tar.xz"), "w:xz", preset=9) as archive:
            for part in ("out", "site"):
                archive.add(folder / part, part, filter=anonymous)


def write_pages(whole: Path, some: Path) -> None:
    """Write the sample site, and copy some pages of it with their style sheet."""
    write_sample(whole)
    chosen = [whole / "index.html", whole / "assets" / "style.css"]
    for below, count in PAGES.items():
        chosen += sorted((whole / below).glob("*.html"), key=lambda path: (path.stat().st_size, path))[:count]
    for path in chosen:
        target = some / path.relative_to(whole)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry of an archive without what is of the machine it was made on."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


if __name__ == "__main__":
    main(sys.argv[1])
