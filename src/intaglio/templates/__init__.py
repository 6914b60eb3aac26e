"""Templates: what a template is, which one a page belongs to, and what its areas are on that page."""

from __future__ import annotations

from intaglio.templates.areas import Carrier, CarryOptions, FoundArea, areas_as_founded, texts_of_areas
from intaglio.templates.difference import DifferenceOptions, difference, losses
from intaglio.templates.reading import PathTable, Reading, ReadingOptions
from intaglio.templates.stream import Stream, StreamOptions
from intaglio.templates.template import Template, make_template, template_id
from intaglio.templates.traits import TraitOptions, Traits

__all__ = [
    "Carrier", "CarryOptions", "DifferenceOptions", "FoundArea", "PathTable", "Reading", "ReadingOptions", "Stream",
    "StreamOptions", "Template", "TraitOptions", "Traits", "areas_as_founded", "difference", "losses", "make_template",
    "template_id", "texts_of_areas",
]  # fmt: skip
