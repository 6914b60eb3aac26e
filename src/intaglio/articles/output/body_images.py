"""The images of a body: those a person would miss. No pixels that count readers, no icons, no picture twice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from intaglio.articles.output.addresses import link_addresses, resolved
from intaglio.articles.output.image_places import image_places
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
_UP = 6
"""Elements above an image among which a link may lead on from it."""


class Pictures:
    """The images of a page; what each shows is looked at once, however often texts are written out with them."""

    def __init__(self, page: Page) -> None:
        """Look at a page."""
        self._page = page
        self._known: dict[int, Picture | None] = {}
        self._last: tuple[Bools, dict[int, Picture]] | None = None

    def shown(self, texts: Bools) -> dict[int, Picture]:
        """Images whose nearest surroundings with text, their captions apart, were mostly chosen; each picture once."""
        if self._last is None or self._last[0] is not texts:
            self._last = texts, self._shown(texts)
        return self._last[1]

    def _shown(self, texts: Bools) -> dict[int, Picture]:
        found: dict[int, Picture] = {}
        seen: set[object] = set()
        for e, caption, start, stop, held in self._page.derived(image_places):
            if np.count_nonzero(texts[start:stop]) * 2 <= held:
                continue
            if e not in self._known:
                self._known[e] = _picture(self._page, e, caption)
            one = self._known[e]
            if one is None or one.key in seen or one.named in seen or (one.leads_on and self._is_above(e, texts)):
                continue
            seen.add(one.key)
            found[e] = one
            if one.named[0]:  # what is called the same and has a file of the same name is the same, wherever it is kept
                seen.add(one.named)
        return found

    def _is_above(self, e: int, texts: Bools) -> bool:
        """Whether an image stands above all texts."""
        first = int(texts.argmax()) if len(texts) else 0
        return bool(first < len(texts) and texts[first] and e < self._page.text_seen[first])


@dataclass(frozen=True, slots=True)
class Picture:
    """What an image shows that is no decoration."""

    caption: int | None
    """The element of its caption."""
    address: str
    alt: str
    key: str
    """Its address without what tells two sizes of it apart."""
    named: tuple[str, str]
    """What it is called, and its file."""
    leads_on: bool
    """It is a link to another page: above the text it is no part of it."""


def _picture(page: Page, e: int, caption: int | None) -> Picture | None:
    """What an image shows; None if that is nothing a person would miss."""
    attributes = page.attributes(e)
    address = _address(page, attributes)
    if not address:
        return None
    alt = attributes.get("alt", "").strip()
    if caption is None and (_is_sign(address) or _SIGN_NAME.search(alt)):
        return None
    href = _link_around(page, e) if caption is None else ""
    if href.startswith("#") or _is_decoration(attributes):
        return None
    key = _SIZED.sub("", address)
    leads_on = bool(href) and not _PICTURE.search(href)
    return Picture(caption, address, " ".join(alt.split()), key, (alt, key.rpartition("/")[2]), leads_on)


def _address(page: Page, attributes: Mapping[str, str]) -> str | None:
    """The absolute address of an image; none if it is part of the page itself, or stands in for one to come."""
    named = (attributes[name] for name in ("src", *LATE) if name in attributes)
    sets = (largest(attributes[name]) for name in SETS if name in attributes)
    for value in chain(named, sets):
        address = value.strip()
        if address and not address.startswith(("data:", "blob:", "about:")) and not _STAND_IN.search(address):
            whole = resolved(page, address)
            if whole.partition(":")[0].lower() not in ("javascript", "vbscript"):
                return whole
    return None


def _is_decoration(attributes: Mapping[str, str]) -> bool:
    """Whether an image is an icon, an emoji, a portrait beside a name, or too small to show anything."""
    sides = [_pixels(attributes.get(name, "")) for name in ("width", "height")]
    known = [side for side in sides if side is not None]
    if any(side < _NOTHING for side in known) or (len(known) == 2 and max(known) <= _SMALL):
        return True
    return bool(_DECORATION.search(attributes.get("class", "")))


def _link_around(page: Page, image: int) -> str:
    """Where an image leads as a link; empty if it is none."""
    link = next((up for up in islice(page.ancestors(image), _UP) if page.tag[up] == TAGS["a"]), None)
    return "" if link is None else link_addresses(page).get(link, "")


def _is_sign(address: str) -> bool:
    """Whether an image without a caption is an icon or a logo by its address."""
    path = address.partition("?")[0].replace("%20", " ")
    return (_SIGN.search(path) or _ARROW.search(path)) is not None


def _pixels(value: str) -> int | None:
    number = value.strip().removesuffix("px")
    return int(number) if number.isdecimal() and len(number) < 6 else None
