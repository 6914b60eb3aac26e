"""Templates that stand in the place of others since a redesign: what people said of these holds for them as well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from intaglio.collection.corrections.correction import Correction, Place
from intaglio.store import Transaction

Successors = dict[tuple[str, str], list[str]]
"""Site and template → the templates that its pages have now."""


def note_of(site: str) -> str:
    """The note of a site's templates that were redesigned: each new one with the one before."""
    return f"redesigned {site}"


def note_redesign(tx: Transaction, site: str, new: str, old: str) -> None:
    """Keep that the pages of a template had another one before."""
    known = tx.notes.get(note_of(site))
    tx.notes.put(note_of(site), {**(known if isinstance(known, dict) else {}), new: old})


def followed(tx: Transaction, corrections: Iterable[Correction]) -> list[Correction]:
    """Corrections that are also about what their templates have become."""
    successors: Successors = {}
    for site in tx.templates.sites():
        known = tx.notes.get(note_of(site))
        for new, old in known.items() if isinstance(known, dict) else ():
            successors.setdefault((site, old), []).append(new)
            successors.setdefault(("", old), []).append(new)
    if not successors:
        return list(corrections)
    return [_followed(one, successors) for one in corrections]


def _followed(one: Correction, successors: Successors) -> Correction:
    places = [place for first in one.target.places for place in _all(first, successors)]
    return replace(one, target=replace(one.target, places=tuple(dict.fromkeys(places))))


def _all(place: Place, successors: Successors) -> list[Place]:
    """A place, and where it went."""
    found = [place]
    for known in found:  # grows while it is gone through; a template is never its own successor
        news = successors.get((known.site, known.template), ())
        found += [new for name in news if (new := known._replace(template=name)) not in found]
    return found
