"""Page: the DOM of one page as columns, always from the parser, and its compact form."""

from __future__ import annotations

from intaglio.page.node import Node
from intaglio.page.page import Page, Source
from intaglio.page.structure import Bools, Ints, Structure, Texts
from intaglio.page.tags import BLOCK, KNOWN, RAW, TAGS

__all__ = ["BLOCK", "KNOWN", "RAW", "TAGS", "Bools", "Ints", "Node", "Page", "Source", "Structure", "Texts"]
