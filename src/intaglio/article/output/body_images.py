"""The images of a body: those a person would miss. No pixels that count readers, no icons, no picture twice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from intaglio.article.blocks.class_hints import any_name_has
from intaglio.article.output.addresses import resolved
from intaglio.page import TAGS, Bools, Page
from intaglio.page.late_images import LATE, SETS, largest

_STAND_IN = re.compile(
    r"(?:^|[/_.=-])(?:pixel|spacer|blank|transparent|placeholder|1x1|beacon|trans|clear|loading|lazy|lazyload|grey|gray)"
    r"(?:[/_.?&-]|$)|^(?:https?:)?//(?:[\w-]+\.)*(?:doubleclick\.net|scorecardresearch\.com)/|facebook\.com/tr\b"
    r"|google-analytics\.com",
    re.IGNORECASE,
)
"""Addresses of images that show nothing."""
_DECORATION = re.compile(
    r"(?:^|[\s_-])(?:icons?|emoji|smiley|avatar|gravatar|sprite|tracking)(?=[\s_-]|$)", re.IGNORECASE
)
_SIGN = re.compile(
    r"(?:[/_. -])(?:icons?|logos?|emojis?|smil(?:ey|eys|ies)|avatars?|sprites?|badges?|ctas?)(?=[/_. -])", re.IGNORECASE
)
"""What files and folders of icons are called; looked for in an address without its query."""
_ARROW = re.compile(
    r"[/_-](?:arrows?|up|down|left|right|top|next|prev|previous|back|home|bullet|dot|caret|chevron|(?:text)?link|external)"
    r"\.(?:gif|png|svg)$",
    re.IGNORECASE,
)
"""What files of arrows and dots are called."""
_SIGN_NAME = re.compile(r"\b(?:icon|logo)$", re.IGNORECASE)
"""What icons are called by those who describe images."""
_PICTURE = re.compile(
    r"\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])|/(?:images?|media|photos?|files?|uploads?)/", re.IGNORECASE
)
"""Links that show the image itself."""
_SMALL, _NOTHING = 40, 3
"""Pixels: both sides below the first, or one below the second, and it is no illustration."""
_SIZED = re.compile(
    r"[-_@]\d+x\d*(?=\.\w+(?:\?|$))|[?&](?:w|h|width|height|quality|q|resize|fit|crop|dpr)=[^&]*"
    r"|(?<=/)(?:xs|sm|md|lg|xl|thumb|small|medium|large)[_-](?=[^/]+$)"
)
"""What tells two sizes of a picture apart."""
_UP, _WIDE, _FAR = 6, 24, 64
"""Elements above an image that may be its figure, elements a figure may hold, and how far up text is looked for."""
_WHOLE = (TAGS["body"], TAGS["article"])
"""Elements that are no figures."""
_CAPTION = re.compile(r"(?:^|[\s_-])(?:caption|figcaption)(?=[\s_-]|$)", re.IGNORECASE)


def shown_images(page: Page, texts: Bools) -> dict[int, int | None]:
    """Images whose nearest surroundings with text, their captions apart, were mostly chosen, with the elements of these
    captions; each picture once.
    """
    pictures = page.derived(_pictures)
    if not pictures:
        return {}
    before = np.zeros(len(texts) + 1, dtype=np.int64)
    texts.cumsum(out=before[1:])
    first = int(page.text_seen[int(texts.argmax())]) if before[-1] else 0
    found: dict[int, int | None] = {}
    seen: set[object] = set()
    for one in pictures:
        start, stop = page.text_start[one.around], page.text_stop[one.around]
        if (before[stop] - before[start]) * 2 <= stop - start - one.own:
            continue
        address = image_address(page, one.image)
        alt = (page.values("alt", (one.image,))[0] or "").strip()
        sign = one.caption is None and address and (_is_sign(address) or _SIGN_NAME.search(alt))
        if not address or sign or is_decoration(page, one.image) or _leads_on(page, one, first):
            continue
        key = _SIZED.sub("", address)
        named = alt, key.rpartition("/")[2]
        if key not in seen and named not in seen:
            seen.add(key)
            found[one.image] = one.caption
            if named[0]:  # what is called the same and has a file of the same name is the same, wherever it is kept
                seen.add(named)
    return found


@dataclass(frozen=True, slots=True)
class Picture:
    """An image and where it stands."""

    image: int
    caption: int | None
    own: int
    """Texts of the caption."""
    around: int
    """The smallest element above it that has other text."""


def _pictures(page: Page) -> list[Picture]:
    images = (page.tag == TAGS["img"]).nonzero()[0].tolist()
    if not images:
        return []
    count = (page.text_stop - page.text_start).tolist()
    captioned = any_name_has(page, ("caption",)) or bool((page.tag == TAGS["figcaption"]).any())
    made = []
    for e in images:
        caption = caption_of(page, e) if captioned else None
        own = 0 if caption is None else count[caption]
        around = next((up for up in islice(page.ancestors(e), _FAR) if count[up] > own), 0)
        made.append(Picture(e, caption, own, around))
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


def image_address(page: Page, e: int) -> str | None:
    """The absolute address of an image; none if it is part of the page itself, or stands in for one to come."""
    attributes = page.attributes(e)
    named = (attributes[name] for name in ("src", *LATE) if name in attributes)
    sets = (largest(attributes[name]) for name in SETS if name in attributes)
    for value in chain(named, sets):
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


def _leads_on(page: Page, one: Picture, first: int) -> bool:
    """Whether an image above the text, without a caption, is a link to another page or to a place of this one."""
    if one.caption is not None:
        return False
    links = [up for up in islice(page.ancestors(one.image), _UP) if page.tag[up] == TAGS["a"]]
    href = (page.values("href", links[:1])[0] or "") if links else ""
    if href.startswith("#"):
        return True
    return bool(href) and one.image < first and not _PICTURE.search(href)


def _is_sign(address: str) -> bool:
    """Whether an image without a caption is an icon or a logo by its address."""
    path = address.partition("?")[0].replace("%20", " ")
    return (_SIGN.search(path) or _ARROW.search(path)) is not None


def _pixels(value: str) -> int | None:
    number = value.strip().removesuffix("px")
    return int(number) if number.isdecimal() and len(number) < 6 else None
