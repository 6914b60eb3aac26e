"""Which node of this page is which node of the template: addresses, strict mapping, mapping that corrects errors."""

from __future__ import annotations

from intaglio.align.address import CHECKS, Check, Descriptor, Level, Walk, compact, describe, follow
from intaglio.align.correcting_mapping import CorrectOptions, correcting_map
from intaglio.align.mapping_plan import Plan
from intaglio.align.nodemap import NodeMap
from intaglio.align.strict_mapping import strict_map

__all__ = [
    "CHECKS",
    "Check",
    "CorrectOptions",
    "Descriptor",
    "Level",
    "NodeMap",
    "Plan",
    "Walk",
    "compact",
    "correcting_map",
    "describe",
    "follow",
    "strict_map",
]
