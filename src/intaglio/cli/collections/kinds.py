"""`intaglio kinds`: which kinds of pages a collection has; people name, merge and split them."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.table_options import naming_one, pairs
from intaglio.cli.shared.written_files import write_files
from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.corrections.correction import Place, Target, What
from intaglio.collection.tables.kind_lookup import kind_named, template_named
from intaglio.collection.tables.said.said_of_kinds import said_of_two
from intaglio.errors import NothingFound
from intaglio.tables import Kind

EXAMPLE = """
intaglio kinds out
intaglio kinds out --name k93630bff=products
intaglio kinds out --merge products quillmarsh-products --split 38d5bddb0857
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="KIND=NAME", help="Give a kind another name; repeatable.")
    ] = None,
    merge: Annotated[
        tuple[str, str] | None, typer.Option("--merge", metavar="A B", help="Take kind B into kind A.")
    ] = None,
    split: Annotated[
        list[str] | None, typer.Option("--split", metavar="TEMPLATE", help="Let a template leave its kind; repeatable.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of a table.")] = False,
) -> None:
    """List the kinds of pages, whose records share a table each, with their templates.

    A kind is meant by its name, its id, or a beginning of either that no other has. What is said here is kept in the
    collection: it holds for tables, exports and searches, also after later runs.
    """
    with open_collection(collection) as opened, naming_one():
        for old, new in pairs(name, "--name"):
            rename_kind(opened, old, new)
        if merge is not None:
            merge_kinds(opened, *merge)
        for template in split or ():
            split_template(opened, template)
    if name or merge or split:
        write_files(collection)
    with open_collection(collection) as opened:
        kinds = opened.kinds(ignored=True)
        if as_json:
            for kind in kinds:
                print(json.dumps(content(kind), ensure_ascii=False))
        else:
            Console().print(shown(kinds))


def rename_kind(collection: Collection, name: str, new: str) -> None:
    """Give a kind another name; it must be free."""
    kinds = collection.kinds(ignored=True)
    kind = kind_named(kinds, name)
    if any(new in (other.name, other.slug) for other in kinds if other.id != kind.id):
        raise typer.BadParameter(f"another kind is called '{new}': merge the two, or choose another name")
    collection.correct(What.NAME_KIND, target_of(kind), new)


def merge_kinds(collection: Collection, kept: str, taken: str) -> None:
    """Take a kind into another one, which keeps its id."""
    kinds = collection.kinds(ignored=True)
    one, other = kind_named(kinds, kept), kind_named(kinds, taken)
    if one.id == other.id:
        raise typer.BadParameter(f"{one.name} and {other.name} are one kind", param_hint="--merge")
    with collection.store.reading() as tx:
        said = said_of_two(tx, What.MERGE_KIND, one, other)
    collection.correct(said.what, said.target, said.value, examples=said.examples)


def split_template(collection: Collection, name: str) -> None:
    """Let a template leave its kind."""
    keys = [key for kind in collection.kinds(ignored=True) for key in kind.templates]
    template = template_named([key.template for key in keys], name)
    if template is None:
        raise NothingFound(f"no template is called '{name}'; `intaglio kinds` and `intaglio templates` list them")
    places = tuple(Place(key.site, key.template) for key in keys if key.template == template)
    collection.correct(What.SPLIT_KIND, Target(places=places), value=True)


def target_of(kind: Kind) -> Target:
    """A kind as the target of a correction: by its id, and by its templates, should that change."""
    return Target(kind=kind.id, places=tuple(Place(key.site, key.template) for key in kind.templates))


def content(kind: Kind) -> dict[str, object]:
    """A kind as JSON values."""
    templates = [{"site": key.site, "template": key.template} for key in kind.templates]
    return {
        "id": kind.id, "name": kind.name, "slug": kind.slug, "listing": kind.listing, "pages": kind.pages,
        "templates": templates,
    }  # fmt: skip


def shown(kinds: list[Kind]) -> Table:
    """Kinds with their templates, largest first."""
    made = Table()
    made.add_column("kind", overflow="fold")
    made.add_column("id", no_wrap=True)
    made.add_column("pages", justify="right")
    made.add_column("templates", overflow="fold")
    for kind in kinds:
        templates = " ".join(key.template for key in kind.templates)
        note = " (listing)" if kind.listing else ""
        made.add_row(escape(kind.name + note), kind.id, f"{kind.pages:,}", templates)
    return made
