"""Where the images of a page stand: each with its caption, and the texts around it."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from intaglio.articles.blocks.class_hints import any_name_has
from intaglio.page import TAGS, Page

_UP, _WIDE, _FAR = 6, 24, 64
"""Elements above an image that may be its figure, elements a figure may hold, and how far up text is looked for."""
_WHOLE = (TAGS["body"], TAGS["article"])
"""Elements that are no figures."""
_CAPTION = re.compile(r"(?:^|[\s_-])(?:caption|figcaption)(?=[\s_-]|$)", re.IGNORECASE)


class ImagePlace(NamedTuple):
    """Where an image of a page stands."""

    image: int
    caption: int | None
    """The element of its caption."""
    start: int
    """The texts of the smallest element above it that has other text than its caption."""
    stop: int
    held: int
    """How many they are without those of the caption."""


def image_places(page: Page) -> list[ImagePlace]:
    """Where the images of a page stand, in order."""
    images = (page.tag == TAGS["img"]).nonzero()[0].tolist()
    if not images:
        return []
    captioned = any_name_has(page, ("caption",)) or bool((page.tag == TAGS["figcaption"]).any())
    count: list[int] = (page.text_stop - page.text_start).tolist()
    made = []
    for e in images:
        caption = caption_of(page, e) if captioned else None
        own = 0 if caption is None else count[caption]
        around = next((up for up in islice(page.ancestors(e), _FAR) if count[up] > own), 0)
        start = int(page.text_start[around])
        made.append(ImagePlace(e, caption, start, start + count[around], count[around] - own))
    return made


def caption_of(page: Page, image: int) -> int | None:
    """The element of an image's caption: the `<figcaption>` of its figure, or what is called a caption beside it."""
    low, high = image, image + 1
    for up in islice(page.ancestors(image), _UP):
        tag, end = int(page.tag[up]), int(page.end[up])
        if end - up > _WIDE or tag in _WHOLE:
            return None
        inside: list[int] = [*range(up + 1, low + 1), *range(high, end)]  # the rest was looked at one step below
        for e, name in zip(inside, page.values("class", inside), strict=True):
            if page.tag[e] == TAGS["figcaption"] or (name and _CAPTION.search(name)):
                return e
        if tag == TAGS["figure"]:
            return None
        low, high = up, end
    return None
