"""What a page says about itself in so many words: `<meta>` elements and structured data, each with where it stood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from intaglio.page import TAGS, Page
from intaglio.page.metadata import Thing
from intaglio.white_space import collapsed


@dataclass(frozen=True, slots=True)
class Found:
    """A value and where it stood."""

    value: str
    origin: str
    """`json-ld:headline`, `meta:og:title`, `h1`, `byline`, `url`, …"""


WORKS = (
    "Article", "NewsArticle", "BlogPosting", "Report", "TechArticle", "ScholarlyArticle", "OpinionNewsArticle",
    "ReportageNewsArticle", "AnalysisNewsArticle", "ReviewNewsArticle", "LiveBlogPosting", "SocialMediaPosting",
    "DiscussionForumPosting", "QAPage", "Question", "Recipe", "HowTo", "Product", "ProductGroup", "Review", "Event",
    "JobPosting", "Book", "Movie", "Course", "Service", "SoftwareApplication", "Dataset", "VideoObject",
    "PodcastEpisode", "MedicalWebPage", "AboutPage", "ItemPage", "CollectionPage", "FAQPage", "WebPage", "Blog",
)  # fmt: skip
"""Types of things that may be what the page is about, the likeliest first."""


class PageMetadata:
    """All that a page says about itself; gathered once a page."""

    def __init__(self, page: Page) -> None:
        """Look at a page."""
        self.page = page

    @cached_property
    def contents(self) -> dict[str, list[str]]:
        """The contents of each `<meta>` by its lower-cased name, property or itemprop, in order."""
        return self.page.derived(_contents)

    def related(self, relation: str) -> list[tuple[int, str]]:
        """The elements that have a word in their `rel`, in order, with all of it in small letters."""
        return self.page.derived(_relations).get(relation, [])

    @cached_property
    def works(self) -> list[Thing]:
        """The things the page may be about, the likeliest first."""
        ranked = [
            (WORKS.index(kind), number, thing)
            for number, thing in enumerate(self.things)
            for kind in thing.types
            if kind in WORKS
        ]
        return [thing for _, _, thing in sorted(ranked, key=lambda entry: entry[:2])]

    @property
    def things(self) -> list[Thing]:
        """All things of the page's structured data, with those inside them."""
        return self.page.derived(_things)

    def of_works(self, names: tuple[str, ...], depth: int = 3) -> Iterator[Found]:
        """Values of properties of what the page may be about."""
        for thing in self.works[:depth]:
            for name in names:
                for value in thing.strings(name):
                    yield Found(collapsed(value), f"{thing.notation}:{name}")

    def of_metas(self, names: tuple[str, ...]) -> Iterator[Found]:
        """Contents of `<meta>` elements, the first of each name."""
        contents = self.contents
        for name in names:
            if name in contents:
                yield Found(contents[name][0], f"meta:{name}")

    @cached_property
    def site(self) -> Found | None:
        """What the site is called."""
        return first(self._sites())

    def _sites(self) -> Iterator[Found]:
        yield from self.of_metas(("og:site_name", "application-name", "apple-mobile-web-app-title"))
        for thing in self.things:
            if "WebSite" in thing.types:
                yield from (Found(name, f"{thing.notation}:WebSite") for name in thing.strings("name"))
        yield from self.of_works(("publisher",))


def first(candidates: Iterator[Found]) -> Found | None:
    """The first candidate that says anything."""
    return next((found for found in candidates if found.value), None)


def _contents(page: Page) -> dict[str, list[str]]:
    every = map(page.attributes, (page.tag == TAGS["meta"]).nonzero()[0].tolist())
    metas = [(one, collapsed(content)) for one in every if (content := one.get("content")) and content.strip()]
    found: dict[str, list[str]] = {}
    for key in ("name", "property", "itemprop"):
        for one, content in metas:
            if name := one.get(key):
                found.setdefault(name.strip().lower(), []).append(content)
    return found


def _relations(page: Page) -> dict[str, list[tuple[int, str]]]:
    """By each word of a `rel`, in small letters, the elements that have it, with all that theirs say."""
    found: dict[str, list[tuple[int, str]]] = {}
    words: dict[str, tuple[str, list[list[tuple[int, str]]]]] = {}
    for e, value in page.having("rel").items():
        if value not in words:
            said = value.lower()
            words[value] = said, [found.setdefault(word, []) for word in set(said.split())]
        said, lists = words[value]
        for one in lists:
            one.append((e, said))
    return found


def _things(page: Page) -> list[Thing]:
    if not _may_have_things(page):
        return []
    return [inner for outer in page.metadata.things for inner in outer.walk()]


def _may_have_things(page: Page) -> bool:
    """Whether there is any script with data, or any property: most pages have none, and are not looked through."""
    types = page.values("type", (page.tag == TAGS["script"]).nonzero()[0].tolist())
    return "json" in " ".join(filter(None, types)).lower() or bool(page.having("itemprop"))
