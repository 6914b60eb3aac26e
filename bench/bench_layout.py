"""What turning a captured snapshot into a Layout costs beside loading that page, JSON parse included."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from intaglio.browser import RenderOptions
from intaglio.browser.chromium import start
from intaglio.browser.tab import Tab, TabSnapshot
from intaglio.evaluate.corpora import CORPORA, SegmentationPage, open_corpus, read_segmentation
from intaglio.layout import layout_of
from intaglio.page import Page
from intaglio.resources import Folder, Resource

LIMIT = 0.1


async def shots(pages: list[SegmentationPage]) -> list[TabSnapshot]:
    """Snapshots of pages, one browser after the other page; the first is loaded twice, to warm up."""
    options = RenderOptions(web=False)
    browser = await start(options)
    try:
        with ThreadPoolExecutor(8) as executor:
            tab = await Tab.open(browser.context, options, executor)
            taken = []
            for page in (pages[0], *pages):
                body = page.html.read_bytes()
                folder = Folder(page.root)
                url = folder.url_of(page.html.relative_to(page.root).as_posix())
                encoding = Page.parse(body).encoding or "utf-8"
                taken.append(await tab.shoot(url, Resource(body, f"text/html; charset={encoding}"), folder))
            return taken[1:]
    finally:
        await browser.close()


def layout_ms(page: Page, shot: TabSnapshot) -> float:
    """The shortest of three runs."""
    best = float("inf")
    for _ in range(3):
        started = time.perf_counter()
        light = json.loads(shot.light)["result"]["nodes"] if shot.light is not None else None
        layout_of(page, json.loads(shot.snapshot)["result"], light=light)
        best = min(best, time.perf_counter() - started)
    return 1000 * best


def main() -> int:
    """Print the medians; fail when the limit is passed."""
    corpora = Path(os.environ.get("INTAGLIO_CORPORA", CORPORA))
    pages = read_segmentation(open_corpus(corpora, "segmentation"))
    loads, layouts = [], []
    for page, shot in zip(pages, asyncio.run(shots(pages)), strict=True):
        parsed = Page.parse(page.html.read_bytes())
        _ = parsed.texts, parsed.text_owner
        loads.append(shot.load_ms)
        layouts.append(layout_ms(parsed, shot))
    ratio = statistics.median(layout / load for layout, load in zip(layouts, loads, strict=True))
    print(
        f"Layout from a snapshot, segmentation, {len(pages)} pages: median load {statistics.median(loads):.0f} ms, "
        f"layout {statistics.median(layouts):.1f} ms; median ratio {ratio:.3f} (at most {LIMIT})"
    )
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
