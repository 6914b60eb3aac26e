"""The list of fields that stands in the frame of a safe view, without a script: names and texts light one another.

A sandboxed frame tells the page around it nothing, not even what is hovered. So it has the list once more, at its foot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

LISTED = "names-"
"""The list's `id`."""
MOST = 40
"""Fields that are listed."""


@dataclass(frozen=True, slots=True)
class ListedField:
    """A field that stands on the page."""

    name: str
    texts: Sequence[int]
    images: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class FieldList:
    """The fields of a page, in the order of their columns."""

    fields: Sequence[ListedField] = ()

    def of_texts(self) -> Mapping[int, str]:
        """The class of each text; of several fields the first has it."""
        return {text: f"c{at}" for at, one in reversed([*enumerate(self.fields)]) for text in one.texts}

    def of_images(self) -> Mapping[int, str]:
        """The class of each image, by its element's number."""
        return {element: f"c{at}" for at, one in reversed([*enumerate(self.fields)]) for element in one.images}

    def markup(self) -> str:
        """The names, each a link to the first place of its field; nothing if there are none."""
        links = "".join(
            f'<a class="c{at}" href="#{_first(one)}">{escape(one.name)}</a>' for at, one in enumerate(self.fields)
        )
        return f'<n-s id="{LISTED}" role="navigation" aria-label="Fields">{links}</n-s>' if links else ""

    def styles(self) -> str:
        """What lights a name and its texts while one of them is hovered."""
        ours = [f":is(t-,i-,#{LISTED} a).c{at}" for at in range(len(self.fields))]
        lit = ",".join(f"body:has({one}:hover) {one}" for one in ours)
        named = ",".join(f"body:has({one}:hover) #{LISTED} .c{at}" for at, one in enumerate(ours))
        return f"{lit}{{{LIT}}}{named}{{{SEEN}}}" if ours else ""


LIT = (
    "background:#ffd873 !important;color:#1d2129 !important;opacity:1 !important;"
    "outline:2px solid #b4530a !important;border-radius:2px"
)
"""How what is lit looks, on any page."""
SEEN = "position:sticky !important;inset-block:0 !important;z-index:1 !important"
"""A name that is lit is seen, wherever a long list stands."""


def _first(one: ListedField) -> str:
    return f"t{min(one.texts)}" if one.texts else f"e{min(one.images)}"
