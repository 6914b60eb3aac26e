"""The texts and spoken attributes that a template has, and what a page has beside or of them."""

from __future__ import annotations

from collections.abc import Container
from itertools import chain

from intaglio.wrapper.fields.filling.page_filling import PageFilling
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.record import Misfit

SPOKEN = ("alt", "title", "content", "datetime")
"""Attributes whose values are misfits where no field has them and the template does not know them."""


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
            into.update(" ".join(value.split()) for name, value in node.attributes.items() if name in SPOKEN and value)
        self._all = frozenset(sure | unsure)
        self._sometimes = frozenset(unsure - sure)

    def unspoken(self, filling: PageFilling, said: Container[str]) -> list[Misfit]:
        """Values of attributes that no field has, and that the template does not know."""
        page = filling.tree.page
        found: list[Misfit] = []
        for attribute in SPOKEN:
            for e, value in page.having(attribute).items():
                if (attribute, e) in filling.asked:
                    continue
                text = " ".join(value.split())
                if text and text not in self._all and text not in said:
                    found.append(Misfit(e, page.tag_name(e), text, page.path(e), attribute))
        return found

    def sometimes_on(self, tree: Tree, said: Container[str]) -> list[str]:
        """The template's texts that this page has and others lack, in order."""
        if not self._sometimes:
            return []
        spoken = (" ".join(value.split()) for name in SPOKEN for value in tree.page.having(name).values())
        here = dict.fromkeys(filter(self._sometimes.__contains__, chain(tree.strings, spoken)))
        return [string for string in here if string not in said]
