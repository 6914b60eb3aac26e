"""Tells listings, whose pages lead to other pages, from pages of things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from intaglio.tables.field_facts import FieldFacts
from intaglio.tables.kinds.template_evidence import TemplateEvidence

_SEEN = ("text", "target", "image")
_LEAST = 0.6
"""Share of the filled fields in content that belong to one list of links."""
_USUAL, _FEW, _MANY, _MUCH = 0.5, 2, 5, 0.4
"""Share of the pages that have a usual field; of such, how many a list of links has at least; how many that are enough
by themselves, if they are this share of all.
"""


def is_listing(group: Sequence[TemplateEvidence]) -> bool:
    """Whether most pages of a kind have one list of linked rows and little else."""
    lists: dict[int, bool] = {}
    """By the identity of facts: templates that were learned together have the same."""
    for one in group:
        if id(one.facts) not in lists:
            lists[id(one.facts)] = _lists(one.facts)
    return 2 * sum(one.pages for one in group if lists[id(one.facts)]) > sum(one.pages for one in group)


def _lists(facts: Sequence[FieldFacts]) -> bool:
    seen = [fact for fact in facts if fact.origin in _SEEN]
    sizes = _sizes([fact for fact in seen if fact.depth and fact.filled >= _USUAL and not fact.beside])
    largest = max(sizes, key=lambda name: sizes[name], default=None)
    if largest is None or sizes[largest] < _FEW:
        return False
    content = [fact for fact in seen if not fact.beside]
    usual = [fact for fact in content if fact.filled >= _USUAL]
    if _written(content) > max(fact.filled for fact in usual if fact.path[0] == largest):
        return False
    filled = sum(fact.filled for fact in content if fact.path[0] == largest)
    most = sizes[largest] >= _MANY and sizes[largest] >= _MUCH * len(usual)
    return most or filled >= _LEAST * sum(fact.filled for fact in content)


def _written(content: Sequence[FieldFacts]) -> float:
    """Share of the pages that have a text of several blocks; what goes with it on some of them is related to it."""
    texts = (fact.filled for fact in content if fact.whole and not fact.depth and fact.origin == "text")
    return max(texts, default=0.0)


def _sizes(listed: Sequence[FieldFacts]) -> Counter[str]:
    """How many of the fields in lists each list of links has; links within sentences lead to no items."""
    linked = {fact.path[0] for fact in listed if fact.origin == "target" and fact.tags[:1] in ((), ("a",))}
    return Counter([fact.path[0] for fact in listed if fact.path[0] in linked])
