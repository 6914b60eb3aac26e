"""Fits: how well nodes fit places in a row, by the evidence of each place.

A fit is a sum of log-odds, how much likelier a node is at the place than anywhere, so that fits of several nodes, and
the costs of places left empty, add up. What no member of a place had is worth the same whatever it is: a part of the
fit, by place, is one array with a few entries changed. Parts that nodes share are remembered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import cached_property, reduce
from itertools import chain
from math import inf, log
from operator import or_
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from intaglio.wrapper.align.evidence import Evidence, commonest
from intaglio.wrapper.align.sequence_alignment import NEVER, FitTable
from intaglio.wrapper.options import ScoringOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary, has_letter
from intaglio.wrapper.page_model.page_tree import TEXT

Column = npt.NDArray[np.float64]
"""A part of the fit, by place."""
_PART = 4
"""Where so many times as many places are not asked for, what lies below is weighed without them, and not remembered."""
_WIDE = 40
"""Places beyond which those that have a value are looked up."""


class PlaceScorer:
    """Fits to some places whose evidence does not change any more."""

    def __init__(self, evidence: Sequence[Evidence], options: ScoringOptions = ScoringOptions()) -> None:
        """Make ready what each part of a fit starts from."""
        members = [one.members for one in evidence]
        of_texts = _unseen(members, options.text_doubt)
        heads = [one.heads for one in evidence]
        self._evidence, self._options = evidence, options
        classes, ids = [one.classes for one in evidence], [one.ids for one in evidence]
        self._classes = _Aspect(classes, _unseen(members, options.mark_doubt, _new_ones(classes, options)), options)
        own = _unseen(members, options.mark_doubt, _new_ones(ids, options))
        self._ids = _Aspect(ids, own, options, weight=1.5)
        self._afters = _Aspect([one.afters for one in evidence], of_texts, options, -3, 3)
        self._words = _Aspect(heads, of_texts, options, -3, 4)
        self._numbers = _Aspect(heads, of_texts, options, -0.5, 0.5)
        self._leads = _Aspect([one.leads for one in evidence], of_texts, options, -2, 2.5)
        self._shapes = _Aspect([one.shapes for one in evidence], of_texts, options, -2, 2, weight=0.4)
        self._belows: dict[str, _Belows] = {}
        self._known: tuple[dict[Hashable, Column], ...] = {}, {}, {}

    @cached_property
    def _unled(self) -> Column:
        """For a text that does not start with a label."""
        return np.where(["" not in one.leads for one in self._evidence], self._leads.unseen, 0.0)

    @cached_property
    def _worded(self) -> Column:
        """1 where some member has a text."""
        return np.array([float(one.heads.get("", 0) < one.members) for one in self._evidence])

    def table(self, row: Sequence[NodeFeatures], vocabulary: Vocabulary, first: int, last: int) -> FitTable:
        """The fits of nodes to a range of the places, a line a node."""
        made = np.empty((len(row), last - first))
        most = self._options.remembered
        is_part = _PART * (last - first) < len(self._evidence)
        for at, sketch in enumerate(row):
            mark, head, lead, shape, lone, below, after = sketch
            by_mark, by_text, by_below = self._known
            marks = by_mark.get((mark, after))
            if marks is None:
                marks = _remember(by_mark, (mark, after), self._of_mark(sketch), most)
            texts = by_text.get((head, lead, shape))
            if texts is None:
                texts = _remember(by_text, (head, lead, shape), self._of_text(sketch, vocabulary), most)
            np.add(marks[first:last], texts[first:last], out=made[at])
            belows = by_below.get((mark.tag, below))
            if belows is not None:
                made[at] += belows[first:last]
            elif is_part:
                made[at] += self._of_below_between(mark.tag, below, first, last)
            else:
                made[at] += _remember(by_below, (mark.tag, below), self._of_below(mark.tag, below), most)[first:last]
            if lone and head and mark is not TEXT and self._labels:
                made[at] -= self._unlabelled(head)[first:last]
        return made

    @cached_property
    def _labels(self) -> dict[int, str]:
        """The labels of places whose members have something behind them."""
        return {
            at: label for at, one in enumerate(self._evidence) if 2 * one.lone < one.members and (label := one.label())
        }

    def _unlabelled(self, head: str) -> Column:
        """The cost of one text alone where a label and a value stand, unless it is the label."""
        costs = self._no_label
        same = [at for at, label in self._labels.items() if label == head]
        if same:
            costs = costs.copy()
            costs[same] = 0.0
        return costs

    @cached_property
    def _no_label(self) -> Column:
        costs = np.zeros(len(self._evidence))
        costs[list(self._labels)] = self._options.unlabelled
        return costs

    def _of_mark(self, sketch: NodeFeatures) -> Column:
        """For class and id, and the label before."""
        mark, after = sketch.mark, sketch.after
        column = self._classes.column(mark.cls, 0.1) if mark.cls else self._classes.nothing
        column = column + (self._ids.column(mark.id, 0.05) if mark.id else self._ids.nothing)
        column += self._afters.column(after, 0.05) if after else self._afters.nothing
        column += 1.0
        return column

    def _of_text(self, sketch: NodeFeatures, vocabulary: Vocabulary) -> Column:
        """For the first text."""
        _, head, lead, shape, *_ = sketch
        usual = vocabulary.frequency.get(head)
        aspect = self._words if has_letter(head) else self._numbers
        column = aspect.column(head, usual or vocabulary.unknown, new=bool(head) and usual is None)
        column = column + self._shapes.column(shape, 0.15)
        column += self._leads.column(lead, 0.05) if lead else self._unled
        if not head:
            column *= self._worded
        return column

    def _of_below(self, tag: str, below: int) -> Column:
        """For what lies below; impossible where the name is another."""
        known = self._belows.get(tag)
        if known is None:
            belows = {at: one.belows for at, one in enumerate(self._evidence) if one.tag == tag}
            known = self._belows[tag] = _Belows(belows, self._options)
        column = np.full(len(self._evidence), NEVER)
        column[known.places] = known.worth(below)
        return column

    def _of_below_between(self, tag: str, below: int, first: int, last: int) -> list[float]:
        """The same for a range of places, without a look at the others."""
        return [
            worth_of_best(one.belows, below, self._options) if one.tag == tag else NEVER
            for one in self._evidence[first:last]
        ]


class _Unseen(NamedTuple):
    """What it is worth at each place to have what no member had."""

    members: Sequence[int]
    doubt: float
    odds: Column


def _unseen(members: Sequence[int], doubt: float, new: Sequence[int] | int = 0) -> _Unseen:
    """`new` is how many members of each place had what no other had: that many further ones are to be expected."""
    return _Unseen(members, doubt, np.log((doubt + np.array(new)) / (np.array(members) + doubt)))


def _new_ones(counts: Sequence[Mapping[str, int]], options: ScoringOptions) -> list[int]:
    """How many members of each place have a name of their own, where many do, as items of lists with ids."""
    alone = [sum(count == 1 for count in one.values()) for one in counts]
    return [number if number >= options.own_names else 0 for number in alone]


class _Aspect:
    """One thing that nodes have, such as a class: what it is worth at each place."""

    def __init__(
        self,
        counts: Sequence[Mapping[str, int]],
        unseen: _Unseen,
        options: ScoringOptions,
        low: float = -inf,
        high: float = inf,
        weight: float = 1.0,
    ) -> None:
        """Counts of the thing among the members of each place; what it is worth stays within bounds."""
        self._counts, self._all, self._low, self._high, self._weight = counts, unseen, low, high, weight
        self._unnamed, self._most = options.unnamed, options.remembered
        self._columns: dict[Hashable, Column] = {}

    @cached_property
    def unseen(self) -> Column:
        """What it is worth to have what no member had."""
        return self._weight * np.minimum(np.maximum(self._all.odds, self._low), self._high)

    @cached_property
    def _new(self) -> Column:
        """The same, for what is new to all pages."""
        return self._weight * np.minimum(np.maximum(self._all.odds / 2, self._low), self._high)

    @cached_property
    def nothing(self) -> Column:
        """What it is worth to have none of the kind."""
        return np.array(
            [
                self._within(self._odds(none, total, self._unnamed)) if none < total else 0.0
                for none, total in zip((count.get("", 0) for count in self._counts), self._all.members, strict=True)
            ]
        )

    def column(self, value: str, usual: float, *, new: bool = False) -> Column:
        """What a value is worth that makes up a usual share anywhere; less is lost where it is new to all pages."""
        column = self._columns.get(value)
        if column is None:
            column = self._new if new else self.unseen
            having = self._having(value)
            if having:
                column = column.copy()
                for at in having:
                    odds = self._odds(self._counts[at][value], self._all.members[at], usual)
                    column[at] = self._weight * self._within(odds)
            _remember(self._columns, value, column, self._most)
        return column

    def _having(self, value: str) -> Sequence[int]:
        """The places that have a value; where there are many places, they are looked up."""
        if len(self._counts) <= _WIDE:
            return [at for at, count in enumerate(self._counts) if value in count]
        return self._places.get(value, ())

    @cached_property
    def _places(self) -> Mapping[str, Sequence[int]]:
        found: defaultdict[str, list[int]] = defaultdict(list)
        for at, count in enumerate(self._counts):
            for value in count:
                found[value].append(at)
        return found

    def _odds(self, count: int, members: int, usual: float) -> float:
        doubt = self._all.doubt
        return log((count + doubt * usual) / ((members + doubt) * usual))

    def _within(self, value: float) -> float:
        return self._low if value < self._low else min(value, self._high)


class _Belows:
    """What members of some places had below them."""

    def __init__(self, belows: Mapping[int, Collection[int]], options: ScoringOptions) -> None:
        """What members had, by place."""
        self._strange, self._shared = options.strange_below, options.shared_below
        self.places = list(belows)
        numbers = {below: at for at, below in enumerate(dict.fromkeys(chain.from_iterable(belows.values())))}
        self._different = list(numbers)
        self._any = reduce(or_, numbers, 0)
        self._known: dict[Hashable, Column] = {}
        self._most = options.remembered
        self._sizes = np.array([below.bit_count() for below in numbers])
        self._members = np.array([numbers[below] for some in belows.values() for below in some], dtype=np.intp)
        self._starts = np.cumsum([0, *map(len, belows.values())])[:-1]

    def worth(self, below: int) -> Column:
        """What it is worth at each place to have this below: as much as it shares with the member it is likest. What no
        member has counts, whatever it is.
        """
        key = below & self._any, below.bit_count()
        known = self._known.get(key)
        return known if known is not None else _remember(self._known, key, self._worth(below), self._most)

    def _worth(self, below: int) -> Column:
        if not self.places:
            return np.empty(0)
        if below:
            shared = np.array([(below & other).bit_count() for other in self._different])
            worth = self._strange + self._shared * shared / (self._sizes + below.bit_count() - shared)
        else:
            worth = np.where(self._sizes, self._strange, 0.0)
        found: Column = np.maximum.reduceat(worth[self._members], self._starts)
        return found


def worth_of_best(belows: Collection[int], below: int, options: ScoringOptions) -> float:
    """What it is worth to have this below, by the likest of some members."""
    if not below:
        return max(options.strange_below if other else 0.0 for other in belows)
    count = below.bit_count()
    best = -inf
    for other in belows:
        shared = (below & other).bit_count()
        worth = options.strange_below + options.shared_below * shared / (other.bit_count() + count - shared)
        best = max(best, worth)
    return best


def _remember(known: dict[Hashable, Column], key: Hashable, column: Column, most: int) -> Column:
    if len(known) >= most:
        known.clear()
    known[key] = column
    return column


def estimates(row: Sequence[NodeFeatures], places: Sequence[Evidence]) -> FitTable:
    """Fits by equal names, marks and first texts alone, all at once."""
    table = np.zeros((len(row), len(places)))
    usual = [(p.tag, *(commonest(c)[0] for c in (p.classes, p.heads))) for p in places]
    mine = [(sketch.mark.tag, sketch.mark.cls, sketch.head) for sketch in row]
    for part, gain in ((0, 1.0), (1, 1.5), (2, 4.0)):
        numbers: dict[str, int] = {}
        left = np.array([numbers.setdefault(key[part], len(numbers)) for key in mine])
        right = np.array([numbers.setdefault(key[part], len(numbers)) for key in usual])
        same = left[:, None] == right[None, :]
        table += np.where(same, gain, NEVER if part == 0 else -0.75)
    return table
