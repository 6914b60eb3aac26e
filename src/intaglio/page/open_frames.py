"""Frames without an end tag in `<noscript>`, as some tag managers are set in.

To a reader without scripts, the rest of the page is the text of such a frame. Browsers whose scripting is on do not
look into the element, so that its writers never saw it; the page is read as they see it.
"""

from __future__ import annotations

import re

_END = "</noscript"
_NO_SCRIPT_END = re.compile(f"{_END}|{_END.upper()}".encode())
_FRAME, _FRAME_END = b"<iframe", b"</iframe>"


def is_open(text: str) -> bool:
    """Whether what a frame holds tells that it has no end: the end of what it stands in comes first."""
    return text.lstrip()[: len(_END)].lower() == _END


def ended(body: bytes) -> bytes:
    """The page with such frames ended."""
    places = [found.start() for found in _NO_SCRIPT_END.finditer(body) if _is_behind_frame(body, found.start())]
    if not places:
        return body
    starts = (0, *places)
    return _FRAME_END.join(body[start:stop] for start, stop in zip(starts, (*places, len(body)), strict=True))


def _is_behind_frame(body: bytes, at: int) -> bool:
    """Whether the last tag before a place begins a frame, and nothing but space stands between."""
    tag = body.rfind(b"<", 0, at)
    return body[tag : tag + len(_FRAME)].lower() == _FRAME and body[tag:at].rstrip().endswith(b">")
