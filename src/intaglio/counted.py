"""A number and its noun, as people write it."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """A number and its noun.

    >>> counted(1, "page"), counted(2000, "category")
    ('1 page', '2,000 categories')
    """
    many = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number:,} {what if number == 1 else many}"
