"""Draws the screens of the inspector for docs/inspector.md: the sample site, run twice with a browser, in Chromium.

python scripts/inspector_pictures.py            # writes docs/pictures/*.webp
python scripts/inspector_pictures.py OUT DIR    # of another collection, elsewhere, light and dark
"""

from __future__ import annotations

import base64
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import uvicorn
from playwright.sync_api import Page, sync_playwright

import intaglio
from intaglio.browser.chromium import find
from intaglio.cli.shared.browser_options import chromium, render_options
from intaglio.collection.corrections.correction import Target, What
from intaglio.collection.review.cases import cases_of
from intaglio.collection.tables.said.said_of_columns import column_target
from intaglio.sample import SampleOptions, write_sample
from intaglio.web.access import Access
from intaglio.web.inspector_app import make_app
from intaglio.web.inspector_server import ServeOptions, hosts_of, listen

DOCS = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = {"width": 1280, "height": 820}
SCALE, QUALITY = 0.8, 70
WHO = "reader"


@dataclass(frozen=True, slots=True)
class Shot:
    """A screen to be drawn."""

    name: str
    path: str
    scheme: Literal["light", "dark"] = "light"


def main(arguments: list[str]) -> None:
    """Draw the sample site for the documents, or a given collection in both schemes."""
    if arguments:
        out, target = Path(arguments[0]), Path(arguments[1])
        target.mkdir(parents=True, exist_ok=True)
        for scheme in ("light", "dark"):
            draw(out, target, [Shot(f"{one.name}-{scheme}", one.path, scheme) for one in shots(out)])  # type: ignore[arg-type]
        return
    with tempfile.TemporaryDirectory() as folder:
        site, out = Path(folder) / "site", Path(folder) / "quillmarsh"
        write_sample(site, SampleOptions(articles=28, products=22, people=6, months=3))
        (site / "people").rename(Path(folder) / "later")
        fill(site, out)
        (Path(folder) / "later").rename(site / "people")
        fill(site, out)
        correct(out)
        DOCS.mkdir(exist_ok=True)
        draw(out, DOCS, shots(out))


def fill(site: Path, out: Path) -> None:
    """Run the sample site."""
    saved = intaglio.SavedOptions(base_url="http://quillmarsh.example/")
    intaglio.collect(site, out, intaglio.RunOptions(render=render_options(offline=True), saved=saved))


def correct(out: Path) -> None:
    """Say something, so that there is something to be seen of it."""
    with intaglio.open(out) as collection:
        kind = largest(collection)
        table = collection.table(kind)
        column = next((one for one in table.main if one.name == "author"), table.main[0])
        with collection.store.reading() as tx:
            page = tx.lookups.spread_pages(*kind.templates[0], 1)[0]
        collection.correct(What.NAME_KIND, Target(kind=kind.id), "news", who=WHO)
        collection.correct(What.RENAME, column_target(table, column), "writer", who=WHO)
        for one in cases_of(collection, table, page.capture)[:2]:
            collection.correct(one.what, one.target, one.value, examples=one.examples, who=WHO)
        collection.undo(collection.corrections()[-1].id, who=WHO)


def largest(collection: intaglio.Collection) -> intaglio.Kind:
    """The largest kind with records; one of mere lists only if there is no other."""
    kinds = sorted(collection.kinds(), key=lambda kind: kind.listing)
    return next(kind for kind in kinds if any(True for _ in collection.rows(kind)))


def shots(out: Path) -> list[Shot]:
    """The screens of a collection."""
    with intaglio.open(out) as collection:
        kind = largest(collection)
        with collection.store.reading() as tx:
            most = max(kind.templates, key=lambda key: tx.lookups.records_of(*key)[0])
            pages = tx.lookups.spread_pages(*most, 5)
        first = next(collection.rows(kind))
        column = collection.table(kind).main[0].id
    template = most.template
    texts = [str(value) for name, value in first.items() if name not in ("url", "source", "template") and value]
    query = max((word for text in texts for word in text.split() if word.isalpha()), key=len, default="the")
    return [
        Shot("home", "/"), Shot("kinds", "/kinds"), Shot("template", f"/templates/{template}"),
        Shot("light", f"/templates/{template}?light=1"),
        Shot("safe-view", f"/templates/{template}?light=1&page={pages[-1].capture}"),
        Shot("fields", f"/kinds/{kind.id}/fields"),
        Shot("hovering", f"/kinds/{kind.id}/fields?page={pages[-1].capture}"),
        Shot("table", f"/kinds/{kind.id}/table", "dark"),
        Shot("page", f"/pages/{pages[1].capture}?show=why&view=article"), Shot("search", f"/search?q={query}"),
        Shot("log", "/log"), Shot("queue", "/queue"), Shot("changes", "/changes"),
        Shot("pointing", f"/pages/{pages[1].capture}?view=frame&pick={column}"),
        Shot("article", f"/templates/{template}/article?page={pages[1].capture}"),
    ]  # fmt: skip


def draw(out: Path, target: Path, wanted: list[Shot]) -> None:
    """Draw screens of a collection into a folder."""
    with serving(out) as (base, token), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find(chromium(), Path(playwright.chromium.executable_path)), args=["--no-sandbox"]
        )
        for shot in wanted:
            page = browser.new_page(viewport=SIZE, color_scheme=shot.scheme)  # type: ignore[arg-type]
            page.goto(f"{base}/?token={token}")
            page.goto(base + shot.path)
            page.wait_for_timeout(600)
            if shot.name.startswith("template"):
                areas = page.locator("li[data-area]")
                areas.nth(min(9, areas.count() - 1)).click()
                page.wait_for_timeout(300)
            if shot.name.startswith("hovering"):
                place = page.frame_locator("iframe").locator("t-.c1").first.bounding_box()
                if place is not None:
                    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
            (target / f"{shot.name}.webp").write_bytes(picture(page))
            page.close()
        browser.close()


def picture(page: Page) -> bytes:
    """What the browser shows, as WebP."""
    session = page.context.new_cdp_session(page)
    clip = {"x": 0, "y": 0, **SIZE, "scale": SCALE}
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip})
    return base64.b64decode(answer["data"])


@contextmanager
def serving(out: Path) -> Iterator[tuple[str, str]]:
    """Serve a collection meanwhile; give address and token."""
    with intaglio.open(out) as collection, listen(ServeOptions()) as listening:
        host, port = listening.getsockname()[:2]
        access = Access(hosts_of(host, port), port)
        server = uvicorn.Server(uvicorn.Config(make_app(collection, access), log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://{host}:{port}", access.token
        finally:
            server.should_exit = True
            thread.join(10)


if __name__ == "__main__":
    main(sys.argv[1:])
