"""Places → drafts of pattern nodes: what is always there, what may be missing, what repeats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.draft import Draft, Place
from intaglio.wrapper.learn.repeats import filled, runs_of, usual_mark
from intaglio.wrapper.options import EvidenceOptions, WrapperOptions
from intaglio.wrapper.page_model.node_features import Vocabulary
from intaglio.wrapper.page_model.page_tree import TEXT
from intaglio.wrapper.page_model.tag_sets import TITLES
from intaglio.wrapper.pattern import Kind


def grouped(
    places: Sequence[Place],
    instances: int,
    vocabulary: Vocabulary,
    common: Collection[str],
    options: WrapperOptions,
    *,
    listed: bool | None = None,
) -> list[Draft]:
    """The drafts for the children of a node: neighbours that are items of one list become a set, unless people said
    that there is none.
    """
    runs = runs_of(places, instances, vocabulary, common, options.repeats)
    if listed is False:
        runs = [([place], place.loose) for place in places]
    return [
        _set(_by_mark(run, options.align.evidence), instances, common)
        if repeated
        else _single(run[0], instances, common)
        for run, repeated in runs
    ]


def _by_mark(run: Sequence[Place], options: EvidenceOptions) -> list[Place]:
    """Members of several places gathered by name and class, in order of first appearance, titles first. Parts of the
    items of a list that was found on its pages stay as they are.
    """
    gathered: dict[tuple[tuple[str, str], int], Place] = {}
    parts: Counter[tuple[str, str]] = Counter()
    for place in run:
        mark, is_part = usual_mark(place), place.folded >= 0
        key = mark, parts[mark] if is_part else 0
        parts[mark] += is_part
        into = gathered.setdefault(key, Place(Evidence(place.evidence.tag, options=options), body=place.body))
        into.members += place.members
        into.evidence.absorb(place.evidence)
    for place in gathered.values():
        place.members.sort()
    if parts.total():
        return list(gathered.values())
    return sorted(gathered.values(), key=lambda place: place.evidence.tag not in TITLES)


def _single(place: Place, instances: int, common: Collection[str]) -> Draft:
    """A place by itself; optional unless it is always there."""
    leaf = Draft(type_of_place(place.evidence, common), place)
    share = filled(place, instances)
    return leaf if share == 1 else Draft("optional", children=[leaf], filled=share)


def _set(places: list[Place], instances: int, common: Collection[str]) -> Draft:
    """A set of one kind of item, or of several in any order: then each is optional within the set."""
    items = [Draft(type_of_place(place.evidence, common), place) for place in places]
    if len(items) > 1:
        items = [Draft("optional", children=[item]) for item in items]
    made = Draft("set", children=items)
    share = len({number for place in places for number, _ in place.members}) / instances
    return made if share == 1 else Draft("optional", children=[made], filled=share)


def type_of_place(evidence: Evidence, common: Collection[str]) -> Kind:
    """A text is taken for fixed if several pages have it and no other, or if it is common all over the site."""
    if evidence.tag != TEXT.tag:
        return "fixed"
    if len(evidence.heads) > 1:
        return "variant"
    return "fixed" if evidence.members > 1 or next(iter(evidence.heads)) in common else "variant"
