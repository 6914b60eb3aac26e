"""`intaglio export`: what a collection has, in a file of the format that is wanted."""

from pathlib import Path
from typing import Annotated

import typer

from intaglio.collection.collection import open_collection
from intaglio.collection.export import EXPORTS, Selection

EXAMPLE = """
intaglio export out --format parquet -o records.parquet
intaglio export out --template 42a --columns name,price -o goods.jsonl
intaglio export out --format markdown -o pages/ --llms
intaglio export out --format articles -o articles.parquet
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    target: Annotated[Path, typer.Option("--out", "-o", metavar="TARGET", help="File or folder to write.")],
    form: Annotated[
        str, typer.Option("--format", "-f", help=f"{', '.join(EXPORTS)}.", show_default="by the ending of TARGET")
    ] = "",
    site: Annotated[str | None, typer.Option(help="Only pages of this site.")] = None,
    template: Annotated[str | None, typer.Option(help="Only pages of this template; a unique prefix will do.")] = None,
    columns: Annotated[str | None, typer.Option(metavar="A,B,…", help="Only these fields, in this order.")] = None,
    llms: Annotated[
        bool, typer.Option("--llms", help="Markdown: llms.txt and llms-full.txt for each site, too.")
    ] = False,
) -> None:
    """Write records or articles of a collection to a file, or its articles to a folder of Markdown.

    A Markdown file has YAML front matter with what is known of its page; its path is made from the page's URL.
    """
    name = form or target.suffix.removeprefix(".")
    if name not in EXPORTS:
        raise typer.BadParameter(f"'{name}' is none of {', '.join(EXPORTS)}", param_hint="--format")
    if llms and name != "markdown":
        raise typer.BadParameter("only Markdown has these files; add --format markdown", param_hint="--llms")
    if columns and name == "markdown":
        raise typer.BadParameter("Markdown files have no columns", param_hint="--columns")
    fields = tuple(one.strip() for one in columns.split(",")) if columns else ()
    wanted = Selection(site, template, fields, llms)
    with open_collection(collection) as opened:
        count = EXPORTS[name].write(opened, target, wanted)
    print(f"{count:,} pages in {target}")
