"""What kind of page a block stands on, and under what heading: the same line is content here and a call there."""

from __future__ import annotations

import re

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks, tag_counts
from intaglio.articles.blocks.call_words import CALL_BIT
from intaglio.articles.blocks.counts import ZERO_WORDS, Floats, constant
from intaglio.articles.body.headings import heading_blocks
from intaglio.articles.body.text_signs import line_bits
from intaglio.page import TAGS, Bools, Page

PAGE_SIGNS: tuple[str, ...] = (
    "page_words", "page_blocks", "page_link", "page_prose", "page_long", "page_likely", "page_articles", "page_heads",
    "page_items", "page_article", "page_comment", "page_message", "page_linked_heads", "body_itemprop", "under_call",
    "articles_above", "article_own", "article_share", "head_linked", "section_words", "section_likely",
)  # fmt: skip
"""What each row is, in order."""
_LONG = constant(40, np.float32)
"""Words of a long paragraph."""
_HALF = constant(0.5, np.float32)
_ARTICLE, _ITEM, _META = (TAGS[name] for name in ("article", "li", "meta"))
_CALLING = CALL_BIT["more"] | CALL_BIT["follow"] | CALL_BIT["reply"] | CALL_BIT["advert"]
_TITLE = 120
"""Characters of a heading that may call for something."""
_CALLS = ("related", "recommend", "comment", "share", "newsletter", "popular", "latest", "reply")
"""What is in the names of headings that call for something."""
_NAMED = re.compile("|".join(_CALLS), re.IGNORECASE)
_LEAST = 12
"""Blocks up to which a heading's call reaches, if no other heading comes before."""
_OF_PAGE = 13
_FEW = 40
"""Elements that are quickest looked at one by one."""


def page_signs(
    rows: Floats, page: Page, blocks: Blocks, wanted: Floats, hinted: tuple[Floats, Floats], title: int | None
) -> None:
    """Fill rows [sign, block], which are 0, given the words of each block that are likely content; `hinted` are the
    rows of blocks inside comments, and inside messages.
    """
    width, words = len(blocks), blocks.words
    whole = max(float(np.add.reduce(words)), 1.0)
    heads = heading_blocks(page)
    section = heads.searchsorted(np.arange(width), side="right")
    counts = tag_counts(page)
    linked = blocks.linked > _HALF * words
    headed, unlinked = linked[heads], ~linked
    rows[:_OF_PAGE] = np.array([
        whole, width, float(np.add.reduce(blocks.linked)) / whole,
        float(np.add.reduce(words[(blocks.stops > ZERO_WORDS) & unlinked])) / whole,
        float(np.add.reduce(words[(words >= _LONG) & unlinked])) / whole, float(np.add.reduce(wanted)) / whole,
        counts[_ARTICLE], len(heads), counts[_ITEM] / width, _says_article(page),
        float(words.dot(hinted[0])) / whole, float(words.dot(hinted[1])) / whole,
        np.count_nonzero(headed) / max(len(heads), 1),
    ])[:, None]  # fmt: skip
    rows[13] = _in_body_property(page, blocks)
    rows[14] = _under_call(page, blocks, heads, section)
    if counts[_ARTICLE]:
        _articles(rows[15:18], page, blocks, (page.tag == _ARTICLE).nonzero()[0], title)
    rows[18:] = _sections(blocks, headed, section, wanted)


def _says_article(page: Page) -> float:
    """Whether the page says that it is an article: 1, that it is something else: 0, nothing: -1."""
    metas = (page.tag == _META).nonzero()[0].tolist()
    for e, name in zip(metas, page.values("property", metas), strict=True):
        if name == "og:type":
            return float("article" in page.attributes(e).get("content", "").lower())
    return -1.0


def _in_body_property(page: Page, blocks: Blocks) -> Floats | float:
    """Inside what microdata call the body: 1, outside of it: -1; 0 where nothing is called so."""
    places = [e for e, name in page.having("itemprop").items() if name in ("articleBody", "text", "reviewBody")]
    if not places:
        return 0.0
    found = np.full(len(blocks), -1, dtype=np.float32)
    for e in places:
        found[blocks.of_text[page.text_start[e]] : blocks.of_text[page.text_stop[e]]] = 1
    return found


def _under_call(page: Page, blocks: Blocks, heads: Longs, section: Longs) -> Longs | int:
    """How many blocks ago a heading called for something else (`Related`, `Comments`); -1 if the last one did not."""
    if not len(heads):
        return -1
    names = page.values("class", blocks.element[heads].tolist())
    spans = zip(blocks.start[heads].tolist(), blocks.stop[heads].tolist(), strict=True)
    texts = page.texts
    lines = [" ".join(texts[start:stop]) for start, stop in spans]
    calling = [bits & _CALLING != 0 for bits in line_bits([line if len(line) < _TITLE else "" for line in lines])]
    if _may_be_called("\n".join(filter(None, names)).lower()):
        calling = [call or bool(name and _NAMED.search(name)) for call, name in zip(calling, names, strict=True)]
    if not any(calling):
        return -1
    since = np.arange(len(blocks)) - np.concatenate([[0], heads]).take(section)
    return np.where(np.array([False, *calling]).take(section), np.minimum(since, _LEAST), -1)


def _may_be_called(names: str) -> bool:
    """Whether names, in small letters, may be called so: most pages have none, which is seen at one look."""
    return not names.isascii() or any(map(names.__contains__, _CALLS))


def _sections(blocks: Blocks, linked: Bools, section: Longs, wanted: Floats) -> Floats:
    """Whether the heading above is a link, as those of teasers are (-1: there is none), and what stands under it; given
    which headings are links, and the number of the heading above each block.
    """
    made = np.empty((3, len(linked) + 1))
    made[0, 0], made[0, 1:] = -1, linked
    words = made[1] = np.bincount(section, blocks.words, len(linked) + 1)
    made[2] = np.bincount(section, wanted, len(linked) + 1) / np.maximum(words, 1)
    return made.take(section, axis=1)


def _articles(rows: Floats, page: Page, blocks: Blocks, articles: Longs, title: int | None) -> None:
    """How many `<article>` a block stands in; whether the innermost has the headline (1) or not (-1), and its share."""
    size = len(blocks) + 1
    first, last = blocks.of_text[page.text_start[articles]], blocks.of_text[page.text_stop[articles]]
    rows[0] = np.cumsum(np.bincount(first, minlength=size) - np.bincount(last, minlength=size))[:-1]
    at = _innermost(page, blocks, articles, first, last)
    inside = at >= 0
    words = np.concatenate([[0.0], np.cumsum(blocks.words)])
    held = words.take(last) - words.take(first)
    if title is not None:
        has = (first <= title) & (title < last)
        rows[1] = np.where(inside, np.where(has.take(at), 1, -1), 0)
    rows[2] = np.where(inside, held.take(at) / max(float(words[-1]), 1.0), 0)


def _innermost(page: Page, blocks: Blocks, articles: Longs, first: Longs, last: Longs) -> Longs:
    """The number of the innermost `<article>` around each block, -1 for none, given the blocks that each has."""
    if len(articles) <= _FEW:
        at = np.full(len(blocks), -1)
        for number, (start, stop) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
            at[start:stop] = number
        return at
    is_article = page.tag == TAGS["article"]
    above = np.where(is_article, np.arange(page.size, dtype=np.int32), page.parent)
    above[0] = 0
    while not (is_article[above] | (above == 0)).all():
        above = above[above]
    own = above.take(blocks.element)
    return np.where(is_article.take(own), np.searchsorted(articles, own), -1)
