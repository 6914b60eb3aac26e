"""Wrapper: what a template's pages taught; gives the record of any further page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from intaglio.errors import IntaglioError
from intaglio.garbage import seldom_collected
from intaglio.page import Page
from intaglio.wrapper.fields.assign_names import ListField, Path, list_path
from intaglio.wrapper.fields.declared_fields import NOWHERE
from intaglio.wrapper.fields.field import Field
from intaglio.wrapper.fields.field_finder import Least, Parts, Spot, find_fields, values_of
from intaglio.wrapper.fields.filling import RecordFiller
from intaglio.wrapper.former_names import Former, names_by_values
from intaglio.wrapper.learn.merge_pages import merge
from intaglio.wrapper.learn.said_lists import SaidLists
from intaglio.wrapper.learn.texts.signs import with_signs
from intaglio.wrapper.match.child_plan import Habits
from intaglio.wrapper.match.match_result import Matching
from intaglio.wrapper.match.matcher import Choice, Matcher, habits_of
from intaglio.wrapper.match.strict_matcher import StrictMatcher
from intaglio.wrapper.options import WrapperOptions
from intaglio.wrapper.page_model.mark_codes import Coding
from intaglio.wrapper.page_model.node_features import Vocabulary
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.record import Record


@dataclass(frozen=True)
class Wrapper:
    """A pattern tree, the fields in it, and what is needed to find them on pages; made by `learn`."""

    pattern: PatternTree
    vocabulary: Vocabulary
    fields: tuple[Field, ...]
    lists: Mapping[int, ListField]
    habits: Habits
    """Which children always took which places on the pages learned from."""
    pages: int
    """How many pages it was learned from, without those borrowed."""
    options: WrapperOptions = WrapperOptions()
    """How it is found on pages; not stored with it."""
    parts: Parts = field(default_factory=dict, repr=False, compare=False)
    """What stands around its data, in document order, if it was just learned; not stored with it."""

    @cached_property
    def matcher(self) -> Matcher:
        """Finds the tree's nodes on pages."""
        return Matcher(self.pattern, self.vocabulary, self.habits, self.options)

    @cached_property
    def strict(self) -> StrictMatcher:
        """Tells which pages are in the tree's language."""
        return StrictMatcher(self.matcher)

    @cached_property
    def form(self) -> RecordFiller:
        """Where values go."""
        return RecordFiller(self.fields, self.lists, self.pattern, self.options.fields.further)

    def named(self) -> dict[str, Field]:
        """The fields by their names, those of lists with the lists' names before."""
        return {".".join(self.form.path(field)): field for field in self.fields}


@dataclass(frozen=True)
class Lesson:
    """A wrapper that was just learned, and what was found on the pages that it was learned from."""

    wrapper: Wrapper
    found: Mapping[int, tuple[Page, Tree, Matching]]
    """Pages by their identity; none if habits, which come last, find something else."""

    def extract(self, page: Page) -> Record:
        """The record of a page; one that was learned from is not matched again."""
        known = self.found.get(id(page))
        if known is None:
            return extract(self.wrapper, page)
        _, tree, matching = known
        return self.wrapper.form.fill(matching, tree, where=self.wrapper.options.where)


@dataclass(frozen=True)
class Background:
    """What is known besides the pages that a wrapper is learned from."""

    previous: Wrapper | None = None
    """Fields that it has keep their names."""
    common: Collection[str] = ()
    """Texts that stand all over the site: they tell what is fixed where there is but one page to learn from."""
    borrowed: Sequence[Page] = ()
    """Pages of a template that is built alike, which tell the same."""
    former: Sequence[Former | None] = ()
    """Records of the pages before these were redesigned: without `previous`, values keep the names that they had in
    them.
    """
    said_lists: SaidLists = field(default_factory=dict)
    """What people said of lists."""


def learn(
    pages: Sequence[Page], options: WrapperOptions = WrapperOptions(), known: Background = Background()
) -> Wrapper:
    """Learn from pages of one template."""
    return take_lesson(pages, options, known).wrapper


@seldom_collected()
def take_lesson(
    pages: Sequence[Page], options: WrapperOptions = WrapperOptions(), known: Background = Background()
) -> Lesson:
    """Learn from pages of one template, and keep what was found on them."""
    if not pages:
        raise IntaglioError("a wrapper is learned from at least one page")
    own = options.affordable(pages)
    trees = [Tree(page) for page in (*own, *options.affordable(known.borrowed, own))]
    vocabulary = Vocabulary.of(trees, options.features)
    marks = dict.fromkeys(chain.from_iterable(tree.marks for tree in trees))
    coding = Coding(marks, vocabulary, options.features)
    pattern = merge([PageFeatures(tree, coding) for tree in trees], options, known.common, known.said_lists)
    if options.anchored:
        pattern = with_signs(pattern, options.signs)
    matcher = Matcher(pattern, vocabulary, options=options)
    seen: Counter[Choice] = Counter()
    matchings = [matcher.match(tree, seen) for tree in trees]
    previous = known.previous
    names = _names(previous, trees) if previous is not None else names_by_values(known.former[: len(own)], trees)
    data = {_full_path(previous, one) for one in previous.fields if not one.furniture} if previous else set()
    least = Least(options.rare, len(own))
    fields, lists, parts = find_fields(pattern, trees, matchings, least, names, data, options.fields)
    habits = habits_of(seen, options.match.habit)
    wrapper = Wrapper(pattern, vocabulary, fields, lists, habits, len(own), options, parts)
    stays = matcher.take_habits(habits)
    vars(wrapper)["matcher"] = matcher  # its plans are made
    found = zip(own, trees, matchings, strict=False) if stays else ()
    return Lesson(wrapper, {id(page): (page, tree, matching) for page, tree, matching in found})


def extract(wrapper: Wrapper, page: Page, *, where: bool = False) -> Record:
    """The record of a page; what does not fit the template is reported. `where` adds the elements of all values."""
    tree = Tree(page)
    return wrapper.form.fill(wrapper.matcher.match(tree), tree, where=where or wrapper.options.where)


def extract_strictly(wrapper: Wrapper, page: Page) -> Record | None:
    """The record of a page that is in the language of the pattern tree, as in the paper; None for any other."""
    tree = Tree(page)
    matching = wrapper.strict.match(tree)
    return None if matching is None else wrapper.form.fill(matching, tree)


def _full_path(previous: Wrapper, field: Field) -> Path:
    """The full name of a field, also of the one field of a list."""
    return (*list_path(previous.lists, field.within), field.name)


def _names(previous: Wrapper, trees: Sequence[Tree]) -> dict[Spot, Path]:
    """The names that values of some pages go by in an older wrapper."""
    wanted: dict[int, list[str]] = {}
    called: dict[tuple[int, str], Path] = {}
    for one in previous.fields:
        for number, attribute in one.slots:
            wanted.setdefault(number, []).append(attribute)
            called[number, attribute] = _full_path(previous, one)
    found: dict[Spot, Path] = {
        (page, NOWHERE, one.declared): (one.name,)
        for page in range(len(trees))
        for one in previous.fields
        if one.origin == "declared"
    }
    for page, tree in enumerate(trees):
        for key, _, at, _ in values_of(previous.matcher.match(tree), tree, wanted, previous.pattern.wholes()):
            found[page, at, key[1]] = called[key]
    return found
