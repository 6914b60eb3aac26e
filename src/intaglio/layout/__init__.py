"""Layout: what the browser made of a Page, by the Page's element and text numbers."""

from __future__ import annotations

from intaglio.layout.build import STYLES, layout_of, page_and_layout
from intaglio.layout.layout import Display, Floats, Layout, Position

__all__ = ["STYLES", "Display", "Floats", "Layout", "Position", "layout_of", "page_and_layout"]
