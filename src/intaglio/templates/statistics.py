"""Traits: what a template has learned of its pages' structure, in bounded space.

For each path how many pages had it and how many different faces it showed; for each key how many pages had it. A path
that shows one face, or a few that recur, is the template's; one that shows ever new faces is content.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from intaglio.templates.page_structure import PageStructure


@dataclass(frozen=True, slots=True)
class TraitOptions:
    """How much a template may remember."""

    pages: int = 64
    """A template learns from so many pages; later ones are matched only."""
    paths: int = 1024
    keys: int = 1536
    faces: int = 8
    """Faces remembered of each path; the number of different ones is counted beyond."""
    shapes: int = 256
    """Shapes of whole pages remembered, also of pages that are matched only."""


@dataclass(slots=True)
class PathTrait:
    """What is known of one path."""

    share: float
    """Share of the page's paths that were this one or below it, on the first page that had it."""
    seen: int = 0
    """Pages that had it."""
    distinct: int = 0
    """Different faces shown, remembered or not."""
    faces: list[int] = field(default_factory=list)
    """The first of them."""
    keys: dict[int, int] = field(default_factory=dict)
    """For each key how many pages had it."""


@dataclass(frozen=True, slots=True)
class NewTraits:
    """What a page brought that its template did not know."""

    faces: list[tuple[int, int]] = field(default_factory=list)
    """Paths with a face to be remembered."""
    beyond: list[int] = field(default_factory=list)
    """Paths with a face that is only counted."""
    keys: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Traits:
    """Counts over the pages of one template."""

    pages: int = 0
    paths: dict[int, PathTrait] = field(default_factory=dict)
    child: dict[int, int] = field(default_factory=dict)
    """The path of the child that each key stands for."""
    shapes: list[int] = field(default_factory=list)
    """Sets of keys that pages had, the first of them: a page of a known shape belongs here without further ado."""

    @property
    def keys(self) -> Iterable[int]:
        """All keys."""
        return self.child.keys()

    @property
    def outline(self) -> Traits:
        """How many pages had each path, and nothing else: a fraction of the space, to be compared, not to learn on."""
        faces: list[int] = []
        keys: dict[int, int] = {}
        paths = {path: PathTrait(one.share, one.seen, one.distinct, faces, keys) for path, one in self.paths.items()}
        return Traits(self.pages, paths)

    def learn(self, page: PageStructure, options: TraitOptions = TraitOptions()) -> NewTraits:
        """Take one more page in; give what was not known before."""
        news = NewTraits()
        self.pages += 1
        self.remember(page, options)
        paths, below, child = self.paths, page.below, self.child
        for path, face in page.faces.items():
            trait = paths.get(path)
            if trait is None:
                trait = paths[path] = PathTrait(page.shares[path])
            trait.seen += 1
            if face not in trait.faces:
                trait.distinct += 1
                if len(trait.faces) < options.faces:
                    trait.faces.append(face)
                    news.faces.append((path, face))
                else:
                    news.beyond.append(path)
            counts = trait.keys
            for key in below[path]:
                if key in counts:
                    counts[key] += 1
                else:
                    counts[key] = 1
                    child[key] = page.child[key]
                    news.keys.append(key)
        return news

    def remember(self, page: PageStructure, options: TraitOptions = TraitOptions()) -> None:
        """Note the shape of a page, while there is room."""
        if len(self.shapes) < options.shapes and page.shape not in self.shapes:
            self.shapes.append(page.shape)

    def too_many(self, options: TraitOptions = TraitOptions()) -> bool:
        """Whether there is more than is to be remembered."""
        return len(self.paths) > options.paths or len(self.child) > options.keys

    def merge(self, other: Traits, options: TraitOptions = TraitOptions()) -> None:
        """Take the pages of another template in."""
        self.pages += other.pages
        for path, theirs in other.paths.items():
            mine = self.paths.setdefault(path, PathTrait(theirs.share))
            mine.seen += theirs.seen
            new = [face for face in theirs.faces if face not in mine.faces]
            mine.distinct += theirs.distinct - (len(theirs.faces) - len(new))
            mine.faces += new[: options.faces - len(mine.faces)]
            for key, times in theirs.keys.items():
                mine.keys[key] = mine.keys.get(key, 0) + times
        self.child.update(other.child)
        self.shapes += [one for one in other.shapes if one not in self.shapes][: options.shapes - len(self.shapes)]

    def prune(self, options: TraitOptions = TraitOptions()) -> None:
        """Forget the rarest paths and keys, if there are too many."""
        if len(self.paths) > options.paths:
            often = sorted(self.paths, key=lambda path: (-self.paths[path].seen, -self.paths[path].share, path))
            self.paths = {path: self.paths[path] for path in often[: options.paths]}
        times = {
            key: count
            for trait in self.paths.values()
            for key, count in trait.keys.items()
            if self.child[key] in self.paths
        }
        often = sorted(times, key=lambda key: (-times[key], -self.paths[self.child[key]].share, key))
        kept = set(often[: options.keys])
        for trait in self.paths.values():
            trait.keys = {key: count for key, count in trait.keys.items() if key in kept}
        self.child = {key: child for key, child in self.child.items() if key in kept}
