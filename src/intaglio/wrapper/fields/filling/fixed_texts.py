"""The texts and spoken attributes that a template has, and what a page has beside or of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Mapping
from functools import cached_property
from itertools import chain

from intaglio.white_space import collapsed
from intaglio.wrapper.fields.filling.page_filling import PageFilling
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.record import Misfit

SPOKEN = ("alt", "title", "content", "datetime")
"""Attributes whose values are misfits where no field has them and the template does not know them."""
Spoken = Mapping[str, Mapping[int, str]]
"""What the elements of a page have for these attributes."""


class FixedTexts:
    """All texts and values of attributes that a template has, and those that not all of its pages have."""

    def __init__(self, pattern: PatternTree) -> None:
        """Look for them in a pattern tree."""
        sure: set[str] = set()
        unsure: set[str] = set()
        depths: list[bool] = []
        for node, depth in pattern.walk():
            del depths[depth:]
            optional = (depths[-1] if depths else False) or node.type == "optional" or node.filled < 1
            depths.append(optional)
            into = unsure if optional else sure
            if node.is_text and node.type == "fixed":
                into.add(node.text)
            into.update(collapsed(value) for name, value in node.attributes.items() if name in SPOKEN and value)
        self._all = frozenset(sure | unsure)
        self._sometimes = frozenset(unsure - sure)

    def has(self, text: str) -> bool:
        """Whether a text is the template's."""
        return text in self._all

    def unspoken(self, filling: PageFilling, spoken: Spoken, said: Container[str]) -> tuple[list[Misfit], list[str]]:
        """Values of attributes that no field has, and that the template does not know; those within texts apart."""
        page, texts, known, asked = filling.tree.page, _TextSpans(filling), self._all, filling.asked
        found: list[Misfit] = []
        within: dict[str, None] = {}
        for attribute, values in spoken.items():
            for e, value in values.items():
                if value in known or (attribute, e) in asked:
                    continue
                text = collapsed(value)
                if not text or text in known or text in said:
                    continue
                if texts.hold(e):
                    within[text] = None
                else:
                    found.append(Misfit(e, page.tag_name(e), text, page.path(e), attribute))
        return found, list(within)

    def sometimes_on(self, tree: Tree, spoken: Spoken, said: Container[str]) -> list[str]:
        """The template's texts that this page has and others lack, in order."""
        if not self._sometimes:
            return []
        different = dict.fromkeys(chain.from_iterable(values.values() for values in spoken.values()))
        known = self._all
        spoken_texts = (value if value in known else collapsed(value) for value in different)
        strings = chain(tree.strings, spoken_texts)
        here = dict.fromkeys(filter(self._sometimes.__contains__, strings))
        return [string for string in here if string not in said]


class _TextSpans:
    """Which elements stand in texts that were read whole."""

    def __init__(self, filling: PageFilling) -> None:
        self._filling = filling

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        page, element = self._filling.tree.page, self._filling.tree.element
        nodes = (node for _, some in self._filling.prose.values() for node in some)
        return sorted((element[node], int(page.end[element[node]])) for node in nodes if element[node] >= 0)

    def hold(self, e: int) -> bool:
        at = bisect_left(self._spans, (e + 1, 0)) - 1
        return at >= 0 and e < self._spans[at][1]
