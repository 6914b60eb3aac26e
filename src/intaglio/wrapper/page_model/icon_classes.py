"""Icons: empty elements whose class says what they show, as `fa-phone` does; a label for those who see it."""

from __future__ import annotations

import re
from functools import lru_cache

ICONS = frozenset({"i", "span", "svg", "em"})
"""Elements that icons are drawn by."""
_ICON = re.compile(
    r"(?:fa[bdlrs]?|bi|icons?|glyphicon|mdi|ti|la|ri|ion|dashicons|icofont|uil|feather|lucide|oi|lnr|octicon|ph|"
    r"flaticon|genericon)[-_](?P<name>[a-z][a-z#_-]*)"
)
_SIZES = frozenset({
    "fw", "lg", "sm", "xs", "li", "ul", "spin", "inverse", "border", "solid", "regular", "light", "brands",
    "left", "right",
})  # fmt: skip
"""Words behind the name of an icon font that say how an icon looks."""
_VARIANTS = frozenset({"alt", "o", "fill", "outline", "line", "solid", "square", "circle", "dot", "bold", "thin"})
"""Words of an icon's name that say how it is drawn."""
_SHOWN = {
    "map": "location", "marker": "location", "pin": "location", "geo": "location", "location": "location",
    "phone": "phone", "telephone": "phone", "mobile": "phone", "envelope": "email", "mail": "email",
    "globe": "website", "calendar": "date", "clock": "time", "money": "price", "cash": "price", "dollar": "price",
    "bed": "beds", "bath": "baths", "shower": "baths", "tag": "tags", "tags": "tags", "folder": "category",
    "comment": "comments", "comments": "comments", "eye": "views", "star": "rating", "building": "company",
}  # fmt: skip
"""What is meant by what icons show."""


@lru_cache(maxsize=4096)
def icon_of(classes: str) -> str:
    """What the classes of an empty element show, in words; nothing if it is no icon.

    >>> icon_of("fa fa-map-marker"), icon_of("bi bi-briefcase"), icon_of("fa-lg clearfix")
    ('location', 'briefcase', '')
    """
    for name in classes.split():
        found = _ICON.fullmatch(name)
        if found is None or found["name"] in _SIZES:
            continue
        words = [word for word in re.split(r"[#_-]+", found["name"]) if word and word not in _VARIANTS]
        if words:
            return next((_SHOWN[word] for word in words if word in _SHOWN), "_".join(words))
    return ""
