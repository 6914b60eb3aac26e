"""Why something is no page: the one place where sources tell HTML from all else."""

import codecs

from intaglio.resources import starts_like

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
UNDECIDED = frozenset({
    "application/octet-stream", "application/x-httpd-php", "application/vnd.wap.xhtml+xml", "application/x-php",
})  # fmt: skip
"""Types that servers and file names give to pages, too."""
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LOOKED_AT = 4096
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\x0e\x0f\x1b"))  # shifts and escapes belong to Japanese encodings
_MOST_CONTROLS = 0.03


def media_type(content_type: str | None) -> str:
    """The media type of a Content-Type header, without parameters."""
    return (content_type or "").partition(";")[0].strip().lower()


def why_no_page(body: bytes, content_type: str | None = None) -> str | None:
    """Why a body is no page, by its type or, where that says little, by its bytes; None if it is one."""
    kind = media_type(content_type)
    if kind and kind not in HTML_TYPES and kind not in UNDECIDED:
        return f"not HTML: {kind}"
    if not body.strip():
        return "empty"
    magic = starts_like(body)
    if magic is not None:
        return f"not HTML: {magic}"
    return "not HTML: a binary file" if _is_binary(body[:_LOOKED_AT]) else None


def why_no_answer(body: bytes, content_type: str | None) -> str | None:
    """Why what a server sent is no page: servers say what they send, and without a type the first character decides."""
    kind = media_type(content_type)
    if kind in UNDECIDED or (not kind and body.lstrip()[:1] != b"<"):
        return f"not HTML: {kind or 'no content type'}"
    return why_no_page(body, content_type)


def _is_binary(start: bytes) -> bool:
    if start.startswith(_MARKS):
        return False
    return b"\0" in start[:1024] or len(start) - len(start.translate(None, _CONTROLS)) > _MOST_CONTROLS * len(start)
