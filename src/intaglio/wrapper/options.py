"""Options of learning and matching, a class for each step; the only place where their defaults are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from intaglio.page import Page


@dataclass(frozen=True, slots=True)
class FeatureOptions:
    """What is noted of a node, and of how many."""

    longest_label: int = 40
    """Characters before the colon of a text that starts with a label, at most."""
    shaped: int = 40
    """Characters of a text that its shape is made from."""
    shape: int = 8
    """Characters of a shape, at most."""
    below: int = 40
    """Nodes below a node that are looked at."""
    common_part: int = 6
    """A mark or text is in the vocabulary if one in so many pages has it."""
    common_pages: int = 2
    """And at least so many pages; for names of rows and terms this is enough."""
    remembered: int = 20_000
    """Texts, classes and ids whose features are cached, at most."""
    short: int = 80
    """Characters of a text that is cached, at most."""


@dataclass(frozen=True, slots=True)
class EvidenceOptions:
    """What the members of a place have in common."""

    belows: int = 6
    """Different sets of descendants that are kept for a place."""
    usual: float = 0.6
    """Share of the members that have a first text, or an id, for it to be the place's own."""
    lone: float = 0.9
    """Share of the members of a label that have no other text."""
    few: int = 2
    """Members that a place has at least for its first text to be a label."""
    alike_below: float = 0.5
    """Overlap of the descendants of two places whose members may be items of one list, at least."""
    alike_shapes: float = 0.3
    """Overlap of the shapes of their texts, at least."""
    shaped_members: int = 3
    """With fewer members, shapes are not compared."""


@dataclass(frozen=True, slots=True)
class ScoringOptions:
    """How well a node fits a place, in log-odds."""

    remembered: int = 512
    """Columns of each kind that are cached, at most."""
    mark_doubt: float = 0.3
    """Weight of what has not been seen yet, in members, for classes and ids."""
    text_doubt: float = 0.7
    """The same for texts."""
    unnamed: float = 0.3
    """How usual it is anywhere to have no class, no id, no label before."""
    own_names: int = 3
    """Members with a class or id that no other has, at least, for further such ones to be expected."""
    unlabelled: float = 4.0
    """Cost of one text alone where members have a label and more."""
    strange_below: float = -1.6
    """Score if no member had any of the descendants."""
    shared_below: float = 4.0
    """How much more if one had all of them, and no others."""


@dataclass(frozen=True, slots=True)
class SequenceOptions:
    """Costs of aligning a sequence of nodes with a sequence of places."""

    lost: float = 2.0
    """Cost of a node that fits nowhere."""
    apart: float = 2.0
    """What such a node costs more between two places that go together."""
    loosely: float = 0.9
    """Two places go together if this is likelier."""
    doubt: float = 2.0
    """Weight of what is assumed before anything was seen, in instances."""
    sure: float = 0.98
    """The highest probability that is ever assumed."""
    wide: int = 40
    """Places from which arrays are faster than plain lists."""


@dataclass(frozen=True, slots=True)
class OrderOptions:
    """When words at the start of neighbours are values that come in any order, and no labels."""

    compared: int = 5
    """Pairs of pages to compare the order of two words on, at least."""
    disorder: float = 0.25
    """Share of these on which it differs. At random it is a half; with the labels of forty sites below a fifth."""
    fixed: float = 0.9
    """Share of the rows that have a word, from which on it tells nothing of others if it keeps its place."""
    rows: int = 200
    """Rows that are looked at, about."""
    words: int = 40
    """Words of each row that are looked at, at most."""


@dataclass(frozen=True, slots=True)
class ListOptions:
    """Which children are the items of a list before pages are aligned."""

    fewest: int = 3
    """Items on some page, at least."""
    pages: int = 2
    """Pages that have a label, at least."""
    label: float = 0.2
    """Share of the nodes whose children are looked at that have a label, at least."""
    fewer: float = 0.5
    """Elements with a class more or less than the items, as a share of these, that are items for all that."""
    same: float = 0.8
    """Or however many, if what is below them overlaps so much,"""
    much: int = 3
    """and has so many kinds of elements, at least."""
    rich: int = 5
    """Kinds of elements in an item from which on it is a thing that many pages may list,"""
    variety: float = 2.0
    """if items begin with so many more different texts than a page has items, at least."""
    few: float = 0.4
    """Labelled items among others, as a share of these, that are items for all that."""
    often: float = 0.5
    """Or up to as many as these, if none has a label that so large a share of the nodes have."""
    rows: int = 5
    """Nodes from which on they tell by themselves what is fixed, and how parts begin where all have equally many."""
    period: float = 0.6
    """Share of the pairs of items that have the same between them, for it to belong to the first of each."""
    once: float = 1.1
    """How often those that have it have a label, at most."""
    fixed: float = 0.9
    """Share that have an item that is but one text, for it to be fixed."""
    steady: float = 0.3
    """The same where all have equally many items."""
    alike: float = 0.5
    """Overlap of what is below an item with what is below most, at least."""
    members: float = 0.7
    """Share of the items that have it."""
    ways: int = 3
    """Ways in which elements of a name and class are built that are looked at, at most."""
    turns: float = 0.1
    """Share of the pairs of items that are built the same, at most, where two kinds take turns."""
    labelled: float = 0.3
    """Share of the items that stand behind labels, at most."""
    shapes: float = 0.3
    """Share of first and of last items that begin as others do, at least."""
    paragraphs: float = 0.3
    """Share of the children that are paragraphs, at most."""
    dense: float = 0.4
    """Share of the elements from the first item to the last that are items, at least."""


@dataclass(frozen=True, slots=True)
class LabelOptions:
    """Labels that tell themselves."""

    longest: int = 48
    """Characters, at most."""
    cells: int = 2
    """Cells of a row that is a label and its value."""
    nodes: int = 4
    """Nodes to compare up to which they count: with more of them, what is the same in several tells what is a label."""
    headed: float = 0.9
    """Share of tables of more nodes that begin with a row of header cells, and of the rows below that have as many
    cells, for rows to be the items of a list."""


@dataclass(frozen=True, slots=True)
class BodyOptions:
    """Which children are the paragraphs, headings and lists of one text."""

    few: int = 2
    """Paragraphs on some page, at least."""
    words: int = 8
    """Words that half of them have, at least."""
    label: int = 30
    """Characters before a colon that may be a label."""
    labels: float = 0.25
    """Share of the paragraphs that begin so, at most."""
    steady: float = 0.5
    """Share of the nodes that have a first text, a class or an id, for it to be the template's."""
    most: float = 0.5
    """Share of the nodes with a paragraph that have so many, at least."""
    seldom: float = 0.25
    """Share of the nodes that have an element, at most, for it to stand in texts by the way."""
    texts: int = 3
    """Texts to compare the make-up of, at least."""
    same: float = 0.5
    """Share of these that are made up the same, at most."""
    bare: float = 0.6
    """Share of the characters outside links, at least."""


@dataclass(frozen=True, slots=True)
class LineOptions:
    """Which texts that line breaks part are the items of a list."""

    several: int = 3
    """Lines that tell where lists stand, at least."""
    most: int = 4
    """Lines on some page, at least."""
    counts: int = 3
    """Numbers of lines that pages have, at least, if the same texts come in different places; else one more."""
    moved: float = 0.3
    """Share of the lines that do."""
    pool: float = 0.7
    """Such a share, from which on two numbers of lines are enough: they are some of a few that there may be."""
    same: float = 0.5
    """Share of the pages with the commonest number of lines, at most, where none has more lines than"""
    address: int = 6
    """an address has; the lines of one are mostly as many."""
    labelled: float = 0.1
    """Share of the lines that begin with labels, at most."""
    words: int = 8
    """Words of a median line, at most: longer ones are a text."""


@dataclass(frozen=True, slots=True)
class AlignOptions:
    """Aligning the children of alike nodes."""

    widest: int = 400
    """Children of a node beyond this many are not aligned one by one."""
    small: int = 100
    """Cells up to which alignment is done at once, without cutting at anchors."""
    large: int = 6_000
    """Cells beyond which scores are only estimated."""
    neighbours: float = 0.7
    """How likely two neighbouring places go together, before anything is known."""
    labelled: float = 0.95
    """The same for a label and what follows it."""
    rivals: int = 100
    """Texts side by side that are held against each other, at most."""
    rivalry: float = 8.0
    """Cost of mixing such texts in one place."""
    like: int = 3
    """Instances with the same children from which places are first drawn."""
    drawn: int = 40
    """Instances from which places are first drawn, in all."""
    evidence: EvidenceOptions = EvidenceOptions()
    """What is kept of the members of a place."""
    scoring: ScoringOptions = ScoringOptions()
    """How well nodes fit places."""
    sequence: SequenceOptions = SequenceOptions()
    """What sequences cost."""
    order: OrderOptions = OrderOptions()
    """Which words are no labels."""
    lists: ListOptions = ListOptions()
    """Which children are items of lists."""
    labels: LabelOptions = LabelOptions()
    """Which labels tell themselves."""
    bodies: BodyOptions = BodyOptions()
    """Which children are one text."""
    lines: LineOptions = LineOptions()
    """Which texts between line breaks are items of lists."""


@dataclass(frozen=True, slots=True)
class RepeatOptions:
    """Which neighbouring places are the items of one list."""

    many: int = 4
    """Neighbours that are a list even where all pages have equally many, if each has much in it."""
    much: int = 4
    """Kinds of elements in each of these, at least."""
    items: int = 6
    """Neighbours that are items of lists by their names, and so a list even where all pages have equally many."""
    common: float = 0.3
    """Share of the pages that have the commonest first text of such an item, at most."""
    few: int = 3
    """Neighbours that are a list where each starts with data, even where all pages have equally many."""
    leading: float = 0.9
    """Share of a place's texts that start with its label, where labels within texts tell places apart."""
    columns: float = 0.5
    """Share of the rows that have a cell in a column, at least."""
    grid: float = 0.8
    """Overlap of what is below two neighbouring cells that are two of the same things, at least."""
    neighbour: float = 0.3
    """Overlap of what is below the items of a list and a neighbour that is a further item, at least."""
    seldom: float = 0.15
    """A row that a smaller share of pages has is seldom there."""
    open_labels: int = 6
    """Labels that rows have, at least, to ask whether they are values."""
    open_share: float = 0.5
    """They are if more than this share of the rows is seldom there."""
    alone: int = 3
    """Neighbours of one class, or items by name, that are a list where there is but one page with such a part."""
    headed: int = 20
    """Places of a list of headings with what follows each, at most: more of them are the sections of a long text."""
    by_the_way: float = 0.25
    """Share of pages, at most, that have something else between the paragraphs of a text."""
    paragraphs: int = 3
    """Places of paragraphs that a text has, at least."""
    loose: float = 0.5
    """A place that a smaller share of pages fills is loose."""
    loose_run: int = 6
    """So many loose places in a row have no order worth keeping."""
    together: float = 0.8
    """Share of the instances with a text that have what follows it, for the text to be a label."""


@dataclass(frozen=True, slots=True)
class ProseOptions:
    """Which places hold paragraphs that are read as one text."""

    members: int = 3
    """Paragraphs to judge by, at least."""
    looked_at: int = 200
    """Paragraphs to judge by, at most."""
    plain: float = 0.9
    """Share of paragraphs that hold nothing but texts and inline elements."""
    ways: int = 3
    """Different sequences of inline elements that prose has, at least."""
    same_way: float = 0.6
    """Share of the commonest of these, at most."""
    seldom: float = 0.5
    """Or no more than this share of paragraphs has inline elements at all."""
    words: int = 8
    """Words of a median paragraph, at least."""
    bare: float = 0.6
    """Share of the characters outside inline elements: what is all links is a list of them."""
    known: float = 0.25
    """Share of texts within that several pages have, at most: labels are such."""
    free_words: int = 15
    """Words of a median part of free content, at least."""
    unmarked_words: int = 60
    """Words of free content that a page or two have, at least, if no element in it has a class or id."""
    text_words: float = 5.0
    """Words of a text in it, on average, at least: shorter ones are values."""
    built: float = 0.1
    """Share of such parts that hold a form, a frame or the like, at most."""
    steady: float = 0.5
    """Share of such parts that have a class or id in common, at most: what has is built by the template."""
    free_ways: float = 0.5
    """Share of the commonest sequence of children of such parts, at most."""
    largest: int = 3_000
    """Nodes of a part that is looked into, at most."""


@dataclass(frozen=True, slots=True)
class SignOptions:
    """Which texts that some pages have and others lack are data."""

    longest: int = 30
    """Characters, at most."""
    words: int = 4
    """Words, at most."""
    least: float = 0.05
    """Share of the pages that have it, at least,"""
    most: float = 0.9
    """and at most."""
    with_it: float = 0.7
    """It is the label of data beside it if it is there so often, as a share of that, at least."""
    up: int = 3
    """Elements around it in which it may stand beside that."""


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """Bounds of the paper's procedure, on pages that would take it too long."""

    deepest: int = 60
    """Levels that are matched; what is below counts as alike only if it is equal."""
    cells: int = 20_000
    """Pairs of children that are matched one by one; longer rows are compared by what they begin and end with."""
    looks: int = 100_000
    """How often R2 looks for a symbol further down in one matrix; after that R3 and R4 decide."""
    states: int = 20_000
    """Pairs of states that are looked at before two languages are taken for different."""
    tie: Literal["structure", "first"] = "structure"
    """Which of equally common symbols keeps its row in R4, where the paper selects any one: one of the structure that
    most columns show in the row, or the first."""
    merge_columns: bool = False
    """Shift equal columns as one: the paper shifts each by itself."""
    images: bool = True
    """Images are data nodes, as texts are."""


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """Finding the nodes of a pattern tree on a page."""

    habit: int = 3
    """How often children have to take the same places on learned pages for this to be expected of them."""
    met: int = 64
    """Sequences of children whose places are cached for a pattern node, at most."""
    aligned: int = 256
    """Alignments that are cached for a pattern node, at most."""
    looks: int = 1_000
    """Looks of nodes whose fits are cached for a pattern node, about."""
    cells: int = 2_000
    """Scores that are computed at once; further children are placed by their marks."""
    whole: int = 200
    """Scores that are computed for children that are out of order as a whole, at most."""
    mislabelled: float = 8.0
    """Cost of a node at a place with another label than its own, if that has a place too."""
    least: int = 6
    """Nodes of a subtree whose matching is cached, at least."""
    most: int = 2_000
    """Nodes of a subtree whose matching is cached, at most."""
    subtrees: int = 5_000
    """Subtrees that are cached, at most."""
    steps: int = 3_000_000
    """Steps of strict matching; a page that takes more is taken for not matching."""


@dataclass(frozen=True, slots=True)
class NameOptions:
    """Names of fields."""

    near: int = 3
    """Elements up from a value and a label within which the two have to meet."""
    far: int = 8
    """The same for what tables know of a field besides its name."""
    longest_label: int = 48
    """Characters of a label, at most."""
    labelled: float = 0.8
    """Share of the pages with a value that have its label, at least."""
    longest: int = 40
    """Characters of a name, at most."""
    up: int = 3
    """Elements around a value whose ids and classes come before the last heading."""
    shared: int = 3
    """Varying texts in an element that a word for a common thing in its class or id is meant for, at most; labels of
    values with a class in common that may name them."""
    before: int = 8
    """Fixed texts before a value among which its label is looked for, behind which values stand that all pages have."""


@dataclass(frozen=True, slots=True)
class VariantOptions:
    """When texts vary only with the page's language, or the like, and are no data."""

    variants: int = 4
    """Variants of a template, at most."""
    pages: int = 2
    """Pages of each, at least."""
    texts: int = 10
    """Places with different texts that vary in step, at least."""


@dataclass(frozen=True, slots=True)
class TypeOptions:
    """Types of values."""

    longest: int = 40
    """Characters of a date or sum of money, at most."""
    beside_sum: int = 4
    """Words beside a sum of money, at most; none where letters alone say its currency."""
    share: float = 0.8
    """Share of the values of a field that have its type, at least."""
    expected: float = 0.5
    """The same for the type that pages declare."""


@dataclass(frozen=True, slots=True)
class FurnitureOptions:
    """What varies and is no data."""

    nearly_all: float = 0.9
    """Share of the values of a field that have to look like furniture."""
    pages: int = 3
    """Pages that have a list whose items are always the same, at least."""
    many: float = 0.5
    """Share of the pages that have it, at least."""
    looked_at: int = 20
    """Elements whose size is looked at, at most."""


@dataclass(frozen=True, slots=True)
class DeclaredOptions:
    """What pages declare of themselves, and what it teaches."""

    depth: int = 2
    """How far things are followed into things."""
    properties: int = 120
    """Properties of a page, at most."""
    values: int = 100
    """Values of a property, at most."""
    longest: int = 4000
    """Characters of a value, at most."""
    text: int = 1000
    """Characters of a value that is a text of the page, which is shown as such."""
    agreeing: float = 0.6
    """Share of the pages with a field and a property that have the same in both, for the one to be the other."""
    shown: float = 0.3
    """Share of the pages with a property that have the same in the field."""
    telling: int = 4
    """Characters of a value that is no chance, if all pages have the same or there is but one."""


@dataclass(frozen=True, slots=True)
class FurtherOptions:
    """Lists among what fits nowhere on a page."""

    fewest: int = 3
    """Items, at least."""
    alike: float = 0.5
    """Overlap of the kinds of elements in an item with those in most, at least."""
    up: int = 3
    """Elements around what fits nowhere whose children may be such items."""
    largest: int = 2_000
    """Elements of a part that are looked at, at most."""
    inner: int = 60
    """Elements in an item that are looked at, at most."""
    texts: int = 200
    """Texts of a further item of a list, at most."""
    heading: int = 48
    """Characters of the text before a list that may say what it is of, at most."""


@dataclass(frozen=True, slots=True)
class FactOptions:
    """What is a fact that lists begin with."""

    pages: int = 8
    """Pages that have the list, at least."""
    words: float = 0.25
    """Different words, by the number of these pages, at most."""
    once: float = 0.1
    """Words that one page alone has, by the number of pages, at most."""
    examples: int = 3
    """Values that are kept as examples."""


@dataclass(frozen=True, slots=True)
class FieldOptions:
    """Which variable parts become fields."""

    examples: int = 3
    """Values that are kept as examples."""
    typed: int = 20
    """Values that the type is told from."""
    nearly_all: float = 0.9
    """A text on this share of pages, or values, is taken to be on all."""
    several: int = 5
    """Pages with something of a list from which on it is none, if not one has anything of it twice."""
    names: NameOptions = NameOptions()
    """How fields are called."""
    variants: VariantOptions = VariantOptions()
    """What is no data."""
    types: TypeOptions = TypeOptions()
    """What type a field has."""
    furniture: FurnitureOptions = FurnitureOptions()
    """What is no data of the page."""
    declared: DeclaredOptions = DeclaredOptions()
    """What pages declare of themselves."""
    further: FurtherOptions = FurtherOptions()
    """Lists that the template does not provide for."""
    facts: FactOptions = FactOptions()
    """What lists begin with."""


@dataclass(frozen=True, slots=True)
class WrapperOptions:
    """How a template is learned from its pages, and found on others."""

    anchored: bool = True
    """Align by labels, ids, classes and shapes of texts as well; False is the paper's procedure alone."""
    structure_delta: float = 0.8
    """Two nodes are alike in structure if matching their trees without texts reaches this; the paper's procedure."""
    text_delta: float = 0.9
    """Two nodes are alike in text if matching them with texts reaches this; the paper's procedure."""
    pages: int = 20
    """How many pages are learned from; further ones are left to extraction."""
    fewest: int = 2
    """Pages that are learned from at least, unless they have more than `largest` elements together."""
    largest: int = 400_000
    """Elements of the fewest pages, at most; of pages that are larger still, one has to do."""
    elements: int = 45_000
    """Elements that are learned from, about: of large pages fewer are taken, but `fewest` at least."""
    nodes: int = 20_000
    """Nodes of a pattern tree, about: what would be below more of them is one text each."""
    kinds: int = 1_000
    """Names and classes of the children of a node, at most: with more of them it is one text."""
    rare: int = 1
    """A field is offered if it was filled on this many of the learned pages: what one page alone has is data."""
    where: bool = False
    """Records tell where their values stand."""
    features: FeatureOptions = FeatureOptions()
    """What is noted of nodes."""
    align: AlignOptions = AlignOptions()
    """How children are aligned."""
    repeats: RepeatOptions = RepeatOptions()
    """What is a list."""
    prose: ProseOptions = ProseOptions()
    """What is read as one text."""
    signs: SignOptions = SignOptions()
    paper: PaperOptions = PaperOptions()
    """Bounds of the paper's procedure."""
    match: MatchOptions = MatchOptions()
    """How pages are matched."""
    fields: FieldOptions = FieldOptions()
    """What is a field."""

    def affordable(self, pages: Sequence[Page], besides: Sequence[Page] = ()) -> Sequence[Page]:
        """The first of some pages, as many as are learned from besides others."""
        known = sum(page.size for page in besides)
        taken = [known + size for size in accumulate(page.size for page in pages[: max(self.pages - len(besides), 0)])]
        needed = [size for size in taken[: max(self.fewest - len(besides), 0)] if size <= self.largest]
        return pages[: max(len(needed), sum(size <= self.elements for size in taken), int(not besides))]
