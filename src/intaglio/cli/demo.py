"""`intaglio demo`: a whole site from its first page to tables and a search, and what it would cost page by page."""

import shutil
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from intaglio.browser import Renderer, RenderOptions
from intaglio.capture import Capture
from intaglio.cli.collections.search import described
from intaglio.cli.collections.templates import lines as template_lines
from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.column_listing import rows_table
from intaglio.cli.shared.progress_bar import track
from intaglio.cli.shared.run_line import live
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.records.record_search import search
from intaglio.collection.summary import Summary, summarise
from intaglio.collection.tables.table_rows import shown_table
from intaglio.counted import counted
from intaglio.errors import BrowserError, IntaglioError, MissingExtra
from intaglio.evaluate.speed.timing import taken_plain
from intaglio.fetch import origin
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import serve, write_sample
from intaglio.sources.crawl import CrawlOptions
from intaglio.tables import Kind

EXAMPLE = "intaglio demo -o out/demo"

METHOD = "areas"
QUERY = 'harbour "lamp oil"'
ROWS = 5


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the site and the collection.")] = Path(
        "out/demo"
    ),
) -> None:
    """Write the sample site, serve it on loopback, crawl and read it, compare with rendering every page, and search."""
    console = Console(highlight=False)
    site, collection = out / "site", out / "collection"
    console.print(f"{write_sample(site)} pages of a sample site in {site}")
    shutil.rmtree(collection, ignore_errors=True)  # the site gets another address each time
    options = RunOptions(browser=has_browser(console), render=render_options(), crawl=CrawlOptions(delay=0.0))
    with serve(site) as address:
        with live() as watch:
            ran = collect([address], collection, options, watch=watch)
        with open_collection(collection) as opened:
            summary = summarise(opened.store)
            for figures in summary.sites:
                for line in template_lines(opened, figures):
                    console.print(line, highlight=False, soft_wrap=True, markup=False)
        if options.browser:
            render = replace(options.render, workers=1, trusted=frozenset({origin(address)}))
            spent = time_plain(list(captures(collection)), render)
            console.print(comparison(summary, spent))
    with open_collection(collection) as opened:
        for kind in wanted_tables(opened):
            show_table(console, opened, kind)
        if ran.unsearched is None:
            console.print(f"$ intaglio search {collection} {QUERY!r}", markup=False, soft_wrap=True)
            for found in search(opened, QUERY, limit=3):
                console.print(described(found), markup=False, soft_wrap=True)
    console.print(
        f"Open {collection / 'report.html'} in a browser; {collection / 'pages.jsonl'} has every page's areas."
    )
    console.print(f"See templates, fields and tables, and correct them: intaglio inspect {collection}", soft_wrap=True)


def has_browser(console: Console) -> bool:
    """Whether a Chromium starts; if not, say what is missing."""
    try:
        with Renderer(replace(render_options(), workers=1)) as renderer:
            renderer.render(Capture(b"<p>started"))
    except (BrowserError, MissingExtra) as error:
        console.print(f"Without a browser areas are found without layout: {error}")
        return False
    return True


def captures(folder: Path) -> Iterable[Capture]:
    """Give all pages of a collection again."""
    with open_collection(folder) as opened, opened.store.reading() as tx:
        library = open_captures(opened)
        for row in tx.pages.pages(lines=False):
            capture = tx.captures.get(row.capture)
            if capture is not None:
                yield library.read(capture)


def time_plain(pages: list[Capture], options: RenderOptions) -> float:
    """Seconds that rendering and segmenting every page takes; starting the browser counts, as it did in the run."""
    with Renderer(options) as renderer:
        shown = track(pages, "every page rendered, to compare", total=len(pages))
        return sum(taken_plain(LearnOptions(METHOD), renderer.render(page)).total for page in shown) / 1000


def comparison(summary: Summary, plain_seconds: float) -> Table:
    """What templates save."""
    hits, misses = summary.hits, summary.pages - summary.hits
    stages = ("parse", "match", "render", "segment", "map")
    spent = sum(hits * summary.hit_ms.get(stage, 0.0) + misses * summary.miss_ms.get(stage, 0.0) for stage in stages)
    if not summary.pages:
        raise IntaglioError("the sample site gave no page")
    made = Table(title="One page of each template rendered, against every page rendered")
    for name in ("pages", "templates", "hit ratio", "every page", "with templates", "time saved"):
        made.add_column(name, justify="right")
    made.add_row(
        f"{summary.pages:,}", f"{summary.templates:,}", f"{100 * hits / summary.pages:.1f} %", f"{plain_seconds:.1f} s",
        f"{spent / 1000:.1f} s", f"{100 * (1 - spent / 1000 / plain_seconds):.1f} %",
    )  # fmt: skip
    return made


def wanted_tables(collection: Collection) -> list[Kind]:
    """The two kinds with most pages that are no listings: stories and goods."""
    return [kind for kind in collection.kinds() if not kind.listing][:2]


def show_table(console: Console, collection: Collection, kind: Kind) -> None:
    """Print some rows of a table as far as they fit."""
    shown = shown_table(collection.table(kind))
    named = f"{counted(kind.pages, 'row')}, {counted(len(shown.columns), 'main column')}; "
    named += f"{collection.folder / 'tables' / kind.slug}.csv"
    console.print(f"[bold]{escape(kind.name)}[/bold]: {escape(named)}", soft_wrap=True)
    rows = list(islice(collection.rows(kind), ROWS))
    console.print(rows_table(rows, list(shown.columns), console.width))
    console.print()
