"""`intaglio tables`: the tables of a collection; shows them, and writes their files."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.column_listing import columns_table, rows_table
from intaglio.cli.shared.table_options import ColumnsOption, WantOption, listed, naming_one, pairs, say_missing
from intaglio.cli.shared.written_files import write_files
from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.export.selection import Selection
from intaglio.collection.export.table_formats.selected_tables import selected_tables
from intaglio.collection.export.table_formats.table_description import table_description
from intaglio.collection.export.table_formats.table_files import TableFileOptions
from intaglio.collection.page_lines import json_line
from intaglio.collection.tables.said.wanted_columns import keep_wishes
from intaglio.collection.tables.table_rows import listed_items
from intaglio.counted import counted
from intaglio.errors import NothingFound

EXAMPLE = """
intaglio tables out
intaglio tables out products --columns name,price,image
intaglio tables out --want price=51.77 --want 'name=Blue lamp'
"""
ROWS = 5


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    kind: Annotated[str | None, typer.Argument(metavar="KIND", help="Show only this table.")] = None,
    want: WantOption = None,
    columns: ColumnsOption = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="Write Parquet files, too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a table, as in tables.json.")] = False,
) -> None:
    """Show the tables of a collection, a kind of pages each: columns and five rows; and write OUT/tables.

    Tables are made from the records that are stored; collections of older releases have them, too. What --want says is
    kept: these columns come first and bear these names from now on. If a value is nowhere, all is kept as it was, and
    the exit status is 3.
    """
    asked = listed(columns)
    wishes = pairs(want, "--want")
    with open_collection(collection) as opened, naming_one():
        if not opened.sites():
            raise NothingFound(f"{collection} has no pages yet; `intaglio run SOURCE -o {collection}` reads some")
        only = opened.table(kind).kind.id if kind is not None else None
        if wishes:
            keep_wishes(opened.store, wishes)
    missing = write_files(collection, TableFileOptions(asked, only, parquet))
    with open_collection(collection) as opened:
        if as_json:
            for table in selected_tables(opened, Selection(table=only, columns=asked)):
                print(json_line(table_description(table)))
        else:
            show(opened, Selection(table=only, columns=asked))
    wanted = {name for name, _ in wishes} | set(asked)
    say_missing([line for line in missing if line.partition(":")[0] in wanted])


def show(collection: Collection, selection: Selection) -> None:
    """Print tables: name, columns, some rows."""
    console = Console(highlight=False)
    for selected in selected_tables(collection, selection):
        table = selected.shown.table
        if not table.kept:
            continue
        note = ", a listing" if table.kind.listing else ""
        console.print(f"[bold]{escape(table.kind.name)}[/bold]: {counted(table.rows, 'row')}, {table.kind.id}{note}")
        console.print(columns_table(table, console.width, everything="*" in selection.columns))
        console.print()
        rows = list(islice(selected.rows(), ROWS))
        console.print(rows_table(rows, list(selected.shown.columns), console.width))
        items = listed_items(selected.shown, rows, ROWS)
        if items is not None and items[1]:
            console.print(f"\nrows of {escape(items[0])}:")
            console.print(rows_table(items[1], list(items[1][0]), console.width))
        for name in selected.shown.missing:
            console.print(f"{table.kind.name} has no column '{name}'", markup=False, soft_wrap=True)
        console.print()
    folder = collection.folder / "tables"
    said = f"{folder} has them as files; {folder / 'tables.json'} says what they have."
    console.print(said, markup=False, soft_wrap=True)
