"""Templates: what a template is, which one a page belongs to, and what its areas are on that page."""

from __future__ import annotations

from intaglio.templates.carrying.carry import DEEPEST, Carrier, CarryOptions, areas_as_founded, texts_of_areas
from intaglio.templates.carrying.found_area import Carried, FoundArea
from intaglio.templates.clustering import Clustering, StreamOptions
from intaglio.templates.difference import DifferenceOptions, difference, losses
from intaglio.templates.fixed_rule import FixedClustering, FixedOptions
from intaglio.templates.page_structure import PageStructure, PathTable, StructureOptions
from intaglio.templates.statistics import TraitOptions, Traits
from intaglio.templates.template import Template, make_template, template_id
from intaglio.templates.template_shelf import TemplateShelf

__all__ = [
    "DEEPEST",
    "Carried",
    "Carrier",
    "CarryOptions",
    "Clustering",
    "DifferenceOptions",
    "FixedClustering",
    "FixedOptions",
    "FoundArea",
    "PageStructure",
    "PathTable",
    "StreamOptions",
    "StructureOptions",
    "Template",
    "TemplateShelf",
    "TraitOptions",
    "Traits",
    "areas_as_founded",
    "difference",
    "losses",
    "make_template",
    "template_id",
    "texts_of_areas",
]  # fmt: skip
