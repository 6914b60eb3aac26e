"""Pages that bring their layout along: every element says in its markup where it lies and how it looks.

    <div box="0 0 300 100" ground="#ff0000"><p box="10 10 280 20" font="20" weight="700">Text</p></div>

`box` is x, y, width, height; elements without one are not laid out. A text takes its element's box as its one line.
Font, weight and ground are handed down; `border` is the width of all borders or of top, right, bottom and left.
"""

from dataclasses import replace

import numpy as np

from intaglio.layout import Display, Layout
from intaglio.page import TAGS, Page
from intaglio.segment import Area, AreaTree, Rect
from intaglio.segment.visible_content import Content
from tests.layouts import layout_by_hand

_REPLACED = ("img", "input", "iframe", "frame")


def scene(html: str, size: tuple[float, float] = (1000.0, 1000.0)) -> tuple[Page, Layout]:
    """The page and the layout that its markup describes."""
    page = Page.parse(html)
    boxes: dict[int, Rect] = {0: (0.0, 0.0, *size)}
    for e, text in page.having("box").items():
        x, y, width, height = map(float, text.split())
        boxes[e] = (x, y, width, height)
    grounds, fonts, weights = page.having("ground"), page.having("font"), page.having("weight")
    background = np.full((page.size, 4), 255, np.uint8)
    font_size, font_weight = np.full(page.size, 16, np.float32), np.full(page.size, 400, np.int32)
    border = np.zeros((page.size, 4), np.float32)
    for e in range(page.size):
        above = max(int(page.parent[e]), 0)
        colour = grounds.get(e)
        background[e, :3] = tuple(bytes.fromhex(colour[1:])) if colour else background[above, :3]
        font_size[e] = float(fonts.get(e, font_size[above]))
        font_weight[e] = int(weights.get(e, font_weight[above]))
    for e, text in page.having("border").items():
        border[e] = [float(word) for word in text.split()]
    own = np.zeros(page.size, np.bool_)
    own[list(grounds)] = True
    replaced = np.isin(page.tag, [TAGS[name] for name in _REPLACED])
    replaced &= np.isin(np.arange(page.size), list(boxes))
    layout = layout_by_hand(
        page, boxes, size=size, background=background, own_background=own, border=border, replaced=replaced,
        font_size=font_size, font_weight=font_weight,
    )  # fmt: skip
    display = layout.display.copy()
    display[(page.tag == TAGS["li"]) & layout.has_box] = Display.LIST_ITEM
    return page, replace(layout, display=display)


def content(html: str) -> Content:
    """What can be seen of a scene."""
    return Content.of(*scene(html))


def element(page: Page, name: str) -> int:
    """The element with an id."""
    return next(e for e in range(page.size) if page.id_of(e) == name)


def names(page: Page, area: Area) -> list[str]:
    """Ids, or else tags, of the elements an area holds, and its single texts in quotes."""
    held = [page.id_of(e) or page.tag_name(e) for e in area.elements]
    return held + [f"'{page.texts[t].strip()}'" for t in area.texts]


def leaves(page: Page, tree: AreaTree) -> list[list[str]]:
    """What the leaves hold."""
    return [names(page, tree.areas[number]) for number in tree.leaves]
