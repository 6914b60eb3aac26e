"""Targets: where the links and images of a page lead, written as seen from anywhere."""

from __future__ import annotations

from urllib.parse import urljoin

TARGETS = ("href", "src")
"""Attributes that hold targets."""
_WEB = ("http://", "https://")
_ROOT = 2
"""Slashes of an address that names but a host."""


class Targets:
    """Makes the targets of one page absolute; the plain ones without taking the page's own address apart each time."""

    def __init__(self, base: str | None) -> None:
        """`base` may be a path in a folder; then so are targets in it, and others stay as they are."""
        self._base = base or ""
        self._outside = "" if "://" in self._base else "../" * (self._base.count("/") + 1)
        self._origin = ""

    def absolute(self, target: str) -> str:
        """The target as seen from anywhere."""
        target = target.strip()
        if not self._base or target.startswith(_WEB) or (self._outside and target.startswith(self._outside)):
            return target
        try:
            if target[:1] == "/" != target[1:2] and "/." not in target:
                # From the root of its site, with no dots to resolve.
                self._origin = self._origin or urljoin(self._base, "/")[:-1]
                return self._origin + target
            return urljoin(self._base, target)
        except ValueError:
            return target

    def meant(self, target: str) -> str:
        """What a target means, the same on all pages: within a page, only where to; elsewhere, the absolute target."""
        place, _, fragment = self.absolute(target).partition("#")
        if "#" in target and place == self._base.partition("#")[0]:
            return "#" + fragment
        place += "/" * (place.count("/") == _ROOT and place.startswith(_WEB))
        return f"{place}#{fragment}" if fragment else place
