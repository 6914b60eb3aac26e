"""Which children of alike nodes are items of lists: several of a name and class, built alike, nothing tells apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import NamedTuple

from intaglio.wrapper.align.evidence import overlap
from intaglio.wrapper.learn.own_labels import NOTHING, OwnLabels, Spots
from intaglio.wrapper.options import ListOptions
from intaglio.wrapper.page_model.node_features import SIGNS, NodeFeatures, Vocabulary, has_letter
from intaglio.wrapper.page_model.page_tree import TEXT

Rows = Sequence[Sequence[NodeFeatures]]
Key = tuple[str, str]
"""Name and class of an element."""
What = tuple[str, str]
"""What may tell a member from others: of which kind it is, and a text."""
Labels = Collection[tuple[Key, str]]
"""Elements and what they say."""

PARAGRAPH = "p"
_SURE = frozenset({"li", "tr", "a", "option", "article", "dt"})
"""Items by their names."""
_TERM, _DEFINITION = "dt", "dd"
"""Terms with few definitions are items, as those of a table of contents are."""
_LISTED = {"li"}
"""Items whatever they begin with, if they have elements in them, as links have."""
_NEVER = 2.0
"""A share that nothing reaches."""
_MANY = 3
"""Classes that two elements have in common, at least, to be of one kind whatever others they have."""
_ITEMS = _SURE - {_TERM} | {"div", "section", "ul", "ol", "table", "dl", "figure", "tbody", "span"}
_IN_TEXTS = frozenset({"a", "span", "ul", "ol"})
"""Elements that stand between paragraphs as parts of a text."""


class Member(NamedTuple):
    """A child that may be an item, and what tells it from others."""

    row: int
    at: int
    head: str
    lone: bool
    heads: int
    """How many rows have its first text; none if one has it several times."""
    others: int
    """The same for the label that it starts with, or its id."""


@dataclass(slots=True)
class ItemKind:
    """Children that may be the items of a list, by row."""

    keys: set[Key]
    members: dict[int, list[int]] = field(default_factory=dict)
    known: set[tuple[int, int]] = field(default_factory=set)
    """Those that are labelled, or the same on most pages."""
    blank: set[tuple[int, int]] = field(default_factory=set)
    """Those without a text."""
    between: tuple[Key, ...] = ()
    """What usually stands between two items."""
    signs: bool = False
    """Texts between items are but signs that part them, as commas do."""
    sections: Sequence[Sequence[int]] = ()
    """How many headings stand before each child of each row."""
    looked: Sequence[Member] | None = None
    """The members as they were before lists were joined, if they were looked at."""

    def unknown(self, row: int) -> list[int]:
        """The members in a row that are items or without a text."""
        return [at for at in self.members.get(row, ()) if (row, at) not in self.known]

    def data(self, row: int) -> list[int]:
        """The members in a row that are items."""
        return [at for at in self.unknown(row) if (row, at) not in self.blank]

    @property
    def total(self) -> int:
        """How many members there are."""
        return sum(map(len, self.members.values()))

    @property
    def tags(self) -> set[str]:
        """The names of its elements."""
        return {tag for tag, _ in self.keys}


def find_kinds(
    rows: Rows,
    labels: Labels,
    vocabulary: Vocabulary,
    common: Collection[str],
    options: ListOptions,
    own: OwnLabels = NOTHING,
) -> list[ItemKind]:
    """The kinds of children that are items of lists; `own` is what tells itself to be none."""
    kinds: list[ItemKind] = []
    sections = [list(accumulate((sketch.mark[:2], sketch.head) in labels for sketch in row)) for row in rows]
    for mixed in _kinds(rows, sections, vocabulary, own.headers, options):
        kinds += _side_by_side(
            [
                kind
                for kind in _built_alike(mixed, rows, vocabulary, common, options)
                if not (own.labelled and _tells_labels(kind, own.labelled))
                and _is_list(kind, rows, vocabulary, common, options)
                and not _is_labelled(kind, rows, labels, options)
            ],
            rows,
            options,
        )
    for kind in kinds:
        kind.between = _usual_between(kind, rows, options)
        kind.signs = (TEXT.tag, "") in kind.between and _are_signs(kind, rows)
    return kinds


def find_labels(rows: Rows, options: ListOptions) -> Labels:
    """What stands alone in an element or text on several pages, once."""
    having: Counter[tuple[Key, str]] = Counter()
    total: Counter[tuple[Key, str]] = Counter()
    for row in rows:
        here = Counter((sketch.mark[:2], sketch.head) for sketch in row if sketch.lone and has_letter(sketch.head))
        having.update(here.keys())
        total.update(here)
    least = max(options.pages, options.label * len(rows))
    return {one for one, count in having.items() if count >= least and total[one] <= options.once * count}


def _kinds(
    rows: Rows, sections: Sequence[Sequence[int]], vocabulary: Vocabulary, headers: Spots, options: ListOptions
) -> list[ItemKind]:
    """Children by name and class; those with a class more, such as the first and the last, belong to the others."""
    found: dict[Key, ItemKind] = {}
    for row, sketches in enumerate(rows):
        in_text = any(map(is_plain_paragraph, sketches))
        tags = Counter(sketch.mark.tag for sketch in sketches)
        items = _ITEMS | {_TERM} if 2 * tags[_DEFINITION] < tags[_TERM] else _ITEMS
        for at, sketch in enumerate(sketches):
            key = sketch.mark[:2]
            if key[0] in items and not (in_text and key[0] in _IN_TEXTS) and (row, at) not in headers:
                found.setdefault(key, ItemKind({key}, sections=sections)).members.setdefault(row, []).append(at)
    built = {key: _usual_below(kind, rows, vocabulary) for key, kind in found.items()}
    kinds: list[ItemKind] = []
    for key, kind in sorted(found.items(), key=lambda entry: -entry[1].total):
        into = next((one for one in kinds if _belongs(key, kind, one, built, options)), None)
        if into is None:
            kinds.append(kind)
            continue
        into.keys |= kind.keys
        for row, some in kind.members.items():
            into.members[row] = sorted([*into.members.get(row, ()), *some])
    return kinds


def is_plain_paragraph(sketch: NodeFeatures) -> bool:
    """Whether a node is a paragraph of a text: one with a class is something that the template knows of."""
    return sketch.mark.tag == PARAGRAPH and not sketch.mark.cls


def _belongs(key: Key, kind: ItemKind, one: ItemKind, built: dict[Key, int], options: ListOptions) -> bool:
    """Whether elements with a class more or less are items of another kind: few of them, or built very much alike, or
    alike but for what the ones lack, such as a picture; or with a few other classes among many.
    """
    few = kind.total <= options.fewer * one.total or max(map(len, kind.members.values())) == 1
    telling = options.same if built[key].bit_count() >= options.much else _NEVER
    return any(
        _varies_class(key, other, built, options.alike if few else telling)
        or (_varies_class(key, other, built, options.alike) and _lacks_some(built[key], built[other], options))
        or (_share_most(key, other) and overlap(built[key], built[other]) >= options.alike)
        for other in one.keys
    )


def _built_alike(
    kind: ItemKind, rows: Rows, vocabulary: Vocabulary, common: Collection[str], options: ListOptions
) -> Iterator[ItemKind]:
    """A kind, or where its members are built in several ways, as the rows of a table may be, those of each way; but not
    where many of them are labelled.
    """
    left = {(row, at): rows[row][at].below & vocabulary.structure for row, some in kind.members.items() for at in some}
    worded = [one for one in left if rows[one[0]][one[1]].shape]
    for _ in range(options.ways):
        counts = Counter(left[one] for one in worded if one in left)
        if not counts:
            return
        usual = max(counts, key=counts.__getitem__)
        alike = sorted(one for one, below in left.items() if overlap(below, usual) >= options.alike)
        if len(alike) >= options.members * kind.total:
            yield kind
            return
        if 2 * len(_known(kind, rows, common, options, options.fixed)) > kind.total:
            return
        made = ItemKind(set(kind.keys), sections=kind.sections)
        for row, at in alike:
            del left[row, at]
            made.members.setdefault(row, []).append(at)
        yield made


def _side_by_side(kinds: Sequence[ItemKind], rows: Rows, options: ListOptions) -> list[ItemKind]:
    """Items of one name and class; those built in several ways are one list where they stand side by side, unless they
    take turns: these are the parts of an item.
    """
    made: list[ItemKind] = []
    for kind in kinds:
        into = next((one for one in made if _are_mixed(one, kind, rows, options)), None)
        if into is None:
            made.append(kind)
            continue
        for row, some in kind.members.items():
            into.members[row] = sorted([*into.members.get(row, ()), *some])
        into.known |= kind.known
        into.blank |= kind.blank
    return made


def _are_mixed(one: ItemKind, other: ItemKind, rows: Rows, options: ListOptions) -> bool:
    """Whether items of two kinds stand side by side, and do not just take turns, empty ones among them."""
    same = different = 0
    for row in one.members:
        mine, theirs = set(one.unknown(row)), set(other.unknown(row))
        for at, after in pairwise(sorted(mine | theirs)):
            if not any(between.shape for between in rows[row][at + 1 : after]):
                different += (at in mine) != (after in mine)
                same += (at in mine) == (after in mine)
    return different > 0 and same > options.turns * (same + different)


def _usual_below(kind: ItemKind, rows: Rows, vocabulary: Vocabulary) -> int:
    belows = Counter(rows[row][at].below & vocabulary.structure for row, some in kind.members.items() for at in some)
    return max(belows, key=belows.__getitem__)


def _varies_class(key: Key, other: Key, built: dict[Key, int], alike: float) -> bool:
    """Whether two kinds of elements are one but for a class, and built alike."""
    mine, theirs = set(key[1].split()), set(other[1].split())
    named = mine & theirs or (key[0] in _SURE and key[0] != "a")
    return bool(
        key[0] == other[0] and named and (mine < theirs or theirs < mine)
        and overlap(built[key], built[other]) >= alike
    )  # fmt: skip


def _lacks_some(one: int, other: int, options: ListOptions) -> bool:
    """Whether the one of two that has less in it, yet much, has nothing that the other lacks."""
    return min(one.bit_count(), other.bit_count()) >= options.much and one & other in (one, other)


def _share_most(key: Key, other: Key) -> bool:
    """Whether two kinds of elements have most of many classes in common, as posts have that bear their state and
    category as classes.
    """
    mine, theirs = set(key[1].split()), set(other[1].split())
    same = len(mine & theirs)
    return key[0] == other[0] and same >= _MANY and 2 * same >= len(mine | theirs)


def _tells_labels(kind: ItemKind, labelled: Spots) -> bool:
    """Whether most members have labels that tell themselves."""
    return 2 * sum((row, at) in labelled for row, some in kind.members.items() for at in some) > kind.total


def _is_list(kind: ItemKind, rows: Rows, vocabulary: Vocabulary, common: Collection[str], options: ListOptions) -> bool:
    """Whether siblings are the items of a list: several, built alike, and most of them without labels."""
    most = max(map(len, kind.members.values()))
    if most < options.fewest:
        return False
    lengths = {len(kind.members.get(row, ())) for row in range(len(rows))}
    usual = _usual_below(kind, rows, vocabulary)
    kind.blank |= {(row, at) for row, some in kind.members.items() for at in some if not rows[row][at].shape}
    lone = options.steady if len(lengths) == 1 else options.fixed
    label = options.often if _are_things(kind, rows, usual, options) else options.label
    kind.known |= _known(kind, rows, common, options, lone, label)
    data = [(row, at) for row in kind.members for at in kind.data(row)]
    if max(len(kind.data(row)) for row in kind.members) < options.fewest or len(data) < len(kind.known):
        return False
    kind.known = _labelled(kind, rows, common, len(data), options) | _headings(kind, rows, vocabulary, usual, options)
    if len(rows) == 1 and not (any(cls for _, cls in kind.keys) or kind.tags & _SURE):
        return False
    alike = sum(overlap(rows[row][at].below & vocabulary.structure, usual) >= options.alike for row, at in data)
    if alike < options.members * len(data):
        return False
    alone = sum(rows[row][at].lone for row, at in data)
    by_name = bool(kind.tags & _SURE)
    strict = (len(lengths) == 1 and (len(rows) >= options.rows or not by_name)) or (
        2 * alone > len(data) and not by_name
    )
    return (
        not strict or len(rows) == 1 or (kind.tags == _LISTED and usual > 0) or _is_same_all_along(kind, rows, options)
    )


def _are_things(kind: ItemKind, rows: Rows, usual: int, options: ListOptions) -> bool:
    """Whether members are things that several pages list, such as goods in more than one category: each has much in it,
    and what they begin with is of many more kinds than a page has of them, as labels are not.
    """
    if not kind.tags <= _SURE or usual.bit_count() < options.rich:
        return False
    heads = {rows[row][at].head for row, some in kind.members.items() for at in some}
    return len(heads) >= options.variety * max(map(len, kind.members.values()))


def _labelled(
    kind: ItemKind, rows: Rows, common: Collection[str], items: int, options: ListOptions
) -> set[tuple[int, int]]:
    """The known members that are no items; where few are known, or none on many pages, those that are surely none."""
    sure = _known(kind, rows, common, options, _NEVER if kind.tags <= _SURE else options.fixed, options.fixed)
    if len(kind.known - sure) <= options.few * items:
        return sure
    often = _known(kind, rows, common, options, options.often, options.often) if kind.tags <= _SURE else kind.known
    return kind.known if often - sure else sure


def _headings(
    kind: ItemKind, rows: Rows, vocabulary: Vocabulary, usual: int, options: ListOptions
) -> set[tuple[int, int]]:
    """Members that are but one text, the same on nearly all pages, and built otherwise than the items: a row that says
    what a table is about.
    """
    lone = [(row, at, rows[row][at]) for row, some in kind.members.items() for at in some if rows[row][at].lone]
    other = [one for one in lone if overlap(one[2].below & vocabulary.structure, usual) < options.alike]
    having = Counter(sketch.head for _, _, sketch in other)
    least = max(options.pages, options.fixed * len(kind.members))
    return {(row, at) for row, at, sketch in other if having[sketch.head] >= least and has_letter(sketch.head)}


def _known(
    kind: ItemKind, rows: Rows, common: Collection[str], options: ListOptions, lone: float, label: float | None = None
) -> set[tuple[int, int]]:
    """Members that start with a label, or are the same on nearly all pages, or have an id that others have. What comes
    several times in a row of children is no label; one with a colon may come again below each heading. What stands all
    over the site counts where there are few nodes to judge by; else a genre that half of the pages have would be none.
    """
    everywhere = common if len(rows) < options.rows else ()
    least = max(options.pages, (label or options.label) * len(rows))
    least_lone = max(options.pages, lone * len(rows))
    known = set()
    for one in _members(kind, rows, options):
        alone = one.heads >= (least_lone if one.lone else least)
        if alone or one.others >= least or one.head in everywhere:
            known.add((one.row, one.at))
    return known


def _members(kind: ItemKind, rows: Rows, options: ListOptions) -> Sequence[Member]:
    """The members of a kind, looked at once."""
    if kind.looked is None:
        members = [(row, at, [*told_by(rows[row][at])]) for row, some in kind.members.items() for at in some]
        times = _times(members, kind.sections, options)
        kind.looked = [
            Member(
                row,
                at,
                rows[row][at].head,
                rows[row][at].lone,
                max([times[what] for what in whats if what[0] == "head"], default=0),
                max([times[what] for what in whats if what[0] != "head"], default=0),
            )
            for row, at, whats in members
        ]
    return kind.looked


def _times(
    members: Sequence[tuple[int, int, Sequence[What]]], sections: Sequence[Sequence[int]], options: ListOptions
) -> dict[What, int]:
    """How many rows have members that are told by something; none where it comes several times in a row."""
    said: defaultdict[What, Counter[tuple[int, int]]] = defaultdict(Counter)
    having: defaultdict[What, set[int]] = defaultdict(set)
    for row, at, whats in members:
        for what in whats:
            said[what][row, sections[row][at] if what[0] == "lead" else 0] += 1
            having[what].add(row)
    again = {what for what, parts in said.items() if parts.total() > options.once * len(parts)}
    return {what: 0 if what in again else len(some) for what, some in having.items()}


def told_by(sketch: NodeFeatures) -> Iterator[What]:
    """What may tell a member from others: its first text, the label that this starts with, its id."""
    if has_letter(sketch.head):
        yield "head", sketch.head
    if sketch.lead:
        yield "lead", sketch.lead
    if sketch.mark.id and "#" not in sketch.mark.id:
        yield "id", sketch.mark.id


def _is_labelled(kind: ItemKind, rows: Rows, labels: Labels, options: ListOptions) -> bool:
    """Whether many members stand behind labels, of other elements or of their own. What stands before the first of
    several is the label of them all.
    """
    by_others = by_own = total = 0
    for row in kind.members:
        data = kind.data(row)
        items = set(data[1:] or data)
        total += len(items)
        before: tuple[Key, str] | None = None
        for at, sketch in enumerate(rows[row]):
            if at in items and before in labels:
                own = before is not None and before[0] in kind.keys
                by_own += own
                by_others += not own
            if sketch.shape:
                before = sketch.mark[:2], sketch.head
    return by_others >= options.labelled * total or (by_own >= options.labelled * total and not kind.tags & _SURE)


def _is_same_all_along(kind: ItemKind, rows: Rows, options: ListOptions) -> bool:
    """Whether the first and the last of the members begin as others do: with a number, a capital, a sign."""
    first, last, others = Counter[str](), Counter[str](), Counter[str]()
    for row in kind.members:
        shapes = [rows[row][at].shape[:2] for at in kind.data(row)]
        if len(shapes) >= options.fewest:
            first[shapes[0]] += 1
            last[shapes[-1]] += 1
            others.update(shapes[1:-1])
    return all(_shared(some, others) >= options.shapes for some in (first, last))


def _shared(one: Counter[str], other: Counter[str]) -> float:
    mine, theirs = max(one.total(), 1), max(other.total(), 1)
    return sum(min(count / mine, other[shape] / theirs) for shape, count in one.items())


def _usual_between(kind: ItemKind, rows: Rows, options: ListOptions) -> tuple[Key, ...]:
    """What stands between most pairs of neighbouring items."""
    gaps: Counter[tuple[Key, ...]] = Counter()
    for row in kind.members:
        items = kind.data(row)
        gaps.update(tuple(one.mark[:2] for one in rows[row][at + 1 : after]) for at, after in pairwise(items))
    if not gaps:
        return ()
    usual = max(gaps, key=lambda gap: (gaps[gap], gap))
    return usual if gaps[usual] >= options.period * gaps.total() else ()


def _are_signs(kind: ItemKind, rows: Rows) -> bool:
    """Whether all texts between neighbouring items part them, and say nothing."""
    pairs = ((rows[row], one, other) for row in kind.members for one, other in pairwise(kind.data(row)))
    between = (sketch for row, one, other in pairs for sketch in row[one + 1 : other])
    return all(SIGNS.issuperset(sketch.head) for sketch in between if sketch.mark == TEXT)
