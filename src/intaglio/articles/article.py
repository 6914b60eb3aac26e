"""Article: the content of a page and what goes with it; parts are made when first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, cast

from intaglio.articles.article_options import ArticleOptions
from intaglio.articles.body.body_finder import Body
from intaglio.articles.body.filters import comment_blocks
from intaglio.articles.fields.article_fields import FIELDS, Surface, structured_text
from intaglio.articles.fields.declared import Found, first
from intaglio.articles.output.kept_texts import kept_texts
from intaglio.articles.output.plain_text import plain_text
from intaglio.page import Bools, Page

if TYPE_CHECKING:  # what an article is asked for is loaded then
    from intaglio.articles.illustrations import Illustration, Link
    from intaglio.articles.output.body_images import Pictures
    from intaglio.articles.page_type import PageType, TypeGuess


@dataclass(frozen=True, eq=False, repr=False)
class Article:
    """What a person would read of a page."""

    page: Page
    body: Body
    options: ArticleOptions

    def __repr__(self) -> str:
        """Say what it is."""
        return f"<Article {self.title!r}: {self.type}, {int(self.body.keep.sum())} blocks>"

    @cached_property
    def judged(self) -> TypeGuess:
        """What kind of page it is by itself, and how likely."""
        from intaglio.articles.page_type import judge_type

        return judge_type(self.page, self.body)

    @property
    def type(self) -> PageType:
        """What kind of page it is: what most pages of its template are, if that is known and it is no list of them."""
        if not self.body.type:
            return self.judged.type
        known = cast("PageType", self.body.type)
        if self.body.recalled or known != "article":
            return known
        from intaglio.articles.page_type import settled

        return settled(known, self.judged)

    @property
    def confidence(self) -> float:
        """The score to be expected against what a person would have chosen, from 0 to 1."""
        return self.body.confidence

    @property
    def blocks(self) -> list[str]:
        """The body's blocks as plain text."""
        return self.text.split("\n") if self.text else []

    @cached_property
    def text(self) -> str:
        """The body as plain text, a block a line."""
        if self._elsewhere:
            return self._elsewhere.value
        return plain_text(self.page, self.body.blocks, self.body.keep, self._texts)

    @cached_property
    def _elsewhere(self) -> Found | None:
        """What structured data has of the body, if the page shows nothing."""
        return None if self.body.keep.any() else structured_text(self._surface)

    @cached_property
    def html(self) -> str:
        """The body as clean HTML."""
        from intaglio.articles.output.clean_html import html_of

        if self._elsewhere:
            return f"<p>{escape(self._elsewhere.value, quote=False)}</p>"
        elements = self.body.blocks.element[self.body.keep]
        return html_of(self.page, self._texts, elements, self.options, pictures=self._pictures)

    @cached_property
    def markdown(self) -> str:
        """The body as Markdown, without the headline: that is `title`."""
        from intaglio.articles.output.markdown_text import markdown_of

        if self._elsewhere:
            return self.text
        return markdown_of(self.page, self.body, self._texts, self._pictures, self.title, self.options)

    @cached_property
    def _texts(self) -> Bools:
        return kept_texts(self.page, self.body.blocks, self.body.keep)

    @cached_property
    def _pictures(self) -> Pictures:
        from intaglio.articles.output.body_images import Pictures

        return Pictures(self.page)

    @cached_property
    def _surface(self) -> Surface:
        return Surface(self.page, self.body.blocks)

    @cached_property
    def fields(self) -> dict[str, Found | None]:
        """Title, author, date and so on, with where each was found."""
        return {name: find(self._surface) for name, find in FIELDS.items()}

    def _field(self, name: str) -> str | None:
        found = self.fields[name]
        return found.value if found else None

    @property
    def title(self) -> str | None:
        """The headline."""
        return self._field("title")

    @property
    def author(self) -> str | None:
        """Who wrote it."""
        return self._field("author")

    @property
    def date(self) -> str | None:
        """The day it was published, YYYY-MM-DD."""
        return self._field("date")

    @property
    def abstract(self) -> str | None:
        """The page's own summary."""
        return self._field("abstract")

    @property
    def language(self) -> str | None:
        """The language the page says it is written in."""
        return self._field("language")

    @property
    def canonical(self) -> str | None:
        """The address the page wants to be known by."""
        return self._field("canonical")

    @property
    def site(self) -> str | None:
        """What the site is called."""
        return self._field("site")

    @cached_property
    def further(self) -> dict[str, Found | None]:
        """Time of publication and of the last change, image and licence, with where each was found."""
        from intaglio.articles.fields.further_fields import FIRST

        return {name: first(find(self._surface)) for name, find in FIRST.items()}

    @cached_property
    def lists(self) -> dict[str, list[Found]]:
        """Authors, categories and tags, with where they were found."""
        from intaglio.articles.fields.further_fields import ALL, of_one_origin

        return {name: of_one_origin(find(self._surface)) for name, find in ALL.items()}

    @cached_property
    def comments(self) -> list[str]:
        """What readers wrote, block by block; it is no part of the body unless that was asked for."""
        apart = comment_blocks(self.page, self.body) & ~self.body.keep
        found = plain_text(self.page, self.body.blocks, apart)
        return found.split("\n") if found else []

    @cached_property
    def illustrations(self) -> list[Illustration]:
        """Images of the body with their captions."""
        from intaglio.articles.illustrations import illustrations

        return illustrations(self.page, self._texts, self._pictures)

    @cached_property
    def related(self) -> list[Link]:
        """Links to further pages beside the body."""
        from intaglio.articles.illustrations import related

        return related(self.page, self.body)

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        single = {**self.fields, **self.further}
        return {
            "url": self.page.url,
            "type": self.type,
            "confidence": round(self.confidence, 4),
            **{name: found.value if found else None for name, found in single.items()},
            **{name: [found.value for found in values] for name, values in self.lists.items()},
            "text": self.text,
            "markdown": self.markdown,
            "comments": self.comments,
            "illustrations": [{"src": i.address, "alt": i.alt, "caption": i.caption} for i in self.illustrations],
            "related": [{"href": link.address, "text": link.text} for link in self.related],
            "origins": {
                **{name: found.origin for name, found in single.items() if found},
                **{name: values[0].origin for name, values in self.lists.items() if values},
                "text": self._elsewhere.origin if self._elsewhere else "page",
            },
        }
