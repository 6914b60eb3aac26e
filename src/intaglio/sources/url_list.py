"""A file with a URL on each line → the URLs."""

from pathlib import Path
from urllib.parse import urlsplit

from intaglio.errors import SourceError


def read_urls(file: Path) -> list[str]:
    """Read the URLs in their order, each once; blank lines and lines that begin with # are left out."""
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise SourceError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{file}: neither a WARC file nor a list of URLs (not UTF-8)") from error
    urls: dict[str, None] = {}
    for number, line in enumerate(lines, 1):
        url = line.strip()
        if url and not url.startswith("#"):
            if not _is_web(url):
                raise SourceError(f"{file}, line {number}: not an http or https URL: {url[:80]}")
            urls[url] = None
    return list(urls)


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False
