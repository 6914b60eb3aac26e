"""Lines: texts that only line breaks part, as many as there happen to be. They are the items of a list, found before
pages are aligned: `Law<br>Medicine<br>Nursing` here is `Dentistry<br>Law` there. Lines that each have their own
meaning, as those of an address do, come in nearly the same number everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

from intaglio.wrapper.learn.texts.body_texts import Stretch
from intaglio.wrapper.options import LineOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, has_letter
from intaglio.wrapper.page_model.page_tree import TEXT

_OF_LINES = frozenset({TEXT.tag, "br"})
_START = ("", "")
Before = tuple[str, str]
"""What stands before lines: the name of an element, and what it says."""


def find_lines(rows: Sequence[Sequence[NodeFeatures]], options: LineOptions) -> list[Stretch | None]:
    """The lines in each row of children that are the items of one list, one line where others have many; else none."""
    nothing: list[Stretch | None] = [None] * len(rows)
    if max(map(len, rows), default=0) < 2 * options.several - 1:
        return nothing
    found = [dict(_lines(row)) for row in rows]
    longest = [
        max(some.items(), key=lambda one: _count(row, one[1]), default=None)
        for row, some in zip(rows, found, strict=True)
    ]
    before = Counter(
        one[0] for row, one in zip(rows, longest, strict=True) if one and _count(row, one[1]) >= options.several
    )
    if not before:
        return nothing
    where = max(sorted(before), key=before.__getitem__)
    lines = [some.get(where) for some in found]
    items = [_texts(row, one) for row, one in zip(rows, lines, strict=True) if one]
    return lines if _are_items(items, options) else nothing


def _lines(row: Sequence[NodeFeatures]) -> Iterator[tuple[Before, Stretch]]:
    """The stretches of texts and breaks in a row, also breaks at their ends, by what stands before them; of two behind
    the same the last.
    """
    before, start = _START, 0
    for at, sketch in enumerate(row):
        tag = sketch.mark.tag
        if tag not in _OF_LINES:
            if any(one.mark == TEXT for one in row[start:at]):
                yield before, Stretch(start, at)
            before, start = (tag, sketch.head if sketch.lone else ""), at + 1
    if any(one.mark == TEXT for one in row[start:]):
        yield before, Stretch(start, len(row))


def _texts(row: Sequence[NodeFeatures], stretch: Stretch) -> list[NodeFeatures]:
    return [sketch for sketch in row[stretch.start : stretch.stop] if sketch.mark == TEXT]


def _count(row: Sequence[NodeFeatures], stretch: Stretch) -> int:
    return len(_texts(row, stretch))


def _are_items(lines: Sequence[Sequence[NodeFeatures]], options: LineOptions) -> bool:
    """Whether lines are short, without labels, and as many as there happen to be, or the same in other places."""
    counts = Counter(len(some) for some in lines if len(some) > 1)  # one line says nothing of how many there may be
    texts = [sketch for some in lines for sketch in some]
    if sum(bool(one.lead) for one in texts) > options.labelled * len(texts):
        return False
    if median(len(one.head.split()) for one in texts) > options.words:
        return False
    if len(counts) > 1 and _move(lines) >= options.pool * len(texts):
        return True
    if max(counts) < options.most:
        return False
    alike = max(counts.values()) > options.same * counts.total() and max(counts) <= options.address
    various = len(counts) >= options.counts and not alike
    return various and (len(counts) > options.counts or _move(lines) >= options.moved * len(texts))


def _move(lines: Sequence[Sequence[NodeFeatures]]) -> int:
    """How many texts are such as several have, in different places."""
    places: dict[str, set[int]] = {}
    times = Counter[str]()
    for some in lines:
        for at, one in enumerate(some):
            if has_letter(one.head):
                places.setdefault(one.head, set()).add(at)
                times[one.head] += 1
    return sum(times[text] for text, some in places.items() if len(some) > 1)
