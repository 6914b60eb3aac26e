"""The look of an area's text as sums weighted by characters, so that joining areas adds them up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.segment.visible_content import Content


@dataclass(frozen=True, slots=True)
class Style:
    """Sums over characters, and the background if it is one."""

    characters: int
    size: float
    weight: float
    italic: float
    luminosity: float
    background: int
    """Colour as a number; -1 if there are several."""

    def __add__(self, other: Style) -> Style:
        """The style of both together."""
        return Style(
            self.characters + other.characters, self.size + other.size, self.weight + other.weight,
            self.italic + other.italic, self.luminosity + other.luminosity,
            self.background if self.background == other.background else -1,
        )  # fmt: skip

    def mean(self) -> tuple[float, float, float, float]:
        """Font size in pixels, weight (0 plain, 1 bold), italic (0 to 1) and luminosity of a character."""
        count = max(self.characters, 1)
        return self.size / count, self.weight / count, self.italic / count, self.luminosity / count


EMPTY = Style(0, 0.0, 0.0, 0.0, 0.0, -1)
"""Of what has nothing in it."""

_LIMITS = (1.0, 0.8, 0.8, 0.005)
"""By how much size, weight, italic and luminosity of one style may differ."""


def alike(one: Style, other: Style) -> bool:
    """Whether two areas are of one style. What has no text has no style but its background."""
    if one.background != other.background or one.background < 0 or (one.characters > 0) != (other.characters > 0):
        return False
    return all(abs(a - b) <= limit for a, b, limit in zip(one.mean(), other.mean(), _LIMITS, strict=True))


def styles_of(content: Content) -> list[Style]:
    """The style of each piece of content."""
    layout, e = content.layout, content.element
    count = content.characters
    colour = layout.background[e].astype(np.int64)
    linear = (layout.colour[e, :3] / 255.0) ** 2.2
    luminosity = linear @ np.array([0.2126, 0.7152, 0.0722])
    bold = np.clip((layout.font_weight[e] - 400) / 300, 0, 1)
    columns = (
        count, layout.font_size[e] * count, bold * count, layout.italic[e] * count, luminosity * count,
        colour[:, 0] << 16 | colour[:, 1] << 8 | colour[:, 2],
    )  # fmt: skip
    return [Style(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
