"""`intaglio learn`: sites from an index of crawls, into a store."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from intaglio.counted import counted
from intaglio.shards.executors import executor
from intaglio.shards.learning.learn_site import LearnJob, OpenLearnWorker, SiteReport
from intaglio.shards.learning.learn_sites import learn_sites, site_tasks
from intaglio.shards.plan import Plan, PlanOptions
from intaglio.sources.crawl import site_of
from intaglio.store import open_store

FAILED = 1
BROWSER = "browser"
"""The resource of Ray that nodes with a browser offer."""
EXAMPLE = """
intaglio learn --index cc-index/*.parquet --sites sites.txt --store postgresql://user@host/database
intaglio learn --index rows/misses --store postgresql://user@host/database --on ray
"""


def command(
    index: Annotated[
        list[str], typer.Option("--index", metavar="INDEX", help="Indexes as `intaglio apply` takes them; repeatable.")
    ],
    store: Annotated[
        str, typer.Option("--store", metavar="URL", help="Store that keeps what is learned, postgresql://…")
    ],
    more: Annotated[
        list[str] | None,
        typer.Argument(metavar="INDEX", help="Further indexes, as shells make of a pattern.", show_default=False),
    ] = None,
    sites: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Sites to learn, one on each line.", show_default="all")
    ] = None,
    pages: Annotated[int, typer.Option(min=1, metavar="K", help="Pages of a site, at most.")] = 200,
    on: Annotated[str, typer.Option(metavar="local|ray|ray://HOST:PORT", help="Where the work is done.")] = "local",
    workers: Annotated[
        int, typer.Option(min=0, metavar="N", help="Sites that are learned at a time.", show_default="cores")
    ] = 0,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="What the names of files in indexes are below.", show_default="the index's folder"
        ),
    ] = None,
    deadline: Annotated[
        float, typer.Option(min=1, metavar="S", help="Seconds that a site has before it is tried once more.")
    ] = 3600,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Render nothing, also where there is a browser.")
    ] = False,
) -> None:
    """Learn sites from some of their pages, which an index of WARC files names, into a store that many machines share.

    A site is learned by one worker at a time, from K pages at most, on top of what the store knows of it. Pages that
    found templates are rendered where there is a browser. What `intaglio apply` missed is such an index. `intaglio pack
    URL` makes a pack of the store.
    """
    wanted = None if sites is None else listed_sites(sites.read_text("utf-8"))
    tasks = site_tasks(Plan((*index, *(more or ())), PlanOptions(base=base)), wanted, pages)
    if absent := sorted(set(wanted or ()) - {task.site for task in tasks}):
        shown = f"{', '.join(absent[:8])}{', …' * (len(absent) > 8)}"
        print(f"intaglio: the index has no page of {counted(len(absent), 'site')}: {shown}", file=sys.stderr)
    open_store(store).close()
    job = LearnJob(store, browser=not no_browser)
    with executor(on, OpenLearnWorker(job), workers, None if no_browser else BROWSER) as engine:
        reports = learn_sites(tasks, engine, say, deadline)
    failed = sum(one.failed is not None for one in reports)
    print(f"{len(reports) - failed:,} of {counted(len(reports), 'site')} learned")
    if failed:
        raise typer.Exit(FAILED)


def listed_sites(text: str) -> list[str]:
    r"""The sites of a list: names or URLs, one on each line; lines that begin with # are for people.

    >>> listed_sites("# papers\nwww.news.com\n\nhttps://shop.example:8080/a\n")
    ['news.com', 'shop.example:8080']
    """
    lines = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]
    return [site_of(line if "://" in line else f"http://{line}/") for line in lines]


def say(report: SiteReport) -> None:
    """Tell what came of a site."""
    if report.failed is not None:
        print(f"intaglio: {report.site}: {report.failed}", file=sys.stderr)
        return
    how = "" if report.rendered else ", without layout"
    print(
        f"{report.site}: {counted(report.templates, 'template')}, {counted(report.wrappers, 'wrapper')} "
        f"from {counted(report.pages, 'page')}{how}"
    )
