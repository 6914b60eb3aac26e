"""`intaglio templates`: what templates a collection has, as a table or as pictures."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.progress_bar import track
from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.page_lines import json_line
from intaglio.collection.report.write_report import draw_template, write_png
from intaglio.collection.summary import SiteFigures, summarise
from intaglio.counted import counted
from intaglio.tables import TemplateKey

EXAMPLE = """
intaglio templates out
intaglio templates out --png pictures/
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    png: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw each template into this folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of tables.")] = False,
) -> None:
    """List the templates of a collection with their kind, their pages, an example and their areas."""
    console = Console(highlight=False, soft_wrap=True, markup=False)
    with open_collection(collection) as opened:
        sites = summarise(opened.store).sites
        for site in sites:
            if as_json:
                for content in contents(opened, site):
                    print(json_line(content))
            else:
                for line in lines(opened, site):
                    console.print(line)
        if png is not None:
            png.mkdir(parents=True, exist_ok=True)
            wanted = [(site, template) for site in sites for template in site.templates]
            shown = track(wanted, "drawing", total=len(wanted))
            written = write_png(opened, shown, png, render_options())
            console.print(f"{written} pictures in {png}")


def lines(collection: Collection, site: SiteFigures) -> Iterator[str]:
    """The templates of a site, those with most pages first: two lines each, whole at any width."""
    yield f"{site.site}: {counted(site.pages, 'page')}, hit ratio {100 * site.hit_ratio:.1f} %"
    for one in contents(collection, site):
        kind = f" {one['kind']}:" if one["kind"] else ""
        counts = (_counted(one[name], name) for name in ("pages", "areas", "headlines", "bodies"))
        yield f"{one['template']} {kind} {', '.join(counts)}"
        yield f"{' ' * len(one['template'])}  {one['example'] or ''}"


def _counted(number: int, things: str) -> str:
    """A number of things.

    >>> _counted(1, "bodies"), _counted(2, "pages")
    ('1 body', '2 pages')
    """
    return f"{number:,} {things if number != 1 else things.replace('ies', 'ys').removesuffix('s')}"


def contents(collection: Collection, site: SiteFigures) -> Iterator[dict[str, Any]]:
    """What is known of each template of a site, as JSON values."""
    kinds = {key: kind.name for kind in collection.kinds(ignored=True) for key in kind.templates}
    with collection.store.reading() as tx:
        for template in site.templates:
            drawn = draw_template(tx, site, template)
            yield {
                "site": site.site, "template": template.id, "kind": kinds.get(TemplateKey(site.site, template.id)),
                "pages": template.pages, "areas": drawn.areas, "headlines": drawn.headlines, "bodies": drawn.bodies,
                "example": template.example,
            }  # fmt: skip
