"""Texts that say another one in fixed words: `More on Albany`, `Totem Inn Review`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from intaglio.tables.columns.candidates import Candidate

Words = frozenset[str]
_FIRST = 3
"""Rows that are looked at first."""
_FRAME = 6
"""Fixed words around a value, at most."""


def framed_texts(found: Sequence[Candidate], share: float) -> dict[int, Candidate]:
    """Texts that say another one in fixed words, `More on Albany`, by identity: each with the one it says."""
    texts = [(one, one.words) for one in found if one.origin == "text" and not one.listed and one.words]
    bare: dict[tuple[int, Words], Candidate] = {}
    framed: list[tuple[Candidate, dict[int, Words]]] = []
    for one, words in texts:
        frame = frozenset[str].intersection(*words.values())
        if not frame:
            for said in islice(words.items(), _FIRST):
                bare.setdefault(said, one)
        elif len(frame) <= _FRAME and len(words) >= _FIRST and any(said - frame for said in words.values()):
            framed.append((one, {row: said - frame for row, said in words.items()}))
    found_in = ((one, _said_by(inner, bare, share)) for one, inner in framed)
    return {id(one): other for one, other in found_in if other is not None}


def _said_by(inner: Mapping[int, Words], bare: Mapping[tuple[int, Words], Candidate], share: float) -> Candidate | None:
    """The column whose words are those of another inside its fixed ones, on nearly all rows."""
    other = next((bare[said] for said in islice(inner.items(), _FIRST) if said in bare), None)
    if other is None or other.words is None:
        return None
    same = sum(other.words.get(row) == said for row, said in inner.items())
    return other if same >= share * len(inner) else None
