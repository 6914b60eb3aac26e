"""What of a template's pages an area means: places of blocks for articles, the way down to its items for lists.

Both are kept with what people say of areas, so that it holds for pages whatever areas are numbered later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from intaglio.articles import Article
from intaglio.articles.memory.places import places_of
from intaglio.collection.corrections.correction import Correction, What
from intaglio.errors import BadCorrection
from intaglio.page import Page
from intaglio.wrapper.learn.said_lists import way_to
from intaglio.wrapper.page_model.page_tree import Tree

BODY, LIST = str(What.BODY), str(What.LIST)


@dataclass(frozen=True, slots=True, eq=False)
class AreaOnPage:
    """A page of the template, and the texts that the area has there, those of areas within it too."""

    page: Page
    article: Article
    texts: frozenset[int]


def with_address(one: Correction, role: str | None, pages: Iterable[AreaOnPage]) -> Correction:
    """What is said of an area, with what it means on some pages; `role` is the area's until now.

    BadCorrection if content or a list is spoken of, and no page has any of it.
    """
    concerned = {str(one.what)} if one.what is not What.ROLE else {role, one.value}
    looked = [page for page in pages if page.texts]
    blocks = tuple(area_places(looked)) if BODY in concerned else ()
    path = area_way(looked) if LIST in concerned else None
    if one.what is not What.ROLE and not looked:
        raise BadCorrection(f"area {one.target.area} holds nothing on pages of its template that can be read")
    if one.what is What.BODY and not blocks:
        others = "what stands in it stands at places that other areas have as well"
        raise BadCorrection(f"area {one.target.area}: {others}; say it of the area around, or on the Article screen")
    return replace(one, target=replace(one.target, blocks=blocks, path=path))


def area_places(pages: Sequence[AreaOnPage]) -> list[str]:
    """Places of text blocks that are mostly within an area, as numbers, in a fixed order."""
    within: Counter[int] = Counter()
    every: Counter[int] = Counter()
    for one in pages:
        blocks = one.article.body.blocks
        places = places_of(one.page, blocks).tolist()
        every.update(places)
        within.update(place for place, first in zip(places, blocks.start.tolist(), strict=True) if first in one.texts)
    return [str(place) for place in sorted(within) if 2 * within[place] > every[place]]


def area_way(pages: Sequence[AreaOnPage]) -> str | None:
    """The way down to the element whose children are the items of an area, as most pages have it."""
    ways: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for one in pages:
        tree = Tree(one.page)
        node = tree.element.index(_around(one.page, one.texts))
        for ids, counts in ways.items():
            counts[way_to(tree, node, ids=ids)] += 1
    usual = {ids: max(counts, key=lambda way: (counts[way], way)) for ids, counts in ways.items() if counts}
    if not usual:
        return None
    steady = 2 * ways[True][usual[True]] > ways[True].total()  # else each page has an id of its own
    return usual[steady]


def _around(page: Page, texts: Collection[int]) -> int:
    """The element with the items: of all around some texts, or within that, the one with most children of a kind."""
    top = int(page.text_owner[min(texts)])
    while int(page.text_stop[top]) <= max(texts):
        top = int(page.parent[top])
    return max(range(top, int(page.end[top])), key=lambda e: (_alike(page, e, texts), -e))


def _alike(page: Page, e: int, texts: Collection[int]) -> int:
    """How many children of an element are of one name and class, and begin with one of some texts."""
    counts = Counter(
        (page.tag_name(child), page.class_of(child))
        for child in page.children(e).tolist()
        if page.text_stop[child] > page.text_start[child] and int(page.text_start[child]) in texts
    )
    return max(counts.values(), default=0)
