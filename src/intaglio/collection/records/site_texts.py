"""Boilerplate of a site in the store: texts, and parts of titles, that most of its pages have."""

from __future__ import annotations

from collections.abc import Sequence

from intaglio.shapes import WORDS, Shape, checked
from intaglio.store import Transaction
from intaglio.wrapper.boilerplate import SiteBoilerplate

STEADY: Shape = {"pages": int, "texts": WORDS, "titles": WORDS}


def load_boilerplate(tx: Transaction, site: str) -> SiteBoilerplate:
    """What is known to stand all over a site."""
    note = tx.notes.get(f"steady {site}")
    if note is None:
        return SiteBoilerplate()
    known = checked(note, STEADY, f"the note of what stands all over {site}")
    return SiteBoilerplate(known["pages"], frozenset(known["texts"]), frozenset(known["titles"]))


def save_boilerplate(tx: Transaction, site: str, steady: SiteBoilerplate) -> None:
    """Keep the boilerplate of a site."""
    lists: dict[str, Sequence[str]] = {"texts": sorted(steady.texts), "titles": sorted(steady.titles)}
    tx.notes.put(f"steady {site}", {"pages": steady.pages, **lists})
