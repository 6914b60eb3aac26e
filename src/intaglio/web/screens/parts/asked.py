"""What is asked of a screen, and what a screen is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from intaglio.errors import NothingFound
from intaglio.web.inspection import Inspection


class Asked(dict[str, str]):
    """The parameters of an address; all are texts of whoever wrote the address."""

    def text(self, name: str, default: str = "") -> str:
        """One parameter."""
        return self.get(name, default)

    def number(self, name: str, default: int = 0) -> int:
        """One that is a number; NothingFound if it is none."""
        value = self.get(name, "")
        if not value:
            return default
        if not value.isascii() or not value.isdigit() or len(value) > 15:
            raise NothingFound(f"{name} is no number")
        return int(value)

    def choice(self, name: str, known: tuple[str, ...]) -> str:
        """One of a few; the first unless another is asked for."""
        value = self.get(name, "")
        return value if value in known else known[0]


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen: its name, its markup, and the function that gives its content."""

    name: str
    markup: str
    content: Callable[[Inspection, Asked], Mapping[str, Any]]
