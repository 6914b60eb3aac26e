"""Evidence: what the members of one place in a template have in common."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import itemgetter

from intaglio.wrapper.options import EvidenceOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary, has_letter
from intaglio.wrapper.page_model.page_tree import Mark

Counts = dict[str, int]
"""How many members have what."""
ITEMS = frozenset({"li", "option"})
"""Elements that are items of lists by their names."""
_SCHEMES = frozenset({"http:", "https:", "ftp:", "mailto:", "tel:", "re:", "fwd:"})
"""What looks like a label and is part of the value."""
_AT_A_NUMBER = re.compile(r"\d\s*:?$")
"""What ends at the colon of a time of day is no label."""


@dataclass(slots=True)
class Evidence:
    """Counts over the members of a place. Plain dicts: there are many, and each is small."""

    tag: str
    members: int = 0
    marks: dict[Mark, int] = field(default_factory=dict)
    classes: Counts = field(default_factory=dict)
    ids: Counts = field(default_factory=dict)
    heads: Counts = field(default_factory=dict)
    leads: Counts = field(default_factory=dict)
    shapes: Counts = field(default_factory=dict)
    afters: Counts = field(default_factory=dict)
    lone: int = 0
    """Members with no text but the first."""
    belows: dict[int, int] = field(default_factory=dict)
    options: EvidenceOptions = EvidenceOptions()
    _usual: tuple[str, int] | None = field(default=None, init=False)

    def add(self, sketch: NodeFeatures, times: int = 1) -> None:
        """Take a member in, or several that look the same."""
        mark, head, lead, shape, lone, below, after = sketch
        _, cls, own_id = mark
        self.members += times
        self.marks[mark] = self.marks.get(mark, 0) + times
        self.classes[cls] = self.classes.get(cls, 0) + times
        self.ids[own_id] = self.ids.get(own_id, 0) + times
        self.heads[head] = self.heads.get(head, 0) + times
        self.leads[lead] = self.leads.get(lead, 0) + times
        self.shapes[shape] = self.shapes.get(shape, 0) + times
        self.afters[after] = self.afters.get(after, 0) + times
        self.lone += lone * times
        if below in self.belows or len(self.belows) < self.options.belows:
            self.belows[below] = self.belows.get(below, 0) + times
        self._usual = None

    def absorb(self, other: Evidence) -> None:
        """Take all members of another place in."""
        self.members += other.members
        self.lone += other.lone
        for mark, count in other.marks.items():
            self.marks[mark] = self.marks.get(mark, 0) + count
        for mine, theirs in zip(self._counts(), other._counts(), strict=True):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        for below, count in other.belows.items():
            if below in self.belows or len(self.belows) < self.options.belows:
                self.belows[below] = self.belows.get(below, 0) + count
        self._usual = None

    def kinds(self) -> int:
        """Kinds of elements that are usually below a member."""
        return max(self.belows, key=self.belows.__getitem__).bit_count() if self.belows else 0

    def _counts(self) -> tuple[Counts, ...]:
        return self.classes, self.ids, self.heads, self.leads, self.shapes, self.afters

    @property
    def usual(self) -> tuple[str, int]:
        """The commonest first text of its members, and how many have it."""
        if self._usual is None:
            self._usual = commonest(self.heads)
        return self._usual

    def is_label(self, vocabulary: Vocabulary) -> bool:
        """Whether its members are but one and the same word or phrase, and a common one."""
        head, count = self.usual
        return (
            count >= self.options.usual * self.members
            and self.lone >= self.options.lone * self.members
            and head in vocabulary.frequency
            and has_letter(head)
        )

    def label(self) -> str:
        """The text that most members start with; nothing if there is none, or only a number, as items of lists have."""
        if self.members < self.options.few:
            return ""
        head, count = self.usual
        return head if count >= self.options.usual * self.members and has_letter(head) else ""

    def lead(self) -> str:
        """The label that the texts of most members start with, as in `Price: $4`; nothing if there is none."""
        if not self.leads:
            return ""
        lead, count = commonest(self.leads)
        if count < self.options.usual * self.members:
            return ""
        return "" if lead.casefold() in _SCHEMES or _AT_A_NUMBER.search(lead) else lead

    def own_id(self) -> str:
        """The id that most members have; nothing if there is none, or only one with numbers, as items of lists have."""
        name, count = commonest(self.ids)
        return name if count >= self.options.usual * self.members and "#" not in name else ""

    def alike(self, other: Evidence, vocabulary: Vocabulary) -> bool:
        """Whether members of both could be items of one list."""
        if self.tag != other.tag or not self.classes.keys() & other.classes.keys():
            return False
        return self.below_overlap(other, vocabulary) >= self.options.alike_below and self.starts_alike(other)

    def starts_alike(self, other: Evidence) -> bool:
        """Whether the texts of members of both begin with the same kinds of signs."""
        options = self.options
        mine, theirs = _first_signs(self.shapes), _first_signs(other.shapes)
        shared = sum(min(n / self.members, theirs[key] / other.members) for key, n in mine.items())
        return shared >= options.alike_shapes or min(self.members, other.members) < options.shaped_members

    def below_overlap(self, other: Evidence, vocabulary: Vocabulary) -> float:
        """Overlap of what lies below the two members that are most alike in that."""
        only = vocabulary.structure
        return max(overlap(mine & only, theirs & only) for mine in self.belows for theirs in other.belows)


def _first_signs(shapes: Mapping[str, int]) -> Counter[str]:
    """How texts begin: with a number, a capital, a sign, and what comes next."""
    signs: Counter[str] = Counter()
    for shape, count in shapes.items():
        signs[shape[:2]] += count
    return signs


def overlap(one: int, other: int) -> float:
    """Share of the bits of either that are in both."""
    either = (one | other).bit_count()
    return (one & other).bit_count() / either if either else 1.0


def commonest(counts: Mapping[str, int]) -> tuple[str, int]:
    """What was counted most often, the first of equals, and how often."""
    if len(counts) == 1:
        return next(iter(counts.items()))
    return max(counts.items(), key=itemgetter(1))
