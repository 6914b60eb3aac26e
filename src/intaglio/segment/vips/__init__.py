"""VIPS, vision-based page segmentation (Cai, Yu, Wen, Ma 2003): the rules as a table, separators, content structure."""

from __future__ import annotations

from intaglio.segment.vips.vips_options import VipsOptions
from intaglio.segment.vips.vips_rounds import segment

__all__ = ["VipsOptions", "segment"]
