"""Segment one page of each template of a web site and read all the others at parsing speed.

The names below are the public interface, each loaded when it is first used; `docs/python.md` describes them. Besides
them `intaglio.errors` and `intaglio.integrations` are public. Everything else may change between two releases.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intaglio.articles import Article, ArticleOptions, Memory, article
    from intaglio.browser import Renderer, RenderOptions
    from intaglio.capture import Capture
    from intaglio.collection.collection import Collection
    from intaglio.collection.collection import open_collection as open  # noqa: A004 - read as intaglio.open
    from intaglio.collection.corrections.correction import Correction, Example, Place, Target, What
    from intaglio.collection.export import EXPORTS, Selection
    from intaglio.collection.reading import Reading, ReadingOptions, Why
    from intaglio.errors import IntaglioError
    from intaglio.layout import Layout
    from intaglio.page import Node, Page
    from intaglio.run.collect import RunOptions, RunSummary, collect
    from intaglio.run.passes.record_pass import RecordOptions
    from intaglio.run.site_learner import LearnOptions
    from intaglio.segment import SEGMENTERS, AreaTree
    from intaglio.similarity import MEASURES
    from intaglio.site import Site, SiteOptions
    from intaglio.sources import SOURCES, SavedOptions
    from intaglio.sources.crawl import CrawlOptions
    from intaglio.tables import Column, Kind, Table
    from intaglio.templates import Template
    from intaglio.wrapper import Record, Wrapper, WrapperOptions, extract, learn

_MODULES = {
    "intaglio.articles": ("Article", "ArticleOptions", "Memory", "article"),
    "intaglio.browser": ("RenderOptions", "Renderer"),
    "intaglio.capture": ("Capture",),
    "intaglio.collection.collection": ("Collection", "open"),
    "intaglio.collection.corrections.correction": ("Correction", "Example", "Place", "Target", "What"),
    "intaglio.collection.export": ("EXPORTS", "Selection"),
    "intaglio.collection.reading": ("Reading", "ReadingOptions", "Why"),
    "intaglio.errors": ("IntaglioError",),
    "intaglio.layout": ("Layout",),
    "intaglio.page": ("Node", "Page"),
    "intaglio.run.collect": ("RunOptions", "RunSummary", "collect"),
    "intaglio.run.passes.record_pass": ("RecordOptions",),
    "intaglio.run.site_learner": ("LearnOptions",),
    "intaglio.segment": ("AreaTree", "SEGMENTERS"),
    "intaglio.similarity": ("MEASURES",),
    "intaglio.site": ("Site", "SiteOptions"),
    "intaglio.sources": ("SOURCES", "SavedOptions"),
    "intaglio.sources.crawl": ("CrawlOptions",),
    "intaglio.tables": ("Column", "Kind", "Table"),
    "intaglio.templates": ("Template",),
    "intaglio.wrapper": ("Record", "Wrapper", "WrapperOptions", "extract", "learn"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}
_RENAMED = {"open": "open_collection"}

__all__ = [
    "EXPORTS", "MEASURES", "SEGMENTERS", "SOURCES", "AreaTree", "Article", "ArticleOptions", "Capture", "Collection",
    "Column", "Correction", "CrawlOptions", "Example", "IntaglioError", "Kind", "Layout", "LearnOptions", "Memory",
    "Node", "Page", "Place", "Reading", "ReadingOptions", "Record", "RecordOptions", "RenderOptions", "Renderer",
    "RunOptions", "RunSummary", "SavedOptions", "Selection", "Site", "SiteOptions", "Table", "Target", "Template",
    "What", "Why", "Wrapper", "WrapperOptions", "article", "collect", "extract", "learn", "open",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'intaglio' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULE_OF[name]), _RENAMED.get(name, name))
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return [*globals(), *__all__]
