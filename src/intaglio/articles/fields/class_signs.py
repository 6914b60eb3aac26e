"""Which elements are called something: by a pattern of words for their class, each class of a page read once."""

from __future__ import annotations

import re
from collections.abc import Sequence

from intaglio.page import Page


class ClassSigns:
    """The elements of a page whose class a pattern is found in."""

    def __init__(self, page: Page, pattern: re.Pattern[str]) -> None:
        """Look at a page."""
        self._page, self._pattern = page, pattern
        self._known: dict[int, bool] = {-1: False}  # by the number of the class; no class has none

    def any(self, elements: Sequence[int]) -> bool:
        """Whether one of some elements is called so."""
        page, known = self._page, self._known
        for number in page.cls.take(elements).tolist() if elements else ():
            if number not in known:
                known[number] = self._pattern.search(page.strings[number]) is not None
            if known[number]:
                return True
        return False
