"""How numbers, shares and texts are written on screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from intaglio.counted import counted


def thousands(number: float) -> str:
    """A number with separators.

    >>> thousands(12345)
    '12,345'
    """
    return f"{number:,}"


def percent(share: float | None) -> str:
    """A share in percent; nothing but all is 100.

    >>> [percent(0.9996), percent(1), percent(None)]
    ['99.9 %', '100 %', '–']
    """
    if share is None:
        return "–"
    if 0.995 <= share < 1:
        return "99.9 %" if share >= 0.999 else f"{100 * share:.1f} %"
    return f"{100 * share:.0f} %"


def short(text: object, longest: int = 80) -> str:
    """A text on one line, cut off where it is long."""
    line = " ".join(str("" if text is None else text).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


FILTERS: Mapping[str, Callable[..., str]] = {
    "thousands": thousands,
    "percent": percent,
    "short": short,
    "counted": counted,
}
