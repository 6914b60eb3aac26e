"""`intaglio fields`: the columns of tables and the fields of records, how often they are filled, and names for them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.column_listing import columns_table, fitted, left_out_lines, plain
from intaglio.cli.shared.table_options import naming_one, pairs
from intaglio.cli.shared.written_files import write_files
from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.corrections.correction import Place, check
from intaglio.collection.export.record_files import contents
from intaglio.collection.export.table_formats.table_description import described
from intaglio.collection.page_lines import json_line, record_of
from intaglio.collection.readable_rows import readable_wrapper
from intaglio.collection.records.field_names import field_renaming, load_names
from intaglio.collection.records.field_stats import field_figures, paths
from intaglio.collection.tables.kind_lookup import template_named
from intaglio.collection.tables.said.said_of_columns import ColumnCorrections, said_of_columns
from intaglio.counted import counted
from intaglio.errors import IntaglioError, NothingFound
from intaglio.tables import Table as KindTable

EXAMPLE = """
intaglio fields out
intaglio fields out goods --rename price_2=old_price --hide notice --main parts --type parts=number
intaglio fields out 6670256c81ab --rename price_2=old_price
"""

Columns = list[str] | None


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    name: Annotated[
        str | None,
        typer.Argument(metavar="KIND|TEMPLATE", help="Columns of this kind, or fields of this template's records."),
    ] = None,
    rename: Annotated[Columns, typer.Option(metavar="OLD=NEW", help="Give another name; repeatable.")] = None,
    hide: Annotated[Columns, typer.Option(metavar="COLUMN", help="Leave a column out; repeatable.")] = None,
    main: Annotated[Columns, typer.Option(metavar="COLUMN", help="Put a column among the main ones.")] = None,
    type_: Annotated[
        Columns, typer.Option("--type", metavar="COLUMN=TYPE", help="Give a column a type: text, number, money, …")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of tables.")] = False,
) -> None:
    """List the columns of each kind's table: type, how often they are filled, examples, and what was left out and why.

    With a TEMPLATE, the fields of its records as they were found. The beginning of a name will do, if no other has it.
    What is said of a column is kept: it holds for tables, exports and searches, also after later runs.
    """
    changes = ColumnCorrections(pairs(rename, "--rename"), tuple(hide or ()), tuple(main or ()), pairs(type_, "--type"))
    if changes and name is None:
        raise typer.BadParameter("say which KIND or TEMPLATE has the columns")
    with open_collection(collection) as opened, naming_one():
        template = template_of(opened, name)
        if changes and template is not None:
            if changes.hide or changes.main or changes.types:
                raise typer.BadParameter("fields of a template can only be renamed; say the KIND instead")
            rename_fields(opened, template, changes.names)
        elif changes and name is not None:
            correct_columns(opened, name, changes)
    if changes:
        write_files(collection)
    with open_collection(collection) as opened, naming_one():
        if template is not None:
            show_fields(opened, template, as_json=as_json)
        else:
            show_columns(opened, name, as_json=as_json)


def template_of(collection: Collection, name: str | None) -> str | None:
    """The template that is meant, if no kind is."""
    if name is None or any(name in (kind.id, kind.name, kind.slug) for kind in collection.kinds(ignored=True)):
        return None
    with collection.store.reading() as tx:
        return template_named(tx.records.by_template(), name)


def rename_fields(collection: Collection, template: str, names: Sequence[tuple[str, str]]) -> None:
    """Keep new names of a template's fields."""
    with collection.store.reading() as tx:
        sites = [site for site in tx.templates.sites() if template in tx.pages.by_template(site)]
        found = (record_of(row.line)["fields"] for row in tx.records.records(template=template))
        known = {name for fields in found for name in paths(fields)}
    for old, new in names:
        with collection.store.reading() as tx:
            given = load_names(tx, template)
        said = field_renaming(given, Place(sites[0] if len(sites) == 1 else "", template, old), new, known)
        collection.correct(said.what, said.target, said.value)


def correct_columns(collection: Collection, kind: str, changes: ColumnCorrections) -> None:
    """Keep what is said of a kind's columns: all of it, or nothing if some makes no sense."""
    table = collection.table(kind)
    with collection.store.reading() as tx:
        said = said_of_columns(tx, table, changes)
    for one in said:
        check(one)
    for one in said:
        collection.correct(one.what, one.target, one.value, examples=one.examples)


def show_columns(collection: Collection, name: str | None, *, as_json: bool) -> None:
    """Print the columns of one kind or of all."""
    tables = [collection.table(kind) for kind in collection.kinds()] if name is None else [collection.table(name)]
    if not any(table.rows for table in tables):
        raise NothingFound(f"{collection.folder} has no records; `intaglio templates` lists the templates")
    console = Console(highlight=False)
    for table in tables:
        kind = table.kind
        if as_json:
            print_columns(table)
        elif table.columns:
            templates = counted(len(kind.templates), "template")
            console.print(f"[bold]{escape(kind.name)}[/bold]: {counted(table.rows, 'row')}, {templates}, {kind.id}")
            console.print(columns_table(table, console.width))
            for line in left_out_lines(table):
                console.print(line, markup=False, style="dim")
            console.print()


def print_columns(table: KindTable) -> None:
    """Print the columns of a table as JSON Lines."""
    for column in table.columns:
        place = {"kind": table.kind.name, "name": column.name}
        print(json_line({**place, **described(column), "left_out": column.left_out, "rows": table.rows}))


def show_fields(collection: Collection, template: str, *, as_json: bool) -> None:
    """Print the fields of a template's records."""
    with collection.store.reading() as tx:
        count, figures = field_figures(content["fields"] for content in contents(tx, template))
    if not count:
        raise IntaglioError(f"template {template} has no records; `intaglio templates` lists the templates")
    if as_json:
        for one in figures:
            content = {"template": template, "field": one.name, "filled": one.filled, "records": count}
            print(json.dumps({**content, "values": one.values, "examples": one.examples}, ensure_ascii=False))
        return
    console = Console(highlight=False)
    console.print(f"[bold]template {template}[/bold]: {counted(count, 'record')}, {counted(len(figures), 'field')}")
    rows = [
        (one.name, f"{100 * one.filled / count:.0f} %", f"{one.values:,}", " · ".join(map(plain, one.examples)))
        for one in figures
    ]
    console.print(fitted(("field", "filled", "values", "examples"), rows, console.width))
    for name, reason in aside(collection, template):
        console.print(f"furniture: {name}: {reason}", markup=False, style="dim")


def aside(collection: Collection, template: str) -> list[tuple[str, str]]:
    """What varies on a template's pages and is no data, each with the reason."""
    with collection.store.reading() as tx:
        rows = [tx.records.wrapper(site, template) for site in tx.templates.sites()]
    wrappers = [readable_wrapper(row) for row in rows if row is not None]
    named = (entry for one in wrappers if one is not None for entry in one.named().items())
    return [(name, field.furniture) for name, field in named if field.furniture]
