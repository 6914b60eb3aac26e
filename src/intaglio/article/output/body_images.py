"""The images of a body: those a person would miss. No pixels that count readers, no icons, no picture twice."""

from __future__ import annotations

import re
from itertools import islice
from urllib.parse import urljoin

import numpy as np

from intaglio.page import TAGS, Bools, Page

_SOURCES = ("src", "data-src", "data-original", "data-lazy-src", "data-orig-file", "data-full-src")
"""Where an image's address may be; pages that load images late keep it elsewhere."""
_SETS = ("srcset", "data-srcset", "data-lazy-srcset")
_STAND_IN = re.compile(
    r"(?:^|[/_.=-])(?:pixel|spacer|blank|transparent|placeholder|1x1|beacon|trans|clear|loading|lazy|lazyload|grey|gray)"
    r"(?:[/_.?&-]|$)|^https?://(?:[\w-]+\.)*(?:doubleclick\.net|scorecardresearch\.com)/|facebook\.com/tr\b"
    r"|google-analytics\.com",
    re.IGNORECASE,
)
"""Addresses of images that show nothing."""
_DECORATION = re.compile(
    r"(?:^|[\s_-])(?:icons?|emoji|smiley|avatar|gravatar|sprite|tracking)(?=[\s_-]|$)", re.IGNORECASE
)
_SMALL, _NOTHING = 40, 3
"""Pixels: both sides below the first, or one below the second, and it is no illustration."""
_SIZED = re.compile(r"[-_@]\d+x\d*(?=\.\w+(?:\?|$))|[?&](?:w|h|width|height|quality|q|resize|fit|crop|dpr)=[^&]*")
"""What tells two sizes of a picture apart."""
_UP, _WIDE, _FAR = 6, 24, 64
"""Elements above an image that may be its figure, elements a figure may hold, and how far up text is looked for."""
_CAPTION = re.compile(r"(?:^|[\s_-])(?:caption|figcaption)(?=[\s_-]|$)", re.IGNORECASE)


def shown_images(page: Page, texts: Bools) -> dict[int, int | None]:
    """Images whose nearest surroundings with text, their captions apart, were mostly chosen, with the elements of these
    captions; each picture once.
    """
    before = np.concatenate([[0], np.cumsum(texts)])
    chosen = before[page.text_stop] - before[page.text_start]
    count = page.text_stop - page.text_start
    found: dict[int, int | None] = {}
    seen = set()
    for e in np.flatnonzero(page.tag == TAGS["img"]).tolist():
        caption = caption_of(page, e)
        own = 0 if caption is None else int(count[caption])
        around = next((up for up in islice(page.ancestors(e), _FAR) if count[up] > own), 0)
        if chosen[around] * 2 <= count[around] - own:
            continue
        address = image_address(page, e)
        if address and not is_decoration(page, e) and (key := _SIZED.sub("", address)) not in seen:
            seen.add(key)
            found[e] = caption
    return found


def caption_of(page: Page, image: int) -> int | None:
    """The element of an image's caption: the `<figcaption>` of its figure, or what is called a caption beside it."""
    for up in islice(page.ancestors(image), _UP):
        if page.end[up] - up > _WIDE or page.tag[up] in (TAGS["body"], TAGS["article"]):
            return None
        inside = list(range(up + 1, int(page.end[up])))
        figure = page.tag[up] == TAGS["figure"]
        for e, name in zip(inside, page.values("class", inside), strict=True):
            if page.tag[e] == TAGS["figcaption"] or (name and _CAPTION.search(name)):
                return e
        if figure:
            return None
    return None


def image_address(page: Page, e: int) -> str | None:
    """The absolute address of an image; none if it is part of the page itself, or stands in for one to come."""
    attributes = page.attributes(e)
    named = [attributes.get(name, "") for name in _SOURCES]
    sets = [attributes.get(name, "").split(",")[-1].strip().split(" ")[0] for name in _SETS]
    for value in (*named, *sets):
        address = value.strip()
        if address and not address.startswith(("data:", "blob:", "about:")) and not _STAND_IN.search(address):
            whole = resolved(page, address)
            if whole.partition(":")[0].lower() not in ("javascript", "vbscript"):
                return whole
    return None


def is_decoration(page: Page, e: int) -> bool:
    """Whether an image is an icon, an emoji, a portrait beside a name, or too small to show anything."""
    attributes = page.attributes(e)
    sides = [_pixels(attributes.get(name, "")) for name in ("width", "height")]
    known = [side for side in sides if side is not None]
    if any(side < _NOTHING for side in known) or (len(known) == 2 and max(known) <= _SMALL):
        return True
    return bool(_DECORATION.search(attributes.get("class", "")))


def _pixels(value: str) -> int | None:
    number = value.strip().removesuffix("px")
    return int(number) if number.isdecimal() and len(number) < 6 else None


def resolved(page: Page, address: str) -> str:
    """An address as seen from the page."""
    try:
        return urljoin(page.base_url or "", address.strip())
    except ValueError:
        return address.strip()
