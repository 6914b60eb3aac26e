"""`intaglio apply`: pages of WARC files by a pack, on one machine or many."""

import sys
from typing import Annotated

import typer

from intaglio.cli.shared.apply_line import live_apply
from intaglio.collection.packs.pack_file import PackFile
from intaglio.counted import counted
from intaglio.shards.drive import ApplySummary, Driver
from intaglio.shards.executors import OpenShardWorker, executor
from intaglio.shards.pack_copy import local_pack
from intaglio.shards.plan import Plan, PlanOptions
from intaglio.shards.remote_file import absolute
from intaglio.shards.shard import WANTED, Job, Limits

FAILED, LOOK = 1, 3
LIMITS, PLAN = Limits(), PlanOptions()
EXAMPLE = """
intaglio apply sites.intaglio crawl/*.warc.gz -o rows
intaglio apply sites.intaglio s3://crawl/index/*.parquet -o s3://crawl/rows --on ray://head:10001
intaglio apply sites.intaglio warc.paths.gz --base https://data.commoncrawl.org -o rows --workers 8
"""


def command(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="What `intaglio pack` wrote; a path or a URL.")],
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE",
            help="WARC files, lists of them (.paths), or indexes of their records: CDXJ, or CSV, JSON Lines and "
            "Parquet with url, filename, offset, length. Paths, patterns, folders, URLs (http, s3).",
        ),
    ],
    out: Annotated[str, typer.Option("--out", "-o", metavar="DEST", help="Folder or URL to write below.")],
    on: Annotated[str, typer.Option(metavar="local|ray|ray://HOST:PORT", help="Where the work is done.")] = "local",
    workers: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Shards that are under way at a time.", show_default="cores"),
    ] = 0,
    want: Annotated[
        str,
        typer.Option(metavar="A,B,…", help=f"What of pages is wanted, besides their templates: {', '.join(WANTED)}."),
    ] = "articles,records",
    base: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="What the names of files in indexes are below.", show_default="the index's folder"
        ),
    ] = None,
    shard: Annotated[int, typer.Option(min=1, metavar="MIB", help="Size of a shard.")] = PLAN.size >> 20,
    page_seconds: Annotated[
        float, typer.Option(min=0.1, metavar="S", help="Processor time that a page may take.")
    ] = LIMITS.page_seconds,
    deadline: Annotated[
        float,
        typer.Option(min=1, metavar="S", help="Seconds that a shard has, at least, before it is tried elsewhere."),
    ] = LIMITS.deadline,
) -> None:
    """Read the pages of WARC files by a pack: rows of pages, articles and records as Parquet, and what was missed.

    Leaves DEST/pages, articles, records and misses, a file a shard. Ended at any time, the same command goes on; done,
    it writes nothing. `intaglio export DEST -o DIR` makes wide tables of the records. Ends with status 3 if pages cost
    their workers and were left out, and with 1 if shards were given up: the same command tries them again.
    """
    wanted = frozenset(filter(None, want.split(",")))
    if unknown := sorted(wanted - set(WANTED)):
        raise typer.BadParameter(f"'{unknown[0]}' is none of {', '.join(WANTED)}", param_hint="--want")
    opened = PackFile.open(local_pack(pack))
    opened.close()
    job = Job(
        absolute(pack), opened.digest, absolute(out), wanted, Limits(page_seconds=page_seconds, deadline=deadline)
    )
    plan = Plan(tuple(sources), PlanOptions(base=base, size=shard << 20))
    with executor(on, OpenShardWorker(job), workers) as engine, live_apply() as watch:
        done = Driver(job, engine, watch).run(plan)
    say(done, out)


def say(done: ApplySummary, out: str) -> None:
    """Print what came of a job, and end with its status."""
    if done.before == done.shards and not done.failed:
        print(f"nothing to do: all {done.shards:,} shards are in {out}")
        return
    rows = ", ".join(f"{count:,} {name}" for name, count in done.rows.items())
    print(
        f"{counted(done.shards - done.before, 'shard')} in {done.seconds:,.1f} s: {rows}; "
        f"{done.before:,} were done before"
    )
    if done.passed:
        most = sorted(done.passed.items(), key=lambda one: (-one[1], one[0]))[:6]
        print("no pages: " + ", ".join(f"{count:,} {reason}" for reason, count in most))
    for page in done.killers:
        print(f"intaglio: {page} cost its worker and is left out", file=sys.stderr)
    for name, reason in sorted(done.failed.items()):
        print(f"intaglio: shard {name} was given up: {reason}", file=sys.stderr)
    if done.failed:
        print("intaglio: the same command tries again what was given up", file=sys.stderr)
        raise typer.Exit(FAILED)
    if done.killers:
        raise typer.Exit(LOOK)
