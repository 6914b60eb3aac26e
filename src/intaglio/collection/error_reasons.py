"""What gave no page although nothing went wrong: told in `errors.jsonl`, counted apart from errors."""

from __future__ import annotations

_BEGINNINGS = (
    "duplicate", "redirect to", "not HTML", "empty", "HTTP status 3", "a revisit record", "a link to a folder",
)  # fmt: skip


def is_left_out(reason: str) -> bool:
    """Whether a reason of `errors.jsonl` is no error: a duplicate, a redirect, a resource.

    >>> is_left_out("duplicate of a.html"), is_left_out("not HTML: image/png"), is_left_out("HTTP status 500")
    (True, True, False)
    """
    return reason.startswith(_BEGINNINGS)
