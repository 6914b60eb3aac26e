"""WACZ files → Captures: the WARC files in them, read in place."""

import zipfile
from pathlib import Path
from typing import cast

from intaglio.errors import SourceError
from intaglio.sources.warc import WarcFiles

ARCHIVE, ENDINGS = "archive/", (".warc", ".warc.gz")


def wacz_files(paths: tuple[Path, ...]) -> WarcFiles:
    """The WARC files in some WACZ files; SourceError if one is damaged or has none."""
    members: list[Path] = []
    for path in paths:
        try:
            file = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile) as error:
            raise SourceError(f"{path}: no WACZ file: {error}") from error
        names = [name for name in file.namelist() if name.startswith(ARCHIVE) and name.endswith(ENDINGS)]
        if not names:
            raise SourceError(f"{path}: no WARC file below {ARCHIVE} in it")
        members += [cast("Path", zipfile.Path(file, name)) for name in sorted(names)]  # has all that is asked of a path
    return WarcFiles(tuple(members))
