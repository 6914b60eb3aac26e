"""How the elements of a page are built, as bytes: whole subtrees are compared, not one element after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np

from intaglio.page import KNOWN, Page

WIDTH = 16
"""Bytes an element: its tag, id, class attribute and the size of its subtree, as numbers of the template's page."""
LOOK = 12
"""The first of them, without the size."""
_UNKNOWN = -2
"""What the template's page does not have; nothing of it is equal to that."""
_ALL_UNKNOWN = repeat(_UNKNOWN)


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
        made = np.empty((4, page.size), np.int32)
        known = chain(map(self.strings.get, page.strings, _ALL_UNKNOWN), (-1,))
        strings = np.fromiter(known, np.int32, len(page.strings) + 1)
        if page.extra_names:
            extra = [self.tags.get(name, _UNKNOWN) for name in page.extra_names]
            np.array([*range(len(KNOWN)), *extra], np.int32).take(page.tag, out=made[0], mode="wrap")
        else:
            made[0] = page.tag
        strings.take(page.id, out=made[1], mode="wrap")
        strings.take(page.cls, out=made[2], mode="wrap")
        np.subtract(page.end, np.arange(page.size, dtype=np.int32), out=made[3])
        return made.T.tobytes()
