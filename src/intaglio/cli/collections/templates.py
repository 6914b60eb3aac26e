"""`intaglio templates`: what templates a collection has, as a table or as pictures."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.progress_bar import track
from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.report.write_report import draw_template, write_png
from intaglio.collection.summary import SiteFigures, summarise

EXAMPLE = """
intaglio templates out
intaglio templates out --png pictures/
"""

COLUMNS = ("template", "pages", "areas", "headlines", "bodies", "example")


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    png: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw each template into this folder.")] = None,
) -> None:
    """List the templates of a collection with their pages, an example and their areas."""
    with open_collection(collection) as opened:
        sites = summarise(opened.store).sites
        for site in sites:
            Console().print(table(opened, site))
        if png is not None:
            png.mkdir(parents=True, exist_ok=True)
            wanted = [(site, template) for site in sites for template in site.templates]
            shown = track(wanted, "drawing", total=len(wanted))
            written = write_png(opened, shown, png, render_options())
            Console().print(f"{written} pictures in {png}", highlight=False)


def table(collection: Collection, site: SiteFigures) -> Table:
    """The templates of a site, those with most pages first."""
    made = Table(title=f"{site.site}: {site.pages:,} pages, hit ratio {100 * site.hit_ratio:.1f} %")
    for name in COLUMNS:
        made.add_column(name, justify="left" if name in ("template", "example") else "right", overflow="fold")
    with collection.store.reading() as tx:
        for template in site.templates:
            drawn = draw_template(tx, site, template)
            figures = (template.pages, drawn.areas, drawn.headlines, drawn.bodies)
            made.add_row(template.id, *(f"{figure:,}" for figure in figures), template.example or "")
    return made
