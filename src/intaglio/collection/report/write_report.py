"""Writes what people look at: the report of a collection, and pictures of its templates."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from intaglio.browser import Renderer, RenderOptions
from intaglio.capture import Capture
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.folder import CollectionFolder
from intaglio.collection.page_lines import areas_in, page_of
from intaglio.collection.report.kind_section import kinds_section
from intaglio.collection.report.report_body import SHOWN, Drawn, report
from intaglio.collection.report.template_drawing import Box, draw
from intaglio.collection.summary import SiteFigures, TemplateFigures, summarise
from intaglio.collection.trust import file_name
from intaglio.errors import BrowserError, CodecError
from intaglio.pictures import Drawn as Overlaid
from intaglio.pictures import areas_sheet
from intaglio.segment.area_tree import AreaTree
from intaglio.store import PageRow, Transaction
from intaglio.templates.template_codec import areas_of


def write_report(collection: CollectionFolder) -> None:
    """Write `report.html`, in one go."""
    summary = summarise(collection.store)
    drawn: dict[tuple[str, str], Drawn] = {}
    with collection.store.reading() as tx:
        method = tx.notes.get("method")
        for site in summary.sites:
            for template in site.templates[:SHOWN]:
                with suppress(CodecError):  # told of when the run met it
                    drawn[site.site, template.id] = draw_template(tx, site, template)
        kinds = kinds_section(tx)
    title = ", ".join(site.site for site in summary.sites[:3]) or "An empty collection"
    made = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC · areas by the method {method}"
    path = collection.folder / "report.html"
    new = path.with_name("report.html.new")
    new.write_text(report(title, summary, drawn, kinds, made), encoding="utf-8")
    new.replace(path)


def draw_template(tx: Transaction, site: SiteFigures, template: TemplateFigures) -> Drawn:
    """Draw the areas of a template, with what they held on one of its pages."""
    tree = areas_of(template.blob)
    placed = any(area.rect is not None for area in tree.areas)
    row = first_page(tx, site.site, template.id) if placed else None
    texts = {} if row is None else {area["id"]: area["text"] for area in areas_in(page_of(row.line)["areas"])}
    roles = [area.attributes.get("role") for area in tree.areas]
    picture = draw(boxes_of(tree, texts), f"areas of template {template.id}")
    return Drawn(picture, len(tree.areas), roles.count("headline"), roles.count("body"))


def boxes_of(tree: AreaTree, texts: dict[int, str]) -> list[Box]:
    """The areas that have a place on the page."""
    return [
        Box(number, area.rect, str(role) if role else None, " ".join(texts.get(number, "").split()), not area.children)
        for number, area in enumerate(tree.areas)
        if area.rect is not None
        for role in [area.attributes.get("role")]
    ]


def first_page(tx: Transaction, site: str, template: str) -> PageRow | None:
    """The page that a template was made from, or the first that has it."""
    return next(iter(tx.pages.pages(site=site, template=template)), None)


def write_png(
    collection: CollectionFolder,
    wanted: Iterable[tuple[SiteFigures, TemplateFigures]],
    folder: Path,
    options: RenderOptions,
) -> int:
    """Draw templates over the pages they were made from, as files named by site and id; give how many."""
    library = open_captures(collection)
    written = 0
    shot = replace(options, screenshot=True, workers=1)
    with Renderer(shot) as camera, Renderer(replace(shot, javascript=False, web=False, dom="snapshot")) as press:
        for site, template in wanted:
            with collection.store.reading() as tx:
                row = first_page(tx, site.site, template.id)
                capture = tx.captures.get(row.capture) if row is not None else None
            if capture is None:
                continue
            rendering = camera.render(library.read(capture), library.resources(capture))
            sheet = areas_sheet(Overlaid(rendering.page, [areas_of(template.blob)], rendering.screenshot))
            picture = press.render(Capture(sheet.encode(), content_type="text/html; charset=utf-8")).screenshot
            if picture is None:
                raise BrowserError("the browser gave no picture")
            name = "".join(letter if letter.isalnum() or letter in "-." else "_" for letter in site.site)
            (folder / f"{name}-{file_name(template.id, 'template')}.png").write_bytes(picture)
            written += 1
    return written
