"""Names that outlive a redesign: values that a page had before, under their names, found where they stand now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from intaglio.wrapper.fields.assign_names import Path
from intaglio.wrapper.fields.field_finder import Spot
from intaglio.wrapper.page_model.data_attributes import DATA_ATTRIBUTES, having
from intaglio.wrapper.page_model.link_targets import TARGETS, Targets
from intaglio.wrapper.page_model.page_tree import Tree

Former = Mapping[str, Any]
"""What a page's record had in its fields."""
_LEAD = 20
"""Letters of a text that tell which prose begins with it."""


def names_by_values(former: Sequence[Former | None], trees: Sequence[Tree]) -> dict[Spot, Path]:
    """Where values of some pages stand that they had before, with the names they had then.

    A value that went by two names tells nothing.
    """
    found: dict[Spot, Path] = {}
    for page, (fields, tree) in enumerate(zip(former, trees, strict=False)):
        if fields:
            known = _by_value(fields)
            found.update(_in_texts(page, tree, known))
            found.update(_in_attributes(page, tree, known))
    return found


def _by_value(fields: Former) -> dict[str, Path]:
    """The one name of each value."""
    names: defaultdict[str, set[Path]] = defaultdict(set)
    for path, value in _leaves(fields, ()):
        names[value].add(path)
        if len(value) > _LEAD:
            names[value[:_LEAD]].add(path)
    return {value: next(iter(paths)) for value, paths in names.items() if len(paths) == 1}


def _leaves(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _leaves(one, (*path, name))
    elif isinstance(value, list):
        for one in value:
            yield from _leaves(one, path)
    elif isinstance(value, str):
        yield path, value


def _in_texts(page: int, tree: Tree, known: Mapping[str, Path]) -> Iterator[tuple[Spot, Path]]:
    for at, string in enumerate(tree.strings):
        path = known.get(string) or (known.get(string[:_LEAD]) if len(string) > _LEAD else None)
        if path is not None:
            yield (page, at, ""), path


def _in_attributes(page: int, tree: Tree, known: Mapping[str, Path]) -> Iterator[tuple[Spot, Path]]:
    targets = Targets(tree.page.base_url)
    nodes = {e: node for node, e in enumerate(tree.element) if e >= 0}
    for attribute in DATA_ATTRIBUTES:
        for e, value in having(tree.page, attribute).items():
            said = targets.absolute(value) if attribute in TARGETS else " ".join(value.split())
            if said in known and e in nodes:
                yield (page, nodes[e], attribute), known[said]
