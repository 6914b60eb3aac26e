"""Targets: where the links and images of a page lead, written as seen from anywhere."""

from __future__ import annotations

import re
from urllib.parse import urljoin

TARGETS = ("href", "src")
"""Attributes that hold targets."""
_WEB = ("http://", "https://")
_NEAR = re.compile(r"((?:\.\./)*)[^\s:?#;/.][^:?#;\t\r\n]*(?:\?[^#\t\r\n]+)?(?:#[^\t\r\n]+)?|(#)[^\t\r\n]+")
"""A target in the page's own folder, below it or in one above it, with the steps up; or a place on the page."""
_SITE = re.compile(r"(https?://[A-Za-z0-9.:-]+)/")
"""The plain beginning of an address, up to its path."""
_WHOLE = (*_WEB, "javascript:", "mailto:", "tel:")
"""What targets begin with that are the same from anywhere."""
_ROOT = 2
"""Slashes of an address that names but a host."""


class Targets:
    """Makes the targets of one page absolute; the plain ones without taking the page's own address apart each time."""

    def __init__(self, base: str | None) -> None:
        """`base` may be a path in a folder; then so are targets in it, and others stay as they are."""
        self._base = base or ""
        self._outside = "" if "://" in self._base else "../" * (self._base.count("/") + 1)
        self._origin: str | None = None
        self._places: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def absolute(self, target: str) -> str:
        """The target as seen from anywhere."""
        if not self._base or target.startswith(_WEB):
            return target.strip()
        found = self._known.get(target)
        if found is None:
            found = self._known[target] = self._resolved(target.strip())
        return found

    def _resolved(self, target: str) -> str:
        if target.startswith(_WHOLE) or (self._outside and target.startswith(self._outside)):
            return target
        try:
            if target[:1] == "/" != target[1:2] and "/." not in target:
                # From the root of its site, with no dots to resolve.
                if self._origin is None:
                    site = _SITE.match(self._base)
                    self._origin = site[1] if site else urljoin(self._base, "/")[:-1]
                return self._origin + target
            near = _NEAR.fullmatch(target)
            way = (near[2] or near[1]) if near else None
            if way is None or (way != "#" and ("/." in target[len(way) :] or "//" in target)):
                return urljoin(self._base, target)
            if way not in self._places:
                self._places[way] = urljoin(self._base, way + "x")[:-1]
            return self._places[way] + target[len(way) :]
        except ValueError:
            return target

    def meant(self, target: str) -> str:
        """What a target means, the same on all pages: within a page, only where to; elsewhere, the absolute target."""
        place, _, fragment = self.absolute(target).partition("#")
        if "#" in target and place == self._base.partition("#")[0]:
            return "#" + fragment
        place += "/" * (place.count("/") == _ROOT and place.startswith(_WEB))
        return f"{place}#{fragment}" if fragment else place
