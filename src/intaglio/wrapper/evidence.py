"""Evidence: what the members of one place in a template have in common, and how well a further node fits it.

A fit is a sum of log-odds, so that fits of several nodes, and the costs of places left empty, add up.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import log

from intaglio.wrapper.sequence import NEVER
from intaglio.wrapper.sketch import Sketch, Vocabulary, has_letter
from intaglio.wrapper.tree import Mark

ITEMS = frozenset({"li", "option"})
"""Elements that are items of lists by their names."""
_DOUBT = 0.7
"""Weight of what has not been seen yet, in members."""
_KNOWN = 500
"""How many fits are remembered."""
_BELOWS = 6
"""How many different sets of what lies below are kept."""


@dataclass(slots=True)
class Evidence:
    """Counts over the members of a place."""

    tag: str
    members: int = 0
    marks: Counter[Mark] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)
    ids: Counter[str] = field(default_factory=Counter)
    heads: Counter[str] = field(default_factory=Counter)
    leads: Counter[str] = field(default_factory=Counter)
    shapes: Counter[str] = field(default_factory=Counter)
    afters: Counter[str] = field(default_factory=Counter)
    lone: int = 0
    """Members with no text but the first."""
    belows: dict[int, int] = field(default_factory=dict)
    _known: dict[Sketch, float] = field(default_factory=dict, init=False)
    _usual: tuple[str, int] | None = field(default=None, init=False)

    def add(self, sketch: Sketch) -> None:
        """Take a member in."""
        self.members += 1
        self.marks[sketch.mark] += 1
        self.classes[sketch.mark.cls] += 1
        self.ids[sketch.mark.id] += 1
        self.heads[sketch.head] += 1
        self.leads[sketch.lead] += 1
        self.shapes[sketch.shape] += 1
        self.afters[sketch.after] += 1
        self.lone += sketch.lone
        if sketch.below in self.belows or len(self.belows) < _BELOWS:
            self.belows[sketch.below] = self.belows.get(sketch.below, 0) + 1
        self._known.clear()
        self._usual = None

    def absorb(self, other: Evidence) -> None:
        """Take all members of another place in."""
        self.members += other.members
        self.lone += other.lone
        self.marks.update(other.marks)
        for mine, theirs in zip(self._counts(), other._counts(), strict=True):
            mine.update(theirs)
        for below, count in other.belows.items():
            if below in self.belows or len(self.belows) < _BELOWS:
                self.belows[below] = self.belows.get(below, 0) + count
        self._known.clear()
        self._usual = None

    def kinds(self) -> int:
        """Kinds of elements that are usually below a member."""
        return max(self.belows, key=self.belows.__getitem__).bit_count() if self.belows else 0

    def _counts(self) -> tuple[Counter[str], ...]:
        return self.classes, self.ids, self.heads, self.leads, self.shapes, self.afters

    def fit(self, sketch: Sketch, vocabulary: Vocabulary) -> float:
        """How much likelier the node is here than anywhere."""
        mark, head, lead, shape, _, below, after = sketch
        if mark.tag != self.tag:
            return NEVER
        fit = self._known.get(sketch)
        if fit is None:
            if len(self._known) > _KNOWN:
                self._known.clear()
            fit = self.mark_fit(mark, after) + self.text_fit(head, lead, shape, vocabulary) + self.below_fit(below)
            self._known[sketch] = fit
        return fit

    def mark_fit(self, mark: Mark, after: str) -> float:
        """The part of the fit that is for class and id, and the label before."""
        fit = 1.0
        if after or self.afters[""] < self.members:
            fit += _within(self._odds(self.afters[after], 0.05 if after else 0.3, _DOUBT), -3, 3)
        for value, counts, usual, weight in ((mark.cls, self.classes, 0.1, 1.0), (mark.id, self.ids, 0.05, 1.5)):
            if value:
                fit += weight * self._odds(counts[value], usual, 0.3)
            elif counts[""] < self.members:
                fit += self._odds(counts[""], 0.3, 0.3)
        return fit

    def text_fit(self, head: str, lead: str, shape: str, vocabulary: Vocabulary) -> float:
        """The part of the fit that is for the first text."""
        if not head and self.heads[""] == self.members:
            return 0.0
        count = self.heads[head]
        usual = vocabulary.frequency.get(head, vocabulary.unknown)
        odds = self._odds(count, usual, _DOUBT)
        if not count and head and head not in vocabulary.frequency:
            odds /= 2
        fit = _within(odds, -3, 4) if has_letter(head) else _within(odds, -0.5, 0.5)
        if lead or not self.leads[""]:
            fit += _within(self._odds(self.leads[lead], 0.05, _DOUBT), -2, 2.5)
        return fit + 0.4 * _within(self._odds(self.shapes[shape], 0.15, _DOUBT), -2, 2)

    def below_fit(self, below: int) -> float:
        """The part of the fit that is for what lies below."""
        if not below and 0 in self.belows:
            return 0.0
        if below in self.belows:
            return 2.4
        most = 0.0
        for other in self.belows:
            shared = (below & other).bit_count()
            if shared:
                most = max(most, shared / (below | other).bit_count())
        return 4 * (most - 0.4)

    def _odds(self, count: int, usual: float, doubt: float) -> float:
        return log((count + doubt * usual) / ((self.members + doubt) * usual))

    @property
    def usual(self) -> tuple[str, int]:
        """The commonest first text of its members, and how many have it."""
        if self._usual is None:
            self._usual = self.heads.most_common(1)[0]
        return self._usual

    def is_label(self, vocabulary: Vocabulary) -> bool:
        """Whether its members are but one and the same word or phrase, and a common one."""
        head, count = self.usual
        return (
            count >= 0.6 * self.members
            and self.lone >= 0.9 * self.members
            and head in vocabulary.frequency
            and has_letter(head)
        )

    def label(self) -> str:
        """The text that most members start with; nothing if there is none."""
        if self.members < 2:
            return ""
        head, count = self.usual
        return head if count >= 0.6 * self.members else ""

    def own_id(self) -> str:
        """The id that most members have; nothing if there is none, or only one with numbers, as items of lists have."""
        name, count = self.ids.most_common(1)[0]
        return name if count >= 0.6 * self.members and "#" not in name else ""

    def alike(self, other: Evidence, vocabulary: Vocabulary) -> bool:
        """Whether members of both could be items of one list."""
        if self.tag != other.tag or not self.classes.keys() & other.classes.keys():
            return False
        only = vocabulary.structure
        if max(overlap(mine & only, theirs & only) for mine in self.belows for theirs in other.belows) < 0.5:
            return False
        shared = sum(min(n / self.members, other.shapes[key] / other.members) for key, n in self.shapes.items())
        return shared >= 0.3 or self.members < 3 or other.members < 3


def overlap(one: int, other: int) -> float:
    """Share of the bits of either that are in both."""
    either = (one | other).bit_count()
    return (one & other).bit_count() / either if either else 1.0


def _within(value: float, low: float, high: float) -> float:
    return low if value < low else min(value, high)
