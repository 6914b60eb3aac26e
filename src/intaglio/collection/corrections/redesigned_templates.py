"""Templates that stand in the place of others: what people said of these holds for them as well.

After a redesign the run has noted which ones; where a template is not known at all, as in a collection that was learned
anew or elsewhere, the pages that people spoke of tell what theirs is now.
"""

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
    led = [_followed(one, successors) for one in corrections] if successors else list(corrections)
    there: dict[Place, bool] = {}
    return [one if _is_known(tx, one, there) else _found_by_pages(tx, one) for one in led]


def _is_known(tx: Transaction, one: Correction, there: dict[Place, bool]) -> bool:
    """Whether a correction names no template, or one that has pages."""
    for place in one.target.places:
        template = place._replace(field=None)
        if template not in there:
            sites = [place.site] if place.site else tx.templates.sites()
            there[template] = any(tx.lookups.spread_pages(site, place.template, 1) for site in sites)
        if there[template]:
            return True
    return not one.target.places


def _found_by_pages(tx: Transaction, one: Correction) -> Correction:
    """A correction that is also about the templates which the pages of its examples have now."""
    sources = dict.fromkeys(example.source for example in one.examples)
    rows = [
        row for site in tx.templates.sites() for source in sources if (row := tx.lookups.record_of_source(site, source))
    ]
    found = [place._replace(site=row.site, template=row.template) for row in rows for place in one.target.places]
    return replace(one, target=replace(one.target, places=(*one.target.places, *dict.fromkeys(found))))


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
