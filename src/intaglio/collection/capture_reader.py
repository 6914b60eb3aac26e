"""Reads the captures of a collection again, by reference to where they came from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from intaglio.blobs import ANEW
from intaglio.capture import Capture
from intaglio.collection.trust import check_trusted, file_name, is_trusted
from intaglio.errors import SourceError
from intaglio.resources import Nothing, Resources
from intaglio.shapes import checked
from intaglio.sources import SavedOptions, WarcFiles
from intaglio.sources.source_kinds import open_saved, saved_resources
from intaglio.store import CaptureRow

if TYPE_CHECKING:
    from intaglio.collection.folder import CollectionFolder

CRAWLED = "crawl"
"""The kind of origin whose captures are in the collection itself."""


@dataclass(frozen=True, slots=True)
class CaptureReader:
    """All captures of a collection, to be read again."""

    folder: Path
    """Where a crawl keeps what it fetched."""
    origins: dict[int, tuple[str, str]]
    bases: dict[int, str | None]
    trusted: frozenset[int]
    """Origins that may be read, though they lie outside the collection."""

    def read(self, row: CaptureRow) -> Capture:
        """The capture of a row; SourceError if its file is gone or changed beyond reading."""
        kind, location = self._origin(row)
        if kind != CRAWLED:
            if row.origin not in self.trusted:
                check_trusted(self.folder.parent, location, location)
            return open_saved(kind, Path(location), SavedOptions(self.bases[row.origin])).read(row.source)
        if not row.place:
            raise SourceError(f"{row.source} gave nothing to be read")
        archive = self.folder / file_name(row.place, "capture's file")
        found = WarcFiles((archive,)).read(f"{row.place}#{row.offset}")
        return replace(found, source=row.source, time=row.time)

    def _origin(self, row: CaptureRow) -> tuple[str, str]:
        if row.origin not in self.origins:
            raise SourceError(f"{row.source} has no source: its collection is damaged; {ANEW}")
        return self.origins[row.origin]

    def resources(self, row: CaptureRow) -> Resources:
        """Where what the page refers to may be found."""
        kind, location = self._origin(row)
        if kind == CRAWLED or row.origin not in self.trusted:
            return Nothing()
        return saved_resources(kind, [Path(location)], self.bases[row.origin])


def open_captures(collection: CollectionFolder) -> CaptureReader:
    """The captures of a collection."""
    with collection.store.reading() as tx:
        origins = tx.captures.origins()
        notes = {number: tx.notes.get(f"origin {number}") for number in origins}
    known = {number: checked(note or {}, dict, f"the note of origin {number}") for number, note in notes.items()}
    bases = {number: checked(note.get("base_url"), str | None, "an address") for number, note in known.items()}
    trusted = frozenset(n for n, (_, place) in origins.items() if is_trusted(collection.folder, place))
    return CaptureReader(collection.captures, origins, bases, trusted)
