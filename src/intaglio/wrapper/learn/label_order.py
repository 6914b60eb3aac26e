"""Values that look like labels: neighbours that start with words of a small pool, such as the names of who commented.

Labels come in the same order on all pages that have them. Words that change places from page to page are data, and do
not tell the neighbours apart that start with them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Mapping, Sequence
from itertools import combinations

from intaglio.wrapper.options import OrderOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary, has_letter
from intaglio.wrapper.page_model.page_tree import TEXT

Kind = tuple[str, str]
"""Name and class of an element."""


def without_shuffled(
    rows: Sequence[Sequence[NodeFeatures]],
    vocabulary: Vocabulary,
    options: OrderOptions,
    named: Collection[str] = (),
) -> Sequence[Sequence[NodeFeatures]]:
    """The rows; first texts that come in any order are left out, and are no labels of what follows either; unless they
    are `named`, by header cells, whatever their order.
    """
    kinds = {} if named else _shuffled(rows, vocabulary, options)
    return [_masked(row, kinds) for row in rows] if kinds else rows


def _shuffled(
    rows: Sequence[Sequence[NodeFeatures]], vocabulary: Vocabulary, options: OrderOptions
) -> dict[Kind, frozenset[str]]:
    """Elements whose first texts come in any order, and those of these texts that nearly all rows have and that keep
    their places, as the heading of a table does: they tell nothing of the others.
    """
    if all(row is rows[0] for row in rows):
        return {}
    orders: defaultdict[Kind, Counter[tuple[str, str]]] = defaultdict(Counter)
    having: defaultdict[Kind, Counter[str]] = defaultdict(Counter)
    seen = rows[:: max(1, len(rows) // options.rows)]
    for row in seen:
        for kind, some in _words(row, vocabulary).items():
            if len(some) > 1:
                having[kind].update(some)
                orders[kind].update(combinations(some[: options.words], 2))
    found: dict[Kind, frozenset[str]] = {}
    for kind, counts in orders.items():
        fixed = _in_place(counts, having[kind], options.fixed * len(seen))
        free = Counter({pair: count for pair, count in counts.items() if fixed.isdisjoint(pair)}) if fixed else counts
        if _is_disorder(free, options):
            found[kind] = fixed
    return found


def _words(row: Sequence[NodeFeatures], vocabulary: Vocabulary) -> dict[Kind, list[str]]:
    """The known first texts of elements in a row, each once, by their names and classes."""
    words: defaultdict[Kind, dict[str, None]] = defaultdict(dict)
    for sketch in row:
        if sketch.head in vocabulary.frequency and sketch.mark.tag != TEXT.tag and has_letter(sketch.head):
            words[sketch.mark[:2]][sketch.head] = None
    return {kind: list(some) for kind, some in words.items()}


def _in_place(counts: Counter[tuple[str, str]], having: Counter[str], least: float) -> frozenset[str]:
    """The words that so many rows have and that no other stands before here and behind there."""
    usual = {word for word, count in having.items() if count >= least}
    if not usual:
        return frozenset()
    return frozenset(usual.difference(*(pair for pair in counts if pair[::-1] in counts)))


def _is_disorder(counts: Counter[tuple[str, str]], options: OrderOptions) -> bool:
    """Whether two pages often have the same two words in different orders."""
    compared = differing = 0
    for (one, other), count in counts.items():
        reverse = counts.get((other, one), 0)
        if not reverse or one < other:
            compared += (count + reverse) * (count + reverse - 1) // 2
            differing += count * reverse
    return compared >= options.compared and differing >= options.disorder * compared


def _masked(row: Sequence[NodeFeatures], kinds: Mapping[Kind, Container[str]]) -> Sequence[NodeFeatures]:
    made: list[NodeFeatures] = []
    before = False
    for sketch in row:
        masked = sketch.mark[:2] in kinds and sketch.head not in kinds[sketch.mark[:2]]
        if masked or before:
            made.append(sketch._replace(head="" if masked else sketch.head, after="" if before else sketch.after))
        else:
            made.append(sketch)
        before = masked
    return made
