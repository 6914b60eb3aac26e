"""`intaglio search`: find pages of a collection by what they say, menus and footers left out."""

import json
import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from intaglio.collection.records.index_state import kinds_in_step, note_in_step, stamp_of, templates_of
from intaglio.counted import counted
from intaglio.index import Found, SearchIndex

EXAMPLE = """
intaglio search out 'harbour "lamp oil"'
intaglio search out 'price:>5 date:2024 -sold' --kind goods --limit 3 --json
"""
CONTEXT = {"ignore_unknown_options": True}  # a query may begin with -word
SHOWN = 6
_COMPARED = re.compile(r"\b([a-z]\w*)\s?([<>])\s?(\d[\d.-]*)", re.IGNORECASE)
"""What looks like a comparison without its colon."""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    query: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="QUERY", help='Words, "phrases", field:value, price:>5, date:2024, -word, OR, brackets.'
        ),
    ] = None,
    template: Annotated[
        str | None, typer.Option(metavar="T", help="Only pages of this template; a unique prefix will do.")
    ] = None,
    kind: Annotated[str | None, typer.Option(metavar="KIND", help="Only pages of this kind.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many pages to show.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of text.")] = False,
    reindex: Annotated[bool, typer.Option("--reindex", help="Make the index anew first.")] = False,
) -> None:
    """Find pages that have all words of a query in what varies from page to page: records, articles, titles.

    Fields are those that `intaglio fields` lists, and title, url, source, site, template. A list stands for all within
    it. Numbers and dates compare: price:>5, price:5..10, date:2024-11, date:<2025. Words are found whole.
    """
    words = " ".join(query or ())
    if not words and not reindex:
        raise typer.BadParameter("nothing to search for", param_hint="QUERY")
    kinds = kinds_in_step(collection) if not reindex else None
    if kinds is None:
        kinds = in_step(collection, reindex=reindex)
    if not words:
        return
    templates = templates_of(kinds, kind) if kind is not None else None
    index = SearchIndex(collection / "index")
    found = index.search(words, template=template, templates=templates, limit=limit)
    for one in found:
        print(json.dumps(asdict(one), ensure_ascii=False) if as_json else described(one))
    if not found:
        print(f"nothing found{_meant(words)}", file=sys.stderr)


def _meant(words: str) -> str:
    """What a query may have been meant to say, if it compares a field without a colon."""
    compared = _COMPARED.search(words)
    return f": to compare a field, write {compared[1]}:{compared[2]}{compared[3]}" if compared else ""


def in_step(folder: Path, *, reindex: bool) -> list[dict[str, Any]]:
    """Bring the index in step with the database; give the kinds of pages."""
    from intaglio.cli.shared.run_line import live
    from intaglio.collection.collection import open_collection
    from intaglio.collection.records.record_search import index_records, kinds_now
    from intaglio.errors import IndexBusy

    stamp = stamp_of(folder)
    with open_collection(folder) as opened:
        try:
            with live() as watch:
                made = index_records(opened, rebuild=reindex, watch=watch)
        except IndexBusy:
            if reindex:
                raise
            made = -1
        kinds = kinds_now(opened)
    if reindex:
        print(f"{counted(made, 'page')} in the index", file=sys.stderr)
    if made == 0:
        note_in_step(folder, stamp, kinds)
    return kinds


def described(found: Found) -> str:
    """A page in a few lines: title, address, some fields, the words around those searched for."""
    lines = [f"{found.title or '(no title)'}  [{found.template}]", f"  {found.url or found.source}"]
    shown = []
    for name, value in found.fields.items():
        text = first_text(value)
        if text and "://" not in text and text != found.title:
            more = f" (+{len(value) - 1})" if isinstance(value, list) and len(value) > 1 else ""
            shown.append(f"{name}={text[:40]}{'…' if len(text) > 40 else ''}{more}")
    if shown:
        lines.append("  " + " · ".join(shown[:SHOWN]) + (" · …" if len(shown) > SHOWN else ""))
    lines.append(f"  … {found.snippet} …")
    return "\n".join(lines)


def first_text(value: object) -> str:
    """The first text of a field; of a list, that of its first item which has one."""
    if isinstance(value, str):
        return value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next(filter(None, map(first_text, inner)), "")
