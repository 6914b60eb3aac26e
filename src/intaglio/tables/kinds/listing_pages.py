"""Tells listings, whose pages lead to other pages, from pages of things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from intaglio.tables.field_facts import FieldFacts
from intaglio.tables.kinds.template_evidence import TemplateEvidence

_LEAST = 0.6
"""Share of the fields in content that belong to one list of links."""
_USUAL, _MANY, _MUCH = 0.5, 5, 0.4
"""Share of the pages that have a usual field; of such, how many one list has at least, and which share of them."""


def is_listing(group: Sequence[TemplateEvidence]) -> bool:
    """Whether most pages of a kind have one list of linked rows and little else."""
    pages = sum(one.pages for one in group)
    return 2 * sum(one.pages for one in group if _lists(one)) > pages


def _lists(one: TemplateEvidence) -> bool:
    content = [fact for fact in one.facts if fact.origin in ("text", "target") and not fact.region]
    usual = [fact for fact in content if fact.filled >= _USUAL]
    largest, most = _largest(content), _largest(usual)
    return (largest >= 2 and largest >= _LEAST * len(content)) or (most >= _MANY and most >= _MUCH * len(usual))


def _largest(content: Sequence[FieldFacts]) -> int:
    """Fields of the list of links that has most."""
    linked = {fact.path[0] for fact in content if fact.depth and fact.origin == "target"}
    sizes = Counter(fact.path[0] for fact in content if fact.depth and fact.path[0] in linked)
    return max(sizes.values(), default=0)
