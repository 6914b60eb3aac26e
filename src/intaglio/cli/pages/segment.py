"""`intaglio segment`: the visual areas of one page, as a tree, a picture, JSON or a page to explore."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.tree import Tree

from intaglio.browser import Renderer, Rendering, RenderOptions
from intaglio.capture import Capture
from intaglio.cli.shared.browser_options import (
    BaseUrlOption,
    JavascriptOption,
    OfflineOption,
    RootOption,
    render_options,
)
from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.segmenter_options import PresetOption, SettingsOption, segmenter_options
from intaglio.errors import BrowserError, LayoutMissing
from intaglio.page import Page
from intaglio.pictures import Drawn, areas_page, areas_sheet, excerpts
from intaglio.segment import SEGMENTERS, AreaTree
from intaglio.segment.json_form import form_of
from intaglio.sources.one_page import Single, read_single

EXAMPLE = """
intaglio segment https://example.org/ -o areas.png
intaglio segment saved/story.html --method vips --set pdoc=7 -o areas.html
intaglio segment saved/story.html --method burget --preset fine
intaglio segment saved/story.html --method all -o side-by-side.png
intaglio segment saved/story.html --no-browser -o areas.json
"""

OUTPUTS = (".png", ".json", ".html")


def command(
    page: Annotated[str, typer.Argument(metavar="FILE|URL", help="A saved page, or its URL.")],
    method: Annotated[
        str, typer.Option("--method", "-m", metavar="NAME", help=f"{', '.join(SEGMENTERS)}, or all side by side.")
    ] = "areas",
    preset: PresetOption = None,
    settings: SettingsOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write areas.png, areas.json or areas.html.")
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do without rendering: methods that need none, no picture.")
    ] = False,
    root: RootOption = None,
    base_url: BaseUrlOption = None,
    javascript: JavascriptOption = False,
    offline: OfflineOption = False,
) -> None:
    """Segment a page into its visual areas and draw them, write them as JSON, or show their tree."""
    if out is not None and out.suffix.lower() not in OUTPUTS:
        raise typer.BadParameter(f"{out}: the name must end with {', '.join(OUTPUTS)}")
    if no_browser and out is not None and out.suffix.lower() == ".png":
        raise typer.BadParameter("a picture needs the browser")
    chosen = methods(method, preset, settings or [], layout=not no_browser)
    single = read_single(page, root=root, base_url=base_url)
    options = replace(render_options(javascript=javascript, offline=offline), workers=1, trusted=single.trusted)
    drawn = segmented(single, chosen, None if no_browser else options, picture=out is not None)
    if out is None:
        for tree in drawn.trees:
            Console().print(shown(drawn.page, tree))
    else:
        write(out, drawn, options)


def methods(name: str, preset: str | None, settings: list[str], *, layout: bool) -> dict[str, Any]:
    """The options of each method asked for; what is not there is a usage error."""
    if name == "all":
        if settings:
            raise typer.BadParameter("--set goes with one method, not with all")
        usable = [key for key, entry in SEGMENTERS.items() if layout or not entry.needs_layout]
        return {key: segmenter_options(key, preset, []) for key in usable}
    if name not in SEGMENTERS:
        raise typer.BadParameter(f"no method '{name}'; there are {', '.join(SEGMENTERS)} and all")
    if SEGMENTERS[name].needs_layout and not layout:
        raise LayoutMissing(f"{name} looks at the page as rendered: it cannot do without the browser")
    return {name: segmenter_options(name, preset, settings)}


def segmented(single: Single, chosen: dict[str, Any], options: RenderOptions | None, *, picture: bool) -> Drawn:
    """Render the page, unless there is no browser to be used, and segment it by each method."""
    if options is None:
        page, layout, screenshot = Page.of(single.capture), None, None
    else:
        rendering = _rendered(single, replace(options, screenshot=picture))
        page, layout, screenshot = rendering.page, rendering.layout, rendering.screenshot
    trees = [SEGMENTERS[name](page, layout, chosen[name]) for name in chosen]
    return Drawn(page, trees, screenshot)


def _rendered(single: Single, options: RenderOptions) -> Rendering:
    with Console(stderr=True).status("rendering"), Renderer(options) as renderer:
        return renderer.render(single.capture, single.resources)


def write(out: Path, drawn: Drawn, options: RenderOptions) -> None:
    """Write the file that the name's end asks for."""
    kind = out.suffix.lower()
    if kind == ".json":
        forms = {tree.method: form_of(drawn.page, tree) for tree in drawn.trees}
        form = forms if len(forms) > 1 else next(iter(forms.values()))
        out.write_text(json.dumps(form, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    elif kind == ".html":
        out.write_text(areas_page(drawn), encoding="utf-8")
    else:
        sheet = Capture(areas_sheet(drawn).encode(), content_type="text/html; charset=utf-8")
        quiet = replace(options, screenshot=True, javascript=False, web=False, dom="snapshot")
        with Console(stderr=True).status("drawing"), Renderer(quiet) as renderer:
            picture = renderer.render(sheet).screenshot
        if picture is None:
            raise BrowserError("the browser gave no picture")
        out.write_bytes(picture)


def shown(page: Page, tree: AreaTree) -> Tree:
    """The tree for the terminal, a line an area."""
    nodes: list[Tree] = []
    texts = excerpts(page, tree)
    for number, (area, parent) in enumerate(zip(tree.areas, tree.parents, strict=True)):
        said = ", ".join(f"{name} {value}" for name, value in area.attributes.items())
        size = "" if area.rect is None else "{2:.0f} × {3:.0f} at {0:.0f}, {1:.0f}".format(*area.rect)
        line = "  ".join(part for part in (f"{number}", size, said, texts[number]) if part)
        node = Tree(escape(f"{tree.method}: {len(tree.leaves)} leaf areas" if parent < 0 else line), highlight=False)
        if parent >= 0:
            nodes[parent].children.append(node)
        nodes.append(node)
    return nodes[0]
