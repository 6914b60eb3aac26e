"""Burget's visual areas (2007): boxes nested as they are seen, grids, lines, separators, groups of one style."""

from __future__ import annotations

from intaglio.segment.burget.burget_areas import segment
from intaglio.segment.burget.burget_options import BurgetOptions

__all__ = ["BurgetOptions", "segment"]
