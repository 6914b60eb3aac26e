"""`intaglio extract`: the records of new pages by known templates."""

from pathlib import Path
from typing import Annotated

import typer

from intaglio.cli.shared.browser_options import BaseUrlOption
from intaglio.cli.shared.page_arguments import NewPages
from intaglio.collection.collection import open_collection
from intaglio.collection.page_lines import json_line
from intaglio.collection.reading import ReadingOptions
from intaglio.collection.records.record_lines import record_content

EXAMPLE = """
intaglio extract out new-pages/ > records.jsonl
intaglio extract out https://example.org/goods/17 monday.warc.gz
intaglio extract out new-pages/ --strict
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE", help="Files, URLs, folders, WARC files.")],
    strict: Annotated[
        bool, typer.Option("--strict", help="Only from pages in the strict language of their template's pattern tree.")
    ] = False,
    base_url: BaseUrlOption = None,
    where: Annotated[
        bool, typer.Option("--where", help="Add the elements that the values of each field stand in.")
    ] = False,
) -> None:
    """Take the records of pages by the templates that a collection knows, as JSON Lines on standard output.

    Nothing is learned, and no browser is needed. A page that matches no template has the template null. A line has what
    records have, and `row`: what the table of the page's `kind` would show of it. With --strict, a page outside
    the language of its template has no fields; `intaglio pattern --pages` says why.
    """
    with open_collection(collection) as opened:
        wanted = ReadingOptions(areas=False, strict=strict, article=None, why=False, where=where)
        pages = NewPages(opened, wanted)
        for one in pages.read(sources, base_url):
            content = record_content(one.source, one.url, one.template, one.page.title, one.record)
            print(json_line({**content, "kind": one.kind, "row": one.row}), flush=True)
    pages.finish()
