"""Safe paths of files from the URLs of pages, the same for the same URL, never two for one file."""

from __future__ import annotations

import hashlib
import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

_UNSAFE = re.compile(r"[^\w.-]+")
_RESERVED = re.compile(r"^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
"""Names that are devices on Windows."""
_ENDINGS = re.compile(r"\.(?:html?|xhtml|php\d?|aspx?|jsp|cfm|shtml)$", re.IGNORECASE)
LONGEST, DEEPEST = 80, 8
"""Characters of a name, and folders below a site."""


class UrlPaths:
    """Gives each URL a path of its own below the folder of its site."""

    def __init__(self) -> None:
        """No path is taken yet."""
        self._taken: set[str] = set()

    def path(self, site: str, url: str, ending: str = ".md") -> PurePosixPath:
        """A relative path without `..`, of letters, digits, `.`, `-` and `_` alone.

        >>> str(UrlPaths().path("example.org", "https://example.org/News/../2024/a story.html"))
        'example.org/News/2024/a-story.md'
        """
        parts = _split(url)
        names = [safe_name(part) for part in unquote(parts[0], errors="replace").split("/") if part.strip(". ")]
        last = _ENDINGS.sub("", names.pop()) if names else ""
        last = last or "index"
        folders = [safe_name(site), *names[: DEEPEST - 1]]
        lost = len(names) >= DEEPEST or bool(parts[1])
        made = PurePosixPath(*folders, f"{last}-{_digest(url)}{ending}" if lost else f"{last}{ending}")
        if str(made).casefold() in self._taken:
            made = made.with_name(f"{last}-{_digest(url)}{ending}")
        number = 2
        while str(made).casefold() in self._taken:
            made = made.with_name(f"{last}-{_digest(url)}-{number}{ending}")
            number += 1
        self._taken.add(str(made).casefold())
        return made


def safe_name(part: str) -> str:
    """A name for a file or folder that every system takes.

    >>> safe_name("../etc/passwd"), safe_name("con.txt"), safe_name("Ärger über Öl?")
    ('etc-passwd', '_con.txt', 'Ärger-über-Öl')
    """
    name = _UNSAFE.sub("-", part).strip("-.")[:LONGEST].strip("-.")
    return f"_{name}" if _RESERVED.match(name) else name or "_"


def _split(url: str) -> tuple[str, str]:
    """Path and query of a URL, or of the text given in its place."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url, ""
    return parts.path, parts.query


def _digest(url: str) -> str:
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:8]
