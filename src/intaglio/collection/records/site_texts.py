"""Boilerplate of a site in the store: texts, and parts of titles, that most of its pages have."""

from __future__ import annotations

from collections.abc import Sequence

from intaglio.store import Transaction
from intaglio.wrapper.boilerplate import SiteBoilerplate


def load_boilerplate(tx: Transaction, site: str) -> SiteBoilerplate:
    """What is known to stand all over a site."""
    note = tx.notes.get(f"steady {site}")
    if not isinstance(note, dict):
        return SiteBoilerplate()
    return SiteBoilerplate(note["pages"], frozenset(note["texts"]), frozenset(note["titles"]))


def save_boilerplate(tx: Transaction, site: str, steady: SiteBoilerplate) -> None:
    """Keep the boilerplate of a site."""
    lists: dict[str, Sequence[str]] = {"texts": sorted(steady.texts), "titles": sorted(steady.titles)}
    tx.notes.put(f"steady {site}", {"pages": steady.pages, **lists})
