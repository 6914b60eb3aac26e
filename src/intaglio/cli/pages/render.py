"""`intaglio render`: a page as the browser lays it out, as a picture."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from intaglio.browser import Renderer
from intaglio.cli.shared.browser_options import (
    BaseUrlOption,
    JavascriptOption,
    OfflineOption,
    RootOption,
    render_options,
)
from intaglio.cli.shared.clean_console import Console
from intaglio.errors import BrowserError
from intaglio.sources.one_page import read_single

EXAMPLE = """
intaglio render https://example.org/ -o page.png
intaglio render saved/news/story.html --root saved --base-url https://example.org/ -o page.png
"""


def command(
    page: Annotated[str, typer.Argument(metavar="FILE|URL", help="A saved page, or its URL.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="PNG", help="Where the picture goes.")],
    root: RootOption = None,
    base_url: BaseUrlOption = None,
    javascript: JavascriptOption = False,
    offline: OfflineOption = False,
) -> None:
    """Lay a page out in Chromium and write a picture of it."""
    single = read_single(page, root=root, base_url=base_url)
    options = render_options(javascript=javascript, offline=offline)
    options = replace(options, workers=1, screenshot=True, trusted=single.trusted)
    with Console(stderr=True).status("rendering"), Renderer(options) as renderer:
        rendering = renderer.render(single.capture, single.resources)
    if rendering.screenshot is None:
        raise BrowserError(f"{page}: the browser gave no picture")
    out.write_bytes(rendering.screenshot)
    layout = rendering.layout
    Console().print(
        f"{out}: {layout.size[0]:g} × {layout.size[1]:g} pixels, {int(layout.visible.sum())} of {len(layout)} elements "
        f"and {int(layout.text_visible.sum())} of {len(layout.text_visible)} texts visible, {rendering.ms:.0f} ms",
        highlight=False,
        soft_wrap=True,
    )
