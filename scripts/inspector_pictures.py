"""Draws the screens of the inspector for docs/inspector.md: the sample site, run with a browser, in Chromium.

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
from intaglio.sample import write_sample
from intaglio.web.access import Access
from intaglio.web.inspector_app import make_app
from intaglio.web.inspector_server import ServeOptions, hosts_of, listen

DOCS = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = {"width": 1280, "height": 820}
SCALE, QUALITY = 0.8, 70


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
        write_sample(site)
        saved = intaglio.SavedOptions(base_url="http://quillmarsh.example/")
        intaglio.collect(site, out, intaglio.RunOptions(render=render_options(offline=True), saved=saved))
        DOCS.mkdir(exist_ok=True)
        draw(out, DOCS, shots(out))


def shots(out: Path) -> list[Shot]:
    """The screens of a collection."""
    with intaglio.open(out) as collection:
        kind = collection.kinds()[0]
        template = kind.templates[0].template
        with collection.store.reading() as tx:
            pages = tx.lookups.spread_pages(*kind.templates[0], 5)
        word = next(collection.rows(kind))
    query = max(str(word.get("name") or "the").split(), key=len)
    return [
        Shot("home", "/"), Shot("kinds", "/kinds"), Shot("template", f"/templates/{template}"),
        Shot("light", f"/templates/{template}?light=1"),
        Shot("safe-view", f"/templates/{template}?light=1&page={pages[-1].capture}"),
        Shot("fields", f"/kinds/{kind.id}/fields"), Shot("table", f"/kinds/{kind.id}/table", "dark"),
        Shot("page", f"/pages/{pages[1].capture}?show=why&view=article"), Shot("search", f"/search?q={query}"),
        Shot("log", "/log"),
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
            if "/templates/" in shot.path and "light" not in shot.path:
                page.locator("li[data-area]").nth(9).click()
                page.wait_for_timeout(300)
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
