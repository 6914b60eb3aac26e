"""Fields that few need and people miss when they are gone: times, image, categories, tags, licence, every author.

Each is a list of what was found with where it stood; nothing found is an empty list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import chain
from types import MappingProxyType

from intaglio.articles.fields.article_fields import DATES, Surface, authors
from intaglio.articles.fields.bylines import shown_change
from intaglio.articles.fields.dates import iso_moment
from intaglio.articles.fields.declared import Found
from intaglio.articles.fields.shown_labels import Clouds, addresses_with, leads_to, shown_labels
from intaglio.articles.output.addresses import link_addresses, resolved
from intaglio.page import TAGS

_CHANGES = (
    "article:modified_time", "og:updated_time", "datemodified", "dc.date.modified", "dcterms.modified", "last-modified",
    "revised",
)  # fmt: skip
_IMAGES = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
_LICENCE = re.compile(r"^https?://(?:www\.)?creativecommons\.org/(?:licenses|publicdomain)/", re.IGNORECASE)
_COMMONS = re.compile(r"commons\.org/")
_NAME = 2
"""Blanks in what is the name of a page rather than a word for it."""
_MOST, _LONGEST = 30, 80
"""Tags of a page, and characters of a tag: beyond that it is no list of tags."""


def moment(surface: Surface) -> Iterator[Found]:
    """When it was published: a day with its time, where the page tells one that agrees with its date."""
    day = surface.date
    if day is None:
        return
    times = (Found(value, "time") for value in surface.times)
    for found in chain(
        surface.of_works(("datePublished", "dateCreated", "uploadDate")), surface.of_metas(DATES), times
    ):
        when = iso_moment(found.value)
        if when.startswith(day.value) and "T" in when:
            yield Found(when, found.origin)
    yield day


def modified(surface: Surface) -> Iterator[Found]:
    """When it was last changed."""
    for found in chain(surface.of_works(("dateModified",)), surface.of_metas(_CHANGES)):
        yield Found(iso_moment(found.value), found.origin)
    yield from shown_change(surface.lines)


def image(surface: Surface) -> Iterator[Found]:
    """The picture that goes with it."""
    for found in chain(surface.of_metas(_IMAGES), _pictures(surface)):
        address = resolved(surface.page, unescape(found.value))
        if address.startswith(("http://", "https://")) and " " not in address:
            yield Found(address, found.origin)


def _pictures(surface: Surface) -> Iterator[Found]:
    for thing in surface.works[:3]:
        for value in chain(thing.properties.get("image", ()), thing.properties.get("thumbnailUrl", ())):
            addresses = (value,) if isinstance(value, str) else value.properties.get("url", ())
            yield from (Found(one, f"{thing.notation}:image") for one in addresses if isinstance(one, str))


def categories(surface: Surface) -> Iterator[Found]:
    """The sections of the site it belongs to."""
    yield from _several(surface, ("article:section", "parsely-section"), "articleSection")
    yield from _related(surface, "category")
    yield from _labels(surface, "category")


def tags(surface: Surface) -> Iterator[Found]:
    """What it is about, in the words of its publisher: not once more what it is called."""
    names = {(surface.page.title or "").casefold(), surface.title.value.casefold() if surface.title else ""}
    for found in _tags(surface):
        if found.value.count(" ") < _NAME or found.value.casefold() not in names:
            yield found


def _tags(surface: Surface) -> Iterator[Found]:
    yield from _several(surface, ("article:tag", "news_keywords", "keywords", "parsely-tags"), "keywords")
    yield from _related(surface, "tag")
    yield from _labels(surface, "tag")


def _labels(surface: Surface, kind: str) -> Iterator[Found]:
    return shown_labels(surface.page, surface.blocks, surface.title.value if surface.title else None, kind)


def _several(surface: Surface, metas: tuple[str, ...], of_work: str) -> Iterator[Found]:
    """All contents of the first `<meta>` that says anything, or else those of structured data, cut at commas."""
    for name in metas:
        for content in surface.contents.get(name, ()):
            yield from _parts(content, f"meta:{name}")
    for found in surface.of_works((of_work,)):
        yield from _parts(found.value, found.origin)


def _parts(content: str, origin: str) -> Iterator[Found]:
    for part in re.split(r"[,;|]", unescape(content))[:_MOST]:
        value = " ".join(part.split()).removeprefix("#").lstrip()
        if 1 < len(value) <= _LONGEST:
            yield Found(value, origin)


def _related(surface: Surface, relation: str) -> Iterator[Found]:
    """Texts of links that say what they are: `rel="tag"`, or `rel="category tag"`; clouds have all of a site's, and
    what leads to a category is no tag.
    """
    page, clouds, addresses = surface.page, None, link_addresses(surface.page)
    for e, said in surface.related(relation):
        told = relation == "category" or "category" not in said.split()
        if not told or page.tag[e] != TAGS["a"]:
            continue
        clouds = clouds or Clouds(page)
        if not clouds.hold(e) and (relation == "category" or not leads_to("category", addresses.get(e, ""))):
            yield from _parts(page.text(e), f"rel:{relation}")


def licence(surface: Surface) -> Iterator[Found]:
    """Under which terms it may be used, as an address or in words."""
    page = surface.page
    for e, _ in surface.related("license"):
        if address := page.attributes(e).get("href", ""):
            yield Found(resolved(page, address), "rel:license")
    yield from surface.of_works(("license",))
    yield from surface.of_metas(("dcterms.license", "dc.rights", "dcterms.rights", "rights", "copyright"))
    for _, address, _ in addresses_with(page, _COMMONS):
        if _LICENCE.match(address):
            yield Found(address, "link")


FIRST: MappingProxyType[str, Callable[[Surface], Iterator[Found]]] = MappingProxyType(
    {"published": moment, "modified": modified, "image": image, "licence": licence}
)
"""Fields with one value: the first that says anything."""
ALL: MappingProxyType[str, Callable[[Surface], Iterator[Found]]] = MappingProxyType(
    {"authors": authors, "categories": categories, "tags": tags}
)
"""Fields with several values: those of the first origin that says anything, each once."""


def of_one_origin(found: Iterator[Found]) -> list[Found]:
    """All that the first origin with something to say has, each value once."""
    kept: dict[str, Found] = {}
    for one in found:
        if len(kept) == _MOST or (kept and one.origin != next(iter(kept.values())).origin):
            break
        if one.value:
            kept.setdefault(one.value.casefold(), one)
    return list(kept.values())
