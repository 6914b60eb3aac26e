"""Templates that stand in the place of others: what people said of these holds for them as well.

After a redesign the run has noted which ones; where a template is not known at all, as in a collection that was learned
anew or elsewhere, the pages that people spoke of tell what theirs is now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

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
    corrections = list(corrections)
    if not corrections:
        return []
    successors: Successors = {}
    for site in tx.templates.sites():
        known = tx.notes.get(note_of(site))
        for new, old in known.items() if isinstance(known, dict) else ():
            successors.setdefault((site, old), []).append(new)
            successors.setdefault(("", old), []).append(new)
    led = [_followed(one, successors) for one in corrections] if successors else corrections
    known_now = _Known(tx, tx.templates.sites())
    return [known_now.led(one) for one in led]


@dataclass(slots=True)
class _Known:
    """The templates that a collection has now, each looked for once."""

    tx: Transaction
    sites: Sequence[str]
    templates: dict[tuple[str, str], bool] = field(default_factory=dict)
    pages: dict[tuple[str, str], str | None] = field(default_factory=dict)
    """Site and source of a page → its template."""

    def led(self, one: Correction) -> Correction:
        """A correction that is also about the templates which the pages of its examples have now.

        The other of two kinds goes by its id as long as its templates are known.
        """
        theirs = [example.source for example in one.examples if one.target.other and example.value == one.value]
        mine = [example.source for example in one.examples if example.source not in theirs]
        places, other = self._now(one.target.places, mine), self._now(one.target.other, theirs)
        gone = () if other == one.target.other else other
        return replace(one, target=replace(one.target, places=places, other=gone))

    def _now(self, places: tuple[Place, ...], sources: Sequence[str]) -> tuple[Place, ...]:
        """Places; where none of their templates has pages, also those of these pages."""
        keys = [(site, place.template) for place in places for site in ([place.site] if place.site else self.sites)]
        if not keys or any(map(self._has, keys)):
            return places
        sites = sorted({place.site for place in places}.intersection(self.sites)) or self.sites
        found = [
            place._replace(site=site, template=template)
            for site in sites for source in dict.fromkeys(sources)
            if (template := self._template(site, source)) is not None
            for place in places
        ]  # fmt: skip
        return (*places, *dict.fromkeys(found))

    def _has(self, key: tuple[str, str]) -> bool:
        if key not in self.templates:
            self.templates[key] = bool(self.tx.lookups.spread_pages(*key, 1))
        return self.templates[key]

    def _template(self, site: str, source: str) -> str | None:
        if (site, source) not in self.pages:
            row = self.tx.lookups.record_of_source(site, source)
            self.pages[site, source] = row.template if row is not None else None
        return self.pages[site, source]


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
