"""`intaglio extract`: the records of new pages by known templates."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from intaglio.capture import Capture
from intaglio.cli.shared.browser_options import BaseUrlOption
from intaglio.cli.shared.page_arguments import captures
from intaglio.collection.collection import open_collection
from intaglio.collection.lookup.extractor import open_extractor
from intaglio.collection.page_lines import json_line
from intaglio.errors import IntaglioError
from intaglio.sources import Unread

EXAMPLE = """
intaglio extract out new-pages/ > records.jsonl
intaglio extract out https://example.org/goods/17 monday.warc.gz
"""


class NothingKnown(IntaglioError):
    """A collection that has no templates."""


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
    with open_collection(collection) as opened:
        extractor = open_extractor(opened)
        if not extractor.known.names:
            raise NothingKnown(f"{collection} has no templates yet")
        for content in extractor.extract(readable(sources, base_url, failed)):
            print(json_line(content), flush=True)
            matched += content["template"] is not None
            strange += content["template"] is None
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
