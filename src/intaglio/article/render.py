"""Chosen texts of a page as plain text: a block a line, code as it stands."""

from __future__ import annotations

import numpy as np

from intaglio.article.blocks import Blocks
from intaglio.page import TAGS, Bools, Page

_APART = frozenset(TAGS[name] for name in ("span", "time", "button", "label", "cite", "a"))
"""Inline elements that pages set apart by style; two of them side by side are not one word."""

_BREAK = "\x1e"
"""Stands for a line break until white space is collapsed."""


def plain_text(page: Page, blocks: Blocks, keep: Bools) -> str:
    """The kept blocks, each on a line of its own; `<br>` breaks lines, and code keeps its lines."""
    texts = page.texts
    breaks = set(page.text_start[page.tag == TAGS["br"]].tolist())
    code = set(np.flatnonzero(page.tag == TAGS["pre"]).tolist())
    lines: list[str] = []
    for start, stop, element in zip(
        blocks.start[keep].tolist(), blocks.stop[keep].tolist(), blocks.element[keep].tolist(), strict=True
    ):
        if element in code:
            lines.append("".join(texts[start:stop]).strip("\n"))
        elif stop == start + 1:
            lines.append(" ".join(texts[start].split()))
        else:
            whole = texts[start] + "".join([_joint(page, t, breaks) + texts[t] for t in range(start + 1, stop)])
            lines += [" ".join(line.split()) for line in whole.split(_BREAK)]
    return "\n".join([line for line in lines if line])


def _joint(page: Page, t: int, breaks: set[int]) -> str:
    """What stands between a text and the one before it in its block."""
    if t in breaks:
        return _BREAK
    if page.space_before[t]:
        return " "
    before, owner = int(page.text_owner[t - 1]), int(page.text_owner[t])
    apart = int(page.tag[before]) in _APART and int(page.tag[owner]) in _APART
    return " " if apart and owner >= page.end[before] else ""
