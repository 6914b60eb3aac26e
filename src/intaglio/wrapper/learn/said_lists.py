"""What people said is a list, or is none: it holds for the children of certain nodes, whatever these look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from intaglio.wrapper.draft import Instance
from intaglio.wrapper.learn.list_kinds import ItemKind, Key, Rows
from intaglio.wrapper.page_model.page_tree import TEXT, Mark, Tree

SaidLists = Mapping[str, bool]
"""The way down to a node, as `way_to` gives it, and whether its children are the items of a list."""
_DOWN = " > "


def way_to(tree: Tree, node: int, *, ids: bool) -> str:
    """The names and classes of the elements down to a node, and their ids, if these are to count."""
    steps: list[str] = []
    at = 0
    while True:
        steps.append(_step(tree.mark(at), ids=ids))
        if at == node:
            return _DOWN.join(steps)
        at = next(child for child in tree.children[at] if child <= node < tree.end[child])


def said_of_nodes(trees: Sequence[Tree], said: SaidLists) -> dict[Instance, bool]:
    """The nodes of pages that something was said of, and what."""
    return {(page, node): said[way] for page, tree in enumerate(trees) for node, way in _nodes_at(tree, said)}


def _nodes_at(tree: Tree, wanted: Collection[str]) -> Iterator[tuple[int, str]]:
    """The nodes that some ways lead to, with ids or without, and the way to each."""
    pending = [(0, ("", ""))]
    while pending:
        node, (above, above_plain) = pending.pop()
        mark = tree.mark(node)
        ways = above + _step(mark, ids=True), above_plain + _step(mark, ids=False)
        yield from ((node, way) for way in dict.fromkeys(ways) if way in wanted)
        below = ways[0] + _DOWN, ways[1] + _DOWN
        if any(one.startswith(below) for one in wanted):
            pending += [(child, below) for child in tree.children[node]]


def _step(mark: Mark, *, ids: bool) -> str:
    return mark.tag + (f".{mark.cls}" if mark.cls else "") + (f"#{mark.id}" if ids and mark.id else "")


def is_listed(instances: Sequence[Instance], said: Mapping[Instance, bool]) -> bool | None:
    """Whether the children of some nodes are the items of a list; None if nobody said so or otherwise."""
    votes = Counter(said[one] for one in instances if one in said) if said else None
    return votes.most_common(1)[0][0] if votes else None


def said_items(rows: Rows, others: Collection[tuple[int, int]] = ()) -> ItemKind | None:
    """The children that are items where people, or header rows, say so: those of the name and class that most have,
    less some others; None without any.
    """
    counts: Counter[Key] = Counter(one.mark[:2] for row in rows for one in row if one.mark.tag != TEXT.tag)
    if not counts:
        return None
    key = max(counts, key=lambda one: (counts[one], one))
    members = {
        number: [at for at, one in enumerate(row) if one.mark[:2] == key and (number, at) not in others]
        for number, row in enumerate(rows)
    }
    return ItemKind({key}, {number: some for number, some in members.items() if some})
