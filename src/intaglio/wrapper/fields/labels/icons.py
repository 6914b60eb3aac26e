"""Icons before values, which say what these are."""

from __future__ import annotations

from collections.abc import Sequence

from intaglio.wrapper.page_model.icon_classes import ICONS, icon_of
from intaglio.wrapper.pattern import PatternTree

_NEAR = 2
"""Elements around a value in which its icon may stand first."""
_FEW = 2
"""Texts in such an element, at most."""


def icon_before(elements: Sequence[PatternTree]) -> str:
    """What the icon shows that stands first in one of the elements around a value, with little else behind it."""
    for element in elements[:_NEAR]:
        if sum(node.is_text for node, _ in element.walk()) > _FEW:
            return ""
        first = element.children[0] if element.children else None
        if first is not None and first.mark is not None and first.mark.tag in ICONS and not first.children:
            said = icon_of(first.mark.cls)
            if said:
                return said
    return ""
