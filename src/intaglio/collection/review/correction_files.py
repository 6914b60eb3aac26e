"""Corrections as JSON Lines: to be kept elsewhere, or brought into another collection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from intaglio.collection.collection import Collection
from intaglio.collection.corrections.correction import Correction, What
from intaglio.collection.corrections.correction_log import keep
from intaglio.collection.tables.make_tables import make_tables
from intaglio.errors import BadCorrection


def export_lines(collection: Collection, *, standing: bool = False) -> list[str]:
    """All corrections as lines of JSON, in order; or those that still hold."""
    return [json.dumps(one.as_dict(), ensure_ascii=True) for one in collection.corrections(standing=standing)]


def import_corrections(collection: Collection, lines: Iterable[str]) -> tuple[int, int]:
    """Add the corrections of some lines, all or none of them; give how many were added, and how many known before.

    Undoings are brought in as well; the numbers that they name are followed to the new ones.
    """
    given = _all_parsed(lines)
    known = {_same(one): one.id for one in collection.corrections()}
    with collection.store.writing() as tx:
        added = _brought_in(given, known, lambda one: keep(tx, one).id)
    if added:
        make_tables(collection.store)  # which finds columns by their values, where addresses are of elsewhere
    return len(added), len(given) - len(added)


def foreseen(collection: Collection, lines: Iterable[str]) -> tuple[list[Correction], int]:
    """What an import of these lines would add, and how many of them are known; adds nothing."""
    given = _all_parsed(lines)
    known = {_same(one): one.id for one in collection.corrections()}
    numbers = count(1 + max(known.values(), default=0))
    added = _brought_in(given, known, lambda _: next(numbers))
    return added, len(given) - len(added)


def _brought_in(
    given: Sequence[Correction], known: Mapping[str, int], add: Callable[[Correction], int]
) -> list[Correction]:
    """Add what is not known, and give it; `add` says the number that one gets."""
    numbers: dict[int, int] = {}
    added = []
    for one in given:
        old = one.id
        if one.what is What.UNDO and one.target.correction is not None:
            if one.target.correction not in numbers:
                raise BadCorrection(f"correction {old} takes back {one.target.correction}, which is not among them")
            one = replace(one, target=replace(one.target, correction=numbers[one.target.correction]))  # noqa: PLW2901
        if _same(one) in known:
            numbers[old] = known[_same(one)]
            continue
        numbers[old] = add(replace(one, id=0))
        added.append(one)
    return added


def _all_parsed(lines: Iterable[str]) -> list[Correction]:
    return [_parsed(line, number) for number, line in enumerate(lines, 1) if line.strip()]


def _parsed(line: str, number: int) -> Correction:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadCorrection(f"line {number} is no JSON: {error}") from error
    if not isinstance(content, dict):
        raise BadCorrection(f"line {number} is no JSON object")
    try:
        return Correction.of(content)
    except BadCorrection as error:
        raise BadCorrection(f"line {number}: {error}") from error


def _same(one: Correction) -> str:
    """What two copies of one correction share: everything but the number."""
    return json.dumps({**one.as_dict(), "id": 0}, sort_keys=True)
