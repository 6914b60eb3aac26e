"""Labels behind their values: `4` and, below it, `Beds`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from intaglio.wrapper.page_model.node_features import COLONS, NAMES, has_letter
from intaglio.wrapper.pattern import PatternTree, Walk

_PAIR = 2
"""Texts of a block: a value and its label."""
_LABELS = 2
"""Different labels of blocks side by side from which on any value may have its label behind it; else numbers alone."""
_LEADS_ON = frozenset({"a", "button", "label", "option", "summary"})
_NUMBER = frozenset("9.,%+-/ ")
"""The signs of a number's shape."""
_UNITS = frozenset(
    """min mins minute minutes hr hrs hour hours sec secs seconds day days week weeks month months year years km kg mg
    cm mm ml oz lb lbs ft in mi kb mb gb tb kcal cal pts each per of from to and or by""".split()  # noqa: SIM905 - a list of words reads better as text
)
"""Words that belong to the number before them, and name nothing."""
Block = tuple[PatternTree, ...]


def labels_behind(nodes: Walk, longest: int) -> dict[int, str]:
    """The label right behind a value, by the number of the value's node: both are all there is in an element, and
    either elements beside it hold other values with other labels, or the value is a number.
    """
    blocks: defaultdict[int, dict[int, tuple[PatternTree, str]]] = defaultdict(dict)
    for holder, block in _pairs(nodes):
        value, label = block[0][-1], block[1][-1]
        if _may_be_named(block[0]) and _may_name(block[1], longest):
            blocks[holder][value.number] = value, label.text
    found: dict[int, str] = {}
    for beside in blocks.values():
        several = len({label for _, label in beside.values()}) >= _LABELS
        found |= {number: label for number, (value, label) in beside.items() if several or _is_counted(value, label)}
    return found


def _pairs(nodes: Walk) -> list[tuple[int, tuple[Block, Block]]]:
    """The largest elements with two texts in them: the number of the element around each, and the paths to both."""
    found: list[tuple[int, tuple[Block, Block]]] = []
    counts = _counts(nodes)
    root = nodes[0][0]
    stack: list[tuple[PatternTree, int]] = [(root, root.number)]
    while stack:
        node, around = stack.pop()
        if node.mark is not None and counts[node.number] == _PAIR:
            paths = _texts(node)
            found.append((around, (paths[0], paths[1])))
        elif counts[node.number] > _PAIR:
            inside = node.number if node.mark is not None else around
            stack.extend((child, inside) for child in reversed(node.children))
    return found


def _counts(nodes: Walk) -> Mapping[int, int]:
    """How many texts are at or below each node; texts of several blocks are as many as would be too many."""
    counts: dict[int, int] = {}
    for node, _ in reversed(nodes):
        own = _PAIR + 1 if node.whole else int(node.is_text)
        counts[node.number] = own + sum([counts[child.number] for child in node.children])
    return counts


def _texts(node: PatternTree) -> list[Block]:
    """The paths from an element to the texts in it."""
    path: list[PatternTree] = []
    found: list[Block] = []
    for one, depth in node.walk():
        del path[depth:]
        path.append(one)
        if one.is_text:
            found.append(tuple(path))
    return found


def _may_be_named(path: Sequence[PatternTree]) -> bool:
    """Whether a text varies, and is no name of a row or term itself."""
    named = any(one.mark is not None and one.mark.tag in NAMES for one in path)
    evidence = path[-1].evidence
    labels = evidence is not None and all(head.endswith(COLONS) for head in evidence.heads)
    return path[-1].type == "variant" and not named and not labels


def _may_name(path: Sequence[PatternTree], longest: int) -> bool:
    """Whether a text is always there, and names something: it leads nowhere, and no value follows it."""
    text = path[-1].text
    fixed = path[-1].type == "fixed" and all(one.type == "fixed" for one in path)
    leads_on = any(one.mark is not None and one.mark.tag in _LEADS_ON for one in path)
    if not fixed or leads_on or len(text) > longest or text.endswith(COLONS) or not has_letter(text):
        return False
    words = text.lower().split()
    return not any(map(str.isdigit, text)) and not _UNITS.issuperset(word.strip(".,()/") for word in words)


def _is_counted(value: PatternTree, label: str) -> bool:
    """Whether the values of a place are bare numbers, of what a word or two behind them say."""
    shapes = value.evidence.shapes if value.evidence is not None else {}
    return len(label.split()) <= _PAIR and bool(shapes) and all("9" in one and set(one) <= _NUMBER for one in shapes)
