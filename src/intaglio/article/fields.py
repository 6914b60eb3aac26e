"""What goes with a body: title, author, date and so on, each with where it was found. Nothing found is nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

import numpy as np

from intaglio.article.markup import resolved
from intaglio.page import TAGS, Page
from intaglio.page.metadata import Thing


@dataclass(frozen=True, slots=True)
class Found:
    """A value and where it stood."""

    value: str
    origin: str
    """`json-ld:headline`, `meta:og:title`, `h1`, `url`, …"""


WORKS = (
    "Article", "NewsArticle", "BlogPosting", "Report", "TechArticle", "ScholarlyArticle", "OpinionNewsArticle",
    "ReportageNewsArticle", "AnalysisNewsArticle", "ReviewNewsArticle", "LiveBlogPosting", "SocialMediaPosting",
    "DiscussionForumPosting", "QAPage", "Question", "Recipe", "HowTo", "Product", "ProductGroup", "Review", "Event",
    "JobPosting", "Book", "Movie", "Course", "Service", "SoftwareApplication", "Dataset", "VideoObject",
    "PodcastEpisode", "MedicalWebPage", "AboutPage", "ItemPage", "CollectionPage", "FAQPage", "WebPage", "Blog",
)  # fmt: skip
"""Types of things that may be what the page is about, the likeliest first."""
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_SLASHED = re.compile(r"/(20\d\d|19\d\d)/(\d{1,2})/(\d{1,2})(?:/|$)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_WRITTEN = re.compile(rf"(?:{_DAY}\.?\s+)?\b({'|'.join(_MONTHS)})[a-z]*\.?\s+(?:{_DAY},?\s+)?(\d{{4}})", re.IGNORECASE)


def metas(page: Page) -> dict[str, str]:
    """The first content of each `<meta>` by its lower-cased name, property or itemprop."""
    found: dict[str, str] = {}
    for e, content in page.having("content").items():
        if page.tag[e] == TAGS["meta"] and content.strip():
            attributes = page.attributes(e)
            for key in ("name", "property", "itemprop"):
                if attributes.get(key):
                    found.setdefault(attributes[key].strip().lower(), " ".join(content.split()))
    return found


def works(page: Page) -> list[Thing]:
    """The things the page may be about, the likeliest first."""
    ranked = [
        (WORKS.index(kind), number, thing)
        for number, thing in enumerate(inner for outer in page.metadata.things for inner in outer.walk())
        for kind in thing.types
        if kind in WORKS
    ]
    return [thing for _, _, thing in sorted(ranked, key=lambda entry: entry[:2])]


def first(candidates: Iterator[Found]) -> Found | None:
    """The first candidate that says anything."""
    return next((found for found in candidates if found.value), None)


def _of_works(page: Page, names: tuple[str, ...], depth: int = 3) -> Iterator[Found]:
    for thing in works(page)[:depth]:
        for name in names:
            for value in thing.strings(name):
                yield Found(" ".join(value.split()), f"{thing.notation}:{name}")


def _of_metas(page: Page, names: tuple[str, ...]) -> Iterator[Found]:
    known = metas(page)
    for name in names:
        if name in known:
            yield Found(known[name], f"meta:{name}")


def title(page: Page) -> Found | None:
    """The headline: the page's one `<h1>`, else what it says it is called, without the site's name."""
    return first(_titles(page))


def _titles(page: Page) -> Iterator[Found]:
    heads = [text for e in np.flatnonzero(page.tag == TAGS["h1"]).tolist() if (text := " ".join(page.text(e).split()))]
    named = [*_of_metas(page, ("og:title", "twitter:title")), *([Found(page.title, "title")] if page.title else [])]
    for text in heads:
        if any(_alike(text, name.value) for name in named):
            yield Found(text, "h1")
    if len(heads) == 1 and not named:
        yield Found(heads[0], "h1")
    yield from _of_works(page, ("headline",))
    for name in named:
        yield Found(_without_site(name.value, metas(page).get("og:site_name")), name.origin)
    yield from (Found(text, "h1") for text in heads)


def _alike(heading: str, name: str) -> bool:
    return len(heading) > 3 and heading.casefold() in name.casefold()


def _without_site(name: str, site: str | None) -> str:
    parts = re.split(r"\s+[|\-–—·•»:]+\s+", name)
    if site and len(parts) > 1:
        kept = [part for part in parts if part.casefold() != site.casefold()]
        if kept and len(kept) < len(parts):
            return name[: name.index(kept[-1]) + len(kept[-1])] if parts[0] == kept[0] else " - ".join(kept)
    return max(parts, key=len) if len(parts) > 1 else name


def author(page: Page) -> Found | None:
    """Who wrote it."""
    return first(_authors(page))


def _authors(page: Page) -> Iterator[Found]:
    for thing in works(page)[:3]:
        names = list(dict.fromkeys(" ".join(name.split()) for name in thing.strings("author")))
        if names:
            yield Found(_person(", ".join(names)), f"{thing.notation}:author")
    for found in _of_metas(page, ("author", "article:author", "dc.creator", "dcterms.creator", "parsely-author",
                                  "sailthru.author", "citation_author")):  # fmt: skip
        yield Found(_person(found.value), found.origin)
    for e, value in page.having("rel").items():
        if "author" in value.split() and page.tag[e] == TAGS["a"]:
            yield Found(_person(" ".join(page.text(e).split())), "rel:author")


def _person(name: str) -> str:
    name = re.sub(r"^(?:by|von|por|par|di)\s+", "", name.strip(), flags=re.IGNORECASE)
    return "" if name.startswith(("http://", "https://", "@")) or len(name) > 120 else name


def published(page: Page) -> Found | None:
    """The day it was published, as YYYY-MM-DD."""
    return first(_dates(page))


def _dates(page: Page) -> Iterator[Found]:
    for found in _of_works(page, ("datePublished", "dateCreated", "uploadDate")):
        yield Found(iso_date(found.value), found.origin)
    names = ("article:published_time", "datepublished", "date", "dc.date", "dc.date.issued", "dcterms.date", "pubdate",
             "publish-date", "publish_date", "parsely-pub-date", "sailthru.date", "citation_publication_date",
             "og:published_time", "dcterms.created", "publication_date")  # fmt: skip
    for found in _of_metas(page, names):
        yield Found(iso_date(found.value), found.origin)
    for e, value in page.having("datetime").items():
        if page.tag[e] == TAGS["time"]:
            yield Found(iso_date(value), "time")
    inside_url = _SLASHED.search(page.url or "")
    if inside_url:
        yield Found(_checked(*inside_url.groups()), "url")


def iso_date(text: str) -> str:
    """A date as YYYY-MM-DD; empty if there is none in the text."""
    found = _ISO.search(text)
    if found:
        return _checked(*found.groups())
    written = _WRITTEN.search(text)
    if written and (written[1] or written[3]):
        return _checked(written[4], str(_MONTHS.index(written[2].lower()) + 1), written[1] or written[3])
    return ""


def _checked(year: str, month: str, day: str) -> str:
    try:
        made = date(int(year), int(month), int(day))
    except ValueError:
        return ""
    return made.isoformat() if made.year > 1900 else ""


def structured_text(page: Page) -> Found | None:
    """The body as structured data has it, for pages that show their content by script only; else the description."""
    bodies = [found for found in _of_works(page, ("articleBody", "text", "reviewBody"), 9) if len(found.value) > 100]
    return max(bodies, key=lambda found: len(found.value), default=None) or abstract(page)


def abstract(page: Page) -> Found | None:
    """The page's own summary."""
    names = ("og:description", "description", "twitter:description", "dc.description")
    return first(_chained(_of_works(page, ("abstract", "description"), 1), _of_metas(page, names)))


def _chained(*parts: Iterator[Found]) -> Iterator[Found]:
    for part in parts:
        yield from part


def language(page: Page) -> Found | None:
    """The language it says it is written in."""
    return first(_languages(page))


def _languages(page: Page) -> Iterator[Found]:
    yield Found(page.attributes(0).get("lang", "").strip(), "html:lang")
    yield from _of_metas(page, ("content-language", "og:locale", "language"))
    yield from _of_works(page, ("inLanguage",))


def canonical(page: Page) -> Found | None:
    """The address the page wants to be known by."""
    return first(_addresses(page))


def _addresses(page: Page) -> Iterator[Found]:
    for e, value in page.having("rel").items():
        if "canonical" in value.lower().split() and page.tag[e] == TAGS["link"]:
            yield Found(resolved(page, page.attributes(e).get("href", "")), "link:canonical")
    for found in _of_metas(page, ("og:url",)):
        yield Found(resolved(page, found.value), found.origin)


def site_name(page: Page) -> Found | None:
    """What the site is called."""
    return first(_sites(page))


def _sites(page: Page) -> Iterator[Found]:
    yield from _of_metas(page, ("og:site_name", "application-name", "apple-mobile-web-app-title"))
    for outer in page.metadata.things:
        for thing in outer.walk():
            if "WebSite" in thing.types:
                yield from (Found(name, f"{thing.notation}:WebSite") for name in thing.strings("name"))
    yield from _of_works(page, ("publisher",))


FIELDS: MappingProxyType[str, Callable[[Page], Found | None]] = MappingProxyType(
    {
        "title": title,
        "author": author,
        "date": published,
        "abstract": abstract,
        "language": language,
        "canonical": canonical,
        "site": site_name,
    }
)
"""Every field by its name, with the function that finds it."""
