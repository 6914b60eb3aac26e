"""TemplateEvidence: what is known of a template when kinds are found, from what is stored of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from intaglio.tables.field_facts import FieldFacts
from intaglio.tables.kind import TemplateKey
from intaglio.tables.kinds.page_sketch import PageSketch
from intaglio.templates import Traits


@dataclass(frozen=True, slots=True, eq=False)
class TemplateEvidence:
    """One template. Give templates in the order in which they were founded: kinds take their ids of the first."""

    key: TemplateKey
    pages: int
    traits: Traits
    """Its structure, as stored with it."""
    urls: Sequence[str] = ()
    """Addresses of some of its pages; paths in a folder do as well."""
    types: Sequence[str] = ()
    """Types that its pages declare of themselves, one a page: JSON-LD's and microdata's `@type`, `og:type`."""
    titles: Sequence[str] = ()
    """Titles of some of its pages."""
    facts: tuple[FieldFacts, ...] = ()
    """Its fields, once its wrapper is learned: without them kinds are provisional."""
    sketch: PageSketch | None = None
    """Where the data of its pages stands, if pages are at hand (`sketch_templates`); else it is taken of the facts."""
    heading: str = ""
    """What its pages say they are about, if it was parted from another template by that."""
