"""The body of a page: which of its text blocks are content, by one of the methods."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from intaglio.articles.article_options import BETA, ArticleOptions
from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks, tag_counts, text_blocks
from intaglio.articles.blocks.counts import Floats
from intaglio.articles.blocks.no_content import no_content
from intaglio.articles.blocks.whole_parts import as_wholes
from intaglio.articles.body.choose_blocks import choose
from intaglio.articles.body.headings import (
    drop_last_heading,
    heading_blocks,
    in_name,
    like_headings,
    with_sections,
    with_set_in,
)  # fmt: skip
from intaglio.articles.body.repeated_items import like_parts
from intaglio.articles.body.two_looks import Looks, likelihood, shipped
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.page.tags import codes

if TYPE_CHECKING:
    from intaglio.articles.memory.lesson import Lesson
    from intaglio.articles.memory.template_memory import Memory, Recalled
    from intaglio.layout import Layout

_POST = re.compile(
    r"\b(?:twitter-tweet|(?:twitter|instagram|tiktok|bluesky|mastodon|threads)-(?:video|media|embed|post))\b"
)
"""What posts of others are called that are set into a text."""
_ANNOUNCING = (":", "：")
_FEW = 3.0
"""Words under a heading that other pages have in their bodies, too."""
_PLAYING = sorted(codes("video audio canvas iframe noembed noframes"))
_PLAYS = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_PLAYS[_PLAYING] = True
_PLAYS.flags.writeable = False


@dataclass(frozen=True, slots=True)
class Body:
    """What was taken as a page's content."""

    blocks: Blocks
    likely: Floats
    """How likely each block is content."""
    keep: Bools
    """Which blocks were taken."""
    confidence: float
    """The F score to be expected, from 0 to 1."""
    recalled: bool = False
    """It was found at the places where other pages of the template have theirs."""
    type: str | None = None
    """What kind of page it is, if that is known already: by the pages that its template learned from."""


def find_body(
    page: Page,
    options: ArticleOptions = ArticleOptions(),
    layout: Layout | None = None,
    memory: Memory | None = None,
    lesson: Lesson | None = None,
) -> Body:
    """Choose the blocks that are the page's content; a `lesson` taken of this page spares looking at it again."""
    blocks = text_blocks(page)
    if memory is None:
        return METHODS[options.method](page, blocks, options, layout)
    found = _remembering(page, blocks, options, memory, lambda: _alone(page, blocks, options, layout, lesson))
    return replace(found, keep=memory.corrected(page, blocks, found.keep)) if memory.given else found


def _remembering(page: Page, blocks: Blocks, options: ArticleOptions, memory: Memory, look: Callable[[], Body]) -> Body:
    """By what was learned from other pages of the template, else as if the page came alone."""
    recalled = memory.recall(page, blocks, options.kind) if memory.useful else None
    if recalled and recalled.trusted and not memory.learning:
        likely = recalled.body.astype(np.float32)
        own = _with_headings(page, blocks, once(page, blocks, likely) > 0, recalled)
        keep = as_wholes(page, blocks, own, likely, recalled.repeats)
        return Body(blocks, likely, keep, recalled.confidence, recalled=True, type=memory.type)
    alone = look()
    known = memory.type if recalled and not memory.learning else None
    if memory.learning:
        memory.learn(page, blocks, alone.keep, alone.confidence, options.kind)
    if not recalled:
        return alone
    keep = as_wholes(page, blocks, _own(page, blocks, alone.keep, recalled), alone.likely, recalled.repeats)
    return replace(alone, keep=keep, type=known)


def _own(page: Page, blocks: Blocks, keep: Bools, recalled: Recalled) -> Bools:
    """What was found without what repeats, with the headings above it that other pages have in their bodies.

    If all of it repeats, what stands where other pages have their bodies.
    """
    own = keep & ~recalled.repeats
    if not own.any():
        return recalled.body if recalled.body.any() else keep
    return _with_headings(page, blocks, own, recalled)


def _with_headings(page: Page, blocks: Blocks, keep: Bools, recalled: Recalled) -> Bools:
    """The kept blocks with the headings above them that other pages have in their bodies, be they the same on all."""
    heads = with_sections(heading_blocks(page), blocks, keep, _FEW)
    lost = heads[(recalled.body | recalled.shared)[heads] & ~keep[heads]]
    keep[[head for head in lost.tolist() if not in_name(page, blocks, head)]] = True
    return keep


def _alone(page: Page, blocks: Blocks, options: ArticleOptions, layout: Layout | None, lesson: Lesson | None) -> Body:
    """As if the page came alone; as it was found before, if a lesson was taken of it."""
    known = _by_lesson(blocks, lesson, options) if lesson is not None else None
    return known or METHODS[options.method](page, blocks, options, layout)


def _by_lesson(blocks: Blocks, lesson: Lesson, options: ArticleOptions) -> Body | None:
    """What was found on the page when the lesson was taken; None if it had other blocks, or was read otherwise."""
    if lesson.method != options.kind or not np.array_equal(lesson.words, blocks.words.astype(np.float32)):
        return None
    return Body(blocks, lesson.keep.astype(np.float32), lesson.keep, lesson.confidence)


def by_blocks(page: Page, blocks: Blocks, options: ArticleOptions, _layout: Layout | None) -> Body:
    """Ours: the set of blocks with the best expected score."""
    return with_looks(page, blocks, options, shipped())


def with_looks(page: Page, blocks: Blocks, options: ArticleOptions, looks: Looks) -> Body:
    """The same by other models."""
    seen = likelihood(page, blocks, looks)
    counts = tag_counts(page)
    if any(counts[tag] for tag in _PLAYING):
        seen.likely[_in_stead(page, blocks)] = 0
    seen.likely[no_content(page, blocks)] = 0
    likely = once(page, blocks, seen.likely)
    keep, confidence = choose(likely, blocks.words, BETA[options.favour])
    drop_last_heading(heading_blocks(page), keep)
    keep = like_parts(keep, likely, seen.groups, seen.listed)
    keep = with_set_in(page, blocks, like_headings(page, blocks, keep, likely, seen.looks), likely)
    return Body(blocks, likely, as_wholes(page, blocks, keep | set_in(page, blocks, keep), likely), confidence)


def _in_stead(page: Page, blocks: Blocks) -> Bools:
    """Blocks that only those see whose browser plays no film, or has no frames."""
    return _inside(page, blocks, _PLAYS.take(page.tag, mode="clip").nonzero()[0])


def _inside(page: Page, blocks: Blocks, elements: Longs) -> Bools:
    """Blocks that begin inside of some elements."""
    inside = np.zeros(len(blocks), dtype=np.bool_)
    for start, stop in zip(page.text_start[elements].tolist(), page.text_stop[elements].tolist(), strict=True):
        inside[blocks.of_text[start] : blocks.of_text[stop]] = True
    return inside


def set_in(page: Page, blocks: Blocks, keep: Bools) -> Bools:
    """Listings and posts of others whose neighbours on both sides are content: a text is torn without them.

    So it is without a listing that the line before announces with a colon.
    """
    counts = tag_counts(page)
    if not counts[TAGS["blockquote"]] and not counts[TAGS["pre"]]:
        return np.zeros(len(blocks), dtype=np.bool_)
    quotes = (page.tag == TAGS["blockquote"]).nonzero()[0]
    code: Bools = page.tag.take(blocks.element) == TAGS["pre"]
    named = [name is not None and _POST.search(name) is not None for name in page.values("class", quotes.tolist())]
    listing = code | _inside(page, blocks, quotes[np.array(named, dtype=np.bool_)])
    if not listing.any() or listing.all():
        return np.zeros(len(blocks), dtype=np.bool_)
    others = (~listing).nonzero()[0]
    behind = others.searchsorted(np.arange(len(blocks)))
    around = np.concatenate([[False], keep[others], [False]])
    between: Bools = listing & around[behind] & around[behind + 1]
    for b in (code[1:] & ~between[1:] & keep[:-1]).nonzero()[0].tolist():
        between[b + 1] = page.texts[int(blocks.stop[b]) - 1].rstrip().endswith(_ANNOUNCING)
    return between


def by_single_pass(page: Page, blocks: Blocks, options: ArticleOptions, layout: Layout | None) -> Body:
    """Shen and Zou's: the class of like blocks with most full stops."""
    from intaglio.articles.body.single_pass import body_blocks, describe  # segments pages, as most articles need not

    described = describe(page, layout)
    chosen = body_blocks(described, options.single_pass)
    texts = np.zeros(len(page.texts) + 1, dtype=np.int64)
    for number in chosen.nonzero()[0].tolist():
        texts[described.blocks[number].texts + 1] = 1
    taken = texts.cumsum()
    likely = (taken[blocks.stop] - taken[blocks.start]) / np.maximum(blocks.stop - blocks.start, 1)
    whole = max(int(described.stops.sum()), 1)
    return Body(blocks, likely, likely > 0, float(described.stops[chosen].sum()) / whole)


SURE = 0.93
"""A block this likely is content even if another one says the same."""
_MOST = 2 / 3
"""Share of the words of such blocks."""
METHODS = {"blocks": by_blocks, "single-pass": by_single_pass}
"""Every method by its name on the command line."""


def once(page: Page, blocks: Blocks, likely: Floats) -> Floats:
    """Of several blocks with the same text only the likeliest counts, of equally likely ones the first.

    Those that are surely content all count: a recipe may say twice what to do. But if the page has its body several
    times, as for narrow and wide screens, the first of them counts.
    """
    number = np.arange(len(blocks))
    if not np.count_nonzero(blocks.copies != number):
        return likely
    sure = likely >= SURE
    level = likely
    if _has_twins(page, blocks, sure.nonzero()[0]):
        level, sure = np.minimum(likely, SURE), np.zeros_like(sure)
    order = np.argsort(-level, kind="stable")[::-1]
    best = number.copy()
    best[blocks.copies[order]] = order
    return np.where((best[blocks.copies] == number) | sure, likely, 0)


def _has_twins(page: Page, blocks: Blocks, sure: Longs) -> bool:
    """Whether most of what some blocks say stands there again, in another element: what one element says twice is one
    text.
    """
    text = blocks.copies[sure]
    owner = page.parent[blocks.element[sure]]
    first = np.zeros(len(blocks), dtype=owner.dtype)
    first[text[::-1]] = owner[::-1]
    again = np.zeros(len(blocks), dtype=np.bool_)
    again[text[first[text] != owner]] = True
    words = blocks.words[sure]
    return float(words[again[text]].sum()) > _MOST * float(words.sum())
