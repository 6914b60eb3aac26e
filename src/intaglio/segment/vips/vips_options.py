"""Options of VIPS: the only place where its settings are written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VipsOptions:
    """How far and how finely VIPS divides."""

    pdoc: int = 5
    """Permitted degree of coherence, 1 to 10: what reaches it is not divided. Higher is finer; 11 divides whatever can
    be divided, also blocks that no separator parts."""
    small: float = 0.25
    """Rules 9 and 10: size, relative to the part of the page being divided, below which a node stays whole."""
    slack: float = 2.0
    """Pixels by which blocks may overlap and still be told apart: borders and line boxes often do by one or two."""
