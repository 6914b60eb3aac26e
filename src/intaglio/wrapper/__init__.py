"""Wrappers: the pattern tree of a template's pages, and the records of its pages under stable field names."""

from __future__ import annotations

from intaglio.wrapper.options import WrapperOptions
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.record import Misfit, Record
from intaglio.wrapper.wrapper import Background, Wrapper, extract, extract_strictly, learn

__all__ = [
    "Background", "Misfit", "PatternTree", "Record", "Wrapper", "WrapperOptions", "extract", "extract_strictly",
    "learn",
]  # fmt: skip
