"""Tables and corrections as files to be downloaded."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.responses import Response

from intaglio.collection.export import EXPORTS, Selection
from intaglio.errors import NothingFound
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.asked import Asked

TYPES = {
    "csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson", "parquet": "application/vnd.apache.parquet",
    "sqlite": "application/vnd.sqlite3",
}  # fmt: skip


def table_file(inspection: Inspection, asked: Asked) -> Response:
    """A table in a format of `EXPORTS`; a ZIP file where it is several files."""
    kind, form = inspection.kind(asked.text("kind")), asked.text("format")
    if form not in EXPORTS or form not in TYPES:
        raise NothingFound(f"tables are exported as {', '.join(TYPES)}")
    columns = ("*",) if asked.text("columns") == "all" else ()
    with TemporaryDirectory() as folder:
        target = Path(folder) / f"{kind.slug}.{form}"
        EXPORTS[form].write(inspection.collection, target, Selection(table=kind.id, columns=columns))
        files = sorted(Path(folder).iterdir())
        if len(files) == 1:
            return _download(files[0].read_bytes(), files[0].name, TYPES[form])
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in files:
                archive.write(file, file.name)
    return _download(packed.getvalue(), f"{kind.slug}.zip", "application/zip")


def corrections_file(inspection: Inspection, _asked: Asked) -> Response:
    """All corrections as JSON Lines."""
    lines = "".join(json.dumps(one.as_dict()) + "\n" for one in inspection.collection.corrections())
    return _download(lines.encode(), "corrections.jsonl", "application/x-ndjson")


def _download(content: bytes, name: str, media_type: str) -> Response:
    """A file for the browser to keep, never to show; names are slugs of ours."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "content-type": media_type}
    return Response(content, headers=headers)
