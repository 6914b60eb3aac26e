"""Tells listings, whose pages lead to other pages, from pages of things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from intaglio.tables.kinds.template_evidence import TemplateEvidence

_LEAST = 0.6
"""Share of the fields in content that belong to one list of links."""


def is_listing(group: Sequence[TemplateEvidence]) -> bool:
    """Whether most pages of a kind have one list of linked rows and little else."""
    pages = sum(one.pages for one in group)
    return 2 * sum(one.pages for one in group if _lists(one)) > pages


def _lists(one: TemplateEvidence) -> bool:
    content = [fact for fact in one.facts if fact.origin in ("text", "target") and not fact.region]
    linked = {fact.path[0] for fact in content if fact.depth and fact.origin == "target"}
    sizes = Counter(fact.path[0] for fact in content if fact.depth and fact.path[0] in linked)
    largest = max(sizes.values(), default=0)
    return largest >= 2 and largest >= _LEAST * len(content)
