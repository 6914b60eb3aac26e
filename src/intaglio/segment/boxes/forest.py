"""A disjoint-set forest: which cluster a box belongs to, while clusters are merged two by two."""

from __future__ import annotations


class Forest:
    """Disjoint sets of numbers; a set is named by one of its members, its root."""

    def __init__(self, count: int) -> None:
        """Begin with every number by itself."""
        self._above = list(range(count))
        self.size = [1] * count
        """Members of the set that a root names."""

    def root(self, number: int) -> int:
        """The name of a number's set."""
        above = self._above
        while above[number] != number:
            above[number] = above[above[number]]
            number = above[number]
        return number

    def join(self, one: int, other: int) -> int:
        """Make one set of those of two numbers; the larger one's name stays."""
        one, other = self.root(one), self.root(other)
        if self.size[one] < self.size[other]:
            one, other = other, one
        if one != other:
            self.give(other, one)
        return one

    def give(self, root: int, to: int) -> None:
        """Let one set become part of another, both named by their roots."""
        self._above[root] = to
        self.size[to] += self.size[root]
