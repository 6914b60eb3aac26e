"""Areas: Intaglio's own segmenter, the default of a run; with or without layout."""

from __future__ import annotations

from intaglio.segment.areas_method.areas import AreaOptions, segment

__all__ = ["AreaOptions", "segment"]
