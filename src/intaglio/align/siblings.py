"""Aligning the children of two elements: which child of one is which child of the other, and how surely.

Children that look alike in equal number on both sides are taken one by one in order; they part the rest into gaps, in
which the best alignment by likeness is found. What is on one side only stays alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from intaglio.align.page_view import View

Signature = tuple[str, str, str]
"""Tag, shape of the id, shape of the class attribute."""

Pairs = dict[int, tuple[int, float]]
"""Child of the template → child of the page, and how surely."""

UNIQUE, ORDERED, LIKE, UNSURE = 0.98, 0.95, 0.93, 0.75
"""How sure a pair is at most: alone of its look; by order among equals; by likeness; and the factor if others fit."""

_DIGITS = re.compile(r"\d+")
_STEP = 0.2
"""What stands in the items of a list differs by chance: likenesses that differ less than this count as equal."""
_PAIR = 0.5
"""What is less alike is no pair."""
_SKETCH = 24
"""Elements of a subtree that its sketch is made of."""
_NOTHING: frozenset[int] = frozenset()


Face = tuple[int, frozenset[int]]
"""The number of a signature, with those of what stands first below the element."""


@dataclass(slots=True)
class Looks:
    """Signatures and sketches of one page's elements, each made when first asked for.

    They are numbers: those that a template has given, and below 0 what its page does not have.
    """

    view: View
    given: Mapping[tuple[str, ...], int]
    """The number of each signature, and of each tag with the shape of a class attribute, on the template's page."""
    shapes: Mapping[str, str]
    """Ids and class attributes of the template's page with their digits folded."""
    said: dict[int, Signature] = field(default_factory=dict)
    """The signature behind each number met."""
    _more: dict[tuple[str, ...], int] = field(default_factory=dict)
    _shapes: dict[int, str] = field(default_factory=lambda: {-1: ""})
    _signatures: dict[tuple[int, int, int], int] = field(default_factory=dict)
    """By tag, id and class attribute, which many elements have in common."""
    _kinds: dict[tuple[int, int], int] = field(default_factory=dict)
    _faces: dict[int, Face] = field(default_factory=dict)
    _below: dict[int, list[int]] = field(default_factory=dict)
    _words: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of_template(cls, view: View) -> Looks:
        """Number all that a template's page has."""
        given: dict[tuple[str, ...], int] = {}
        made = cls(view, given, {value: _shape(value) for value in view.strings})
        for tag, name, kind in dict.fromkeys(zip(view.tags, view.ids, view.classes, strict=True)):
            look = view.names[tag], made._shape(name), made._shape(kind)
            given.setdefault(look, len(given))
            given.setdefault((look[0], look[2]), len(given))
        return made

    def signature(self, e: int) -> int:
        """What e looks like by itself."""
        view = self.view
        key = view.tags[e], view.ids[e], view.classes[e]
        made = self._signatures.get(key)
        if made is None:
            look = view.names[key[0]], self._shape(key[1]), self._shape(key[2])
            made = self._signatures[key] = self._number(look)
            self.said[made] = look
        return made

    def below(self, e: int) -> list[int]:
        """What the children of e look like."""
        made = self._below.get(e)
        if made is None:
            made = self._below[e] = [*map(self.signature, self.view.children(e))]
        return made

    def face(self, e: int) -> Face:
        """What e looks like with the first elements below it."""
        made = self._faces.get(e)
        if made is None:
            made = self._faces[e] = self.signature(e), self._sketch(e)
        return made

    def words(self, kind: str) -> frozenset[str]:
        """The classes of an attribute."""
        made = self._words.get(kind)
        if made is None:
            made = self._words[kind] = frozenset(kind.split())
        return made

    def _number(self, look: tuple[str, ...]) -> int:
        made = self.given.get(look)
        return self._more.setdefault(look, ~len(self._more)) if made is None else made

    def _shape(self, code: int) -> str:
        made = self._shapes.get(code)
        if made is None:
            value = self.view.strings[code]
            made = self._shapes[code] = self.shapes.get(value) or _shape(value)
        return made

    def _sketch(self, e: int) -> frozenset[int]:
        """Tags and classes of the first elements below e."""
        view, kinds = self.view, self._kinds
        if view.ends[e] == e + 1:
            return _NOTHING
        below = slice(e + 1, min(view.ends[e], e + 1 + _SKETCH))
        pairs = set(zip(view.tags[below], view.classes[below], strict=True))
        for tag, code in pairs.difference(kinds):
            kinds[tag, code] = self._number((view.names[tag], self._shape(code)))
        return frozenset(map(kinds.__getitem__, pairs))


def _shape(value: str) -> str:
    return _DIGITS.sub("0", value)


def likenesses(template: Looks, c: int, page: Looks, some: Sequence[int]) -> list[float]:
    """How much an element of the template and some of the page look like the same, 0 to 1; most differ in their tag."""
    tag, tags, names = template.view.tag(c), page.view.tags, page.view.names
    mine = template.face(c)
    known: dict[Face, float] = {}
    found = []
    for d in some:
        if names[tags[d]] != tag:
            found.append(0.0)
            continue
        like = known.get(face := page.face(d))
        if like is None:
            like = known[face] = _likeness(template, mine, page, face)
        found.append(like)
    return found


def _likeness(template: Looks, one: Face, page: Looks, other: Face) -> float:
    (_, name, kind), (_, other_name, other_kind) = template.said[one[0]], page.said[other[0]]
    if name and name == other_name:
        return 1.0
    like = 0.35 + 0.35 * (1.0 if kind == other_kind else _overlap(template.words(kind), page.words(other_kind)))
    like += 0.3 * _overlap(one[1], other[1])
    if name and other_name:
        return like * 0.5
    return like * 0.8 if name or other_name else like


def _overlap(a: frozenset[int] | frozenset[str], b: frozenset[int] | frozenset[str]) -> float:
    common = len(a & b)
    together = len(a) + len(b) - common
    return common / together if together else 1.0


def align_children(template: Looks, there: int, page: Looks, here: int, cells: int) -> Pairs:
    """Pair the children of an element of the template with those of one of the page; at most `cells` likenesses are
    compared in a gap.
    """
    pairs: Pairs = {}
    above, below = template.view.children(there), page.view.children(here)
    anchors = _anchors(template.below(there), page.below(here))
    i = j = 0
    for stop_i, stop_j, sure in [*anchors, (len(above), len(below), 0.0)]:
        if i < stop_i and j < stop_j:
            _align_gap(template, above[i:stop_i], page, below[j:stop_j], cells, pairs)
        if sure:
            pairs[above[stop_i]] = below[stop_j], sure
        i, j = stop_i + 1, stop_j + 1
    return pairs


def _anchors(a: Sequence[int], b: Sequence[int]) -> list[tuple[int, int, float]]:
    """Pairs of places whose looks occur equally often on both sides, the longest ascending run of them."""
    counts: dict[int, int] = {}
    for look in a:
        counts[look] = counts.get(look, 0) + 1
    if a == b:
        return [(i, i, UNIQUE if counts[look] == 1 else ORDERED) for i, look in enumerate(a)]
    places: dict[int, list[int]] = {}
    for j, look in enumerate(b):
        if look in counts:
            places.setdefault(look, []).append(j)
    free = {look: iter(there) for look, there in places.items() if len(there) == counts[look]}
    sure = {look: UNIQUE if counts[look] == 1 else ORDERED for look in free}
    found = [(i, next(free[look]), sure[look]) for i, look in enumerate(a) if look in free]
    return _ascending(found)


def _ascending(found: list[tuple[int, int, float]]) -> list[tuple[int, int, float]]:
    """The longest part of the pairs whose second places ascend."""
    places = [j for _, j, _ in found]
    if places == sorted(places):  # no two are equal
        return found
    tails: list[int] = []
    last: list[int] = []
    before = [-1] * len(found)
    for number, (_, j, _) in enumerate(found):
        at = bisect_left(tails, j)
        before[number] = last[at - 1] if at else -1
        tails[at : at + 1] = [j]
        last[at : at + 1] = [number]
    chain: list[tuple[int, int, float]] = []
    number = last[-1] if last else -1
    while number >= 0:
        chain.append(found[number])
        number = before[number]
    return chain[::-1]


def _align_gap(
    template: Looks, above: Sequence[int], page: Looks, below: Sequence[int], cells: int, pairs: Pairs
) -> None:
    if len(above) * len(below) > cells:
        _pair_in_order(template, above, page, below, pairs)
        return
    faces = [*map(template.face, above)]
    rows: dict[Face, tuple[list[float], list[float]]] = {}
    for c, face in zip(above, faces, strict=True):
        if face not in rows:
            row = likenesses(template, c, page, below)
            rows[face] = row, [_coarse(one) if one >= _PAIR else 0.0 for one in row]
    like, coarse = zip(*[rows[face] for face in faces], strict=True)
    for i, j in _best_pairs(coarse):
        rivals = len(above) != len(below) and sum(other >= like[i][j] - 0.02 for other in like[i]) > 1
        sure = min(LIKE, like[i][j]) * (UNSURE if rivals else 1.0)
        pairs[above[i]] = below[j], sure


def _coarse(like: float) -> float:
    """A likeness in steps, so that of children that are about as alike the first goes with the first."""
    return max(0.6, round(like / _STEP) * _STEP)


def _pair_in_order(template: Looks, above: Sequence[int], page: Looks, below: Sequence[int], pairs: Pairs) -> None:
    """For gaps too wide to compare: the first of a look with the first, the second with the second."""
    places: dict[int, list[int]] = {}
    for d in reversed(below):
        places.setdefault(page.signature(d), []).append(d)
    for c in above:
        rest = places.get(template.signature(c))
        if rest:
            pairs[c] = rest.pop(), UNSURE


def _best_pairs(like: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Pairs in ascending order with the greatest sum of likeness: of one row or one column the first of those most
    alike.
    """
    if len(like) == 1 or len(like[0]) == 1:
        line = like[0] if len(like) == 1 else [row[0] for row in like]
        best = max(line)
        at = line.index(best)
        return ([(0, at)] if len(like) == 1 else [(at, 0)]) if best >= _PAIR else []
    return _best_alignment(like)


def _best_alignment(like: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The same where there are several of both."""
    rows, columns = len(like), len(like[0])
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        here, next_row, likes = best[i], best[i + 1], like[i]
        reached = 0.0
        for j in range(columns - 1, -1, -1):
            if next_row[j] > reached:
                reached = next_row[j]
            if likes[j] >= _PAIR:
                taken = next_row[j + 1] + likes[j]
                if taken > reached:
                    reached = taken
            here[j] = reached
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < rows and j < columns:
        if like[i][j] >= _PAIR and best[i][j] == best[i + 1][j + 1] + like[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            i += 1
    return pairs
