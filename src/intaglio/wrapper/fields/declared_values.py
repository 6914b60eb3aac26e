"""What a page declares of the thing it shows: properties of JSON-LD, microdata, RDFa and Open Graph, by their paths.

Read from the page as it is already parsed. However much a page declares, only so much of it is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape

from intaglio.page import Page
from intaglio.page.metadata import Metadata, Notation, Thing
from intaglio.wrapper.fields.candidate_names import slug
from intaglio.wrapper.options import DeclaredOptions
from intaglio.wrapper.value_types import ValueType

Declared = Mapping[str, tuple[str, ...]]
"""A property's path, as `offers.price` → its values."""
NOTATIONS: tuple[Notation, ...] = ("json-ld", "microdata", "rdfa")

_NEVER = frozenset(
    """BreadcrumbList ListItem WebSite SearchAction SiteNavigationElement ImageObject ItemList SpeakableSpecification
    WPHeader WPFooter WPSideBar OfferCatalog""".split()  # noqa: SIM905 - a list of words reads better as text
)
_RANKS = {"Person": 1, "WebPage": 2, "ItemPage": 2, "AboutPage": 2, "CollectionPage": 2, "Organization": 3,
          "NewsMediaOrganization": 3, "Corporation": 3, "Brand": 3}  # fmt: skip
"""Things that are beside the point if the page declares another; those of no name here are the point."""
_ASIDE = frozenset(
    """mainEntityOfPage potentialAction isPartOf hasPart breadcrumb sameAs inLanguage context type id speakable
    publishingPrinciples isAccessibleForFree""".split()  # noqa: SIM905 - a list of words reads better as text
)
"""Properties that say nothing of the thing."""
_TELLING = ("name", "headline", "text", "contentUrl", "url", "value")
"""What stands for a thing where it is a value, the best first."""
_HOLDERS = frozenset({"offers", "aggregateRating", "mainEntity", "address", "geo", "nutrition", "priceSpecification"})
"""Properties whose own properties are known by their names alone."""
_PLAIN = {
    "ratingValue": "rating", "recipeIngredient": "ingredients", "recipeInstructions": "instructions",
    "recipeYield": "yield", "recipeCategory": "category", "recipeCuisine": "cuisine", "articleBody": "text",
    "articleSection": "section", "thumbnailUrl": "thumbnail", "primaryImageOfPage": "image", "streetAddress": "street",
    "addressLocality": "city", "addressRegion": "region", "addressCountry": "country", "telephone": "phone",
    "priceCurrency": "currency", "hiringOrganization": "company", "itemReviewed": "reviewed",
}  # fmt: skip
GRAPH = {
    "og:title": "name", "og:description": "description", "og:image": "image", "og:price:amount": "price",
    "product:price:amount": "price", "product:brand": "brand", "article:author": "author", "book:author": "author",
    "article:published_time": "datePublished", "article:modified_time": "dateModified", "article:section": "section",
}  # fmt: skip
"""Open Graph's words for properties."""
_WORD_OF_VOCABULARY = re.compile(r"https?://(?:www\.)?schema\.org/\w+")
"""What a vocabulary says by an address: `https://schema.org/InStock`."""
_TYPES: Mapping[str, ValueType] = {
    "image": "url", "url": "url", "logo": "url", "thumbnailUrl": "url", "contentUrl": "url", "price": "number",
    "lowPrice": "number", "highPrice": "number", "ratingValue": "number",
}  # fmt: skip


def declared_values(page: Page, options: DeclaredOptions = DeclaredOptions()) -> Declared:
    """What a page declares of its main thing, whatever the notation; Open Graph comes last."""
    found = dict(declared_things(page, options))
    graph = [(e, name) for e, said in page.having("property").items() if (name := said.lower()) in GRAPH]
    for (_, name), content in zip(graph, page.values("content", [e for e, _ in graph]), strict=True):
        value = _plain(content or "", options)
        if value and GRAPH[name] not in found:
            found[name] = (value,)
    return found


def declared_things(page: Page, options: DeclaredOptions = DeclaredOptions()) -> Declared:
    """What a page declares of its main thing in JSON-LD, else in microdata, else in RDFa."""
    found = dict(declared_in_scripts(page, options))
    for notation in NOTATIONS[1:]:
        _add(found, main_thing(things_of(page.metadata, notation)), options)
    return found


def declared_in_scripts(page: Page, options: DeclaredOptions = DeclaredOptions()) -> Declared:
    """What a page declares of its main thing in JSON-LD, which no element shows."""
    found: dict[str, tuple[str, ...]] = {}
    _add(found, main_thing(page.script_things), options)
    return found


def things_of(metadata: Metadata, notation: Notation) -> list[Thing]:
    """The things that a page declares in one notation."""
    return [one for one in (*metadata.things, *metadata.annotated) if one.notation == notation]


def _add(found: dict[str, tuple[str, ...]], thing: Thing | None, options: DeclaredOptions) -> None:
    if thing is not None:
        _flatten(thing, "", found, options.depth, options)


def main_thing(declared: Iterable[Thing]) -> Thing | None:
    """The thing that a page is about; None where it declares none, or several as in a list."""
    things = [one for one in declared if one.properties]
    ranked = [(rank, thing) for thing in things if (rank := _rank(thing)) is not None]
    best = min((rank for rank, _ in ranked), default=None)
    if best is None:
        return None
    first, *others = [thing for rank, thing in ranked if rank == best]
    if any(set(thing.types) & set(first.types) for thing in others):
        return None
    inner = [value for value in first.properties.get("mainEntity", ()) if isinstance(value, Thing)]
    return inner[0] if len(inner) == 1 and inner[0].properties and _rank(inner[0]) is not None else first


def script_of(page: Page, value: str) -> int:
    """The element of the script that declares a value."""
    types = page.having("type")
    scripts = [e for e, type_ in types.items() if type_.lower() == "application/ld+json"]
    start = value.partition("/")[0].partition('"')[0]
    return next((e for e in scripts if start in page.raw_text(e)), scripts[0] if scripts else 0)


def property_names(path: str, longest: int) -> Iterator[str]:
    """Names for a property, the best first: `price` for `offers.price`, `author` for `author.name`."""
    *around, last = GRAPH.get(path, path).split(".")
    around = [part for part in around if part not in _HOLDERS]
    if last in _TELLING and around:
        last = around.pop()
    own = _PLAIN.get(last, last)
    if not around:
        yield slug(own, longest)
    yield slug(" ".join([*around[-1:], own]), longest)


def property_type(path: str) -> ValueType:
    """The type that a property has by its definition; text where that says nothing."""
    last = GRAPH.get(path, path).rpartition(".")[2]
    if last.startswith(("date", "upload")) or last.endswith("Date"):
        return "date"
    return "number" if last.endswith("Count") else _TYPES.get(last, "text")


def _rank(thing: Thing) -> int | None:
    if not thing.types or _NEVER & set(thing.types):
        return None
    return max(_RANKS.get(type_, 0) for type_ in thing.types)


def _flatten(
    thing: Thing, prefix: str, found: dict[str, tuple[str, ...]], depth: int, options: DeclaredOptions
) -> None:
    """Put the properties of a thing under their paths, unless they are there already."""
    for name, values in thing.properties.items():
        path = prefix + name
        if len(found) >= options.properties:
            return
        if name in _ASIDE or path in found or "." in name or (prefix and name in _TELLING and prefix[:-1] in found):
            continue
        said = [plain for value in values[: options.values] if (plain := _plain(_telling(value), options))]
        if said:
            found[path] = tuple(dict.fromkeys(said))
        if depth and len(values) == 1 and isinstance(values[0], Thing):
            _flatten(values[0], f"{path}.", found, depth - 1, options)


def _telling(value: str | Thing) -> str:
    """What stands for a value."""
    if isinstance(value, str):
        return value
    order = ("contentUrl", "url", *_TELLING) if "ImageObject" in value.types else _TELLING
    strings = (inner for name in order for inner in value.properties.get(name, ()) if isinstance(inner, str))
    return next(strings, "")


def _plain(value: str, options: DeclaredOptions) -> str:
    plain = " ".join(unescape(value[: options.longest]).split())
    return plain.rpartition("/")[2] if _WORD_OF_VOCABULARY.fullmatch(plain) else plain
