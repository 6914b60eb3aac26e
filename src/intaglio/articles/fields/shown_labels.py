"""Categories, tags and authors by where links lead: `/tag/tides/` is the page of a tag, wherever the link stands.

Menus and clouds have all of a site's; those of an article stand in a line of their own in the part of the page that
holds its headline and its text, and are few.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from urllib.parse import urlsplit

import numpy as np

from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.class_hints import any_name_has
from intaglio.articles.fields.class_signs import ClassSigns
from intaglio.articles.fields.declared import Found
from intaglio.articles.output.addresses import link_addresses
from intaglio.page import TAGS, Page
from intaglio.page.tags import codes
from intaglio.white_space import collapsed

_LAST = r"/[^/?#]+?(?:/|/index\.html?|\.html?)?$"
KINDS = MappingProxyType(
    {
        "category": re.compile(
            rf"/(?:category|categories|rubrik|ressort|kategorie|categorie)(?:/[^/]+)?{_LAST}", re.IGNORECASE
        ),
        "tag": re.compile(
            rf"/(?:tags?|labels?|topics?|keywords?|schlagwort|etiquetas?|mots?-cles?){_LAST}", re.IGNORECASE
        ),
        "author": re.compile(rf"/(?:authors?|autor|autoren|auteurs?){_LAST}", re.IGNORECASE),
    }
)
"""Addresses of the pages of a category, of a tag, of an author."""
_HINT = re.compile(
    r"/(?:(?P<category>(?=categor|kategor|rubrik|ressort))|(?P<author>(?=aut[heo]))"
    r"|(?P<tag>(?=tags?/|labels?/|topics?/|keywords?/|schlagwort/|etiqueta|mots?-cle)))"
)
"""What an address of each of these kinds has."""
_PAGED = re.compile(r"/(?:page|feed|rss|index)/?\d*(?:\.\w+)?/?$", re.IGNORECASE)
_BESIDE = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|menu|sidebar|(?<!elementor-)widget|cloud|recent|related|breadcrumbs?|card|teaser|comments?|promo|prev|next)"
    r"(?=[\s_-]|$)",
    re.IGNORECASE,
)
"""What parts of a page are called that speak of other pages."""
_CLOUD = re.compile(r"tag-?_?cloud|(?:^|[\s_-])(?:sidebar|(?<!elementor-)widget)(?=[\s_-]|$)", re.IGNORECASE)
_CLOUDS = ("cloud", "sidebar", "widget")
"""What all of these have in their names."""
_APART = codes("nav aside form")
_BETWEEN = re.compile(r"[\W_]*(?:(?:and|und|et|y|e|och|en)[\W_]*)?")
"""What stands between the names of those who wrote something together."""
_NEXT = "\0"
"""Stands between addresses; none of a parsed page has it."""
_MOST, _LONGEST, _GAP, _FAR = 12, 60, 3, 64
"""Links of an article, characters of one, texts between two of them, and how far up it is looked what they stand in."""
_LONG = 200
"""Characters of an address that is remembered."""
_TERSE, _SHORT = 8.0, 20.0
"""Words of a line that is no sentence, with a full stop and without."""


def shown_labels(page: Page, blocks: Blocks, title: str | None, kind: str) -> Iterator[Found]:
    """What links of a kind around the article say."""
    links = page.derived(_links)[kind]
    head = _headline(page, blocks, title) if links else None
    if head is None:
        return
    home = _home(page, blocks, head)
    beside = _Beside(page, home)
    own = [e for e in links if _is_own(page, blocks, e, home, beside)]
    runs = [run for run in _runs(page, own) if len(run) <= _MOST]
    after = [run for run in runs if run[0] > head]
    run = (after[:1] or runs[-1:] or [[]])[0]
    for e in _side_by_side(page, run) if kind == "author" else run:
        value = collapsed(page.text(e)).lstrip("#").strip()
        if 1 < len(value) <= _LONGEST and not value.isdecimal():
            yield Found(value, "link")


def _links(page: Page) -> dict[str, list[int]]:
    """The links of each kind; most addresses have none of their words, and are not taken apart."""
    found: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for e, address, hint in addresses_with(page, _HINT):
        kind = hint.lastgroup or ""
        if page.text_stop[e] == page.text_start[e] or found[kind][-1:] == [e]:
            continue
        if (leads_to if len(address) <= _LONG else leads_to.__wrapped__)(kind, address):
            found[kind].append(e)
    return found


@lru_cache(maxsize=1024)
def leads_to(kind: str, address: str) -> bool:
    """Whether an address may lead to a page of a kind; the pages of a site have the same menus."""
    try:
        path = "/" + urlsplit(address.strip()).path
    except ValueError:
        return False
    return KINDS[kind].search(path) is not None and _PAGED.search(path) is None


def addresses_with(page: Page, hint: re.Pattern[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """The links that lead to addresses with a hint, in small letters and behind a slash, with these, once a hint; all
    are looked at as one text.
    """
    whole = page.derived(_all_addresses)
    every: list[tuple[int, str]] = []
    at, before = 0, 0
    for found in hint.finditer(whole):
        every = every or list(link_addresses(page).items())
        at += whole.count(_NEXT, before, found.start())
        before = found.start()
        yield *every[at], found


def _all_addresses(page: Page) -> str:
    return f"/{f'{_NEXT}/'.join(link_addresses(page).values())}".lower()


def _headline(page: Page, blocks: Blocks, title: str | None) -> int | None:
    """The element of the headline: the first heading that reads as the title does."""
    wanted = collapsed((title or "").casefold())
    tags = page.tag.take(blocks.element)
    heads = ((tags == TAGS["h1"]) | (tags == TAGS["h2"])).nonzero()[0]
    for b in heads.tolist() if wanted else ():
        if collapsed("".join(page.texts[blocks.start[b] : blocks.stop[b]]).casefold()) == wanted:
            return int(blocks.element[b])
    return None


def _home(page: Page, blocks: Blocks, head: int) -> int:
    """The smallest element that has the headline and most of the sentences, or the `<article>` right around it."""
    prose = np.concatenate([[0.0], np.cumsum(np.where(blocks.stops > 0, blocks.words, 0))])
    for up in islice(page.ancestors(head), _FAR):
        first, last = blocks.of_text[page.text_start[up]], blocks.of_text[page.text_stop[up]]
        if prose[last] - prose[first] > prose[-1] / 2:
            return next(
                (over for over in (up, *islice(page.ancestors(up), 4)) if page.tag[over] == TAGS["article"]), up
            )
    return 0


def _runs(page: Page, links: Sequence[int]) -> list[list[int]]:
    """Links that stand together."""
    runs: list[list[int]] = []
    for e in links:
        if runs and page.text_start[e] - page.text_stop[runs[-1][-1]] <= _GAP:
            runs[-1].append(e)
        else:
            runs.append([e])
    return runs


def _side_by_side(page: Page, run: Sequence[int]) -> Iterator[int]:
    """Links up to the first that something else is said before: who looked it over did not write it."""
    for at, e in enumerate(run):
        said = " ".join(page.texts[int(page.text_stop[run[at - 1]]) : int(page.text_start[e])]) if at else ""
        if not _BETWEEN.fullmatch(said):
            return
        yield e


def _is_own(page: Page, blocks: Blocks, e: int, home: int, beside: _Beside) -> bool:
    """Whether a link is the article's: inside its part of the page, in no sentence, in no part that tells of others."""
    if not home < e < page.end[home]:
        return False
    b = max(int(blocks.of_text[page.text_start[e] + 1]) - 1, 0)
    if blocks.words[b] > (_TERSE if blocks.stops[b] else _SHORT) and blocks.linked[b] < blocks.words[b] / 2:
        return False
    return not beside.holds(e)


class _Beside:
    """What parts of the page inside another one tell of other pages."""

    def __init__(self, page: Page, home: int) -> None:
        self._page, self._home = page, home
        self._signs = ClassSigns(page, _BESIDE)
        self._known: dict[int, bool] = {}

    def holds(self, e: int) -> bool:
        """Whether a link stands in one of them."""
        up = int(self._page.parent[e])
        if up not in self._known:
            around = [up for up in islice(self._page.ancestors(e), _FAR) if up > self._home]
            apart = not _APART.isdisjoint(self._page.tag.take(around).tolist()) if around else False
            self._known[up] = apart or self._signs.any(around)
        return self._known[up] or self._signs.any([e])


class Clouds:
    """What is called a cloud, a sidebar or a widget."""

    def __init__(self, page: Page) -> None:
        """Look at a page."""
        self._page = page
        self._signs = ClassSigns(page, _CLOUD)
        self._some = any_name_has(page, _CLOUDS)

    def hold(self, e: int) -> bool:
        """Whether an element stands in one."""
        return self._some and self._signs.any([e, *islice(self._page.ancestors(e), _FAR)])
