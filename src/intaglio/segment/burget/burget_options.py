"""Options of Burget's areas: the only place where their settings are written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BurgetOptions:
    """How boxes become areas, and which level of the areas is the segmentation."""

    cut: float = 0.95
    """An area is divided while it holds at least this share of the page's characters; 0 gives all areas."""
    inside: float = 0.8
    """Share of a box that has to lie in another one to be nested in it."""
    line_gap: float = 1.5
    """Largest gap within a line or between lines, in font sizes."""
    lightest: int = 3
    """White space that weighs less is no separator; a pixel of a horizontal one weighs 0.1, of a vertical one 0.2."""
    slack: float = 2.0
    """Pixels by which areas may overlap and still be told apart."""
