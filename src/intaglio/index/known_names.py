"""KnownNames: the fields and templates that an index can be asked for, kept beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from intaglio.errors import Ambiguous, BadQuery, NothingFound

FILE = "names.json"
FACTS = ("title", "url", "source", "site", "template")
"""What every page has besides fields."""
NUMBERS, DAYS = "numbers", "days"
"""What can be compared, and where an index keeps it."""


@dataclass(slots=True)
class KnownNames:
    """Fields by their full names, lists before them with a dot between, and what can be compared in them."""

    fields: dict[str, list[str]] = field(default_factory=dict)
    templates: set[str] = field(default_factory=set)

    def add(self, template: str, texts: Iterable[str], numbers: Iterable[str], dates: Iterable[str]) -> None:
        """Take in the names of one page."""
        self.templates.add(template)
        for name in texts:
            self.fields.setdefault(name, [])
        for kind, names in ((NUMBERS, numbers), (DAYS, dates)):
            for name in names:
                if kind not in self.fields.setdefault(name, []):
                    self.fields[name].append(kind)

    def paths(self, name: str) -> list[str]:
        """The fields that a name means: itself, or all within a list of this name; BadQuery if there are none."""
        for known, wanted in ((lambda path: path, name), (str.casefold, name.casefold())):
            found = [path for path in self.fields if (known(path) + ".").startswith(wanted + ".")]
            if found:
                return sorted(found)
        near = get_close_matches(name, [*FACTS, *self.fields], 3)
        meant = f" (is it {' or '.join(near)}?)" if near else ""
        raise BadQuery(
            f'no field is called "{name}"{meant}: `intaglio fields` lists them; in quotation marks it is text'
        )

    def template(self, start: str) -> str:
        """The template with this id, or with this beginning of one that no other has."""
        found = [start] if start in self.templates else sorted(one for one in self.templates if one.startswith(start))
        if len(found) > 1:
            raise Ambiguous(f"'{start}' may be {', '.join(found[:8])}: say more of it")
        if not found:
            raise NothingFound(f"no template's id begins with '{start}'; `intaglio templates` lists them")
        return found[0]

    def save(self, folder: Path) -> None:
        """Keep them in the folder of the index."""
        told = {"fields": dict(sorted(self.fields.items())), "templates": sorted(self.templates)}
        (folder / FILE).write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


def load_names(folder: Path) -> KnownNames:
    """The names that were kept; none if there are none."""
    try:
        told = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return KnownNames({str(name): list(kinds) for name, kinds in told["fields"].items()}, set(told["templates"]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return KnownNames()
