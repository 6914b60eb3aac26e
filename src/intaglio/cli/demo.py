"""`intaglio demo`: a whole site from its first page to records and a search, and what it would cost page by page."""

import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from intaglio.browser import Renderer, RenderOptions
from intaglio.capture import Capture
from intaglio.cli.collections.search import described
from intaglio.cli.collections.templates import table as template_table
from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.progress_bar import track
from intaglio.cli.shared.run_line import live
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.export.record_files import contents
from intaglio.collection.records.field_stats import field_figures
from intaglio.collection.records.record_search import search
from intaglio.collection.summary import Summary, summarise
from intaglio.errors import BrowserError, IntaglioError, MissingExtra
from intaglio.evaluate.speed.timing import segmented
from intaglio.fetch import origin
from intaglio.run.collect import RunOptions, collect
from intaglio.sample import serve, write_sample
from intaglio.sources.crawl import CrawlOptions

EXAMPLE = "intaglio demo -o out/demo"

METHOD = "areas"
QUERY = 'harbour "lamp oil"'
COLUMNS, LISTS, ROWS, WIDTH = 6, 2, 6, 28
"""Of the table of records; so many of the columns are lists."""
TITLE = "page_title"
"""A field that says what others say, and the site's name."""


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
                console.print(template_table(opened, figures))
        if options.browser:
            render = replace(options.render, workers=1, trusted=frozenset({origin(address)}))
            spent = time_plain(list(captures(collection)), render)
            console.print(comparison(summary, spent))
    with open_collection(collection) as opened:
        console.print(record_table(opened))
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
        return sum(segmented(METHOD, renderer.render(page)).total for page in shown) / 1000


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


def record_table(collection: Collection) -> Table:
    """Some records of the template with most pages, under the names found for them."""
    with collection.store.reading() as tx:
        sizes = tx.records.by_template()
        template = max(sizes, key=lambda one: (sizes[one][0], one))
        records = [content["fields"] for content in contents(tx, template)]
    count, figures = field_figures(records)
    told = [one for one in figures if one.examples and "://" not in one.examples[0] and one.name != TITLE]
    usual = sorted(told, key=lambda one: -one.filled)
    plain, listed = ([one for one in usual if ("." in one.name) is nested] for nested in (False, True))
    lists = list(dict.fromkeys(one.name.partition(".")[0] for one in listed))[:LISTS]
    shown = [*(one.name for one in plain[: COLUMNS - len(lists)]), *lists]
    made = Table(title=f"Records of template {template}: {count:,} with {len(figures)} fields, some of both")
    for name in shown:
        made.add_column(escape(name))
    for fields in records[:ROWS]:
        made.add_row(*(escape(short(fields.get(name))) for name in shown))
    return made


def short(value: object) -> str:
    """A value that fits a cell."""
    if isinstance(value, list):
        return f"{len(value)} item{'s' * (len(value) != 1)}"
    text = "" if value is None else str(value)
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
