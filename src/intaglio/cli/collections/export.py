"""`intaglio export`: what a collection has, in a file of the format that is wanted."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from intaglio.cli.shared.table_options import listed, naming_one, say_missing
from intaglio.collection.collection import open_collection
from intaglio.collection.export import EXPORTS, Selection
from intaglio.collection.tables.table_rows import shown_table
from intaglio.collection.trust import DATABASE
from intaglio.counted import counted
from intaglio.shards.wide_tables import is_destination, write_wide_tables

EXAMPLE = """
intaglio export out --table products -o products.csv
intaglio export out --table products --columns name,price --where 'price<20' -o cheap.jsonl
intaglio export out --table products --format csv -o - | head
intaglio export out --format sqlite -o shop.db
intaglio export out --template 42a -o records.parquet
intaglio export out --format markdown -o pages/ --llms
intaglio export out --format articles -o articles.parquet
intaglio export out --format pages -o pages.parquet
intaglio export rows -o tables/
"""

TABLES_ONLY = ("csv", "sqlite")
"""Formats that have tables, never records."""
PAGES_ONLY = ("pages", "articles", "markdown")
"""Formats that have pages: all, or those with a row in a table."""
STANDARD_OUTPUT = "-"
LINES = ("csv", "jsonl")
"""Formats that can go to standard output."""


def command(
    collection: Annotated[
        str,
        typer.Argument(metavar="OUT", help="A collection that `intaglio run` made, or what `intaglio apply` wrote."),
    ],
    target: Annotated[
        Path, typer.Option("--out", "-o", metavar="TARGET", help="File or folder to write; - for standard output.")
    ],
    form: Annotated[
        str, typer.Option("--format", "-f", help=f"{', '.join(EXPORTS)}.", show_default="by the ending of TARGET")
    ] = "",
    site: Annotated[str | None, typer.Option(help="Only pages of this site.")] = None,
    template: Annotated[str | None, typer.Option(help="Only pages of this template; a unique prefix will do.")] = None,
    table: Annotated[
        str | None, typer.Option(metavar="KIND", help="The table of this kind, as `intaglio kinds` names it.")
    ] = None,
    columns: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Only these columns, in this order; * for all.")
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN<VALUE", help="Only rows for which this holds: = != < <= > >= ~; repeatable."),
    ] = None,
    llms: Annotated[
        bool, typer.Option("--llms", help="Markdown: llms.txt and llms-full.txt for each site, too.")
    ] = False,
) -> None:
    """Write the table of a kind to a file; without --table, all tables (csv, sqlite), all records, articles or pages.

    Articles and pages are those that have a row in the table, if one is named. Lists are nested in JSON Lines and
    Parquet; in CSV and SQLite they are tables of their own, with the page's `source` and `url`, and the item's
    `position`. `~` finds a part of a text, whatever the case of letters. A Markdown file has YAML front matter with
    what is known of its page; its path is made from the page's URL. To standard output go JSON Lines, and a table as
    CSV without those of its lists. Of what `intaglio apply` wrote, a Parquet file is
    written for each kind.
    """
    if not (Path(collection) / DATABASE).exists() and is_destination(collection):
        for made, count in write_wide_tables(collection, target, table).items():
            print(f"{counted(count, 'row')} in {target / made}")
        return
    name = form or target.suffix.removeprefix(".")
    if name not in EXPORTS:
        raise typer.BadParameter(f"'{name}' is none of {', '.join(EXPORTS)}", param_hint="--format")
    if llms and name != "markdown":
        raise typer.BadParameter("only Markdown has these files; add --format markdown", param_hint="--llms")
    if columns and name == "markdown":
        raise typer.BadParameter("Markdown files have no columns", param_hint="--columns")
    if where and table is None:
        raise typer.BadParameter("say which --table has the rows", param_hint="--where")
    if table is not None and template is not None:
        raise typer.BadParameter("a table has pages of all its templates; say one of --table and --template")
    printed = str(target) == STANDARD_OUTPUT
    if printed and (name not in LINES or (name == "csv" and table is None)):
        raise typer.BadParameter("only JSON Lines, and a --table as CSV, go to standard output", param_hint="--out")
    wanted = Selection(site, template, listed(columns), table, tuple(where or ()), llms)
    with open_collection(collection) as opened, naming_one():
        of_table = table is not None and name not in PAGES_ONLY
        missing = shown_table(opened.table(str(table)), wanted.columns).missing if of_table else ()
        with _file_of(target, name) as file:
            count = EXPORTS[name].write(opened, file, wanted)
    if not printed:
        print(f"{count:,} {'rows' if of_table or name in TABLES_ONLY else 'pages'} in {target}")
    if missing:
        say_missing([f"{one}: {table} has no column of this name, label or declared property" for one in missing])


@contextmanager
def _file_of(target: Path, form: str) -> Iterator[Path]:
    """The file to write; what goes to standard output is written beside and copied there.

    Child tables, which are files of their own, are not printed.
    """
    if str(target) != STANDARD_OUTPUT:
        yield target
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"table.{form}"
        yield file
        with file.open(encoding="utf-8", newline="") as lines:
            shutil.copyfileobj(lines, sys.stdout)
