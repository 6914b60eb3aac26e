"""Colours as Chromium writes them in computed styles → red, green, blue, alpha of 0 to 255."""

from __future__ import annotations

import math
import re

RGBA = tuple[int, int, int, int]

TRANSPARENT: RGBA = (0, 0, 0, 0)
WHITE: RGBA = (255, 255, 255, 255)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?%?|none", re.IGNORECASE)
_FUNCTION = re.compile(r"(color(?=\()|[a-z]+)\(\s*((?<=color\()[a-z][a-z0-9-]*)?", re.IGNORECASE)


def parse_colour(text: str) -> RGBA:
    """Read a computed colour; what is not understood counts as transparent.

    >>> parse_colour("rgba(255, 0, 0, 0.5)")
    (255, 0, 0, 128)
    """
    found = _FUNCTION.match(text)
    if not found:
        return TRANSPARENT
    function, space = found.group(1).lower(), (found.group(2) or "").lower()
    values = [_value(word, function) for word in _NUMBER.findall(text[found.end() :])]
    if len(values) < 3:
        return TRANSPARENT
    alpha = values[3] if len(values) > 3 else 1.0
    first, second, third = values[:3]
    if function in ("rgb", "rgba"):
        channels = (first / 255, second / 255, third / 255)
    elif function == "color":
        channels = (first, second, third)
        if space == "srgb-linear":
            channels = (_gamma(first), _gamma(second), _gamma(third))
    elif function in ("oklab", "oklch"):
        channels = _oklab(first, *_plane(function, second, third))
    elif function in ("lab", "lch"):
        channels = _lab(first, *_plane(function, second, third))
    else:
        return TRANSPARENT
    red, green, blue = (round(255 * min(1.0, max(0.0, channel))) for channel in channels)
    return red, green, blue, round(255 * min(1.0, max(0.0, alpha)))


def blend(over: RGBA, under: RGBA) -> RGBA:
    """Lay a colour over an opaque one."""
    alpha = over[3] / 255
    red, green, blue = (round(o * alpha + u * (1 - alpha)) for o, u in zip(over[:3], under[:3], strict=True))
    return red, green, blue, 255


def _value(word: str, function: str) -> float:
    if word.lower() == "none":
        return 0.0
    if word.endswith("%"):
        share = float(word[:-1]) / 100
        return share * 255 if function in ("rgb", "rgba") else share
    return float(word)


def _plane(function: str, second: float, third: float) -> tuple[float, float]:
    """The a and b of a colour given as such, or as chroma and hue."""
    if function.endswith("lab"):
        return second, third
    return second * math.cos(math.radians(third)), second * math.sin(math.radians(third))


def _oklab(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _gamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _gamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _gamma(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )


def _lab(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    middle = (lightness + 16) / 116
    x, y, z = 0.9643 * _cube(middle + a / 500), _cube(middle), 0.8251 * _cube(middle - b / 200)
    return (
        _gamma(3.1341359 * x - 1.6172206 * y - 0.4906627 * z),
        _gamma(-0.9787685 * x + 1.9161415 * y + 0.0334540 * z),
        _gamma(0.0719453 * x - 0.2289914 * y + 1.4052427 * z),
    )


def _cube(value: float) -> float:
    return value**3 if value > 6 / 29 else 3 * (6 / 29) ** 2 * (value - 4 / 29)


def _gamma(linear: float) -> float:
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
