"""Options of kinds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KindOptions:
    """When templates are of one kind; chosen on half of the labelled sites."""

    steady: float = 0.7
    """A path that this share of a template's pages has is the template's own."""
    alike: float = 0.8
    """Overlap of two templates' steady paths from which they are of one kind."""
    addresses: bool = True
    """Use what URLs say."""
