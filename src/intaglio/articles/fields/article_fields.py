"""What goes with a body: title, author, date and so on, each with where it was found. Nothing found is nothing.

What a page declares comes first, what it shows around its headline after that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from html import unescape
from itertools import chain, islice
from types import MappingProxyType

from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.fields.bylines import person, shown_author, shown_date
from intaglio.articles.fields.dates import IN_ADDRESS, checked, iso_date
from intaglio.articles.fields.declared import Found, PageMetadata, first
from intaglio.articles.fields.lines_around import LinesAround
from intaglio.articles.fields.shown_labels import shown_labels
from intaglio.articles.fields.titles import titles
from intaglio.articles.output.addresses import resolved
from intaglio.page import TAGS, Page

_AUTHORS = (
    "author", "article:author", "dc.creator", "dcterms.creator", "parsely-author", "sailthru.author", "citation_author",
)  # fmt: skip
DATES = (
    "article:published_time", "datepublished", "date", "dc.date", "dc.date.issued", "dcterms.date", "pubdate",
    "publish-date", "publish_date", "parsely-pub-date", "sailthru.date", "citation_publication_date",
    "og:published_time", "dcterms.created", "publication_date", "citation_date", "citation_online_date",
)  # fmt: skip
MOST_AUTHORS = 100
"""Names that are looked at of what a page says its authors are."""


_TOGETHER = re.compile(r",\s+|\s+(?:and|und|et|y|&)\s+")
"""What stands between two names."""
_ADDRESS = re.compile(r"[\s.]*<[^<>]*(?:@|//)[^<>]*>")
"""Where somebody is to be reached, behind the name."""
_NO_NAMES = ("jr", "jr.", "sr", "sr.", "phd", "ph.d.", "md", "m.d.", "esq", "esq.", "ii", "iii")
"""What may follow a name behind a comma, and is none."""


class Surface(PageMetadata):
    """A page as the fields look at it: what it declares, and the blocks it shows."""

    def __init__(self, page: Page, blocks: Blocks) -> None:
        """Look at a page and its blocks."""
        super().__init__(page)
        self.blocks = blocks

    @cached_property
    def title(self) -> Found | None:
        """The headline."""
        return first(titles(self))

    @cached_property
    def date(self) -> Found | None:
        """The day it was published."""
        return first(_dates(self))

    @cached_property
    def author(self) -> Found | None:
        """Who wrote it."""
        return author(self)

    @cached_property
    def lines(self) -> LinesAround:
        """Short lines around the headline."""
        return LinesAround(self.page, self.blocks, self.title.value if self.title else None)

    @property
    def times(self) -> list[str]:
        """What its `<time>` elements say to machines."""
        elements = (self.page.tag == TAGS["time"]).nonzero()[0].tolist()
        return [value for value in self.page.values("datetime", elements) if value is not None]


def author(surface: Surface) -> Found | None:
    """Who wrote it; a site that names itself as the author is one only if nobody else is named."""
    last = None
    for found in chain(_authors(surface), _shown(surface)):
        itself = surface.site is not None and found.value.casefold() == surface.site.value.casefold()
        if found.value and not itself:
            return found
        last = last or (found if found.value else None)
    return last


def _shown(surface: Surface) -> Iterator[Found]:
    yield from shown_author(surface.lines)
    title = surface.title.value if surface.title else None
    linked = list(shown_labels(surface.page, surface.blocks, title, "author"))
    names = dict.fromkeys(filter(None, (person(found.value) for found in linked)))
    if names:
        yield Found(", ".join(names), linked[0].origin)


def _authors(surface: Surface) -> Iterator[Found]:
    for thing in surface.works[:3]:
        names = list(dict.fromkeys(person(unescape(name)) for name in islice(thing.strings("author"), MOST_AUTHORS)))
        # Microdata has the authors of comments, too.
        names = [name for name in names if name][: 1 if thing.notation == "microdata" else None]
        if names:
            yield Found(", ".join(names), f"{thing.notation}:author")
    declared = surface.contents
    for key in filter(declared.__contains__, _AUTHORS):
        contents = declared[key] if key.startswith(("citation", "dc")) else declared[key][:1]
        yield Found(", ".join(filter(None, map(_declared, contents))), f"meta:{key}")
    page = surface.page
    for e, _ in surface.related("author"):
        if page.tag[e] == TAGS["a"] and "author" in (page.values("rel", (e,))[0] or "").split():
            yield Found(person(page.text(e)), "rel:author")


def authors(surface: Surface) -> Iterator[Found]:
    """Who wrote it, one by one."""
    if surface.author is not None:
        for name in _TOGETHER.split(" ".join(surface.author.value.split())):
            if name.strip() and name.strip().lower() not in _NO_NAMES:
                yield Found(name.strip(), surface.author.origin)


def _declared(content: str) -> str:
    """A content of `<meta>` that may name several people."""
    name = _ADDRESS.sub("", content.removeprefix("By ").removeprefix("by ")).strip()
    return "" if name.startswith(("http://", "https://", "@")) or len(name) > 120 else name


def _dates(surface: Surface) -> Iterator[Found]:
    page = surface.page
    for found in chain(surface.of_works(("datePublished", "dateCreated", "uploadDate")), surface.of_metas(DATES)):
        yield Found(iso_date(found.value), found.origin)
    inside_url = IN_ADDRESS.search(page.url or "")
    if inside_url:
        yield Found(checked(*inside_url.groups()), "url")
    yield from shown_date(surface.lines)
    for value in surface.times:
        yield Found(iso_date(value), "time")


def structured_text(declared: PageMetadata) -> Found | None:
    """The body as structured data has it, for pages that show their content by script only; else the description."""
    bodies = [found for found in declared.of_works(("articleBody", "text", "reviewBody"), 9) if len(found.value) > 100]
    return max(bodies, key=lambda found: len(found.value), default=None) or abstract(declared)


def abstract(declared: PageMetadata) -> Found | None:
    """The page's own summary."""
    names = ("og:description", "description", "twitter:description", "dc.description")
    found = first(chain(declared.of_works(("abstract", "description"), 1), declared.of_metas(names)))
    return Found(unescape(found.value), found.origin) if found else None


def language(surface: Surface) -> Found | None:
    """The language it says it is written in."""
    return first(_languages(surface))


def _languages(surface: Surface) -> Iterator[Found]:
    yield Found(surface.page.attributes(0).get("lang", "").strip(), "html:lang")
    yield from surface.of_metas(("content-language", "og:locale", "language"))
    yield from surface.of_works(("inLanguage",))


def canonical(declared: PageMetadata) -> Found | None:
    """The address the page wants to be known by."""
    return first(_addresses(declared))


def _addresses(declared: PageMetadata) -> Iterator[Found]:
    page = declared.page
    for e, _ in declared.related("canonical"):
        if page.tag[e] == TAGS["link"]:
            yield Found(resolved(page, page.attributes(e).get("href", "")), "link:canonical")
    for found in declared.of_metas(("og:url",)):
        yield Found(resolved(page, found.value), found.origin)


FIELDS: MappingProxyType[str, Callable[[Surface], Found | None]] = MappingProxyType(
    {
        "title": lambda surface: surface.title,
        "author": lambda surface: surface.author,
        "date": lambda surface: surface.date,
        "abstract": abstract,
        "language": language,
        "canonical": canonical,
        "site": lambda surface: surface.site,
    }
)
"""Every field by its name, with the function that finds it."""
