"""Which node of a snapshot is which element and text of a Page: read off, or compared with a Page that was parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from intaglio.errors import LayoutMismatch
from intaglio.layout.layout import Bools, Ints
from intaglio.page import KNOWN, RAW, Page
from intaglio.page.seams import SEAMLESS, is_seam, text_runs
from intaglio.page.stored import stored_source
from intaglio.page.structure import column
from intaglio.page.tags import TAGS

Json = Mapping[str, Any]

NESTING_CAP = 512
"""Blink, and the parser as well, put what is nested deeper beside its parent. Names and order stay the same, so from
here on parents are not compared."""

_ELEMENT, _TEXT, _COMMENT = 1, 3, 8
_LOWER = re.compile("[a-z]")


@dataclass(frozen=True, slots=True)
class Tree:
    """The light tree of a snapshot in document order."""

    names: list[str]
    """Element names as the parser writes them."""
    parent: Ints
    """Element number of each element's parent, -1 for the root."""
    element_node: Ints
    """Snapshot node of each element; -1 if the snapshot leaves it out, as it does with what no slot takes up."""
    text_node: Ints
    """Snapshot node of each non-blank piece of text outside script and style, or -1."""
    text_owner: Ints
    """Element each piece stands in."""
    text: Ints
    """Number of the text each piece belongs to."""
    text_shift: Ints
    """Where each piece begins in its text, in units of UTF-16."""

    @property
    def texts(self) -> int:
        """Number of texts."""
        return int(self.text[-1]) + 1 if len(self.text) else 0


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the light tree, from whichever of the browser's answers it was read."""

    key: int
    above: int | None
    kind: int
    name: str
    value: str
    attributes: dict[str, str]
    index: int
    """Its place in the snapshot, or -1."""


def tree_of(snapshot: Json, light: Sequence[Json] | None = None) -> Tree:
    """Read the light tree of a snapshot's first document.

    Snapshots follow the flat tree: below a shadow host they have what its slots show. Pages with shadow roots thus
    need `light`, the nodes of DOM.getFlattenedDocument, joined by backend node number.
    """
    if has_shadow_roots(snapshot):
        return walk(_nodes(snapshot, light))[0]
    return _plain_tree(snapshot["documents"][0]["nodes"], snapshot["strings"])


def page_of(snapshot: Json, light: Sequence[Json] | None, url: str | None) -> tuple[Page, Tree]:
    """A Page with the DOM as the browser had it, for pages that scripts have changed, and its tree."""
    tree, attributes, texts = walk(_nodes(snapshot, light))
    if not tree.names:
        raise LayoutMismatch("the browser's document has no elements")
    encoding = snapshot["documents"][0].get("encodingName", -1)
    return Page(
        stored_source(tree.names, tree.parent.tolist(), attributes, texts),
        url=url,
        encoding=snapshot["strings"][encoding].lower() if encoding >= 0 else None,
    ), tree


def has_shadow_roots(snapshot: Json) -> bool:
    """Whether the page has shadow trees of its own, so that its light tree has to be asked for."""
    return bool(snapshot["documents"][0]["nodes"]["shadowRootType"]["index"])


def _plain_tree(nodes: Json, strings: Sequence[str]) -> Tree:
    """`tree_of` for pages without shadow roots, by columns."""
    kind = np.array(nodes["nodeType"], np.int32)
    above = np.array(nodes["parentIndex"], np.int32)
    name = np.array(nodes["nodeName"], np.int32)
    is_element = kind == _ELEMENT
    is_element[nodes["pseudoType"]["index"]] = False
    element_node = np.flatnonzero(is_element).astype(np.int32)
    number = np.full(len(kind) + 1, -1, np.int32)
    number[element_node] = np.arange(len(element_node), dtype=np.int32)
    unique, places = np.unique(name[element_node], return_inverse=True)
    spelled = [_as_parsed(strings[code]) for code in unique.tolist()]
    raw = np.array([*(TAGS.get(word, -1) in RAW for word in spelled), True], np.bool_)[np.append(places, -1)]
    values = nodes["nodeValue"]
    text_node = np.flatnonzero(kind == _TEXT).astype(np.int32)
    text_node = text_node[~raw[number[above[text_node]]]]
    texts = [strings[values[node]] if values[node] >= 0 else "" for node in text_node.tolist()]
    said = np.flatnonzero([bool(text) and not text.isspace() for text in texts])
    text_node, owner = text_node[said], number[above[text_node[said]]]
    seams = [node for node in np.flatnonzero(kind == _COMMENT).tolist() if is_seam(strings[values[node]])]
    seamless = [element for element, place in enumerate(places.tolist()) if spelled[place] == SEAMLESS]
    runs = text_runs(
        owner, np.searchsorted(element_node, text_node), seamless, np.searchsorted(text_node, seams).tolist()
    )
    return Tree(
        [spelled[place] for place in places.tolist()], number[above[element_node]], element_node, text_node, owner,
        runs, _shifts([texts[piece] for piece in said.tolist()], np.diff(said, prepend=0) > 1, runs),
    )  # fmt: skip


def _shifts(pieces: Sequence[str], space_before: Bools, runs: Ints) -> Ints:
    """Where each piece begins in its text, in units of UTF-16, a space before those that blank ones stood before."""
    if not len(runs) or runs[-1] + 1 == len(runs):
        return np.zeros_like(runs)
    units = np.array([len(piece.encode("utf-16-le", "surrogatepass")) // 2 for piece in pieces], np.int32)
    start = np.cumsum(units, dtype=np.int32) - units + np.cumsum(space_before, dtype=np.int32)
    shifts: Ints = start - start[np.searchsorted(runs, runs)]
    return shifts


def walk(nodes: Iterable[Node]) -> tuple[Tree, list[dict[str, str]], list[tuple[int, int, str, bool]]]:
    """Number nodes given in document order: the tree, attributes of each element, and all texts as `stored_source`
    takes them.

    Nodes below one that is not given are no part of the light tree and are left out.
    """
    number: dict[int, int] = {}
    names: list[str] = []
    parents: list[int] = []
    element_node: list[int] = []
    attributes: list[dict[str, str]] = []
    texts: list[tuple[int, int, str, bool]] = []
    said: list[int] = []
    text_node: list[int] = []
    parted, before = True, -1
    for node in nodes:
        if node.above is None:
            number[node.key] = -1
        elif node.above not in number:
            continue
        elif node.kind == _ELEMENT:
            parted = parted or node.name != SEAMLESS
            number[node.key] = len(names)
            parents.append(number[node.above])
            names.append(node.name)
            element_node.append(node.index)
            attributes.append(node.attributes)
        elif node.kind == _COMMENT:
            parted = parted or is_seam(node.value)
        elif node.kind == _TEXT and (owner := number[node.above]) >= 0:
            texts.append((owner, len(names), node.value, parted or owner != before))
            if TAGS.get(names[owner], -1) not in RAW and node.value and not node.value.isspace():
                said.append(len(texts) - 1)
                text_node.append(node.index)
                parted, before = False, owner
    pieces = [texts[piece] for piece in said]
    runs = np.cumsum([is_parted for *_, is_parted in pieces], dtype=np.int32) - 1
    tree = Tree(
        names, column(parents), column(element_node), column(text_node), column([owner for owner, *_ in pieces]),
        runs, _shifts([string for _, _, string, _ in pieces], np.diff(said, prepend=0) > 1, runs),
    )  # fmt: skip
    return tree, attributes, texts


def _nodes(snapshot: Json, light: Sequence[Json] | None) -> Iterator[Node]:
    """Nodes of the light tree in document order, pseudo elements left out."""
    nodes = snapshot["documents"][0]["nodes"]
    if not has_shadow_roots(snapshot):
        yield from _snapshot_nodes(nodes, snapshot["strings"])
    elif light is None:
        raise LayoutMismatch("the page has shadow roots, and its light tree was not read from the browser")
    else:
        place = {backend: index for index, backend in enumerate(nodes["backendNodeId"])}
        # Node numbers are given out in document order. Shadow roots and documents of frames are not in this list.
        for node in sorted(light, key=lambda node: int(node["nodeId"])):
            if "pseudoType" not in node:
                pairs = node.get("attributes", ())
                yield Node(
                    node["nodeId"], node.get("parentId"), node["nodeType"], _as_parsed(node["nodeName"]),
                    node["nodeValue"], dict(zip(pairs[::2], pairs[1::2], strict=True)),
                    place.get(node["backendNodeId"], -1),
                )  # fmt: skip


def _snapshot_nodes(nodes: Json, strings: Sequence[str]) -> Iterator[Node]:
    pseudo = set(nodes["pseudoType"]["index"])
    columns = zip(
        nodes["parentIndex"], nodes["nodeType"], nodes["nodeName"], nodes["nodeValue"], nodes["attributes"], strict=True
    )
    for index, (above, kind, name, value, pairs) in enumerate(columns):
        if index not in pseudo:
            attributes = {strings[pairs[i]]: strings[pairs[i + 1]] for i in range(0, len(pairs), 2)}
            text = strings[value] if value >= 0 else ""
            yield Node(index, above if above >= 0 else None, kind, _as_parsed(strings[name]), text, attributes, index)


def _as_parsed(name: str) -> str:
    """HTML names come in upper case, those of SVG and MathML as written."""
    return name if _LOWER.search(name) else name.lower()


def join(page: Page, tree: Tree) -> Tree:
    """The tree numbered as the page is; LayoutMismatch, saying where, unless tags, parents and texts are the same."""
    tree = _with_shadow_templates(page, tree)
    if page.size != len(tree.names):
        raise LayoutMismatch(
            f"the parser found {page.size} elements, the browser {len(tree.names)}{_first(page, tree.names)}"
        )
    codes = {name.lower(): code for code, name in enumerate((*KNOWN, *page.extra_names))}
    tags = np.fromiter((codes.get(name.lower(), -1) for name in tree.names), np.int32, page.size)
    if not np.array_equal(tags, page.tag):
        raise LayoutMismatch(f"the parser's and the browser's elements differ{_first(page, tree.names)}")
    differ = (page.parent != tree.parent) & (page.depth < NESTING_CAP - 2)
    if differ.any():
        e = int(np.argmax(differ))
        raise LayoutMismatch(f"element {e} ({page.tag_name(e)}) has another parent in the browser than in the parser")
    if len(page.texts) != tree.texts:
        raise LayoutMismatch(f"the parser found {len(page.texts)} texts, the browser {tree.texts}")
    owner = page.text_owner[tree.text]
    stray = (owner != tree.text_owner) & (page.depth[owner] < NESTING_CAP - 2)
    if stray.any():
        raise LayoutMismatch(f"text {tree.text[np.argmax(stray)]} stands in another element in the browser")
    return tree


def _first(page: Page, names: Sequence[str]) -> str:
    for e, name in enumerate(names[: page.size]):
        if page.tag_name(e).lower() != name.lower():
            return f"; the first that differs is {e}: {page.tag_name(e)}, {name}"
    return ""


def _with_shadow_templates(page: Page, tree: Tree) -> Tree:
    """Insert the templates that the browser turned into shadow roots, and the parser kept as elements."""
    missing = page.size - len(tree.names)
    declared = [e for e in page.having("shadowrootmode") if page.tag[e] == TAGS["template"]] if missing > 0 else []
    if len(declared) < missing or not declared:
        return tree
    # Only the first one of a host becomes its shadow root.
    turned = sorted({int(page.parent[e]): e for e in reversed(declared)}.values())
    if len(turned) != missing:
        return tree
    number = np.delete(np.arange(page.size, dtype=np.int32), turned)
    names = np.full(page.size, "template", object)
    names[number] = tree.names
    node = np.full(page.size, -1, np.int32)
    node[number] = tree.element_node
    parent = page.parent.copy()
    parent[number] = np.where(tree.parent >= 0, number[tree.parent], -1)
    return replace(tree, names=names.tolist(), parent=parent, element_node=node, text_owner=number[tree.text_owner])
