"""`intaglio fields`: what the records of a collection have, how often, and names for it."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from intaglio.collection.collection import Collection, fill_collection, open_collection
from intaglio.collection.corrections.correction import Place
from intaglio.collection.export.record_files import contents, write_records
from intaglio.collection.records.field_names import field_renaming, load_names
from intaglio.collection.records.field_stats import FieldFigures, field_figures, paths
from intaglio.errors import CollectionBusy, IntaglioError

EXAMPLE = """
intaglio fields out
intaglio fields out 6670256c81ab --rename price_2=old_price
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    template: Annotated[str | None, typer.Argument(metavar="TEMPLATE", help="Only this template.")] = None,
    rename: Annotated[
        list[str] | None, typer.Option(metavar="OLD=NEW", help="Give a field another name, for good; can be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of tables.")] = False,
) -> None:
    """List the fields of each template's records: how often they are filled, and examples.

    A new name is kept in the collection: records, exports and searches use it from then on, also for later pages.
    """
    if rename:
        if template is None:
            raise typer.BadParameter("say which TEMPLATE has the fields", param_hint="--rename")
        with open_collection(collection) as opened:
            rename_fields(opened, template, rename)
        write_files(collection)
    with open_collection(collection) as opened, opened.store.reading() as tx:
        known = tx.records.by_template()
        wanted = sorted(known, key=lambda one: -known[one][0]) if template is None else [template]
        if not wanted or not set(wanted) <= set(known):
            missing = f"no template {template} with records" if template else "no records"
            raise IntaglioError(f"{collection} has {missing}; `intaglio templates` lists the templates")
        for one in wanted:
            count, figures = field_figures(content["fields"] for content in contents(tx, one))
            show(one, count, figures, as_json=as_json)


def rename_fields(collection: Collection, template: str, pairs: Sequence[str]) -> None:
    """Keep new names."""
    with collection.store.reading() as tx:
        sites = [site for site in tx.templates.sites() if template in tx.pages.by_template(site)]
        found = (json.loads(row.line)["fields"] for row in tx.records.records(template=template))
        known = {name for fields in found for name in paths(fields)}
    for pair in pairs:
        old, equals, new = (part.strip() for part in pair.partition("="))
        if not equals:
            raise typer.BadParameter(f"'{pair}' is not OLD=NEW", param_hint="--rename")
        place = Place(sites[0] if len(sites) == 1 else "", template, old)
        with collection.store.reading() as tx:
            names = load_names(tx, template)
        said = field_renaming(names, place, new, known)
        collection.correct(said.what, said.target, said.value)


def write_files(folder: Path) -> None:
    """Write the files of a collection anew, unless a run fills it: then that does it at its end."""
    try:
        with fill_collection(folder) as filled:
            write_records(filled)
    except CollectionBusy:
        print("kept; the run that fills the collection writes the files at its end", file=sys.stderr)


def show(template: str, count: int, figures: Sequence[FieldFigures], *, as_json: bool) -> None:
    """Print the fields of a template."""
    if as_json:
        for one in figures:
            content = {"template": template, "field": one.name, "filled": one.filled, "records": count}
            print(json.dumps({**content, "values": one.values, "examples": one.examples}, ensure_ascii=False))
        return
    table = Table("field", title=f"template {template}: {count:,} records")
    table.add_column("filled", justify="right")
    table.add_column("values", justify="right")
    table.add_column("examples")
    for one in figures:
        shown = " · ".join(text if len(text) <= 40 else text[:39] + "…" for text in one.examples)
        table.add_row(escape(one.name), f"{100 * one.filled / count:.0f} %", f"{one.values:,}", escape(shown))
    Console().print(table)
