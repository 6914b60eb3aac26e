"""Areas to look at: drawn over the picture of their page, and as a page that lets one fold the tree."""

from __future__ import annotations

from intaglio.pictures.area_sheet import Drawn, areas_page, areas_sheet
from intaglio.pictures.excerpts import excerpts

__all__ = ["Drawn", "areas_page", "areas_sheet", "excerpts"]
