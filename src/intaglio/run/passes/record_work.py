"""What is asked of workers about records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from intaglio.collection.tables.kind_evidence import PagesTold
from intaglio.store import CaptureRow, PackedRecord, WrapperRow
from intaglio.wrapper import WrapperOptions
from intaglio.wrapper.learn.similar_templates import SimilarOptions


@dataclass(frozen=True, slots=True)
class CountTexts:
    """Count the texts of some pages, and the parts of their titles."""

    captures: Sequence[CaptureRow]


@dataclass(frozen=True, slots=True)
class TextCounts:
    """On how many pages each stands."""

    pages: int
    texts: Mapping[str, int]
    titles: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PlaceTexts:
    """Tell the texts of some pages, each with its place."""

    captures: Sequence[CaptureRow]
    alone: bool = False
    """They are of a site's only template: there is something to tell only if they declare different types."""


@dataclass(frozen=True, slots=True)
class LearnWrapper:
    """Learn the wrapper of a template, or of several that seem to show one kind of thing."""

    site: str
    template: str
    captures: Sequence[CaptureRow]
    """Those to learn from, from its first to its last."""
    kept: Sequence[bytes]
    """Pages kept with an earlier wrapper, in case that of the others fewer can be read by now."""
    before: str | None
    """Key of the wrapper that it had, whose names stay."""
    known: int
    """How many pages that one was learned from."""
    common: str
    """Key of the texts that stand all over the site."""
    lenders: Sequence[Lender]
    """Templates that may lend pages, the largest first."""
    options: WrapperOptions
    similar: SimilarOptions
    beside: Mapping[str, Sequence[CaptureRow]] = field(default_factory=dict)
    """Pages of other templates that are learned together with it."""
    former: FormerTemplate | None = None
    """The template that its pages had before they were redesigned."""
    lists: Mapping[str, bool] = field(default_factory=dict)
    """What people said of lists: the way down to their items, and whether there is one."""
    with_records: bool = True
    """Give those pages their records, too, as they are at hand."""


@dataclass(frozen=True, slots=True)
class Lender:
    """A template whose pages may be borrowed."""

    template: str
    captures: Sequence[CaptureRow]
    """The first of them tells how alike the two are."""
    wrapper: str
    """Key of its wrapper."""


@dataclass(frozen=True, slots=True)
class FormerTemplate:
    """A template whose pages have another one now."""

    template: str
    wrapper: str
    """Key of its wrapper."""
    pages: Sequence[bytes]
    """Those of its pages that were kept, and have another template now."""
    names: Mapping[str, str]
    """Names that people gave to its fields."""


@dataclass(frozen=True, slots=True)
class LearnedWrapper:
    """What was learned."""

    row: WrapperRow
    """With version 0: which one it is, whoever keeps it knows."""
    learned_from: Sequence[bytes]
    beside: Mapping[str, Sequence[bytes]] = field(default_factory=dict)
    """The pages of other templates that it was learned from."""
    facts: Sequence[Sequence[Any]] = ()
    """What it knows of its fields, as JSON values."""
    told: Mapping[str, PagesTold] = field(default_factory=dict)
    """What the pages of each template say of themselves."""
    records: Mapping[str, Sequence[PackedRecord]] = field(default_factory=dict)
    """Those of the pages that there were to learn from, by template; with version 0, too."""


@dataclass(frozen=True, slots=True)
class ExtractRecords:
    """Give pages of a template their records."""

    wrapper: str
    """Key of the wrapper."""
    captures: Sequence[CaptureRow]
    options: WrapperOptions
