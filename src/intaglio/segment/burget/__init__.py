"""Burget's visual areas (2007): boxes nested as they are seen, grids, lines, separators, groups of one style."""

from __future__ import annotations

from intaglio.segment.burget.options import BurgetOptions
from intaglio.segment.burget.segment import segment

__all__ = ["BurgetOptions", "segment"]
