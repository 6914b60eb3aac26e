"""Anything → Captures: folders of saved pages, WARC files, lists of URLs. `SOURCES` has every kind by name."""

from intaglio.sources.files import Folder
from intaglio.sources.source import ReadOptions, Source, Unread
from intaglio.sources.source_kinds import SOURCES, SavedKind, SavedOptions, WebKind, kind_of
from intaglio.sources.url_list import read_urls
from intaglio.sources.warc import WarcFiles

__all__ = [
    "SOURCES",
    "Folder",
    "ReadOptions",
    "SavedKind",
    "SavedOptions",
    "Source",
    "Unread",
    "WarcFiles",
    "WebKind",
    "kind_of",
    "read_urls",
]
