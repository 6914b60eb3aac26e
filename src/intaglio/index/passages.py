"""The passages of a page that go into the index: texts of one line together, boilerplate left out."""

from __future__ import annotations

from collections.abc import Container, Sequence

BETWEEN = "\x1f"
"""Stands between the texts of a line."""


def lines_of(texts: Sequence[str], breaks: Sequence[bool], without: Container[str]) -> list[str]:
    """The texts of a page but for some, those that stand in one line together: a phrase ends where a block does.

    White space in them is collapsed; `breaks` says of each whether a block ends right before it.
    """
    lines: list[str] = []
    begun = False
    for text, new in zip(texts, breaks, strict=False):
        if text in without:
            begun = False
        elif not text:
            begun = begun and not new
        elif begun and not new:
            lines[-1] += BETWEEN + text
        else:
            lines.append(text)
            begun = True
    return lines
