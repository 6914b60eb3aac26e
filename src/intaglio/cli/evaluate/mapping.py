"""`intaglio evaluate mapping`: how surely and fast a template's nodes are found on its other pages."""

import json as json_module
import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from math import isnan
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from intaglio.align import CHECKS
from intaglio.browser import Folder, Renderer
from intaglio.capture import Capture
from intaglio.cli.shared.browser_options import render_options
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.cli.shared.segmenter_options import PresetOption, SettingsOption, segmenter_options
from intaglio.errors import IntaglioError
from intaglio.evaluate.chart_files import bar_chart, write_charts
from intaglio.evaluate.corpora import CORPORA, MOUNTS, SitePage, open_corpus, read_sites
from intaglio.evaluate.score_report import Evaluation, narrow_table, show
from intaglio.evaluate.segmentation.segmenter_scores import SCORED
from intaglio.evaluate.templates import carried_areas as carried
from intaglio.evaluate.templates import node_mapping as mapping
from intaglio.page import Page
from intaglio.segment import SEGMENTERS, AreaTree
from intaglio.segment.every_text import with_every_text

EXAMPLE = """
intaglio evaluate mapping --corpus ../shared/corpora --json scores.json -o charts/
intaglio evaluate mapping --method vips --render --hits 60
"""
NOWHERE = "nothing"
"""What stands for a rung where an address led to no node."""
log = logging.getLogger(__name__)
Segment = Callable[[SitePage, Page], tuple[Page, AreaTree]]


def command(
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    output: ChartsOption = None,
    method: Annotated[str, typer.Option("--method", help="Segmenter whose areas are mapped.")] = "areas",
    preset: PresetOption = None,
    settings: SettingsOption = None,
    render: Annotated[bool, typer.Option("--render", help="Lay pages out before they are segmented.")] = False,
    hits: Annotated[int, typer.Option("--hits", min=1, help="Pages of each site that are mapped, at most.")] = 150,
    share: Annotated[float, typer.Option("--share", help="Share of those that are segmented directly, too.")] = 0.1,
    site: Annotated[
        list[str] | None, typer.Option("--site", help="This site only; may be given several times.")
    ] = None,
) -> None:
    """Follow the addresses of templates' nodes on other pages, and compare carried-over areas with direct ones.

    The method `areas` is scored at its preset `parts`; `--preset default` takes what a run takes.
    """
    if method not in SEGMENTERS:
        raise typer.BadParameter(f"no method '{method}'; there are {', '.join(SEGMENTERS)}")
    chosen = segmenter_options(method, preset or SCORED.get(method), settings or [])
    sites: dict[str, list[SitePage]] = {}
    for page in read_sites(open_corpus(corpus, "sites")):
        if not site or page.site in site:
            sites.setdefault(page.site, []).append(page)
    addresses: list[dict[str, Any]] = []
    compared: list[dict[str, Any]] = []
    options = mapping.MappingOptions(hits=hits)
    with ExitStack() as stack:
        renderer = stack.enter_context(Renderer(render_options(offline=True))) if render else None
        for name, pages in track(sites.items(), "mapping pages", total=len(sites)):
            segment = segmenter(method, chosen, pages, renderer)
            _, cases = mapping.hits_of_site(name, pages, lambda one: one.html.read_bytes(), segment, options)
            addresses += mapping.address_rows(name, cases, options)
            for case in cases[: max(10, round(share * len(pages)))]:
                try:
                    compared += carried.carried_rows(name, case, *segment(case.file, case.page))
                except IntaglioError as error:
                    log.warning("%s is left out: %s", case.file.page, error)
    report(addresses, carried.pooled(compared), method, render, json, output)


def segmenter(method: str, options: object, pages: list[SitePage], renderer: Renderer | None) -> Segment:
    """A function that segments a page of a site as a run does, rendering it first if there is a renderer."""
    if renderer is None:
        return lambda _, page: (page, with_every_text(SEGMENTERS[method](page, None, options), page, None))
    root = pages[0].html
    for _ in Path(pages[0].page).parts:
        root = root.parent
    folder = Folder(root, f"http://site.invalid{MOUNTS.get(pages[0].site, '/')}")

    def rendered(file: SitePage, page: Page) -> tuple[Page, AreaTree]:
        del page
        made = renderer.render(Capture(file.html.read_bytes(), file.page, f"http://site.invalid{file.mounted}"), folder)
        tree = SEGMENTERS[method](made.page, made.layout, options)
        return made.page, with_every_text(tree, made.page, made.layout)

    return rendered


def report(
    addresses: list[dict[str, Any]], areas: list[dict[str, Any]], method: str, render: bool, json: Path | None,
    output: Path | None,
) -> None:  # fmt: skip
    """Print both tables; write JSON and charts."""
    console = Console()
    first = Evaluation("addresses of nodes", {}, addresses, mapping.FIGURES, "kind")
    second = Evaluation(f"areas of {method}, carried over against direct", {}, areas, carried.FIGURES, "rule")
    show(console, table_of_addresses(addresses))
    show(console, table_of_rungs(addresses))
    show(console, first.table())
    show(console, second.table())
    if json is not None:
        rules = means(areas, "rule", carried.FIGURES)
        content = {
            "name": "mapping", "options": {"method": method, "render": render}, "rows": [*addresses, *areas],
            "mean": rules.get("correcting", {}), "rules": rules,
            "addresses": means(addresses, "kind", mapping.FIGURES),
        }  # fmt: skip
        json.write_text(json_module.dumps(content, indent=1) + "\n", encoding="utf-8")
    if output is not None:
        groups = {
            row["site"]: {other["rule"]: other["found"] or 0.0 for other in areas if other["site"] == row["site"]}
            for row in areas
        }
        write_charts(output, {"mapping-found": bar_chart("Areas found on other pages", groups, y="share")})


def table_of_addresses(rows: list[dict[str, Any]]) -> Table:
    """Table I of the paper: mappings of each site, nodes looked at and time of one, full and compact."""
    table = narrow_table("Table I: addresses followed, a line a site and kind")
    for name in ("site", "kind", "mapped", "strictest", "verified", "nodes", "start ms", "ms"):
        table.add_column(name, justify="left" if name in ("site", "kind") else "right", no_wrap=True)
    for row in rows:
        strictest = "" if row["strictest"] is None else f"{row['strictest']:.3f}"
        table.add_row(
            row["site"], row["kind"], f"{row['mappings']:,}", strictest, f"{row['verified']:.3f}",
            f"{row['checked']:.1f}", f"{row['search_ms']:.3f}", f"{row['ms']:.3f}",
        )  # fmt: skip
    return table


def table_of_rungs(rows: list[dict[str, Any]]) -> Table:
    """The ladder: at which combination of checks full addresses led to a node, a line a site."""
    table = narrow_table("the rung of the ladder that full addresses need, as shares")
    table.add_column("site")
    for rung in (*CHECKS, NOWHERE):
        table.add_column(rung, justify="right")
    for row in rows:
        if row["kind"] == "full":
            table.add_row(row["site"], *(f"{row.get(f'at {rung}', 0.0):.3f}" for rung in (*CHECKS, NOWHERE)))
    return table


def means(rows: list[dict[str, Any]], by: str, figures: Sequence[str]) -> dict[str, dict[str, float | None]]:
    """The mean of each figure for each group of rows; None where no row has it."""
    made: dict[str, dict[str, float | None]] = {}
    for group in dict.fromkeys(row[by] for row in rows):
        mean = Evaluation("", {}, [row for row in rows if row[by] == group], figures).mean
        made[group] = {name: None if isnan(value) else value for name, value in mean.items()}
    return made
