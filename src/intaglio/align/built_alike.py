"""How the elements of a page are built, as bytes: whole subtrees are compared, not one element after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from intaglio.page import KNOWN, Page

WIDTH = 16
"""Bytes an element: its tag, id, class attribute and the size of its subtree, as numbers of the template's page."""
LOOK = 12
"""The first of them, without the size."""
_UNKNOWN = -2
"""What the template's page does not have; nothing of it is equal to that."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that names and attributes have on a template's page."""

    strings: Mapping[str, int]
    tags: Mapping[str, int]
    """Of names that are not known everywhere."""

    @classmethod
    def of(cls, template: Page) -> Numbers:
        """The numbers of a template's page."""
        extra = {name: len(KNOWN) + number for number, name in enumerate(template.extra_names)}
        return cls({value: number for number, value in enumerate(template.strings)}, extra)

    def built(self, page: Page) -> bytes:
        """How each element of a page is built; two subtrees are equal if and only if their bytes are."""
        made = np.empty((page.size, 4), np.int32)
        known = self.strings.get
        strings = np.array([*[known(value, _UNKNOWN) for value in page.strings], -1], np.int32)
        made[:, 0] = page.tag
        if page.extra_names:
            extra = [self.tags.get(name, _UNKNOWN) for name in page.extra_names]
            made[:, 0] = np.array([*range(len(KNOWN)), *extra], np.int32)[page.tag]
        made[:, 1] = strings[page.id]
        made[:, 2] = strings[page.cls]
        np.subtract(page.end, np.arange(page.size, dtype=np.int32), out=made[:, 3])
        return made.tobytes()
