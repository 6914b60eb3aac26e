"""Page × Page → how alike their structures are; the measures by name, read by the CLI, evaluations and tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from intaglio.page import Page
from intaglio.similarity.paths import PathOptions, common_paths, leaf_paths, only_in, path_distance
from intaglio.similarity.tag_levels import LevelOptions, aligned_levels, compare_levels, levels

__all__ = [
    "MEASURES", "LevelOptions", "Measure", "PathOptions", "aligned_levels", "common_paths", "compare_levels",
    "leaf_paths", "levels", "only_in", "path_distance",
]  # fmt: skip

Measure = Callable[[Page, Page], float]
"""1 for pages of the same structure, less the more they differ; symmetric."""

MEASURES: Mapping[str, Measure] = MappingProxyType(
    {"common-paths": common_paths, "levels": levels, "aligned-levels": aligned_levels}
)
