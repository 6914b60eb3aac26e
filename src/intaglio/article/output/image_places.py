"""Where the images of a page stand: each with its caption, and the texts around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.class_hints import any_name_has
from intaglio.page import TAGS, Page

_UP, _WIDE, _FAR = 6, 24, 64
"""Elements above an image that may be its figure, elements a figure may hold, and how far up text is looked for."""
_WHOLE = (TAGS["body"], TAGS["article"])
"""Elements that are no figures."""
_CAPTION = re.compile(r"(?:^|[\s_-])(?:caption|figcaption)(?=[\s_-]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ImagePlaces:
    """Where the images of a page stand: one entry each, in order."""

    images: list[tuple[int, int | None]]
    """The image and the element of its caption."""
    start: Longs
    """The texts of the smallest element above it that has other text than its caption."""
    stop: Longs
    held: Longs
    """How many they are without those of the caption."""


def image_places(page: Page) -> ImagePlaces:
    """Look where they stand."""
    images = (page.tag == TAGS["img"]).nonzero()[0].tolist()
    if not images:
        none = np.zeros(0, dtype=np.int64)
        return ImagePlaces([], none, none, none)
    count = (page.text_stop - page.text_start).tolist()
    captioned = any_name_has(page, ("caption",)) or bool((page.tag == TAGS["figcaption"]).any())
    captions = [caption_of(page, e) if captioned else None for e in images]
    own = [0 if caption is None else count[caption] for caption in captions]
    around = [
        next((up for up in islice(page.ancestors(e), _FAR) if count[up] > less), 0)
        for e, less in zip(images, own, strict=True)
    ]
    start, stop = page.text_start.take(around), page.text_stop.take(around)
    return ImagePlaces(list(zip(images, captions, strict=True)), start, stop, stop - start - np.array(own))


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
