"""Puts what is known of a site into a store: templates by compare-and-set, all in one transaction or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from intaglio.collection.packs.site_parts import PackedWrapper, SiteParts, tables_note
from intaglio.store import Transaction, WrapperRow


def publish(tx: Transaction, parts: SiteParts, seen: int, pages: Mapping[str, Sequence[bytes]] | None = None) -> int:
    """Write a site as it is known now, on the ground of revision `seen`; WriteConflict if anybody wrote since.

    With a wrapper go the compact pages that it was learned from, so that more can be learned later.
    """
    site = parts.site
    known = {row.id: row for row in tx.templates.load(site).rows}
    changed = [row for row in parts.templates if known.get(row.id) != row]
    revision = tx.templates.save(site, changed, seen=seen, merged=parts.aliases)
    for template, blobs in parts.lessons.items():
        tx.templates.put_lessons(site, [(template, slot, blob) for slot, blob in enumerate(blobs)])
    for template, wrapper in parts.wrappers.items():
        _put_wrapper(tx, site, template, wrapper, (pages or {}).get(template, ()))
    tx.notes.put(tables_note(site), {name: json.loads(text) for name, text in parts.tables.items()})
    return revision


def _put_wrapper(tx: Transaction, site: str, template: str, new: PackedWrapper, pages: Sequence[bytes]) -> None:
    old = tx.records.wrapper(site, template)
    if old is not None and old.blob == new.blob:
        return
    version = max(new.version, old.version + 1 if old is not None else 1)
    tx.records.put_wrapper(WrapperRow(site, template, version, new.pages, new.blob, new.steady), pages)
