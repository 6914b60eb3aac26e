"""`intaglio run`: a whole site into a collection."""

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, get_args

import typer
from rich.markup import escape

from intaglio.articles import ArticleOptions
from intaglio.articles.article_options import Favour, Method
from intaglio.cli.shared.article_choices import article_options
from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.run_line import line_of, live
from intaglio.cli.shared.segmenter_options import PresetOption, SettingsOption, segmenter_options
from intaglio.cli.shared.table_options import LOOK, ColumnsOption, WantOption, listed, pairs, say_missing
from intaglio.collection.export.table_formats.table_files import TableFileOptions
from intaglio.counted import counted
from intaglio.errors import BadPattern, MissingExtra, SourceError
from intaglio.run.collect import RunOptions, RunSummary, collect
from intaglio.run.passes.record_pass import RecordOptions
from intaglio.run.site_learner import LearnOptions
from intaglio.segment import SEGMENTERS
from intaglio.segment.roles import RoleOptions
from intaglio.site import SiteOptions
from intaglio.sources import SavedOptions
from intaglio.sources.crawl import CrawlOptions, patterns
from intaglio.sources.crawl.crawl_options import FIXED_REQUESTS, PAGE_REQUESTS
from intaglio.sources.files import ENDINGS
from intaglio.templates import CarryOptions, FixedOptions, StreamOptions
from intaglio.templates.carrying.verify import VERIFIED
from intaglio.workers import WorkerOptions
from intaglio.wrapper import WrapperOptions

EXAMPLE = """
intaglio run https://example.org/ -o out --pages 500
intaglio run https://example.org/ -o out --follow /list/ --keep /item/ --header 'Accept-Language: de'
intaglio run https://example.org/ -o out --revisit
intaglio run saved-pages/ -o out --base-url https://example.org/
intaglio run shop/ -o out --want price=51.77 --want 'name=Blue lamp'
intaglio run crawl-*.warc.gz -o out --method vips --preset fine --workers 4
"""

CRAWL, ROLES, ARTICLES = CrawlOptions(), RoleOptions(), ArticleOptions()


class Clusterings(StrEnum):
    """How pages are put to templates."""

    LEARNED = "learned"
    PAPER = "paper"


class Mappings(StrEnum):
    """How a template's areas are found on its pages."""

    CORRECTING = "correcting"
    STRICT = "strict"


PAGES = CRAWL.pages or 0


def command(
    sources: Annotated[
        list[str], typer.Argument(metavar="SOURCE", help="URL, folder of saved pages, WARC files, file of URLs.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="OUT", help="Folder of the collection.")],
    method: Annotated[
        str,
        typer.Option(
            help=f"How areas are found: {', '.join(SEGMENTERS)}.", show_default="areas; without browser text-blocks"
        ),
    ] = "",
    preset: PresetOption = None,
    settings: SettingsOption = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Use text blocks, without layout.")] = False,
    javascript: Annotated[
        bool, typer.Option("--javascript", help="Let scripts run; then every page needs the browser, hits too.")
    ] = False,
    store: Annotated[
        str | None, typer.Option(metavar="URL", help="Keep the collection in PostgreSQL instead of OUT/intaglio.db.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", metavar="URL", help="Where a folder was on the web.")
    ] = None,
    site: Annotated[str | None, typer.Option(help="Name of the site that saved pages belong to.")] = None,
    glob: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Names of a folder's pages, as *.testhtml; else *.html, *.htm, also .gz."),
    ] = None,
    site_per_folder: Annotated[
        bool, typer.Option("--site-per-folder", help="Each folder below SOURCE is a site of its own.")
    ] = False,
    pages: Annotated[int, typer.Option(min=1, help="Crawl: pages of a site after which to stop.")] = PAGES,
    requests: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Crawl: requests to a site after which to stop, whatever they gave.",
            show_default=f"{FIXED_REQUESTS} + {PAGE_REQUESTS} x pages",
        ),
    ] = None,
    depth: Annotated[int | None, typer.Option(min=0, help="Crawl: links between a start and a page.")] = None,
    include: Annotated[
        list[str] | None, typer.Option(metavar="REGEX", help="Crawl: visit only URLs with this; can be repeated.")
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option(metavar="REGEX", help="Crawl: leave out URLs with this; can be repeated.")
    ] = None,
    follow: Annotated[
        list[str] | None,
        typer.Option(metavar="REGEX", help="Crawl: look for links only on pages with this in their URL."),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(metavar="REGEX", help="Crawl: keep only pages with this in their URL; others serve for links."),
    ] = None,
    all_links: Annotated[
        bool, typer.Option("--all-links", help="Crawl: follow nofollow, cart, logout and ?action= links, too.")
    ] = False,
    revisit: Annotated[
        bool, typer.Option("--revisit", help="Crawl: ask for known pages again, and read those that have changed.")
    ] = False,
    header: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME:VALUE", help="Crawl: send this header to the sites named; can be repeated."),
    ] = None,
    cookie_file: Annotated[
        Path | None, typer.Option("--cookie-file", metavar="FILE", help="Crawl: cookies in Netscape's format.")
    ] = None,
    user_agent: Annotated[
        str, typer.Option("--user-agent", metavar="TEXT", help="Crawl: who asks; say how you can be reached.")
    ] = CRAWL.user_agent,
    follow_sites: Annotated[
        int, typer.Option("--follow-sites", min=0, metavar="N", help="Crawl: go on to N sites that links lead to.")
    ] = CRAWL.follow_sites,
    delay: Annotated[float, typer.Option(min=0, help="Crawl: seconds between two requests to a host.")] = CRAWL.delay,
    no_sitemaps: Annotated[bool, typer.Option("--no-sitemaps", help="Crawl: do not look into sitemaps.")] = False,
    no_articles: Annotated[bool, typer.Option("--no-articles", help="Do not write articles.jsonl.")] = False,
    article_method: Annotated[
        str, typer.Option("--article-method", help=f"How bodies are found: {', '.join(get_args(Method))}.")
    ] = ARTICLES.method,
    favour: Annotated[
        str, typer.Option(help=f"Bodies by blocks: what to favour, {', '.join(get_args(Favour))}.")
    ] = ARTICLES.favour,
    article_settings: Annotated[
        list[str] | None,
        typer.Option("--article-set", metavar="OPTION=VALUE", help="single-pass: set theta, threshold or screens."),
    ] = None,
    no_records: Annotated[bool, typer.Option("--no-records", help="Learn no wrappers, write no records.")] = False,
    where: Annotated[
        bool, typer.Option("--where", help="Records of pages read now tell which elements their values stand in.")
    ] = False,
    parquet: Annotated[bool, typer.Option("--parquet", help="Write records and tables as Parquet files too.")] = False,
    want: WantOption = None,
    columns: ColumnsOption = None,
    workers: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="Processes that share the work; results are the same.", show_default="cores"
        ),
    ] = 0,
    clustering: Annotated[
        Clusterings, typer.Option(help="How pages are put to templates: learned, or by the papers' fixed rule.")
    ] = Clusterings.LEARNED,
    threshold: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Distance up to which a page belongs to a template.", show_default="0.3"),
    ] = None,
    mapping: Annotated[
        Mappings, typer.Option(help="How areas are found on hits: correcting errors, or by the papers' strict rule.")
    ] = Mappings.CORRECTING,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare the subtrees of what was found; pages.jsonl has `verified`.")
    ] = False,
    headline: Annotated[float, typer.Option(help="Headlines: font size against the page's mean.")] = ROLES.headline,
    body: Annotated[float, typer.Option(help="Bodies: area against the mean area.")] = ROLES.body,
) -> None:
    """Read a whole site: render one page of each template, read all others at parsing speed.

    Leaves a collection: intaglio.db, pages.jsonl, articles.jsonl, records/, tables/, errors.jsonl, report.html.
    Interrupted, the same command goes on; on a finished collection it takes up what is new.
    """
    if method and method not in SEGMENTERS:
        raise typer.BadParameter(f"{method} is none of {', '.join(SEGMENTERS)}", param_hint="--method")
    no_browser = no_browser or without_browser(method, javascript=javascript)
    if no_browser and method and SEGMENTERS[method].needs_layout:
        raise typer.BadParameter(f"{method} looks at pages as rendered", param_hint="--no-browser")
    regexes = {"include": include, "exclude": exclude, "follow": follow, "keep": keep}
    for name, words in regexes.items():
        try:
            patterns(words or ())
        except BadPattern as error:
            raise typer.BadParameter(str(error), param_hint=f"--{name}") from error
    if no_articles and (article_method != ARTICLES.method or favour != ARTICLES.favour or article_settings):
        raise typer.BadParameter("without articles there is nothing to find", param_hint="--no-articles")
    method = method or ("text-blocks" if no_browser else "areas")
    learn = LearnOptions(
        method, segmenter_options(method, preset, settings or []), site_options(clustering, threshold, mapping, verify),
        RoleOptions(headline, body),
    )  # fmt: skip
    crawl = replace(
        CRAWL, pages=pages, requests=requests, depth=depth, delay=delay, follow_sites=follow_sites,
        sitemaps=not no_sitemaps, all_links=all_links, revisit=revisit, headers=headers_of(header or ()),
        cookie_file=cookie_file, user_agent=printable(user_agent, "--user-agent"),
        include=tuple(include or ()), exclude=tuple(exclude or ()),
        follow=tuple(follow or ()), keep=tuple(keep or ()),
    )  # fmt: skip
    options = RunOptions(
        learn, browser=not no_browser, render=render_options(javascript=javascript),
        saved=SavedOptions(base_url, site, site_per_folder, tuple(glob or ())), crawl=crawl,
        table_files=TableFileOptions(listed(columns), parquet=parquet), want=pairs(want, "--want"),
        articles=None if no_articles else article_options(article_method, favour, article_settings or ()),
        records=None if no_records else RecordOptions(WrapperOptions(where=where), parquet=parquet),
        workers=WorkerOptions(workers),
    )  # fmt: skip
    with live() as watch:
        ran = collect(sources, out, options, store_url=store, watch=watch)
    say(ran, out, f"like {', '.join(glob)}" if glob else f"that end in {', '.join(ENDINGS)}")
    if javascript and any(source.startswith(("http://", "https://")) for source in sources):
        print("links that scripts make were not followed: a crawl sees pages as they were sent", file=sys.stderr)
    if ran.alarms:
        raise typer.Exit(LOOK)


def without_browser(method: str, *, javascript: bool) -> bool:
    """Whether pages must do without a browser, as its extra is not installed; how to get it is told on stderr."""
    if find_spec("playwright") is not None:
        return False
    if javascript or (method and SEGMENTERS[method].needs_layout):
        raise MissingExtra("browser", "rendering")
    print("intaglio: pages are read without layout; with it: pip install 'intaglio[browser]'", file=sys.stderr)
    return True


def printable(text: str, option: str) -> str:
    """A text that can stand in a header; a usage error if it cannot."""
    if not text.isprintable():
        raise typer.BadParameter(f"{text!r} has characters that no header can have", param_hint=option)
    return text


def headers_of(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Names and values of headers as they are given on the command line."""
    headers = [(name.strip(), value.strip()) for name, _, value in (word.partition(":") for word in words)]
    for (name, value), word in zip(headers, words, strict=True):
        if not re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", name) or not value.isprintable() or ":" not in word:
            raise typer.BadParameter(f"{word!r} is not NAME:VALUE", param_hint="--header")
    return tuple(headers)


def site_options(clustering: Clusterings, threshold: float | None, mapping: Mappings, verify: bool) -> SiteOptions:
    """How a site's pages are matched and read, as the command line asks."""
    matching: StreamOptions | FixedOptions = FixedOptions() if clustering is Clusterings.PAPER else StreamOptions()
    if threshold is not None:
        matching = replace(matching, threshold=threshold)
    return SiteOptions(matching, CarryOptions(strict=mapping is Mappings.STRICT, verify=VERIFIED if verify else None))


def say(ran: RunSummary, out: Path, names: str) -> None:
    """Print what came of a run, and where to look; names are what was looked for in folders."""
    if not ran.pages:
        looked = f"looked for names {names}; `--glob` takes others"
        raise SourceError(f"no page could be read: {ran.figures.why or looked}")
    console = Console(highlight=False, soft_wrap=True)
    if ran.figures.seen:
        console.print(line_of(ran.figures, final=True))
    else:
        console.print(f"nothing new: all {ran.pages:,} pages were read before")
    if ran.refreshed:
        console.print(f"{counted(ran.refreshed, 'page')} read again, as templates had changed")
    if ran.unsearched:
        Console(stderr=True, soft_wrap=True, highlight=False).print(f"no index: {escape(ran.unsearched)}")
    for alarm in ran.alarms:
        Console(stderr=True, soft_wrap=True, highlight=False).print(f"[bold]redesign?[/bold] {escape(alarm)}")
    console.print(f"{out / 'report.html'} shows them; {out / 'pages.jsonl'} has the areas of every page.")
    say_missing(ran.not_found)
