"""The beginning of every area's text, for trees and lists of areas."""

from __future__ import annotations

from intaglio.page import Page
from intaglio.segment import AreaTree, texts_of

TEXTS, CHARACTERS = 40, 60
"""Texts that are looked at, characters that are shown."""


def excerpts(page: Page, tree: AreaTree) -> list[str]:
    """By area number the first words of an area and all areas below it."""
    first: list[list[int]] = [[] for _ in tree.areas]
    for number in reversed(range(len(tree.areas))):
        first[number] = sorted({*first[number], *texts_of(page, tree.areas[number])})[:TEXTS]
        parent = tree.parents[number]
        if parent >= 0:
            first[parent] = sorted({*first[parent], *first[number]})[:TEXTS]
    return [_shortened(page.flow(texts).replace("\n", " ")) for texts in first]


def _shortened(text: str) -> str:
    return text if len(text) <= CHARACTERS else text[:CHARACTERS] + "…"
