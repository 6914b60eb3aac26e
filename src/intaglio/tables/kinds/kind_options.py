"""Options of kinds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KindOptions:
    """When templates are of one kind; chosen on half of the labelled sites."""

    steady: float = 0.7
    """A path that this share of a template's pages has is the template's own."""
    structure: float = 0.65
    """Overlap of two templates' paths that they must have at least."""
    alike: float = 1.33
    """Overlap of paths and share of data at the same places, together, from which templates are of one kind."""
    own: float = 0.5
    """Or overlap of the paths that are not all over the site."""
    twins: float = 0.85
    """Or overlap of all paths, and of fixed texts,"""
    some_data: float = 0.3
    """if this share of the data is at the same places: a list of things in one frame with them is built like them."""
    same_places: float = 0.85
    """Or share of data at the same places, where few places are a list on pages of one template alone."""
    loose: float = 0.45
    """Overlap of two templates' paths that is enough then."""
    unlisted: float = 0.35
    """Share of such lists below which they are few."""
    repeated: float = 0.75
    """Share of the places that are a list on pages of one template alone, from which it lists what the other shows."""
    addresses: bool = True
    """Use what URLs say: for names, and where templates stand in one folder."""
    one_address: float = 0.8
    """Share of a template's addresses that must have a folder in common for it to count."""
    near: float = 1.05
    """Overlap of paths and share of data, together, that is enough for templates of one folder, where few places are a
    list on pages of one alone.
    """
