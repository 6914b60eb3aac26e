"""Coding: numbers for the marks of a template, so that a page's nodes are known at once by theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from intaglio.page import KNOWN
from intaglio.page.tags import STORED
from intaglio.wrapper.options import FeatureOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary, lead, shape
from intaglio.wrapper.page_model.page_tree import TEXT, Mark, Tree, folded

TEXT_CODE = 0
"""The number of the mark of texts."""
UNNAMED = -1 - len(STORED)
"""The number of unknown marks whose names are not of HTML; wrappers keep such numbers."""

Codes = npt.NDArray[np.int64]


class Coding:
    """Marks that are known by number; unknown ones have negative numbers, one for each name."""

    def __init__(
        self, marks: Iterable[Mark], vocabulary: Vocabulary, options: FeatureOptions = FeatureOptions()
    ) -> None:
        self.vocabulary, self.options = vocabulary, options
        self.marks = list(dict.fromkeys([TEXT, *marks]))
        self.codes = {mark: code for code, mark in enumerate(self.marks)}
        self.bits = [vocabulary.bits.get(mark, 0) for mark in self.marks]
        """The vocabulary's bit for each mark."""
        self._names = _Names((mark.cls for mark in self.marks), (mark.id for mark in self.marks), options.remembered)
        self._tags = {name: code for code, name in enumerate(dict.fromkeys([*STORED, *(m.tag for m in self.marks)]))}
        self._known = self._keys_of(KNOWN)
        self.looks = _Looks(options)
        self.sketches: dict[tuple[int, str], NodeFeatures] = _Sketches(options)
        """By the number of a node's subtree and the label before it."""
        self._roles: dict[tuple[int, str | None, str | None, str], int] = {}
        keys = np.array([self._tags[m.tag] * self._names.size + self._names.of(m.cls, m.id) for m in self.marks])
        order = np.argsort(keys)
        self._keys = keys[order]
        self._values = order.astype(np.int64)

    def _keys_of(self, names: Sequence[str]) -> tuple[Codes, Codes]:
        """What the names of elements add to keys, and their numbers in marks that are unknown; one for all names that
        no mark has.
        """
        numbers = np.array([self._tags.get(name, len(self._tags)) for name in names], dtype=np.int64)
        return numbers * self._names.size, np.maximum(-1 - numbers, UNNAMED)

    def read(self, tree: Tree) -> Codes:
        """The number of each node's mark."""
        page = tree.page
        keys, unknown = self._known
        if page.extra_names:
            further = self._keys_of(page.extra_names)
            keys, unknown = np.append(keys, further[0]), np.append(unknown, further[1])
        # An element without class or id has -1 there, and so takes the number of the last name.
        names = [*page.strings, ""]
        cls, own_id = self._names.numbers(names)
        key = keys.take(page.tag)
        key += cls.take(page.cls, mode="wrap")
        key += own_id.take(page.id, mode="wrap")
        at = self._keys.searchsorted(key)
        np.minimum(at, len(self._keys) - 1, out=at)
        # Texts, whose number is -1, take the last.
        code: Codes = np.empty(page.size + 1, dtype=np.int64)
        code[-1] = TEXT_CODE
        code[:-1] = np.where(self._keys.take(at) == key, self._values.take(at), unknown.take(page.tag))
        said = tree.roles
        tags, classes, ids = (column[list(said)].tolist() for column in (page.tag, page.cls, page.id))
        for (e, role), of_tag, of_class, of_id in zip(said.items(), tags, classes, ids, strict=True):
            named = of_tag, names[of_class], names[of_id], role
            found = self._roles.get(named)
            if found is None:
                mark = tree.mark_of(e)
                found = self.codes.get(mark, -1 - STORED[mark.tag] if mark.tag in STORED else UNNAMED)
                if len(self._roles) < self.options.remembered and of_tag < len(KNOWN):
                    self._roles[named] = found
            code[e] = found
        return code.take(tree.elements, mode="wrap")


class _Looks(dict[str, tuple[str, str]]):
    """The label that a text starts with, and its shape."""

    def __init__(self, options: FeatureOptions) -> None:
        super().__init__()
        self._options = options

    def __missing__(self, string: str) -> tuple[str, str]:
        options = self._options
        looks = lead(string, options.longest_label), shape(string, options)
        if len(self) < options.remembered and len(string) <= options.short:
            self[string] = looks
        return looks


class _Sketches(dict[tuple[int, str], NodeFeatures]):
    """Sketches that were made; begun anew when there are too many."""

    def __init__(self, options: FeatureOptions) -> None:
        super().__init__()
        self._most = options.remembered

    def __setitem__(self, key: tuple[int, str], sketch: NodeFeatures) -> None:
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, sketch)


class _Names(dict[str, int]):
    """Numbers for classes and ids as they stand on pages, both in one, by their folded form; 0 for those that no mark
    has.
    """

    def __init__(self, classes: Iterable[str], ids: Iterable[str], most: int) -> None:
        super().__init__()
        self._most = most
        self._ids = {name: number for number, name in enumerate(dict.fromkeys(["", *ids]), 1)}
        self._wide = len(self._ids) + 1
        self._classes = {name: number for number, name in enumerate(dict.fromkeys(["", *classes]), 1)}
        self.size = (len(self._classes) + 1) * self._wide
        """No number is as large."""

    def __missing__(self, name: str) -> int:
        short = folded(name)
        number = self.of(short, short)
        if len(self) < self._most:
            self[name] = number
        return number

    def of(self, cls: str, own_id: str) -> int:
        """The number of a class and an id, both folded."""
        return self._classes.get(cls, 0) * self._wide + self._ids.get(own_id, 0)

    def numbers(self, names: Sequence[str]) -> tuple[Codes, Codes]:
        """The numbers of some names as classes, and as ids."""
        both = np.fromiter(map(self.__getitem__, names), np.int64, len(names))
        ids = both % self._wide
        return both - ids, ids
