"""Corrections of two kinds: both are meant by their ids, their templates, and some of their pages."""

from __future__ import annotations

from collections.abc import Iterator

from intaglio.collection.corrections.correction import Correction, Example, Place, Target, What
from intaglio.store import PageRow, Transaction
from intaglio.tables import Kind

EXAMPLES = 5
"""Pages of each that are kept with a correction."""


def said_of_two(tx: Transaction, what: What, kind: Kind, other: Kind) -> Correction:
    """That a kind takes in another one, or stays apart from it. The value of an example says whose page it is."""
    target = Target(kind=kind.id, places=_places(kind), other=_places(other))
    examples = (Example(page.source, one.id, page.url) for one in (kind, other) for page in _pages(tx, one))
    return Correction(what, target, other.id, tuple(examples))


def _places(kind: Kind) -> tuple[Place, ...]:
    return tuple(Place(key.site, key.template) for key in kind.templates)


def _pages(tx: Transaction, kind: Kind) -> Iterator[PageRow]:
    some = kind.templates[:EXAMPLES]
    for key in some:
        yield from tx.lookups.spread_pages(*key, EXAMPLES // len(some))
