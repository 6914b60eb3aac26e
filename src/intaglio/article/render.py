"""Chosen texts of a page as plain text: a block a line, code as it stands."""

from __future__ import annotations

import numpy as np

from intaglio.article.blocks import Blocks
from intaglio.page import TAGS, Bools, Page


def plain_text(page: Page, blocks: Blocks, keep: Bools) -> str:
    """The kept blocks, each on a line of its own; `<br>` breaks lines, and code keeps its lines."""
    breaks = _line_breaks(page)
    spaces = page.space_before
    texts = page.texts
    code = set(np.flatnonzero(page.tag == TAGS["pre"]).tolist())
    lines: list[str] = []
    chosen = np.flatnonzero(keep)
    for start, stop, element in zip(
        blocks.start[chosen].tolist(), blocks.stop[chosen].tolist(), blocks.element[chosen].tolist(), strict=True
    ):
        if element in code:
            lines.append("".join(texts[start:stop]).strip("\n"))
        elif stop == start + 1:
            lines.append(" ".join(texts[start].split()))
        else:
            lines += _lines(texts[start:stop], spaces[start:stop].tolist(), [t in breaks for t in range(start, stop)])
    return "\n".join(line for line in lines if line)


def _line_breaks(page: Page) -> set[int]:
    """The texts that follow a `<br>`."""
    return set(page.text_start[page.tag == TAGS["br"]].tolist())


def _lines(texts: list[str], spaces: list[bool], breaks: list[bool]) -> list[str]:
    lines: list[str] = []
    pieces = [texts[0]]
    for text, space, broken in zip(texts[1:], spaces[1:], breaks[1:], strict=True):
        if broken:
            lines.append(" ".join("".join(pieces).split()))
            pieces = []
        elif space:
            pieces.append(" ")
        pieces.append(text)
    return [*lines, " ".join("".join(pieces).split())]
