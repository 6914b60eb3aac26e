"""SOURCES: the kinds of sources that can be named on the command line.

A kind claims an argument, opens it, and gives the resources that its pages refer to. To add one, write a `Source` and
add its line here: `run`, `article`, `extract` and whatever reads captures again then know it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from intaglio.errors import SourceError
from intaglio.resources import Folder as FolderResources
from intaglio.resources import Resources
from intaglio.sources.cdxj import Cdxj
from intaglio.sources.files import Folder, is_page
from intaglio.sources.source import Source
from intaglio.sources.url_list import read_urls
from intaglio.sources.wacz import wacz_files
from intaglio.sources.warc import WarcFiles

WARC_ENDINGS = (".warc", ".warc.gz")


@dataclass(frozen=True, slots=True)
class SavedOptions:
    """What is not in saved pages themselves."""

    base_url: str | None = None
    """Where a folder was on the web."""
    site: str | None = None
    """Name of the site that all pages belong to; None: a folder is a site, WARC files are told apart by their URLs."""
    site_per_folder: bool = False
    """Each folder below the one named is a site of its own."""
    globs: tuple[str, ...] = ()
    """Patterns of the names of a folder's pages; none: `*.html`, `*.htm`, and these with `.gz`."""

    def __post_init__(self) -> None:
        """Refuse a place that is none on the web: links could not be resolved against it."""
        if self.base_url is not None and not _on_the_web(self.base_url):
            raise SourceError(
                f"{self.base_url[:200]!r} is no address that a folder could have had: http://example.org/ is"
            )


@dataclass(frozen=True, slots=True)
class SavedKind:
    """Pages in files: each path is a source of captures, which is read again by its path."""

    help: str
    claims: Callable[[Path], bool]
    """Whether a path is such a source."""
    open: Callable[[Path, SavedOptions], Source]
    """The source at a path."""
    resources: Callable[[Sequence[Path], str | None], Resources]
    """Where pages find what they refer to: in one source, or in all of this kind together."""
    together: bool = False
    """Sources of this kind share resources, and a page that comes again under its URL is left out."""
    by_url: bool = False
    """Sites are told apart by the URLs of pages; else the source is a site."""
    count: Callable[[Path, SavedOptions], int | None] = lambda *_: None
    """How many pages there are, where that is quickly told."""


@dataclass(frozen=True, slots=True)
class WebKind:
    """Pages to be fetched: an argument gives URLs."""

    help: str
    claims: Callable[[str], bool]
    urls: Callable[[str], Sequence[str]]
    follow: bool
    """Whether links are followed from there."""


def _on_the_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False


def count_pages(root: Path, options: SavedOptions = SavedOptions()) -> int:
    """How many files of a folder look like pages."""
    return sum(is_page(name, options.globs) for _, _, names in os.walk(root) for name in names)


def _folder(root: Path, options: SavedOptions) -> Folder:
    return Folder(root, options.base_url, globs=options.globs)


def _folder_resources(paths: Sequence[Path], base_url: str | None) -> Resources:
    return FolderResources(paths[0]) if base_url is None else FolderResources(paths[0], base_url)


SOURCES: dict[str, SavedKind | WebKind] = {
    "url": WebKind(
        "a URL to crawl from", lambda name: name.startswith(("http://", "https://")), lambda url: [url], follow=True
    ),
    "folder": SavedKind(
        "a folder of saved pages", Path.is_dir, _folder, _folder_resources, count=count_pages
    ),
    "warc": SavedKind(
        "a WARC file",
        lambda path: path.is_file() and path.name.endswith(WARC_ENDINGS),
        lambda path, _: WarcFiles((path,)),
        lambda paths, _: WarcFiles(tuple({path.name: path for path in paths}.values())),
        together=True,
        by_url=True,
    ),
    "wacz": SavedKind(
        "a WACZ file",
        lambda path: path.is_file() and path.name.endswith(".wacz"),
        lambda path, _: wacz_files((path,)),
        lambda paths, _: wacz_files(tuple(paths)),
        by_url=True,
    ),
    "cdxj": SavedKind(
        "a CDXJ index of WARC files beside it",
        lambda path: path.is_file() and path.name.endswith(".cdxj"),
        lambda path, _: Cdxj(path),
        lambda paths, _: Cdxj(paths[0]),
        by_url=True,
    ),
    "urls": WebKind(
        "a file with a URL on each line",
        lambda name: Path(name).is_file() and saved_kind(name) is None,
        lambda name: read_urls(Path(name).resolve()),
        follow=False,
    ),
}  # fmt: skip
"""Names are stored in collections; they stay."""


def saved_kind(argument: str) -> str | None:
    """The kind of saved pages that an argument names, if any."""
    path = Path(argument)
    kinds = ((name, kind) for name, kind in SOURCES.items() if isinstance(kind, SavedKind))
    return next((name for name, kind in kinds if kind.claims(path)), None)


def kind_of(argument: str) -> str:
    """The key in SOURCES of what a source on the command line is; SourceError if it is nothing."""
    web = [name for name, kind in SOURCES.items() if isinstance(kind, WebKind) and kind.claims(argument)]
    found = web[0] if web else saved_kind(argument)
    if found is None:
        raise SourceError(f"{argument}: no such file or folder, and no http or https URL")
    return found


def open_saved(kind: str, path: Path, options: SavedOptions = SavedOptions()) -> Source:
    """The source at a path; SourceError if the kind is none that this version knows."""
    return _known(kind).open(path, options)


def saved_resources(kind: str, paths: Sequence[Path], base_url: str | None = None) -> Resources:
    """What pages at some paths refer to."""
    return _known(kind).resources(paths, base_url)


def _known(kind: str) -> SavedKind:
    found = SOURCES.get(kind)
    if not isinstance(found, SavedKind):
        raise SourceError(f"no source of the kind '{kind}' is known; there are {', '.join(SOURCES)}")
    return found
