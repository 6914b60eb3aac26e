"""How far a page is from a template: whether the same things stand below the paths that both have.

A change counts by what it concerns. Children that came or went count by their share of the page's paths, under a path
by its own share; and a path counts the less the more often it, or one above it, shows a face never seen before, on the
template's pages or on any page of the site: there stands content, and content says nothing about the template.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, sqrt

from intaglio.templates.page_structure import PageStructure
from intaglio.templates.site_index import SiteIndex
from intaglio.templates.statistics import PathTrait, Traits

_CERTAINLY = 1.0 + 1e-9
"""Sums that are larger by this factor are larger however they are rounded."""


@dataclass(frozen=True, slots=True)
class DifferenceOptions:
    """How changes are weighed; chosen on the labelled sites, see the card of the method."""

    half: float = 0.1
    """A path with this share of the page counts half as much as the whole page."""
    repeated: float = 0.5
    """Weight of a path that several elements of the page have: lists show what there is to list."""
    renamed: float = 0.2
    """Weight of a child that kept its place, but has other classes."""
    established: float = 0.3
    """Added to that for each of the two names that was seen on another page, too."""
    site_caution: float = 8.0
    """Pages of the site it takes to believe that a path bears content."""
    template_caution: float = 4.0
    """Pages of the template it takes to believe its own faces more than the site's."""
    inherited: float = 0.7
    """What stands in content is content: a path is at most as steady as the one above it to this power."""


def difference(
    page: PageStructure,
    traits: Traits,
    pool: SiteIndex,
    options: DifferenceOptions = DifferenceOptions(),
    enough: float = inf,
) -> float:
    """0 if the template knows the face of every path both have; from about 0.3 on it is another template.

    Once it is certain to be more than `enough`, it is not worked out to the end.
    """
    found: list[float] = []
    total, most = 0.0, enough * enough * _CERTAINLY
    for loss in losses(page, traits, pool, options):
        found.append(loss * loss)
        total += loss * loss
        if total > most:
            break
    return sqrt(sum(found))


def losses(
    page: PageStructure, traits: Traits, pool: SiteIndex, options: DifferenceOptions = DifferenceOptions()
) -> Iterator[float]:
    """What each path whose face the template does not know adds to the difference, as the root of a sum of squares."""
    paths = traits.paths
    steadiness = _Steadiness(page, traits, pool, options)
    for path, face in page.faces.items():
        trait = paths.get(path)
        if trait is None or face in trait.faces:
            continue
        other, same = _children(path, trait, page, traits, pool, options)
        if other:
            size = max(page.shares[path], trait.share)
            weight = size / (size + options.half) * (options.repeated if page.repeated(path) else 1.0)
            yield other / (other + same) * weight * steadiness[path]


def _children(
    path: int, trait: PathTrait, page: PageStructure, traits: Traits, pool: SiteIndex, options: DifferenceOptions
) -> tuple[float, float]:
    """The weight of the children of a path that differ, and of those that do not."""
    other = same = 0.0
    shares, here = page.shares, page.below[path]
    for key in here:
        child = page.child[key]
        size = sqrt(shares[child])
        if key in trait.keys:
            same += size
        elif child in traits.paths:
            part = options.renamed + options.established * pool.knows(key)
            other += size * part
            same += size * max(1.0 - 2.0 * part, 0.0)
        else:
            other += size
    present = set(here)
    for key, times in trait.keys.items():
        if key not in present:
            child = traits.child[key]
            part = options.renamed + options.established * (times > 1) if child in page.below else 1.0
            other += times / trait.seen * part * sqrt(traits.paths[child].share)
    return other, same


class _Steadiness(dict[int, float]):
    """How much the faces of a page's paths are the template's doing: 1 if they recur, near 0 if all are new."""

    __slots__ = ("_options", "_page", "_pool", "_traits")

    def __init__(self, page: PageStructure, traits: Traits, pool: SiteIndex, options: DifferenceOptions) -> None:
        """Work out nothing yet."""
        self._page, self._traits, self._pool, self._options = page, traits, pool, options

    def __missing__(self, path: int) -> float:
        """Work a path out, and those above it."""
        trait, up = self._traits.paths.get(path), self._page.above.get(path)
        own = 1.0 if trait is None else self._own(path, trait)
        made = self[path] = own if up is None else min(own, self[up] ** self._options.inherited)
        return made

    def _own(self, path: int, trait: PathTrait) -> float:
        shown, different = self._pool.faces_of(path, self._page.faces[path])
        caution = self._options.site_caution
        steady = (shown - different + caution) / (shown - 1 + caution)
        if trait.seen > 1:
            caution = self._options.template_caution
            steady = (trait.seen - trait.distinct + caution * steady) / (trait.seen - 1 + caution)
        return steady
