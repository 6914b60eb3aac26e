"""Provisional kinds: templates of a site that are learned together, because they seem to show one kind of thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from intaglio.tables import TemplateEvidence, TemplateKey
from intaglio.tables.kinds.find_kinds import template_groups
from intaglio.tables.kinds.page_sketch import SketchOptions, sketch_templates
from intaglio.tables.kinds.placed_pages import PlacedPage
from intaglio.tables.kinds.told_apart import ApartOptions
from intaglio.templates import Traits

Counts = Mapping[str, int]
"""Templates, and how many pages each has."""


@dataclass(frozen=True, slots=True)
class ProvisionalOptions:
    """How much is looked at before learning."""

    templates: int = 150
    """Templates of a site that are compared, the largest; others are learned by themselves."""
    sketch: SketchOptions = field(default_factory=SketchOptions)
    apart: ApartOptions = field(default_factory=ApartOptions)


def provisional_kinds(
    site: str,
    counts: Counts,
    traits: Mapping[str, Traits],
    pages: Mapping[str, Sequence[PlacedPage]],
    urls: Mapping[str, Sequence[str]] = MappingProxyType({}),
    headings: Mapping[str, str] = MappingProxyType({}),
    options: ProvisionalOptions = ProvisionalOptions(),
) -> list[list[str]]:
    """The templates of a site by kind, from their structure and the texts and addresses of some of their pages;
    `headings` are those by which some were parted from others.
    """
    texts = {name: [one.texts for one in some] for name, some in pages.items()}
    sketches = sketch_templates(texts, options.sketch)
    evidence = [
        TemplateEvidence(
            TemplateKey(site, name), counts[name], one, urls.get(name, ()),
            sketch=sketches[name], heading=headings.get(name, ""),
        )
        for name, one in traits.items()
        if name in sketches
    ]  # fmt: skip
    return [[one.key.template for one in group] for group in template_groups(evidence).values()]


def by_size(counts: Counts, kinds: Sequence[Sequence[str]]) -> list[Counts]:
    """Templates that are learned together, and all others by themselves; the largest first, also in each."""
    grouped = {name for kind in kinds for name in kind}
    groups = [*kinds, *([name] for name in counts if name not in grouped)]
    sized = [{name: counts[name] for name in sorted(group, key=lambda name: -counts[name])} for group in groups]
    return sorted(sized, key=lambda group: -sum(group.values()))


def lesson_shares(group: Counts, most: int) -> dict[str, int]:
    """How many pages of each template a lesson has: by their number, and at least one while there is room.

    >>> lesson_shares({"a": 90, "b": 10}, 20)
    {'a': 18, 'b': 2}
    """
    if len(group) == 1:
        return dict.fromkeys(group, most)
    total = sum(group.values())
    largest = sorted(group, key=lambda name: -group[name])[:most]
    return {name: max(round(most * group[name] / total), 1) for name in largest}
