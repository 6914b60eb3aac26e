"""Matrix compression and pattern mining, as in the paper: aligned rows → drafts of pattern nodes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.draft import Draft, Instance, Place
from intaglio.wrapper.options import EvidenceOptions, WrapperOptions
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import TEXT
from intaglio.wrapper.paper.matrix_alignment import Row, align
from intaglio.wrapper.paper.pattern_mining import Mined, mine
from intaglio.wrapper.paper.tree_matching import Peers, Symbol

Children = Sequence[tuple[int, Sequence[int]]]
"""For each instance its page and its children."""


@dataclass(slots=True, eq=False)
class _Packed:
    """One row, or several that compression merged; equal to others with its symbol."""

    symbol: Hashable
    members: list[tuple[int, int]]
    optional: bool
    repeated: bool
    variant: bool

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Packed) and self.symbol == other.symbol

    def __hash__(self) -> int:
        return hash(self.symbol)


def paper_children(
    instances: Sequence[Instance],
    pages: Sequence[PageFeatures],
    peers: Peers,
    options: WrapperOptions = WrapperOptions(),
) -> list[Draft]:
    """Drafts for the children of some alike nodes: peers, alignment, compression, mining."""
    children = [(page, pages[page].tree.children[node]) for page, node in instances]
    symbols = peers.symbols(children)
    rows = align(symbols, options.paper)
    tags = [[pages[page].tree.mark(node).tag for node in nodes] for page, nodes in children]
    packed = _compressed(rows, symbols, children, tags)
    drafts = _Drafts(packed, pages, children, options.align.evidence)
    return [drafts.draft(mined, alone=True) for mined in mine(packed, options.paper)]


def _compressed(
    rows: Sequence[Row], symbols: Sequence[Sequence[Symbol]], children: Children, tags: Sequence[Sequence[str]]
) -> list[_Packed]:
    """Merge neighbouring rows with blanks that share a structure; rows without blanks stay as they are."""
    parted: list[Row] = []
    mixed: set[int] = set()
    for row in rows:
        parts = _by_tag(row, tags)
        parted += parts
        mixed |= {id(part) for part in parts} if len(parts) > 1 else set()

    def kind(row: Row) -> tuple[object, ...]:
        structures = {symbols[column][cell].k for column, cell in enumerate(row) if cell is not None}
        return ("fixed", id(row)) if None not in row or len(structures) > 1 else ("open", structures.pop())

    runs = (list(run) for _, run in groupby(parted, key=kind))
    return [_pack(run, symbols, children, varies=any(id(row) in mixed for row in run)) for run in runs]


def _by_tag(row: Row, tags: Sequence[Sequence[str]]) -> list[Row]:
    """A row of data with texts on some pages and images on others, as a row of each: no node of a tree is both."""
    found = dict.fromkeys(tags[column][cell] for column, cell in enumerate(row) if cell is not None)
    if len(found) == 1:
        return [row]
    return [
        [cell if cell is not None and tags[column][cell] == tag else None for column, cell in enumerate(row)]
        for tag in found
    ]


def _pack(run: Sequence[Row], symbols: Sequence[Sequence[Symbol]], children: Children, *, varies: bool) -> _Packed:
    """What becomes of one row or several: a column with more than one makes it a set, one with none optional."""
    cells = [(column, cell) for row in run for column, cell in enumerate(row) if cell is not None]
    found = {symbols[column][cell] for column, cell in cells}
    counts = [0] * len(symbols)
    for column, _ in cells:
        counts[column] += 1
    optional, repeated = min(counts) == 0, max(counts) > 1
    one = next(iter(found))
    symbol: Hashable = one if len(found) == 1 else (one.k, "any")
    if optional or repeated:
        symbol = (symbol, optional, repeated)
    members = sorted((column, children[column][1][cell]) for column, cell in cells)
    return _Packed(symbol, members, optional, repeated, variant=one.data and (varies or len(found) > 1))


class _Drafts:
    """Makes drafts of mined expressions; leaves of a repeat stand for all that their symbol stood for."""

    def __init__(
        self,
        packed: Sequence[_Packed],
        pages: Sequence[PageFeatures],
        children: Children,
        options: EvidenceOptions,
    ) -> None:
        self._options = options
        self._pages = pages
        self._children = children
        self._all: dict[Hashable, list[_Packed]] = {}
        for one in packed:
            self._all.setdefault(one.symbol, []).append(one)

    def draft(self, mined: Mined, *, alone: bool) -> Draft:
        """The draft of an expression."""
        if mined.kind == "repeated":
            return Draft("set", children=[self.draft(one, alone=False) for one in mined.inner])
        leaf = mined.leaf
        assert isinstance(leaf, _Packed)
        rows = [leaf] if alone else self._all[leaf.symbol]
        place = self._place(rows)
        varies = any(row.variant for row in rows) and place.evidence.tag == TEXT.tag  # an image varies in its `src`
        made = Draft("variant" if varies else "fixed", place)
        if leaf.repeated:
            made = Draft("set", children=[made])
        if leaf.optional:
            filled = len({column for column, _ in leaf.members}) / len(self._children)
            made = Draft("optional", children=[made], filled=filled)
        return made

    def _place(self, rows: Sequence[_Packed]) -> Place:
        members = sorted({member for row in rows for member in row.members})
        sketches = [self._pages[self._children[column][0]].sketch(node) for column, node in members]
        place = Place(Evidence(sketches[0].mark.tag, options=self._options), members)
        for sketch in sketches:
            place.evidence.add(sketch)
        return place
