"""Pages of one kind that say of themselves that they are of several.

A schedule shows sessions and tracks alike; what tells them apart is the heading of their list, `Slots` or
`Sessions`. A heading that stands once on nearly all pages, and says one of a few fixed texts that have no word in
common, names what is below it. If the data of these pages stands elsewhere, too, and they have no heading of their own
in common, they are of different kinds: goods with one part or another still have most of their headings in common.

So are pages that declare to be of different types, an `article` and a `website`, and show different things; and pages
in folders of their own that have next to no data in common: a shop's goods and its blog's posts, in a frame that is
most of each page.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from intaglio.tables.kinds.page_sketch import sketch_templates
from intaglio.tables.kinds.placed_pages import FOLDER, TYPE, PlacedPage
from intaglio.tables.kinds.placed_texts import PlacedTexts
from intaglio.tables.words.vocabulary import words_of

_NO_ELEMENT = (FOLDER, TYPE)


@dataclass(frozen=True, slots=True)
class ApartOptions:
    """When a heading tells kinds apart."""

    sample: int = 2
    """Pages that must have a text, of the few that are looked at first."""
    pages: int = 5
    """The same, of all pages."""
    share: float = 0.1
    """Share of the pages that must have it, too."""
    together: float = 0.7
    """Share of the pages that must have one of these texts."""
    there: float = 0.9
    """The same, of the pages that have a heading there."""
    most: int = 4
    """Different texts, at most."""
    longest: int = 40
    """Letters of a text that names something."""
    alike: float = 0.75
    """Share of the places with data that parts of one kind have in common."""
    foreign: float = 0.3
    """The same, of those that pages in different folders have in common, if these are of different kinds."""
    usual: float = 0.5
    """Share of its pages that have a heading for it to be the template's."""
    looked: int = 200
    """Pages by which it is decided."""


class Sign(NamedTuple):
    """What pages of one kind say at a place; the first text names it."""

    place: int
    texts: tuple[str, ...]

    @property
    def name(self) -> str:
        """The text that most of the pages have."""
        return self.texts[0]


Parts = Sequence[Sequence[PlacedPage]]
"""Pages of several templates, or of parts of one."""


def told_apart(pages: Sequence[PlacedPage], others: Parts = (), options: ApartOptions = ApartOptions()) -> list[Sign]:
    """What tells pages apart, headings, types or folders, the most frequent first; none if they are of one kind.
    `others` are some pages of each of the site's templates of other kinds.
    """
    least = max(options.pages, options.share * len(pages))
    for place, texts in _fixed(pages, least, options):
        parts = [[page for page in pages if page.headings.get(place) == text] for text in texts]
        if _stand_elsewhere(parts, others, options) and not _own_headings(parts, others, options):
            return [Sign(place, (text,)) for text in texts]
    types = _types(pages, least, options)
    parts = [[page for page in pages if page.headings.get(TYPE) == type_] for type_ in types]
    if types and _stand_elsewhere(parts, (), options):
        return [Sign(TYPE, (type_,)) for type_ in types]
    return _told_by_folder(pages, options.pages, options)


def _types(pages: Sequence[PlacedPage], least: float, options: ApartOptions) -> list[str]:
    """The types that pages declare to be of, the most frequent first, if these are two or more, and nearly all do."""
    counts = Counter(page.headings[TYPE] for page in pages if TYPE in page.headings)
    found = [type_ for type_, count in counts.most_common(options.most) if count >= least]
    most = sum(counts[type_] for type_ in found) >= options.there * len(pages)
    return found if len(found) > 1 and most else []


def _told_by_folder(pages: Sequence[PlacedPage], least: int, options: ApartOptions) -> list[Sign]:
    """The folders that tell pages apart, those together that have data in common."""
    by_folder: defaultdict[str, list[PlacedTexts]] = defaultdict(list)
    for page in pages:
        by_folder[page.headings.get(FOLDER, "")].append(page.texts)
    by_folder.pop("", None)
    order = sorted(by_folder, key=lambda name: -len(by_folder[name]))
    large = sum(len(some) >= least for some in by_folder.values())
    if large < 2 or sum(len(by_folder[name]) for name in order[:large]) < options.together * len(pages):
        return []
    data = {name: sketch.data for name, sketch in sketch_templates(by_folder).items()}
    parts: list[list[str]] = []
    for at, name in enumerate(order):
        alike = [_shared(data[name], data[part[0]]) for part in parts]
        near = max(alike, default=0.0)
        if near >= options.foreign or at >= large:  # a small one goes where it fits best
            parts[alike.index(near)].append(name)
        else:
            parts.append([name])
    return [Sign(FOLDER, tuple(part)) for part in parts] if len(parts) > 1 else []


def _stand_elsewhere(parts: Parts, others: Parts, options: ApartOptions) -> bool:
    """Whether the data of the first part stands elsewhere than that of the others."""
    samples = {number: [one.texts for one in some] for number, some in enumerate([*parts, *others])}
    sketches = sketch_templates(samples)
    return all(_shared(sketches[0].data, sketches[at].data) < options.alike for at in range(1, len(parts)))


def _own_headings(parts: Parts, others: Parts, options: ApartOptions) -> frozenset[tuple[int, str]]:
    """Headings that all parts have, and few other templates of the site."""
    usual = [_usual_headings(some, options) for some in parts]
    elsewhere = Counter(heading for some in others for heading in _usual_headings(some, options))
    shared = frozenset[tuple[int, str]].intersection(*usual)
    return frozenset(heading for heading in shared if 2 * elsewhere[heading] < max(len(others), 1))


def _usual_headings(pages: Sequence[PlacedPage], options: ApartOptions) -> frozenset[tuple[int, str]]:
    counts = Counter(heading for page in pages for heading in page.headings.items() if heading[0] not in _NO_ELEMENT)
    return frozenset(heading for heading, count in counts.items() if count >= options.usual * len(pages))


def parts_of(pages: Sequence[PlacedPage], signs: Sequence[Sign], options: ApartOptions = ApartOptions()) -> list[int]:
    """The part of each page of a template, by the number of its sign; all of one, unless enough say otherwise."""
    said = [
        next((at for at, sign in enumerate(signs) if page.headings.get(sign.place) in sign.texts), None)
        for page in pages
    ]
    counts = Counter(at for at in said if at is not None)
    most = max(counts, key=lambda at: (counts[at], -at), default=0)
    return [most if at is None or counts[at] < options.pages else at for at in said]


def may_be_told_apart(sample: Sequence[PlacedPage], options: ApartOptions = ApartOptions()) -> bool:
    """Whether all pages of a kind are worth a look, by some of them."""
    if _types(sample, options.sample, options) or next(_fixed(sample, options.sample, options), None) is not None:
        return True
    return bool(_told_by_folder(sample, options.sample, options))


def _fixed(pages: Sequence[PlacedPage], least: float, options: ApartOptions) -> Iterator[tuple[int, list[str]]]:
    """Places of headings that say one of a few texts, and these, the most frequent first."""
    said: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for page in pages:
        for place, text in page.headings.items():
            said[place][text] += 1
    for place in _NO_ELEMENT:
        said.pop(place, None)
    for place, counts in said.items():
        texts = [text for text, count in counts.most_common(options.most + 1) if count >= least]
        if not 1 < len(texts) <= options.most or not _are_names(texts, options):
            continue
        if sum(counts[text] for text in texts) >= max(options.together * len(pages), options.there * counts.total()):
            yield place, texts


def _are_names(texts: Sequence[str], options: ApartOptions) -> bool:
    """Whether texts can be names of different things: short, without numbers, and without a word in common."""
    words = [word for text in texts for word in set(words_of(text))]
    short = all(0 < len(text) <= options.longest and not any(map(str.isdigit, text)) for text in texts)
    return short and all(map(words_of, texts)) and len(words) == len(set(words))


def _shared(one: Mapping[Hashable, float], other: Mapping[Hashable, float]) -> float:
    """Share of the places with data of either that both have."""
    places = one.keys() | other.keys()
    both = sum(min(one.get(place, 0.0), other.get(place, 0.0)) for place in places)
    either = sum(max(one.get(place, 0.0), other.get(place, 0.0)) for place in places)
    return both / either if either else 1.0
