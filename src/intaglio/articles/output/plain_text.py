"""Chosen texts of a page as plain text: a block a line, code as it stands."""

from __future__ import annotations

import numpy as np

from intaglio.articles.blocks.block_columns import Blocks, tag_counts
from intaglio.articles.output.kept_texts import kept_texts
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.white_space import collapsed

_APART = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
"""Inline elements that pages set apart by style; two of them side by side are not one word."""
_APART[[TAGS[name] for name in ("span", "time", "button", "label", "cite", "a")]] = True
_APART[len(KNOWN)] = True
_APART.flags.writeable = False
_BREAK = "\x1e"
"""Stands for a line break until white space is collapsed."""


def plain_text(page: Page, blocks: Blocks, keep: Bools, shown: Bools | None = None) -> str:
    """The kept blocks, each on a line of its own; `<br>` breaks lines, and code keeps its lines. `shown` are the texts
    of these blocks that are written out, if that is known.
    """
    kept = keep.nonzero()[0]
    if not len(kept):
        return ""
    starts, stops = blocks.start.take(kept), blocks.stop.take(kept)
    shown = kept_texts(page, blocks, kept) if shown is None else shown
    texts = page.texts
    if int((stops - starts).sum()) > int(shown.sum()):
        texts = [text if said else "" for text, said in zip(texts, shown.tolist(), strict=True)]
    first = int(starts[0])
    joints: list[str] | None = None
    elements = blocks.element.take(kept)
    code = (page.tag.take(elements) == TAGS["pre"]).tolist()
    lines: list[str] = []
    spans = zip(starts.tolist(), stops.tolist(), elements.tolist(), code, strict=True)
    for start, stop, element, is_code in spans:
        if is_code:
            lines.append(_listing(page, element, start, stop))
        elif stop == start + 1:
            lines.append(collapsed(texts[start]))
        else:
            joints = joints or _joints(page, first, int(stops[-1]))
            pieces = [""] * (2 * (stop - start))
            pieces[::2], pieces[1::2] = joints[start - first : stop - first], texts[start:stop]
            line = "".join(pieces)
            lines += map(collapsed, line.split(_BREAK)) if _BREAK in line else (collapsed(line),)
    return "\n".join([line for line in lines if line])


def _listing(page: Page, element: int, start: int, stop: int) -> str:
    """Code as it stands; without its blanks where these are not known."""
    if page.listings[element] and (start, stop) == (page.text_start[element], page.text_stop[element]):
        whole = page.raw_text(element)
        if whole:
            return whole.strip("\n")
    return "".join(page.texts[start:stop]).strip("\n")


def _joints(page: Page, first: int, last: int) -> list[str]:
    """The joint between each of some texts and the one before it: nothing, a space or a line break."""
    owner = page.text_owner[first:last]
    apart = _APART.take(page.tag.take(owner), mode="clip")
    spaced = page.space_before[first:last].copy()
    spaced[1:] |= apart[1:] & apart[:-1] & (owner[1:] >= page.end.take(owner[:-1]))
    joints = [" " if space else "" for space in spaced.tolist()]
    if not tag_counts(page)[TAGS["br"]]:
        return joints
    breaks = page.text_start.take((page.tag == TAGS["br"]).nonzero()[0])
    for t in breaks[(breaks >= first) & (breaks < last)].tolist():
        joints[t - first] = _BREAK
    return joints
