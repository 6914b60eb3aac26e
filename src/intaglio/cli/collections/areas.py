"""`intaglio areas`: the content of areas on every page of a collection."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from intaglio.collection.collection import open_collection
from intaglio.collection.page_lines import areas_in
from intaglio.errors import NothingFound

EXAMPLE = """
intaglio areas out --role headline
intaglio areas out --template 3f9c0a51b2d4 --area 7 --json
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    role: Annotated[str | None, typer.Option(help="Only areas with this role: headline, body.")] = None,
    template: Annotated[str | None, typer.Option(metavar="T", help="Only pages of this template.")] = None,
    area: Annotated[int | None, typer.Option(metavar="ID", help="Only the area with this number.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of text.")] = False,
) -> None:
    """Print what areas hold, on every page: "the heading of the article", for the whole site."""
    console = Console(soft_wrap=True, highlight=False, markup=False)
    found = False
    for one in select(collection, role, template, area):
        found = True
        if as_json:
            print(json.dumps(one, ensure_ascii=False))
        else:
            console.print(f"{one['source']}  [{one['template']} #{one['area']}] {' '.join(one['text'].split())}")
    if not found:
        raise NothingFound("no area answers to that; `intaglio templates` shows what there is")


def select(folder: Path, role: str | None, template: str | None, area: int | None) -> Iterator[dict[str, Any]]:
    """Give the areas asked for, page by page."""
    with open_collection(folder) as opened, opened.store.reading() as tx:
        for row in tx.pages.pages(template=template):
            page = json.loads(row.line)
            for one in areas_in(page["areas"]):
                if (role is None or one["role"] == role) and (area is None or one["id"] == area) and one["text"]:
                    yield {
                        "source": page["source"], "url": page["url"], "template": page["template"], "area": one["id"],
                        "role": one["role"], "confidence": one["confidence"], "text": one["text"],
                    }  # fmt: skip
