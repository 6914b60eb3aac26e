"""TemplateShelf: a site's templates by id; those used last are at hand, all others are packed until they are used."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace

from intaglio.templates.statistics import Traits
from intaglio.templates.template import Template
from intaglio.templates.template_codec import dumps, loads


@dataclass(slots=True)
class TemplateShelf:
    """Templates by id. What they have learned stays as it is, for matching needs it."""

    at_hand: int = 200
    """Templates that are kept as they are, at most."""
    _used: OrderedDict[str, Template] = field(default_factory=OrderedDict)
    _packed: dict[str, tuple[bytes, Traits]] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        """Whether there is a template with an id."""
        return name in self._used or name in self._packed

    def __getitem__(self, name: str) -> Template:
        """A template, by its id."""
        if name not in self._used:
            blob, traits = self._packed.pop(name)
            self[name] = replace(loads(blob), traits=traits)
        self._used.move_to_end(name)
        return self._used[name]

    def __setitem__(self, name: str, template: Template) -> None:
        """Put a template in; the one that was not used for longest is packed."""
        self._packed.pop(name, None)
        self._used[name] = template
        self._used.move_to_end(name)
        while len(self._used) > self.at_hand:
            oldest, old = self._used.popitem(last=False)
            self._packed[oldest] = dumps(replace(old, traits=Traits())), old.traits
