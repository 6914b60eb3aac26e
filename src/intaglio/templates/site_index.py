"""Pool: what all templates of a site know together, and which templates have a key.

It is a function of the templates' traits alone: built from those of a store it is what it was when they were stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from intaglio.templates.page_structure import PageStructure
from intaglio.templates.statistics import NewTraits, Traits

CROWD = 64
"""A key that more templates have tells nothing about which one it is."""


class SiteIndex:
    """Counts and an index over the traits of a site's templates, kept up to date as they learn."""

    def __init__(self) -> None:
        """Begin without templates."""
        self._seen: dict[int, int] = {}
        self._beyond: dict[int, int] = {}
        self._faces: dict[int, dict[int, int]] = {}
        self._groups: dict[int, frozenset[int]] = {}
        """The templates that have a key, unless they are too many: to be counted as one."""
        self._crowds: dict[int, set[int]] = {}
        """The templates that have a key, where they are too many."""
        self._size = 0
        self.pages = 0
        """Pages that the templates learned from."""

    def knows(self, key: int) -> bool:
        """Whether any template has that key."""
        return key in self._groups or key in self._crowds

    def faces_of(self, path: int, face: int) -> tuple[int, int]:
        """Pages that had a path, and how many different faces it showed them, counting one more page with this face."""
        faces = self._faces.get(path, {})
        return self._seen.get(path, 0) + 1, self._beyond.get(path, 0) + len(faces) + (face not in faces)

    def candidates(self, page: PageStructure, limit: int) -> list[int]:
        """The templates that share most with a page of what not all share, best first.

        The cost depends on the page and on CROWD, not on how many templates there are.
        """
        everywhere = self._size if limit < self._size <= CROWD else CROWD + 1
        votes: dict[int, float] = {}
        for having, keys in Counter(map(self._groups.get, page.keys)).items():
            if having and len(having) < everywhere:
                weight = keys / len(having)
                for number in having:
                    votes[number] = votes.get(number, 0.0) + weight
        return sorted(votes, key=lambda number: (-votes[number], number))[:limit]

    def learn(self, number: int, page: PageStructure, news: NewTraits) -> None:
        """Note that a template took a page."""
        self.pages += 1
        seen = self._seen
        for path in page.faces:
            seen[path] = seen.get(path, 0) + 1
        for path, face in news.faces:
            faces = self._faces.setdefault(path, {})
            faces[face] = faces.get(face, 0) + 1
        for path in news.beyond:
            self._beyond[path] = self._beyond.get(path, 0) + 1
        self._have(number, news.keys)

    def add(self, number: int, traits: Traits) -> None:
        """Take a template in."""
        self._size += 1
        self.pages += traits.pages
        for path, trait in traits.paths.items():
            self._seen[path] = self._seen.get(path, 0) + trait.seen
            beyond = trait.distinct - len(trait.faces)
            if beyond:
                self._beyond[path] = self._beyond.get(path, 0) + beyond
            faces = self._faces.setdefault(path, {})
            for face in trait.faces:
                faces[face] = faces.get(face, 0) + 1
        self._have(number, traits.keys)

    def remove(self, number: int, traits: Traits) -> None:
        """Take a template out, with the traits it was taken in with."""
        self._size -= 1
        self.pages -= traits.pages
        for path, trait in traits.paths.items():
            _subtract(self._seen, path, trait.seen)
            beyond = trait.distinct - len(trait.faces)
            if beyond:
                _subtract(self._beyond, path, beyond)
            faces = self._faces[path]
            for face in trait.faces:
                _subtract(faces, face, 1)
            if not faces:
                del self._faces[path]
        for key in traits.keys:
            crowd = self._crowds.get(key)
            if crowd is None:
                rest = self._groups[key] - {number}
            else:
                crowd.discard(number)
                if len(crowd) > CROWD:
                    continue
                rest = frozenset(self._crowds.pop(key))
            if rest:
                self._groups[key] = rest
            else:
                del self._groups[key]

    def _have(self, number: int, keys: Iterable[int]) -> None:
        groups, alone = self._groups, frozenset((number,))  # one for all keys that no other template has
        for key in keys:
            having = groups.get(key)
            if having is None and key in self._crowds:
                self._crowds[key].add(number)
            elif having is None:
                groups[key] = alone
            elif number not in having:
                groups[key] = having | alone
                if len(having) == CROWD:
                    self._crowds[key] = set(groups.pop(key))


def _subtract(counts: dict[int, int], key: int, amount: int) -> None:
    counts[key] -= amount
    if not counts[key]:
        del counts[key]
