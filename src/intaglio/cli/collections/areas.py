"""`intaglio areas`: the content of areas on every page of a collection, or on new pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from intaglio.cli.shared.browser_options import BaseUrlOption
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.page_arguments import NewPages
from intaglio.collection.collection import open_collection
from intaglio.collection.export.article_lines import template_meant
from intaglio.collection.page_lines import areas_in, json_line
from intaglio.collection.reading import ReadingOptions
from intaglio.errors import NothingFound

EXAMPLE = """
intaglio areas out --role headline
intaglio areas out --template 3f9c0a51b2d4 --area 7 --json
intaglio areas out new-pages/ --role body
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which areas are asked for; None asks for all."""

    role: str | None
    template: str | None
    area: int | None


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    pages: Annotated[
        list[str] | None,
        typer.Argument(metavar="PAGE", help="New pages instead: files, URLs, folders, WARC files."),
    ] = None,
    role: Annotated[str | None, typer.Option(help="Only areas with this role: headline, body.")] = None,
    template: Annotated[
        str | None, typer.Option(metavar="T", help="Only pages of this template; a unique prefix will do.")
    ] = None,
    area: Annotated[int | None, typer.Option(metavar="ID", help="Only the area with this number.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of text.")] = False,
    base_url: BaseUrlOption = None,
) -> None:
    """Print what areas hold, on every page: "the heading of the article", for the whole site.

    With PAGE, the areas of new pages are found by the known templates; nothing is learned.
    """
    console = Console(soft_wrap=True, highlight=False, markup=False)
    found = False
    with open_collection(collection) as opened:
        if template is not None:
            with opened.store.reading() as tx:
                template = template_meant(tx, template)
        wanted = Wanted(role, template, area)
        new = NewPages(opened, ReadingOptions(record=False, article=None, why=False))
        read = (one.as_dict() for one in new.read(pages, base_url)) if pages else opened.pages(template=template)
        for one in select(read, wanted):
            found = True
            if as_json:
                print(json_line(one))
            else:
                console.print(f"{one['source']}  [{one['template']} #{one['area']}] {' '.join(one['text'].split())}")
    new.finish()
    if not found:
        raise NothingFound("no area answers to that; `intaglio templates` shows what there is")


def select(pages: Iterator[dict[str, Any]], wanted: Wanted) -> Iterator[dict[str, Any]]:
    """The areas asked for, page by page."""
    for page in pages:
        if wanted.template is not None and page["template"] != wanted.template:
            continue
        for one in areas_in(page["areas"]):
            fits = wanted.role in (None, one["role"]) and wanted.area in (None, one["id"])
            if fits and one["text"]:
                yield {
                    "source": page["source"], "url": page["url"], "template": page["template"], "area": one["id"],
                    "role": one["role"], "confidence": one["confidence"], "text": one["text"],
                }  # fmt: skip
