"""Kind: templates that show one kind of thing, under a name a person would give it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class TemplateKey(NamedTuple):
    """Which template: ids are unique within a site."""

    site: str
    template: str


@dataclass(frozen=True, slots=True)
class Kind:
    """Pages whose records share a table."""

    id: str
    """Made of the template that was founded first, so that it stays as more pages and templates come."""
    name: str
    """What a person would call it, as `products`; unique in the collection."""
    slug: str
    """The name as a file name: lower-case letters, digits and hyphens, whatever the pages say; unique as well."""
    templates: tuple[TemplateKey, ...]
    """In the order in which they were founded."""
    listing: bool
    """Its pages list other pages: categories, archives, results."""
    pages: int
