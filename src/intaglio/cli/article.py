"""`intaglio article`: the content of pages, without what surrounds it."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, get_args

import typer

from intaglio.article import Article, ArticleOptions, article
from intaglio.article.options import Favour, Method
from intaglio.capture import Capture
from intaglio.cli.browser import BaseUrlOption
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.sources import Folder, Unread, WarcFiles
from intaglio.sources.single import read_single
from intaglio.sources.source import WARC_ENDINGS

EXAMPLE = """
intaglio article https://example.org/story --format md
intaglio article saved/ crawl.warc.gz > articles.jsonl
"""
DEFAULT = ArticleOptions()


class Format(StrEnum):
    """How an article is written."""

    JSON = "json"
    MARKDOWN = "md"
    TEXT = "text"
    HTML = "html"


WRITERS: dict[Format, Callable[[Article], str]] = {
    Format.MARKDOWN: lambda found: found.markdown,
    Format.TEXT: lambda found: found.text,
    Format.HTML: lambda found: found.html,
}


def command(
    inputs: Annotated[list[str], typer.Argument(metavar="FILE|URL|FOLDER|WARC...", help="Pages, in this order.")],
    form: Annotated[Format, typer.Option("--format", "-f", help="JSON gives a line a page.")] = Format.JSON,
    method: Annotated[str, typer.Option(help=f"How to find the body: {', '.join(get_args(Method))}.")] = DEFAULT.method,
    favour: Annotated[str, typer.Option(help=f"What to favour: {', '.join(get_args(Favour))}.")] = DEFAULT.favour,
    comments: Annotated[bool, typer.Option(help="Keep readers' comments.")] = DEFAULT.comments,
    tables: Annotated[bool, typer.Option(help="Keep tables.")] = DEFAULT.tables,
    links: Annotated[bool, typer.Option(help="Keep links in Markdown and HTML.")] = DEFAULT.links,
    images: Annotated[bool, typer.Option(help="Keep images in Markdown and HTML.")] = DEFAULT.images,
    base_url: BaseUrlOption = None,
) -> None:
    """Write the content of pages: what a person would read of them, with title, author, date and so on.

    Pages are taken one by one and written in the order they come; one that cannot be read is named on stderr, the rest
    go on.
    """
    for name, value, known in (("method", method, get_args(Method)), ("favour", favour, get_args(Favour))):
        if value not in known:
            raise typer.BadParameter(f"no such value for --{name}: '{value}'; there are {', '.join(known)}")
    options = ArticleOptions(method, favour, comments, tables, links, images)  # type: ignore[arg-type]
    failed = 0
    for capture in captures(inputs, base_url):
        if isinstance(capture, Unread):
            print(f"intaglio: {capture.source}: {capture.reason}", file=sys.stderr)
            failed += 1
            continue
        found = article(Page.of(capture), options=options)
        if form is Format.JSON:
            print(json.dumps({"source": capture.source, **found.as_dict()}, ensure_ascii=False), flush=True)
        else:
            print(WRITERS[form](found), flush=True)
    if failed:
        raise typer.Exit(1)


def captures(inputs: Sequence[str], base_url: str | None) -> Iterator[Capture | Unread]:
    """Every page of every input, or why it cannot be read."""
    for name in inputs:
        try:
            if Path(name).is_dir():
                yield from Folder(Path(name), base_url)
            elif name.endswith(WARC_ENDINGS):
                yield from WarcFiles((Path(name),))
            else:
                yield read_single(name, base_url=base_url).capture
        except IntaglioError as error:
            yield Unread(name, str(error).removeprefix(f"{name}: "))
