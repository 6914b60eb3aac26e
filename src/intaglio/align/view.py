"""View: a page's columns as plain lists, which single look-ups need; made once a page and mapping."""

from __future__ import annotations

from dataclasses import dataclass

from intaglio.page import KNOWN, Page


@dataclass(frozen=True, slots=True)
class View:
    """What mapping looks up of one page."""

    order: list[int]
    """Children of all elements, one after the other."""
    starts: list[int]
    """Where the children of each element start in `order`, and one entry more."""
    tags: list[int]
    ends: list[int]
    ids: list[int]
    classes: list[int]
    names: tuple[str, ...]
    strings: list[str]

    @classmethod
    def of(cls, page: Page) -> View:
        """Take the columns of a page."""
        order, starts = page.child_lists
        return cls(
            order.tolist(),
            starts.tolist(),
            page.tag.tolist(),
            page.end.tolist(),
            page.id.tolist(),
            page.cls.tolist(),
            (*KNOWN, *page.extra_names),
            page.strings,
        )

    def children(self, e: int) -> list[int]:
        """Element children of e."""
        return self.order[self.starts[e] : self.starts[e + 1]]

    def child_count(self, e: int) -> int:
        """How many element children e has."""
        return self.starts[e + 1] - self.starts[e]

    def tag(self, e: int) -> str:
        """Name of e."""
        return self.names[self.tags[e]]

    def id(self, e: int) -> str | None:
        """Id of e."""
        code = self.ids[e]
        return self.strings[code] if code >= 0 else None

    def kind(self, e: int) -> str:
        """Class attribute of e, empty if it has none."""
        code = self.classes[e]
        return self.strings[code] if code >= 0 else ""
