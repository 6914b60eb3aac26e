"""Reading: the structure of a page without its content, as hashes that are the same in every process.

An element's name is its tag, its id (containers only: elsewhere ids are made from content) and its classes, digits
folded. A path is the names from the root to an element in short: with the first class or else the id, for ids beside
classes are often made from content, too. A key is a path with the whole name of one child. The keys that stand below a
path are its face: pages of one template show the same faces wherever the template alone decides.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from intaglio.page import Page
from intaglio.similarity.element_names import CLASS_SHIFT, PLACE, TAG, Marks, element_names, tag_numbers
from intaglio.similarity.hashing import Hashes

UNSEEN = tag_numbers("script style link meta noscript br wbr template")
"""Elements that a reader does not see; they come and go with plug-ins and campaigns."""
OPAQUE = tag_numbers("svg math object select")
"""Elements whose inside is a picture, not structure."""
WRITTEN = tag_numbers(
    "a em strong b i u s code span small big sub sup abbr cite q time img picture tt font mark kbd samp var del ins "
    "strike p br h1 h2 h3 h4 h5 h6 blockquote pre hr dl dt dd"
)
"""Elements that come with the text; pages that differ in nothing else are of one shape."""
TOP = tag_numbers("html body")
"""Elements whose path does not depend on their classes."""

_WORD = (1 << 64) - 1
_STEP, _MIX = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93


@dataclass(frozen=True, slots=True)
class StructureOptions:
    """How much of a page is looked at."""

    depth: int = 64
    """Steps from the root; what is deeper is content."""
    nodes: int = 100_000
    """Paths a table remembers before it begins anew."""
    solid: int = 10
    """With fewer keys than this besides those of text, a page's shape is all of them."""
    id_first: bool = False
    """Whether paths have ids rather than classes, as in templates of the first release; many are made from content."""


class Node(dict[int, tuple[int, "Node"]]):
    """A path, and for each name of a child met there the key and the child's path."""

    __slots__ = ("hash", "level", "open", "table")

    def __init__(self, table: PathTable, path: int, level: int, *, is_open: bool) -> None:
        """Begin without children; what is below a path that is not open is not read."""
        self.table = table
        self.hash = path
        self.level = level
        self.open = is_open

    def __missing__(self, name: int) -> tuple[int, Node]:
        """Take in a child that was not met before."""
        edge = self[name] = self.table.edge(self, name)
        return edge


class PathTable:
    """The paths met so far, to be read over again quickly; nothing but a cache."""

    def __init__(self, options: StructureOptions = StructureOptions()) -> None:
        """Begin empty."""
        self._options = options
        self._begin()

    def _begin(self) -> None:
        self.owner: dict[int, int] = {}
        """Path of each key."""
        self.child: dict[int, int] = {}
        """Path of the child that a key stands for."""
        self._written: set[int] = set()
        self._nodes: dict[int, Node] = {}
        self._marks = Marks()
        self._nowhere = Node(self, 0, 0, is_open=False)
        self._top = Node(self, 0, -1, is_open=True)

    def read(self, page: Page) -> PageStructure:
        """Read a page."""
        if len(self._nodes) > self._options.nodes:
            self._begin()
        names = self.names(page)
        key, node = self._top[names[0]]
        nodes, keys = [node], {key: None}
        add = nodes.append
        for up, name in zip(page.parent[1:].tolist(), names[1:], strict=True):
            key, node = nodes[up][name]
            add(node)
            keys[key] = None
        keys.pop(0, None)
        solid = keys.keys() - self._written
        shape = sum(solid if len(solid) >= self._options.solid else keys) & _WORD
        return PageStructure(names, nodes[0].hash, nodes, keys, shape, self.owner, self.child)

    def names(self, page: Page) -> list[int]:
        """The names of a page's elements."""
        return element_names(page, self._marks)

    def edge(self, above: Node, name: int) -> tuple[int, Node]:
        """Key and path of a child that was not met before; nothing where nothing is read."""
        tag = name & TAG
        if not above.open or tag in UNSEEN:
            return 0, self._nowhere
        first = 0 if tag in TOP else self._marks.first[name >> CLASS_SHIFT]
        by_id = not first or (self._options.id_first and name & PLACE != tag)
        short = name & PLACE if by_id else tag | first << CLASS_SHIFT
        path = combined(above.hash, short)
        if path not in self._nodes:
            level = above.level + 1
            self._nodes[path] = Node(self, path, level, is_open=level < self._options.depth and tag not in OPAQUE)
        if above is self._top:
            return 0, self._nodes[path]
        key = combined(above.hash ^ 1, name)
        self.owner[key], self.child[key] = above.hash, path
        if tag in WRITTEN:
            self._written.add(key)
        return key, self._nodes[path]


class PageStructure:
    """What one page is made of; paths and keys are hashes. What is not asked for is not computed.

    It can be pickled; names and paths by element stay behind.
    """

    __slots__ = (
        "_above",
        "_below",
        "_faces",
        "_several",
        "_shares",
        "child",
        "keys",
        "leaf_paths",
        "names",
        "nodes",
        "owner",
        "root",
        "shape",
    )

    def __init__(
        self,
        names: list[int],
        root: int,
        nodes: list[Node],
        keys: dict[int, None],
        shape: int,
        owner: dict[int, int],
        child: dict[int, int],
    ) -> None:
        """Take names and paths by element, the keys as they are met, and the paths of keys and of their children."""
        self.names, self.root, self.keys, self.owner, self.child = names, root, keys, owner, child
        self.shape = shape
        """Hash of the set of keys but those of text."""
        self.nodes = nodes
        self.leaf_paths: Hashes | None = None
        """The paths that the papers compare pages by, where they are asked for."""
        self._above: dict[int, int] | None = None
        self._below: dict[int, list[int]] | None = None
        self._faces: dict[int, int] | None = None
        self._shares: dict[int, float] | None = None
        self._several: Collection[int] | None = None

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickle what pages are compared by."""
        keys = list(self.keys)
        columns = (keys, map(self.owner.__getitem__, keys), map(self.child.__getitem__, keys), sorted(self.several))
        return _unpickled, (self.root, self.shape, *(array("Q", values).tobytes() for values in columns))

    @property
    def above(self) -> dict[int, int]:
        """The path above each path but the root's, which comes before those below it."""
        if self._above is None:
            owner, child = self.owner, self.child
            self._above = {child[key]: owner[key] for key in self.keys}
        return self._above

    @property
    def below(self) -> dict[int, list[int]]:
        """The keys at each path, none for a path without children."""
        if self._below is None:
            owner, child = self.owner, self.child
            below: dict[int, list[int]] = {self.root: []}
            for key in self.keys:
                below[child[key]] = []
            for key in self.keys:
                below[owner[key]].append(key)
            self._below = below
        return self._below

    @property
    def faces(self) -> dict[int, int]:
        """Each path with a hash of the names of its children, its face."""
        if self._faces is None:
            # A key belongs to one path only, so that its sum with others does, too.
            self._faces = {path: sum(keys) & _WORD or path for path, keys in self.below.items()}
        return self._faces

    @property
    def shares(self) -> dict[int, float]:
        """The share of the page's paths that are a path or below it."""
        if self._shares is None:
            counts = dict.fromkeys(self.below, 1)
            for path, up in reversed(self.above.items()):
                counts[up] += counts[path]
            whole = len(counts)
            self._shares = {path: count / whole for path, count in counts.items()}
        return self._shares

    @property
    def several(self) -> Collection[int]:
        """The paths that several elements have."""
        if self._several is None:
            self._several = {path for path, count in Counter([node.hash for node in self.nodes]).items() if count > 1}
        return self._several

    def repeated(self, path: int) -> bool:
        """Whether several elements have a path."""
        return path in self.several


def _unpickled(root: int, shape: int, *columns: bytes) -> PageStructure:
    keys, owners, children, several = (array("Q", data).tolist() for data in columns)
    known = dict(zip(keys, owners, strict=True)), dict(zip(keys, children, strict=True))
    made = PageStructure([], root, [], dict.fromkeys(keys), shape, *known)
    made._several = set(several)  # noqa: SLF001 - it is being made here
    return made


def combined(above: int, below: int) -> int:
    """Hash of two hashes, in this order; never 0."""
    made = (above * _STEP ^ below) & _WORD
    made = (made ^ made >> 32) * _MIX & _WORD
    return made ^ made >> 32 or 1
