"""A line of `pages.jsonl`."""

from __future__ import annotations

import json
from collections.abc import Mapping

from intaglio.run.learner import AreaReading, Reading
from intaglio.store import CaptureRow


def line_of(row: CaptureRow, title: str | None, reading: Reading, status: str, ms: Mapping[str, float]) -> str:
    """What a page gave, as JSON on one line."""
    content = {
        "source": row.source,
        "url": row.url,
        "site": row.site,
        "status": status,
        "http_status": row.http_status,
        "template": reading.template,
        "hit": reading.hit,
        "confidence": round(reading.confidence, 4),
        "title": title,
        "areas": [_area(area) for area in reading.areas],
        "ms": ms,
    }
    return json_line(content)


def json_line(content: Mapping[str, object]) -> str:
    """A JSON object on one line. Lone surrogates, which broken pages bring, have no UTF-8: they are escaped."""
    line = json.dumps(content, ensure_ascii=False)
    return line if _is_text(line) else json.dumps(content)


def _area(area: AreaReading) -> dict[str, object]:
    return {
        "id": area.id,
        "role": area.role,
        "confidence": round(area.confidence, 4),
        "text": area.text,
        "elements": list(area.elements),
        "children": list(area.children),
    }


def _is_text(line: str) -> bool:
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True
