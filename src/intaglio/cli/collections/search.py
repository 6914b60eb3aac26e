"""`intaglio search`: find pages of a collection by what they say, menus and footers left out."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from intaglio.cli.shared.run_line import live
from intaglio.collection.collection import open_collection
from intaglio.collection.records.record_lines import values_of
from intaglio.collection.records.record_search import index_records, search
from intaglio.index import Found

EXAMPLE = """
intaglio search out 'harbour "lamp oil"'
intaglio search out 'price:83 -sold' --template 6670256c81ab --limit 3 --json
"""
SHOWN = 6


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    query: Annotated[str, typer.Argument(help='Words, "phrases", field:value, -word, OR, brackets.')] = "",
    template: Annotated[str | None, typer.Option(metavar="T", help="Only pages of this template.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many pages to show.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of text.")] = False,
    reindex: Annotated[bool, typer.Option("--reindex", help="Make the index anew first.")] = False,
) -> None:
    """Find pages that have all words of a query in what varies from page to page: records, articles, titles.

    Fields are those that `intaglio fields` lists, and title, url, source, site, template.
    """
    if not query and not reindex:
        raise typer.BadParameter("nothing to search for", param_hint="QUERY")
    console = Console(highlight=False, markup=False, soft_wrap=True)
    with open_collection(collection) as opened:
        if reindex:
            with live() as watch:
                made = index_records(opened, rebuild=True, watch=watch)
            Console(stderr=True, highlight=False).print(f"{made:,} pages in the index")
        found = search(opened, query, template=template, limit=limit) if query else []
    for one in found:
        if as_json:
            print(json.dumps(asdict(one), ensure_ascii=False))
        else:
            console.print(described(one))
    if query and not found:
        Console(stderr=True, highlight=False).print("nothing found")


def described(found: Found) -> str:
    """A page in a few lines: title, address, some fields, the words around those searched for."""
    lines = [f"{found.title or '(no title)'}  [{found.template}]", f"  {found.url or found.source}"]
    shown = []
    for name, value in found.fields.items():
        text = next(iter(values_of(value)), "") if value is not None else ""
        if text and "://" not in text and text != found.title:
            more = f" (+{len(value) - 1})" if isinstance(value, list) and len(value) > 1 else ""
            shown.append(f"{name}={text[:40]}{'…' if len(text) > 40 else ''}{more}")
    if shown:
        lines.append("  " + " · ".join(shown[:SHOWN]) + (" · …" if len(shown) > SHOWN else ""))
    lines.append(f"  … {found.snippet} …")
    return "\n".join(lines)
