"""How numbers, shares and texts are written on screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping


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


def counted(number: int, what: str) -> str:
    """A number and its noun.

    >>> counted(1, "page"), counted(2, "category")
    ('1 page', '2 categories')
    """
    many = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number:,} {what if number == 1 else many}"


FILTERS: Mapping[str, Callable[..., str]] = {
    "thousands": thousands,
    "percent": percent,
    "short": short,
    "counted": counted,
}
