"""Anything → Captures: folders of saved pages, WARC files, lists of URLs."""

from intaglio.sources.files import Folder
from intaglio.sources.source import ReadOptions, Source, Unread, kind_of
from intaglio.sources.url_list import read_urls
from intaglio.sources.warc import WarcFiles

__all__ = ["Folder", "ReadOptions", "Source", "Unread", "WarcFiles", "kind_of", "read_urls"]
