"""`intaglio extract`: the records of new pages by known templates."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from intaglio.capture import Capture
from intaglio.cli.pages.article import captures
from intaglio.cli.shared.browser_options import BaseUrlOption
from intaglio.collection.collection import open_collection
from intaglio.collection.page_lines import json_line
from intaglio.collection.reading import ReadingOptions
from intaglio.collection.records.record_lines import record_content
from intaglio.sources import Unread

EXAMPLE = """
intaglio extract out new-pages/ > records.jsonl
intaglio extract out https://example.org/goods/17 monday.warc.gz
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE...", help="Files, URLs, folders, WARC files.")],
    base_url: BaseUrlOption = None,
) -> None:
    """Take the records of pages by the templates that a collection knows, as JSON Lines on standard output.

    Nothing is learned, and no browser is needed. A page that matches no template has the template null.
    """
    failed: list[str] = []
    matched = strange = 0
    wanted = ReadingOptions(areas=False, article=None, why=False)
    with open_collection(collection) as opened:
        for capture in readable(sources, base_url, failed):
            found = opened.read(capture, options=wanted)
            title = found.page.title
            print(json_line(record_content(found.source, found.url, found.template, title, found.record)), flush=True)
            matched += found.template is not None
            strange += found.template is None
    if strange:
        print(f"intaglio: {strange} of {matched + strange} pages match no template", file=sys.stderr)
    if failed:
        raise typer.Exit(1)


def readable(sources: Sequence[str], base_url: str | None, failed: list[str]) -> Iterator[Capture]:
    """The pages that can be read; others are named on stderr."""
    for one in captures(sources, base_url):
        if isinstance(one, Unread):
            print(f"intaglio: {one.source}: {one.reason}", file=sys.stderr)
            failed.append(one.source)
        else:
            yield one
