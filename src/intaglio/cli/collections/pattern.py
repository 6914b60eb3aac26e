"""`intaglio pattern`: the pattern tree of a template, which of its pages are outside its language, and why."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.lookup.stored_knowledge import StoredKnowledge
from intaglio.collection.page_lines import json_line
from intaglio.collection.tables.kind_lookup import template_named
from intaglio.errors import IntaglioError, NothingFound
from intaglio.page import Page
from intaglio.pictures.tree_sheet import tree_sheet
from intaglio.wrapper import Wrapper, WrapperOptions, learn
from intaglio.wrapper.page_model.page_tree import Tree

EXAMPLE = """
intaglio pattern out 6670256c81ab
intaglio pattern out 6670 --pages
intaglio pattern out 6670 -o pattern.svg
intaglio pattern out 6670 --method report --structure-delta .7 --text-delta .75 --json
"""
DEFAULT = WrapperOptions()
INKS = {"fixed": "#222222", "variant": "#b3541e", "optional": "#2f6db5", "set": "#3f7f4f"}


class Learned(StrEnum):
    """How a tree is learned."""

    OURS = "ours"
    REPORT = "report"


@dataclass(frozen=True, slots=True)
class TemplatePages:
    """The pages of one template of a collection."""

    collection: Collection
    site: str
    template: str

    def read(self) -> Iterator[tuple[str, Page]]:
        """Every page that can still be read, with where it came from; others are named on stderr."""
        library = open_captures(self.collection)
        with self.collection.store.reading() as tx:
            rows = [tx.captures.get(row.capture) for row in tx.pages.pages(site=self.site, template=self.template)]
        for row in rows:
            if row is None:
                continue
            try:
                yield row.source, Page.of(library.read(row))
            except IntaglioError as error:
                print(f"intaglio: {row.source}: {error}", file=sys.stderr)


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    template: Annotated[str, typer.Argument(metavar="TEMPLATE", help="Its id, or how that begins.")],
    pages: Annotated[
        bool, typer.Option("--pages", help="List the pages outside its strict language, and why each is.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Draw the tree into this SVG file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tree, or the pages, as JSON.")] = False,
    method: Annotated[
        Learned, typer.Option(help="The tree of the collection, or learned as Agarwal and Totla report.")
    ] = Learned.OURS,
    structure_delta: Annotated[
        float, typer.Option("--structure-delta", min=0, max=1, help="Report: how alike peers are in structure.")
    ] = DEFAULT.structure_delta,
    text_delta: Annotated[
        float, typer.Option("--text-delta", min=0, max=1, help="Report: how alike peers are in text.")
    ] = DEFAULT.text_delta,
    learned_from: Annotated[
        int, typer.Option("-k", "--learn", min=1, metavar="PAGES", help="Report: pages learned from.")
    ] = DEFAULT.pages,
) -> None:
    """Show the pattern tree of a template: what is fixed, repeated (+), optional (?) or varies (…) on its pages.

    A page is in the strict language if every node of it has its place in the tree.
    """
    if out is not None and out.suffix.lower() != ".svg":
        raise typer.BadParameter(f"{out}: the name must end with .svg", param_hint="--out")
    with open_collection(collection) as opened:
        source = find(opened, template)
        if method is Learned.REPORT:
            options = replace(DEFAULT, anchored=False, structure_delta=structure_delta, text_delta=text_delta)
            options = replace(options, pages=learned_from)
            lessons = [page for _, (_, page) in zip(range(learned_from), source.read(), strict=False)]
            wrapper = learn(lessons, options)
        else:
            wrapper = stored(opened, source)
        if out is not None:
            lines = [(depth, node.type, node.line()) for node, depth in wrapper.pattern.walk()]
            out.write_text(tree_sheet(f"template {source.template}", lines, INKS), encoding="utf-8")
        if pages:
            list_outside(wrapper, source, as_json=as_json)
        elif as_json:
            print(json.dumps(wrapper.pattern.json(), ensure_ascii=False, indent=1))
        elif out is None:
            print(str(wrapper.pattern).encode("utf-8", "replace").decode())


def find(opened: Collection, name: str) -> TemplatePages:
    """The template whose id begins so."""
    sites = {one.id: one.site for one in opened.templates()}
    found = template_named(sites, name)
    if found is None:
        raise NothingFound(f"no template '{name}': `intaglio templates` lists them")
    return TemplatePages(opened, sites[found], found)


def stored(opened: Collection, source: TemplatePages) -> Wrapper:
    """The wrapper that the collection has of a template."""
    found = StoredKnowledge(opened.store).wrapper(source.site, source.template)
    if found is None:
        raise NothingFound(f"template {source.template} has no wrapper: run without --no-records, or --method report")
    return found[0]


def list_outside(wrapper: Wrapper, source: TemplatePages, *, as_json: bool) -> None:
    """Name each page outside the tree's language with the first reason; say how many there are."""
    total = outside = 0
    for name, page in source.read():
        why = wrapper.strict.why_not(Tree(page))
        total += 1
        outside += why is not None
        if why is not None:
            print(
                json_line({"source": name, "why": why})
                if as_json
                else f"{name}: {why}".encode("utf-8", "replace").decode()
            )
    print(f"{outside} of {total} pages are outside the strict language", file=sys.stderr)
