"""How alike two templates of a site are, as kinds go."""

from __future__ import annotations

from collections.abc import Sequence

from intaglio.tables.kind import TemplateKey
from intaglio.tables.kinds.kind_options import KindOptions
from intaglio.tables.kinds.template_evidence import TemplateEvidence


class SiteLikeness:
    """Compares templates of one site."""

    def __init__(self, site: Sequence[TemplateEvidence], options: KindOptions = KindOptions()) -> None:
        """Take the templates that are to be compared."""
        self._options = options
        self._paths = {one.key: self._steady(one) for one in site}

    def _steady(self, one: TemplateEvidence) -> frozenset[int]:
        least = self._options.steady * one.traits.pages
        return frozenset(path for path, trait in one.traits.paths.items() if trait.seen >= least)

    def of(self, one: TemplateEvidence, group: Sequence[TemplateEvidence]) -> float:
        """How alike a template is to those of a group: to the one most like it."""
        return max(self._pair(one.key, other.key) for other in group)

    def _pair(self, one: TemplateKey, other: TemplateKey) -> float:
        mine, theirs = self._paths[one], self._paths[other]
        either = len(mine | theirs)
        return len(mine & theirs) / either if either else 1.0
