"""Segment one page of each template of a web site and read all the others at parsing speed."""

from intaglio.article import Article, ArticleOptions, Memory, article
from intaglio.capture import Capture
from intaglio.errors import IntaglioError
from intaglio.page import Node, Page
from intaglio.site import Site

__all__ = ["Article", "ArticleOptions", "Capture", "IntaglioError", "Memory", "Node", "Page", "Site", "article"]
