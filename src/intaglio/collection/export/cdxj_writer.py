"""Captures in WARC files → a CDXJ index beside them, sorted by URL and time, as tools for replay want it."""

from __future__ import annotations

import json
import re
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes, urlsplit

_SESSION = re.compile(r"(?i)(?<=[?&])(?:phpsessid|jsessionid|sid)=[0-9a-z]{32}(?:&|$)")
_WWW = re.compile(r"^www\d*\.")
_DEFAULT = {"http": 80, "https": 443}
_KEPT = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in "#%")


@dataclass(frozen=True, slots=True)
class IndexedCapture:
    """One record of a WARC file."""

    url: str
    time: datetime | None
    mime: str | None
    status: int | None
    digest: bytes
    """BLAKE2b of its body."""
    name: str
    """The file's."""
    offset: int
    length: int


def write_cdxj(path: Path, captures: Iterable[IndexedCapture]) -> int:
    """Write the index in one go; give how many lines it has."""
    lines = sorted({_line(one) for one in captures})
    new = path.with_name(path.name + ".new")
    new.write_text("".join(lines), encoding="utf-8")
    new.replace(path)
    return len(lines)


def _line(one: IndexedCapture) -> str:
    time = (one.time or datetime(1970, 1, 1, tzinfo=UTC)).astimezone(UTC).strftime("%Y%m%d%H%M%S")
    told = {
        "url": one.url, "mime": (one.mime or "").partition(";")[0].strip().lower() or "unk",
        "status": str(one.status or 200), "digest": f"blake2b:{b32encode(one.digest).decode().rstrip('=')}",
        "length": str(one.length), "offset": str(one.offset), "filename": one.name,
    }  # fmt: skip
    return f"{url_key(one.url)} {time} {json.dumps(told)}\n"


def url_key(url: str) -> str:
    """A URL as indexes are sorted by: the parts of its host from the last to the first, then path and query.

    >>> url_key("https://www.Example.org:443/A/?b=2&a=1#x"), url_key("http://example.org")
    ('org,example)/a?a=1&b=2', 'org,example)/')
    """
    parts = urlsplit(url)
    host = _WWW.sub("", _ascii(parts.hostname or ""))
    backwards = host if ":" in host else ",".join(reversed(host.split(".")))
    port = parts.port if parts.port not in (None, _DEFAULT.get(parts.scheme)) else None
    path = _resolved(_normal(parts.path).lower())
    query = _SESSION.sub("", f"?{_normal(parts.query)}")[1:].lower()
    query = "&".join(sorted(query.split("&"))) if query else ""
    return f"{backwards}{f':{port}' if port else ''}){path}{f'?{query}' if query else ''}"


def _resolved(path: str) -> str:
    """A path without empty steps, `.` and `..`."""
    steps: list[str] = []
    for step in path.split("/"):
        if step == "..":
            del steps[-1:]
        elif step not in ("", "."):
            steps.append(step)
    return "/" + "/".join(steps)


def _ascii(host: str) -> str:
    try:
        return host.encode("ascii").decode().lower().strip(".")
    except UnicodeEncodeError:
        pass
    try:
        return host.encode("idna").decode().lower().strip(".")
    except UnicodeError:
        return quote(host)


def _normal(text: str) -> str:
    """Escapes undone and made again where they are needed."""
    return quote(unquote_to_bytes(text), safe=_KEPT)
