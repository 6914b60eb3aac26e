"""View: a page's columns as plain lists, which single look-ups need; made once a page and mapping."""

from __future__ import annotations

from dataclasses import dataclass, field

from intaglio.page import KNOWN, Page
from intaglio.page.structure import children_of


@dataclass(frozen=True, slots=True)
class View:
    """What mapping looks up of one page."""

    tags: list[int]
    ends: list[int]
    parents: list[int]
    ids: list[int]
    classes: list[int]
    names: tuple[str, ...]
    strings: list[str]
    _children: dict[int, list[int]] = field(default_factory=dict)
    """Those that were asked for."""

    @classmethod
    def of(cls, page: Page) -> View:
        """Take the columns of a page."""
        names = (*KNOWN, *page.extra_names) if page.extra_names else KNOWN
        tags, ends, parents = page.tag.tolist(), page.end.tolist(), page.parent.tolist()
        return cls(tags, ends, parents, page.id.tolist(), page.cls.tolist(), names, page.strings)

    def children(self, e: int) -> list[int]:
        """Element children of e."""
        made = self._children.get(e)
        if made is None:
            made = self._children[e] = children_of(self.ends, e)
        return made

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
