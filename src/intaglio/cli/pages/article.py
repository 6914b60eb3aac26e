"""`intaglio article`: the content of pages, without what surrounds it."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from intaglio.articles import Article, ArticleOptions, article
from intaglio.articles.article_options import Favour, Method
from intaglio.cli.shared.article_choices import DEFAULT, article_options
from intaglio.cli.shared.browser_options import BaseUrlOption, render_options
from intaglio.cli.shared.page_arguments import singles
from intaglio.collection.page_lines import json_line
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.sources.one_page import Single
from intaglio.sources.source import Unread

if TYPE_CHECKING:  # loaded only where a collection or a browser is asked for
    from intaglio.browser import Renderer
    from intaglio.collection.collection import Collection

EXAMPLE = """
intaglio article https://example.org/story --format md
intaglio article saved/ crawl.warc.gz > articles.jsonl
intaglio article saved/ --format md > articles.md
intaglio article new-pages/ --collection out/ > articles.jsonl
intaglio article story.html --method single-pass --render --format text
intaglio article story.html --method single-pass --set theta=6.4 --set threshold=7.1
"""


class Format(StrEnum):
    """How an article is written."""

    JSON = "json"
    MARKDOWN = "md"
    TEXT = "text"
    HTML = "html"


WRITERS: dict[Format, Callable[[Article], str]] = {
    Format.MARKDOWN: lambda found: f"# {' '.join((found.title or '').split())}\n\n{found.markdown}".removeprefix(
        "# \n\n"
    ),
    Format.TEXT: lambda found: found.text,
    Format.HTML: lambda found: found.html,
}


def command(
    inputs: Annotated[list[str], typer.Argument(metavar="FILE|URL|FOLDER|WARC", help="Pages, in this order.")],
    form: Annotated[Format, typer.Option("--format", "-f", help="JSON gives a line a page.")] = Format.JSON,
    method: Annotated[str, typer.Option(help=f"How to find the body: {', '.join(get_args(Method))}.")] = DEFAULT.method,
    favour: Annotated[str, typer.Option(help=f"What to favour: {', '.join(get_args(Favour))}.")] = DEFAULT.favour,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="OPTION=VALUE", help="single-pass: set theta, threshold or screens."),
    ] = None,
    comments: Annotated[bool, typer.Option(help="Keep readers' comments.")] = DEFAULT.comments,
    tables: Annotated[bool, typer.Option(help="Keep tables.")] = DEFAULT.tables,
    links: Annotated[bool, typer.Option(help="Keep links in Markdown and HTML.")] = DEFAULT.links,
    images: Annotated[bool, typer.Option(help="Keep images in Markdown and HTML.")] = DEFAULT.images,
    collection: Annotated[
        Path | None, typer.Option("--collection", metavar="OUT", help="Use what the templates of this collection know.")
    ] = None,
    render: Annotated[
        bool, typer.Option("--render", help="Render each page: single-pass then sees boxes and fonts.")
    ] = False,
    base_url: BaseUrlOption = None,
) -> None:
    """Write the content of pages: what a person would read of them, with title, author, date and so on.

    Pages are taken one by one and written in the order they come; one that cannot be read is named on stderr, the rest
    go on. Markdown of several pages has front matter above each. A collection's templates tell where the body of their
    pages is, and what is the same on all of them.
    """
    options = replace(
        article_options(method, favour, settings or (), ("--method", "--set")),
        comments=comments,
        tables=tables,
        links=links,
        images=images,
    )
    failed = 0
    with ExitStack() as open_parts:
        finder = Finder(
            options,
            open_parts.enter_context(_opened(collection)) if collection is not None else None,
            open_parts.enter_context(_renderer(inputs)) if render else None,
        )
        pages, many = _counted(singles(inputs, base_url))
        for single in pages:
            try:
                _write(form, *finder.find(single), many=many)
            except IntaglioError as error:
                print(f"intaglio: {_source(single)}: {error}", file=sys.stderr)
                failed += 1
    if failed:
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class Finder:
    """What finds articles, as the command line asks."""

    options: ArticleOptions
    collection: "Collection | None"
    renderer: "Renderer | None"

    def find(self, single: Single | Unread) -> tuple[Article, dict[str, Any]]:
        """The article of a page, and the other keys of its line; IntaglioError if there is none."""
        if isinstance(single, Unread):
            raise IntaglioError(single.reason)
        if self.renderer is None:
            page, layout = Page.of(single.capture), None
        else:
            rendered = self.renderer.render(single.capture, single.resources)
            page, layout = rendered.page, rendered.layout
        beside: dict[str, Any] = {"source": single.capture.source}
        if self.collection is None:
            return article(page, options=self.options, layout=layout), beside
        from intaglio.collection.reading import ReadingOptions

        wanted = ReadingOptions(areas=False, record=False, article=self.options, why=False)
        found = self.collection.read(page, options=wanted, layout=layout)
        assert found.article is not None
        return found.article, {**beside, "template": found.template}


def _opened(collection: Path) -> "Collection":
    from intaglio.collection.collection import open_collection

    return open_collection(collection)


def _renderer(inputs: Sequence[str]) -> "Renderer":
    from intaglio.browser import Renderer
    from intaglio.fetch import origin

    trusted = frozenset(origin(name) for name in inputs if name.startswith(("http://", "https://")))
    return Renderer(replace(render_options(offline=not trusted), workers=1, trusted=trusted))


def _counted(pages: Iterator[Single | Unread]) -> tuple[Iterator[Single | Unread], bool]:
    """The same pages, and whether there is more than one."""
    first = list(islice(pages, 2))
    return chain(first, pages), len(first) > 1


def _write(form: Format, found: Article, beside: dict[str, Any], *, many: bool) -> None:
    """Write an article; of many in Markdown each begins with front matter, which names and parts them."""
    if form is Format.JSON:
        print(json_line({**beside, **found.as_dict()}), flush=True)
        return
    if form is Format.MARKDOWN and many:
        from intaglio.collection.export.front_matter import front_matter

        text = f"{front_matter({**found.as_dict(), **beside})}\n{found.markdown}\n"
    else:
        text = WRITERS[form](found)
    print(text.encode("utf-8", "replace").decode(), flush=True)


def _source(single: Single | Unread) -> str:
    return single.source if isinstance(single, Unread) else single.capture.source
