"""Multiple tree merge: the pages of a template → its pattern tree, level by level from the root."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from intaglio.wrapper.align.evidence import Evidence, commonest
from intaglio.wrapper.draft import Draft, Instance, Place
from intaglio.wrapper.learn.align_children import align_children
from intaglio.wrapper.learn.build_nodes import grouped
from intaglio.wrapper.learn.equal_subtrees import EqualNodes, EqualSubtrees, Values
from intaglio.wrapper.learn.row_assignment import follows_of
from intaglio.wrapper.learn.said_lists import SaidLists, is_listed, said_of_nodes
from intaglio.wrapper.learn.texts.prose import is_prose, read_texts_whole
from intaglio.wrapper.options import AlignOptions, WrapperOptions
from intaglio.wrapper.page_model.data_attributes import DATA_ATTRIBUTES, having
from intaglio.wrapper.page_model.link_targets import TARGETS, Targets
from intaglio.wrapper.page_model.node_features import Vocabulary
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import TEXT, Mark, Tree
from intaglio.wrapper.paper.matrix_compression import paper_children
from intaglio.wrapper.paper.tree_matching import Peers
from intaglio.wrapper.pattern import PatternTree

MADE_WITH = frozenset(("stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "manifest"))
"""Relations of links to files that a page is made with."""


_NONE: Mapping[str, str] = {}


class Attributes(NamedTuple):
    """The attributes of a page that carry data."""

    every: Mapping[str, Mapping[int, str]]
    """Those of each element, by their names."""
    values: Values
    """Those of each node, without what the page is made with."""
    targets: Targets


def data_of(tree: Tree) -> Attributes:
    """The attributes of a page that carry data; links to files that it is made with do not."""
    page = tree.page
    found: defaultdict[int, dict[str, str]] = defaultdict(dict)
    files = {e for e, rel in page.having("rel").items() if not MADE_WITH.isdisjoint(rel.lower().split())}
    every = {name: having(page, name) for name in DATA_ATTRIBUTES}
    for name, some in every.items():
        for e, value in some.items():
            if name != "href" or e not in files:
                found[e][name] = value
    values = {node: found[e] for node, e in enumerate(tree.element) if e in found}
    return Attributes(every, Values(values), Targets(page.base_url))


def merge(
    pages: Sequence[PageFeatures],
    options: WrapperOptions,
    common: Collection[str] = (),
    lists: SaidLists = MappingProxyType({}),
) -> PatternTree:
    """The pattern tree of some pages; each of them is in its language. `lists` is what people said of lists."""
    attributes = [data_of(page.tree) for page in pages]
    trees = [page.tree for page in pages]
    peers = None if options.anchored else Peers(trees, options.structure_delta, options.text_delta, options.paper)
    top = Place(Evidence(pages[0].sketch(0).mark.tag, options=options.align.evidence))
    root = Draft("fixed", top)
    root.instances = [(number, 0) for number in range(len(pages))]
    for page in pages:
        top.evidence.add(page.sketch(0))
    drafts = [root]
    said = said_of_nodes(trees, lists) if lists else {}
    subtrees = EqualSubtrees(pages, common, options) if peers is None and not said else None
    for draft in drafts:
        if draft.place is not None and draft.place.evidence.tag != TEXT.tag and not draft.whole:
            if peers is not None:
                draft.children = paper_children(draft.instances, pages, peers, options)
                _hand_down(draft.children, draft.instances, pages[0].vocabulary, options.align)
            else:
                is_full = len(drafts) > options.nodes
                _go_into(draft, pages, common, options, said, subtrees, is_full=is_full)
        drafts += draft.children
    return _frozen(drafts, pages, attributes)


def _go_into(
    draft: Draft,
    pages: Sequence[PageFeatures],
    common: Collection[str],
    options: WrapperOptions,
    said: Mapping[Instance, bool],
    subtrees: EqualSubtrees | None,
    *,
    is_full: bool,
) -> None:
    """Learn the children of a draft, unless what is in it is read as one text."""
    instances, place = draft.instances, draft.place
    assert place is not None
    listed = is_listed(instances, said)
    equal = subtrees if subtrees is not None and subtrees.are_equal(instances) else None
    looked = instances[: max(options.prose.members, 2)] if equal is not None else instances
    if is_full or (not listed and _is_whole(place, looked, pages, options)):
        draft.whole = True
        return
    children = equal.children(instances) if equal is not None else None
    if children is not None:
        draft.children = children
        return
    places = align_children(instances, pages, common, options.align, listed=listed)
    draft.children = grouped(places, len(instances), pages[0].vocabulary, common, options, listed=listed)
    _hand_down(draft.children, instances, pages[0].vocabulary, options.align)
    if not listed:
        read_texts_whole(draft.children, pages, options.prose)


def _is_whole(
    place: Place, instances: Sequence[Instance], pages: Sequence[PageFeatures], options: WrapperOptions
) -> bool:
    """Whether what is in nodes is to be read as one text."""
    unlike = _too_unlike(instances, pages, options)
    return unlike or is_prose(place.evidence, instances, pages, options.prose)


def _too_unlike(instances: Sequence[Instance], pages: Sequence[PageFeatures], options: WrapperOptions) -> bool:
    """Whether nodes have children of more kinds than a template has."""
    if all(len(page.codes) <= options.kinds for page in pages):
        return False
    for page, node in instances:
        features = pages[page]
        if features.tree.end[node] - node > options.kinds:
            children = features.tree.children[node]
            if len(children) > options.kinds and len({features.codes[child] for child in children}) > options.kinds:
                return True
    return False


def _hand_down(
    drafts: Sequence[Draft], instances: Sequence[Instance], vocabulary: Vocabulary, options: AlignOptions
) -> None:
    """Tell drafts, those within sets and optional parts too, which nodes they stand for and how they follow another."""
    pending = list(reversed(drafts))
    leaves: list[Draft] = []
    while pending:
        draft = pending.pop()
        pending.extend(reversed(draft.children))
        if draft.place is not None:
            draft.instances = [(instances[number][0], node) for number, node in draft.place.members]
            leaves.append(draft)
            draft.place.having = _bits({number for number, _ in draft.place.members}, len(instances))
            draft.place.members = []  # the instances say it now, and lists may be long
    places = [leaf.place for leaf in leaves if leaf.place is not None]
    for leaf, follow in zip(leaves, follows_of(places, len(instances), vocabulary, options), strict=True):
        leaf.follow = follow


def _bits(numbers: Collection[int], total: int) -> int:
    """A bit for each of some numbers below a total: most often there is one for each."""
    return (1 << total) - 1 if len(numbers) == total else sum(1 << number for number in numbers)


def _frozen(drafts: Sequence[Draft], pages: Sequence[PageFeatures], attributes: Sequence[Attributes]) -> PatternTree:
    """The tree of drafts, which stand parents first; children are made before their parents."""
    made: dict[int, PatternTree] = {}
    for number, draft in reversed(list(enumerate(drafts))):
        children = tuple(made.pop(id(child)) for child in draft.children)
        if draft.place is None:
            made[id(draft)] = PatternTree(
                draft.type, children=children, filled=draft.filled, number=number, whole=draft.whole
            )
            continue
        evidence = draft.place.evidence
        mark = Mark(evidence.tag, commonest(evidence.classes)[0], commonest(evidence.ids)[0])
        is_text = evidence.tag == TEXT.tag
        made[id(draft)] = PatternTree(
            draft.type,
            mark=TEXT if is_text else mark,
            children=children,
            text=next(iter(evidence.heads)) if is_text and draft.type == "fixed" else "",
            attributes={} if is_text else _attributes(draft, pages, attributes),
            evidence=evidence,
            filled=draft.filled,
            follow=draft.follow,
            number=number,
            whole=draft.whole,
        )
    return made[id(drafts[0])]


def _attributes(draft: Draft, pages: Sequence[PageFeatures], all_: Sequence[Attributes]) -> dict[str, str | None]:
    """The data attributes of a draft's elements: the value that all have, for targets what it means, or None where
    values differ. Those in prose count for it.
    """
    instances = draft.instances
    if draft.whole:
        return {name: None for name in TARGETS if any(_is_below(name, one, pages, all_) for one in instances)}
    if isinstance(instances, EqualNodes):
        found = instances.attributes([one.values for one in all_])
    else:
        some: defaultdict[str, set[tuple[int, str]]] = defaultdict(set)
        for page, node in instances:
            for name, value in all_[page].values.get(node, _NONE).items():
                some[name].add((page, value))
        found = some
    return {name: _shared(name, found[name], all_) for name in DATA_ATTRIBUTES if name in found} if found else {}


def _is_below(name: str, instance: Instance, pages: Sequence[PageFeatures], attributes: Sequence[Attributes]) -> bool:
    """Whether an element below a node has an attribute."""
    page, node = instance
    element, having_it = pages[page].tree.element[node], attributes[page].every[name]
    return any(map(having_it.__contains__, range(element + 1, int(pages[page].tree.page.end[element]))))


def _shared(name: str, values: set[tuple[int, str]], all_: Sequence[Attributes]) -> str | None:
    """The value of an attribute that pages share, for targets what it means; None where they differ."""
    different = {value for _, value in values}
    if name in TARGETS and (len(different) > 1 or any(map(_depends, different))):
        different = {all_[page].targets.meant(value) for page, value in values}
    return different.pop() if len(different) == 1 else None


def _depends(target: str) -> bool:
    """Whether a target leads elsewhere from a page in another folder."""
    return target[:1] not in "/#?" and ":" not in target
