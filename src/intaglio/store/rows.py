"""What goes into the store and comes out of it, one dataclass a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from intaglio.blobs import packed, unpacked
from intaglio.compact_json import compact_json, read_json
from intaglio.shapes import decoding


@dataclass(frozen=True, slots=True)
class TemplateRow:
    """One template as the store sees it: a blob under an id."""

    site: str
    id: str
    version: int
    """Rises when the template's areas are made anew; results name the one they were made with."""
    blob: bytes


@dataclass(frozen=True, slots=True)
class SiteTemplates:
    """The templates of a site, loaded together."""

    revision: int
    """Counts the writes to the site's templates; hand it back when saving."""
    rows: Sequence[TemplateRow]
    aliases: Mapping[str, str]
    """Id of a template that was merged away → id of the one that lives on."""


@dataclass(frozen=True, slots=True)
class CaptureRow:
    """Where the bytes of a page are; the bytes themselves stay in the folder or archive."""

    origin: int
    """The source of the run it belongs to, see `Captures.origin`."""
    source: str
    """As in `Capture.source`; unique for its origin."""
    site: str
    place: str
    """File that has the bytes, below the origin's location or the collection's captures folder; empty if none has."""
    offset: int | None = None
    """Where in an archive the record starts."""
    length: int | None = None
    """Bytes of the record in the archive."""
    url: str | None = None
    content_type: str | None = None
    time: datetime | None = None
    http_status: int | None = None
    digest: bytes | None = None
    """Hash of the body, where duplicates are to be noticed."""
    id: int = 0
    """Given by the store; ascending in the order in which captures are taken up."""


@dataclass(frozen=True, slots=True)
class PageRow:
    """What one page gave: its line for people and programs, and what the store itself asks for."""

    capture: int
    site: str
    source: str
    url: str | None
    template: str | None
    template_version: int
    hit: bool
    status: str
    """`ok`, or `partial` if not all could be read."""
    ms: Mapping[str, float]
    """What it cost, by stage."""
    line: str
    """The line of `pages.jsonl`, without the newline."""
    extras: Mapping[str, str] = field(default_factory=dict)
    """Lines that further stages made of it, by stage; written with the page, read on their own."""
    sequence: int = 0
    """Given by the store."""


@dataclass(frozen=True, slots=True)
class WrapperRow:
    """What was learned of a template's records, in one of its versions."""

    site: str
    template: str
    version: int
    pages: int
    """How many pages there were to learn from, up to as many as are wanted."""
    blob: bytes
    steady: Sequence[str]
    """Texts that recur on those pages."""


@dataclass(frozen=True, slots=True)
class RecordRow:
    """The record of one page."""

    capture: int
    site: str
    template: str
    version: int
    """Of the wrapper that found it."""
    line: str
    """The line of `records/<template>.jsonl`, under the names that fields were given when they were found."""
    texts: Sequence[str] = ()
    """Texts of this page, in order, that are not its template's; then what attributes say, addresses left out."""
    sequence: int = 0
    """Given by the store; a record that is found anew gets a new one."""


@dataclass(frozen=True, slots=True)
class PackedRecord:
    """A `RecordRow` as the store keeps it, to be unpacked by whoever needs what it says, in whatever process."""

    capture: int
    site: str
    template: str
    version: int
    line: bytes
    texts: bytes
    sequence: int = 0

    @classmethod
    def of(cls, row: RecordRow) -> PackedRecord:
        """A record, packed."""
        texts = packed(compact_json(list(row.texts)))
        line = packed(row.line.encode())
        return cls(row.capture, row.site, row.template, row.version, line, texts, row.sequence)

    def unpacked(self) -> RecordRow:
        """The record; StoreError if it is damaged."""
        with decoding("a record"):
            line, texts = unpacked(self.line).decode(), read_json(unpacked(self.texts))
            return RecordRow(self.capture, self.site, self.template, self.version, line, texts, self.sequence)


class PageAddress(NamedTuple):
    """Where a page is from, and which template it has."""

    site: str
    template: str | None
    url: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How many pages are alike."""

    site: str
    template: str | None
    hit: bool
    status: str
    pages: int


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A page that gave nothing, and why."""

    source: str
    url: str | None
    stage: str
    reason: str
    origin: int
    capture: int | None = None
    """None if there was nothing to capture."""
    sequence: int = 0


@dataclass(frozen=True, slots=True)
class RunRow:
    """What a collection was like at the end of a run."""

    started: datetime
    ended: datetime
    content: Mapping[str, Any]
    """As JSON values."""
    id: int = 0
    """Given by the store; ascending."""


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """What a person said once; `target`, `value` and `examples` are JSON values."""

    who: str
    time: datetime | None
    """When; None of what older releases kept."""
    what: str
    target: Mapping[str, object]
    value: object = None
    examples: Sequence[object] = ()
    id: int = 0
    """Given by the store; ascending."""
