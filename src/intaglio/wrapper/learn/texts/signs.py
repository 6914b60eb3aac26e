"""Signs: short texts that some pages have and others lack, such as `New` or `Sold out`. They say something of the page,
and are data, unless they are labels of other data, headings, or what is pressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from intaglio.wrapper.options import SignOptions
from intaglio.wrapper.page_model.node_features import COLONS, has_letter
from intaglio.wrapper.pattern import PatternTree

_NO_SIGNS = frozenset(
    """h1 h2 h3 h4 h5 h6 th dt caption legend label a button form select option noscript script style head title nav
    header footer""".split()  # noqa: SIM905 - a list of words reads better as text
)
"""Elements whose texts name something else, lead on, are pressed, or stand around the page."""
Path = Sequence[PatternTree]


def with_signs(root: PatternTree, options: SignOptions) -> PatternTree:
    """The tree; texts that are signs vary."""
    found = {path[-1].number for path in _optional_texts(root, options) if _is_sign(path, options)}
    return _varying(root, found) if found else root


def _optional_texts(root: PatternTree, options: SignOptions) -> list[Path]:
    """The ways down to fixed texts of a word or a few that not all pages have."""
    found: list[Path] = []
    path: list[PatternTree] = []
    for node, depth in root.walk():
        del path[depth:]
        path.append(node)
        if node.is_text and node.type == "fixed" and _may_say(node.text, options):
            tags = {one.mark.tag for one in path if one.mark is not None}
            if tags.isdisjoint(_NO_SIGNS) and any(one.type == "optional" for one in path):
                found.append(tuple(path))
    return found


def _may_say(text: str, options: SignOptions) -> bool:
    if len(text) > options.longest or text.endswith(COLONS) or not has_letter(text):
        return False
    return len(text.split()) <= options.words


def _is_sign(path: Path, options: SignOptions) -> bool:
    """Whether a text is alone in the optional part that it is in, and what stands beside it comes without it."""
    at = max(at for at, one in enumerate(path) if one.type == "optional")
    if not options.least <= path[at].filled <= options.most or not _holds_only_text(path[at]):
        return False
    filled = 1.0
    for child in range(at, max(at - options.up, 0), -1):
        around, node = path[child - 1], path[child]
        filled *= node.filled
        if any(_comes_with(other, filled, options) for other in _beside(around, node)):
            return False
        if any(_says_something(one) for one in around.children if one is not node) or around.type == "set":
            return True
    return True


def _holds_only_text(node: PatternTree) -> bool:
    """Whether all that is below a node is elements around one text, without data."""
    texts = 0
    for below, _ in node.walk():
        texts += below.is_text
        if _is_data(below) or below.type == "set":
            return False
    return texts == 1


def _beside(around: PatternTree, node: PatternTree) -> list[PatternTree]:
    """What says something right before and right behind a child of a node."""
    children = around.children
    at = next(at for at, one in enumerate(children) if one is node)
    before = next((one for one in reversed(children[:at]) if _says_something(one)), None)
    behind = next((one for one in children[at + 1 :] if _says_something(one)), None)
    return [one for one in (before, behind) if one is not None]


def _comes_with(other: PatternTree, filled: float, options: SignOptions) -> bool:
    """Whether a neighbour has data, and is there about as often as a text: this is its label, or its unit."""
    return any(_is_data(below) for below, _ in other.walk()) and options.with_it * other.filled <= filled


def _says_something(node: PatternTree) -> bool:
    return any(below.is_text or _is_data(below) for below, _ in node.walk())


def _is_data(node: PatternTree) -> bool:
    return node.type == "variant" or node.whole or None in node.attributes.values()


def _varying(root: PatternTree, numbers: set[int]) -> PatternTree:
    """The tree, some of its texts varying; children are made before their parents."""
    made: dict[int, PatternTree] = {}
    for node, _ in reversed(list(root.walk())):
        children = tuple(made.pop(child.number) for child in node.children)
        if node.number in numbers:
            made[node.number] = replace(node, type="variant", text="")
        elif any(new is not old for new, old in zip(children, node.children, strict=True)):
            made[node.number] = replace(node, children=children)
        else:
            made[node.number] = node
    return made[root.number]
