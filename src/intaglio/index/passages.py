"""The passages of a page that go into the index: texts of one line together, boilerplate left out."""

from __future__ import annotations

from intaglio.page import Page

BETWEEN = "\x1f"
"""Stands between the texts of a line."""


def lines_of(page: Page, without: frozenset[str]) -> list[str]:
    """The texts of a page but for some, those that stand in one line together: a phrase ends where a block does."""
    lines: list[list[str]] = []
    begun = False
    for raw, new in zip(page.texts, page.text_breaks.tolist(), strict=False):
        text = " ".join(raw.split())
        begun = begun and not new
        if text in without:
            begun = False
        elif text and begun:
            lines[-1].append(text)
        elif text:
            lines.append([text])
            begun = True
    return [BETWEEN.join(line) for line in lines]
