"""The articles of a collection as a folder of Markdown: a file a page; `llms.txt` and `llms-full.txt` a site."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Any

from intaglio.collection.collection import Collection
from intaglio.collection.export.article_lines import article_lines
from intaglio.collection.export.front_matter import front_matter
from intaglio.collection.export.selection import Selection
from intaglio.collection.export.url_paths import UrlPaths, safe_name

_MARKUP = re.compile(r"([\\`*_\[\]<>#|])")
_SUMMARY = 200
"""Characters of a page's summary in `llms.txt`."""
_FRONT = "index.md"
"""The file of a site's front page, whose summary is the site's."""
ORDER = ("article", "documentation", "forum", "product", "service", "listing", "collection", "other")
"""Types of pages in the order in which `llms.txt` has them."""


def write_markdown(collection: Collection, target: Path, selection: Selection) -> int:
    """Write a file a page below the folder, named by its URL; files of other pages are left as they are."""
    count = 0
    for site, lines in groupby(article_lines(collection, selection), key=lambda line: str(line["host"])):
        files = _site_files(target, site, lines)
        if selection.llms:
            count += _write_llms(target / safe_name(site), files)
        else:
            count += sum(1 for _ in files)
    return count


def _site_files(
    target: Path, site: str, lines: Iterable[dict[str, Any]]
) -> Iterator[tuple[PurePosixPath, dict[str, Any]]]:
    """Write the pages of a site one by one; give each one's path below the site's folder and its line."""
    paths = UrlPaths()
    for line in lines:
        path = paths.path(site, line.get("url") or line["source"])
        _write(target / path, f"{front_matter(line)}\n{line['markdown']}\n")
        yield path.relative_to(safe_name(site)), line


def _write_llms(folder: Path, files: Iterable[tuple[PurePosixPath, dict[str, Any]]]) -> int:
    """Write the list of a site's pages, and all of them in one file."""
    listed: dict[str, list[str]] = {}
    count, name, about = 0, "", ""
    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / "llms-full.txt.new"
    with whole.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
        for path, line in files:
            count += 1
            name = name or line.get("site") or ""
            title = _plain(line.get("title") or str(path))
            summary = _plain(line.get("abstract") or "")[:_SUMMARY]
            about = about or (summary if str(path) == _FRONT else "")
            listed.setdefault(line["type"], []).append(f"- [{title}]({path}){f': {summary}' if summary else ''}\n")
            file.write(f"# {title}\n\nSource: {line.get('url') or line['source']}\n\n{line['markdown']}\n\n")
    whole.replace(folder / "llms-full.txt")
    sections = [f"\n## {kind.capitalize()}\n\n{''.join(listed[kind])}" for kind in ORDER if kind in listed]
    said = f"\n> {about}\n" if about else ""
    _write(folder / "llms.txt", f"# {_plain(name or folder.name)}\n{said}{''.join(sections)}")
    return count


def _plain(text: str) -> str:
    """A text on one line that is no markup."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8", errors="replace", newline="\n")
    new.replace(path)
