"""How alike two templates of a site are, as kinds go: by structure, by where their data stands, by declared types."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import TypeVar

from intaglio.tables.kind import TemplateKey
from intaglio.tables.kinds.address_patterns import address_patterns
from intaglio.tables.kinds.kind_options import KindOptions
from intaglio.tables.kinds.page_sketch import PageSketch, sketch_fields
from intaglio.tables.kinds.template_evidence import TemplateEvidence

Known = TypeVar("Known")
_SAME, _DIFFERENT = 2.0, 0.0
_ROUNDING = 1e-9
_DOUBT = 0.5
"""Places with data that are added to those of a template, and shared with no other."""
_OCTAVE = 2.0
"""A place that pages of one template have so many times as often as those of another is a list in the one only."""


class SiteLikeness:
    """Compares templates of one site; what is known of them is looked at when it is asked for."""

    def __init__(self, site: Sequence[TemplateEvidence], options: KindOptions = KindOptions()) -> None:
        """Take the templates that are to be compared."""
        self._options, self._site = options, site
        self._evidence = {one.key: one for one in site}
        self._paths = _Asked(lambda key: self._steady(self._evidence[key]))
        self._sketches = _Asked(lambda key: self._sketch(self._evidence[key]))
        self._of_facts = dict[int, PageSketch]()
        """Templates that were learned together have the same facts."""
        self._types = _Asked(lambda key: _type(self._evidence[key]))

    def _steady(self, one: TemplateEvidence) -> frozenset[int]:
        least = self._options.steady * one.traits.pages
        if least <= 1.0:  # of one page
            return frozenset(one.traits.paths)
        return frozenset([path for path, trait in one.traits.paths.items() if trait.seen >= least])

    def _sketch(self, one: TemplateEvidence) -> PageSketch:
        if one.sketch is not None:
            return one.sketch
        if id(one.facts) not in self._of_facts:
            self._of_facts[id(one.facts)] = sketch_fields(one.facts)
        return self._of_facts[id(one.facts)]

    @cached_property
    def _addresses(self) -> Mapping[TemplateKey, str]:
        urls = {one.key: one.urls for one in self._site} if self._options.addresses else {}
        return address_patterns(urls, self._options.one_address)

    @cached_property
    def _weights(self) -> Mapping[int, float]:
        """How much a path says: nothing if all templates of the site have it. Large templates count more."""
        sizes = [sqrt(one.pages) for one in self._site]
        total = sum(sizes)
        found: defaultdict[int, float] = defaultdict(float)
        for one, size in zip(self._site, sizes, strict=True):
            for path in self._paths[one.key]:
                found[path] += size
        return {path: 1.0 - count / total for path, count in found.items()}

    def is_same(self, one: TemplateEvidence, group: Sequence[TemplateEvidence]) -> bool:
        """Whether one wrapper was learned for a template and all of a group: nothing is more alike."""
        return all(_share_wrapper(one, other) for other in group)

    def of(self, one: TemplateEvidence, group: Sequence[TemplateEvidence], least: float = _DIFFERENT) -> float:
        """How alike a template is to those of a group, from 0 to 2: the mean, large templates count more. It is 0 as
        soon as it cannot come to what is asked for at least.
        """
        weights = [sqrt(other.pages) for other in group]
        every, found = sum(weights), list[float]()
        most = _SAME * every
        for weight, other in zip(weights, group, strict=True):
            found.append(weight * self._pair(one.key, other.key))
            most -= _SAME * weight - found[-1]
            if most < (least - _ROUNDING) * every:
                return _DIFFERENT
        return sum(found) / every

    def _pair(self, one: TemplateKey, other: TemplateKey) -> float:
        options, mine, theirs = self._options, self._evidence[one], self._evidence[other]
        if _share_wrapper(mine, theirs):
            return _SAME
        type_, other_type = self._types[one], self._types[other]
        if type_ and other_type and type_ != other_type:
            return _DIFFERENT
        structure = _overlap(self._paths[one], self._paths[other])
        if structure < min(options.loose, options.structure):
            return _DIFFERENT
        sketch, other_sketch = self._sketches[one], self._sketches[other]
        listed, data = _is_list_in_one(sketch, other_sketch), contained(sketch.data, other_sketch.data)
        if structure >= options.loose and data >= options.same_places and listed < options.unlisted:
            return max(structure + data, options.alike)
        near = one in self._addresses and self._addresses[one] == self._addresses.get(other)
        if near and structure >= options.loose and structure + data >= options.near and listed < options.unlisted:
            return max(structure + data, options.alike)
        if structure < options.structure or listed >= options.repeated:
            return _DIFFERENT
        if structure + data >= options.alike:
            return structure + data
        said = _overlap(sketch.fixed, other_sketch.fixed)
        twins = min(structure, said) >= options.twins and data >= options.some_data
        return options.alike if twins or self._own(one, other) >= options.own else structure + data

    def _own(self, one: TemplateKey, other: TemplateKey) -> float:
        """Overlap of paths that are not all over the site."""
        mine, theirs, weight = self._paths[one], self._paths[other], self._weights.__getitem__
        either = sum(map(weight, mine | theirs))
        return sum(map(weight, mine & theirs)) / either if either else 0.0


def _share_wrapper(one: TemplateEvidence, other: TemplateEvidence) -> bool:
    return bool(one.facts) and one.facts == other.facts


class _Asked(dict[TemplateKey, Known]):
    """What is known of templates, found when it is asked for."""

    def __init__(self, find: Callable[[TemplateKey], Known]) -> None:
        """Begin empty."""
        self._find = find

    def __missing__(self, key: TemplateKey) -> Known:
        found = self[key] = self._find(key)
        return found


def contained(one: Mapping[Hashable, float], other: Mapping[Hashable, float]) -> float:
    """Share of the data of the one with less that the other has as well; little data says little."""
    least = min(sum(one.values()), sum(other.values())) + _DOUBT
    shared = sum(min(share, other[place]) for place, share in one.items() if place in other)
    return shared / least


def _is_list_in_one(one: PageSketch, other: PageSketch) -> float:
    """Share of the places of both that pages of one have far more often."""
    shared = one.times.keys() & other.times.keys()
    ratios = [one.times[place] / other.times[place] for place in shared]
    return sum(ratio >= _OCTAVE or ratio <= 1 / _OCTAVE for ratio in ratios) / len(ratios) if ratios else 0.0


def _overlap(one: frozenset[Hashable], other: frozenset[Hashable]) -> float:
    both = len(one & other)
    either = len(one) + len(other) - both
    return both / either if either else 1.0


def _type(one: TemplateEvidence) -> str:
    """The type that most pages declare; "" if there is none."""
    name, count = max(Counter(one.types).items(), key=lambda entry: entry[1], default=("", 0))
    return name if 2 * count > len(one.types) else ""
