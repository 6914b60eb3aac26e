"""The log of corrections in the store, and what of it holds at present."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from intaglio.collection.corrections.correction import Correction, What, check
from intaglio.errors import BadCorrection
from intaglio.store import Transaction

OF_TWO = (What.MERGE_KIND, What.KEEP_APART, What.MERGE_COLUMN, What.WANT)
"""What is about its value as well as its target."""


def said(tx: Transaction, what: Collection[What] | None = None) -> list[Correction]:
    """All corrections in order, undone ones and undoings too; or those of some sorts, and what undoes any."""
    sorts = None if what is None else {str(one) for one in (*what, What.UNDO)}
    return [Correction.of_row(row) for row in tx.corrections.rows(sorts)]


def keep(tx: Transaction, correction: Correction) -> Correction:
    """Add a correction; give it with its number and time. BadCorrection if it makes no sense."""
    check(correction)
    undone = correction.target.correction
    if undone is not None and undone not in {row.id for row in tx.corrections.rows()}:
        raise BadCorrection(f"there is no correction {undone}; `Collection.corrections` lists them")
    timed = replace(correction, time=correction.time or datetime.now(UTC))
    return replace(timed, id=tx.corrections.add(timed.row()))


def standing(corrections: Iterable[Correction]) -> list[Correction]:
    """What holds at present, in order: neither undone, nor said otherwise of the same target later."""
    kept = _not_undone(list(corrections))
    last: dict[object, int] = {}
    for one in kept:
        last[_subject(one)] = one.id
    return [one for one in kept if last[_subject(one)] == one.id]


def _subject(one: Correction) -> object:
    """What a later correction says anew: a merge is about two kinds, a wish about a name."""
    merged = one.value if one.what in OF_TWO else None
    return one.what, one.target.key, merged


def _not_undone(corrections: Sequence[Correction]) -> list[Correction]:
    undone: set[int] = set()
    for one in reversed(corrections):  # an undoing that was undone itself comes before what undid it
        if one.what is What.UNDO and one.id not in undone and one.target.correction is not None:
            undone.add(one.target.correction)
    return [one for one in corrections if one.what is not What.UNDO and one.id not in undone]
