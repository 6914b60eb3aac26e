"""How likely each block is content: a first look at each, and a second that knows what the first one said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.block_net import Beside, BlockNet, load_net
from intaglio.articles.blocks.counts import Floats, constant
from intaglio.articles.blocks.lexicon import Lexicon, lexicon_of, load_lexicon
from intaglio.articles.body.boosted_trees import Trees, load, probability
from intaglio.articles.body.branches import BRANCHES, branch_rows
from intaglio.articles.body.features import FEATURES, Surroundings, block_features
from intaglio.articles.body.headings import heading_blocks
from intaglio.articles.body.page_signs import PAGE_SIGNS, page_signs
from intaglio.articles.body.repeated_items import ITEMS, item_rows, listed
from intaglio.articles.body.second_features import SAID, SECOND, said_rows, second_features
from intaglio.articles.body.text_signs import SIGNS, beginnings, lines_of, text_signs
from intaglio.page import Bools, Page

HOPELESS = 0.05
"""Blocks less likely than this at first look are out, and not looked at again, unless the page has no likelier ones."""
SEEN_AGAIN: tuple[str, ...] = FEATURES + SECOND + BRANCHES + ITEMS + PAGE_SIGNS + SIGNS + SAID
"""What the second look sees, in order."""
_ENDS = list(accumulate(map(len, (FEATURES, SECOND, BRANCHES, ITEMS, PAGE_SIGNS, SIGNS, SAID)), initial=0))
_FIRST, _SECOND, _BRANCHES, _ITEMS, _PAGE, _SIGNS, _SAID = (slice(*ends) for ends in pairwise(_ENDS))
"""The rows of each part."""
_COMMENT, _MESSAGE = FEATURES.index("hint_comment"), FEATURES.index("hint_message")
_SAYS_ARTICLE, _OWN = SEEN_AGAIN.index("page_article"), SEEN_AGAIN.index("article_own")
_ENOUGH, _STRONG, _LONG = 120.0, 0.5, 12.0
"""Words of a body that stands for itself, in blocks this likely and this long."""
OF_NET = 0.3
"""What the net says counts this much of the second look, and the trees the rest."""
_OF_NET = constant(OF_NET, np.float32)
AT_ONCE = 4_096
"""Blocks that are read, and that the second look takes, at a time."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The models of both looks."""

    first: Trees
    words: Lexicon
    second: Trees
    net: BlockNet
    """It sees what the second look's trees see."""


@cache
def shipped() -> Looks:
    """The models that come with the package."""
    return Looks(load("first", FEATURES), load_lexicon(), load("second", SEEN_AGAIN), load_net(SEEN_AGAIN))


@dataclass(frozen=True, slots=True)
class Likelihood:
    """What both looks say of the blocks of a page."""

    likely: Floats
    """How likely each is content."""
    groups: Longs
    """The number of the group of blocks that look like it."""
    looks: Longs
    """A number for the look of each element."""
    listed: Bools
    """Whether it stands in an item of a list, on a page that does not say that it is an article."""


def likelihood(page: Page, blocks: Blocks, looks: Looks) -> Likelihood:
    """Look at a page twice."""
    width = len(blocks)
    if not width:
        return Likelihood(blocks.words, blocks.start, blocks.start, np.zeros(0, dtype=np.bool_))
    rows = np.zeros((len(SEEN_AGAIN), width), dtype=np.float32)
    first, around = block_features(page, blocks, rows[_FIRST])
    likely = probability(looks.first.score(first))
    again = hopeful(likely)
    _see(rows, page, blocks, around, likely)
    signs, told = _read(page, blocks, looks.words, again)
    said_rows(blocks, around, heading_blocks(page), again, told, rows[_SAID])
    odds = np.zeros(len(again), dtype=np.float32)
    made: list[Floats] = []
    for at in range(0, len(again), AT_ONCE):  # so that rows of a very long page are not held twice
        some = slice(at, at + AT_ONCE)
        seen = rows.take(again[some], axis=1)
        seen[_SIGNS] = signs[:, some]
        odds[some] = looks.second.score(seen)
        made.append(looks.net.made(seen))
    whole = np.concatenate(made) if len(made) > 1 else made[0]
    beside = Beside.of(around.groups.take(again), blocks.words.take(again))
    said = looks.net.score(whole, beside)
    said -= odds
    said *= _OF_NET
    odds += said
    final = np.zeros(width, dtype=np.float32)
    final[again] = probability(odds)
    own, says_article = rows[_OWN], rows[_SAYS_ARTICLE, 0] > 0
    if says_article:
        final[_of_others(own, blocks, final)] = 0
    of_list = np.zeros(width, dtype=np.bool_) if says_article else listed(rows[_ITEMS])
    return Likelihood(final, around.groups, around.looks, of_list)


def _read(page: Page, blocks: Blocks, words: Lexicon, again: Longs) -> tuple[Floats, Floats]:
    """The signs in the texts of some blocks as rows [sign, block], and what their words say."""
    signs: list[Floats] = []
    told: list[Floats] = []
    for at in range(0, len(again), AT_ONCE):
        some = again[at : at + AT_ONCE]
        lines = lines_of(page, blocks, some)
        heads = beginnings(lines)
        read = words.read(heads)
        told.append(words.scores(read))
        signs.append(text_signs(page, blocks, some, (lines, heads), read))
    return (np.concatenate(signs, axis=1), np.concatenate(told)) if len(told) > 1 else (signs[0], told[0])


def _of_others(own: Floats, blocks: Blocks, likely: Floats) -> Bools:
    """Blocks in other `<article>` than the headline's, on a page that says it is an article and has enough in its own.

    They are what else a reader may like, at length.
    """
    body = (own > 0) & (likely > _STRONG) & (blocks.words >= _LONG)
    others: Bools = (own < 0) & (float(blocks.words[body].sum()) >= _ENOUGH)
    return others


def hopeful(likely: Floats) -> Longs:
    """The blocks that are worth a second look."""
    return (likely > min(HOPELESS, float(likely.max()) / 2)).nonzero()[0]


def seen_again(page: Page, blocks: Blocks, rows: Floats, around: Surroundings, likely: Floats, again: Longs) -> Floats:
    """What the second look sees of some blocks, as rows [feature, block], given the first; not what words say."""
    every = np.zeros((_SAID.start, len(blocks)), dtype=np.float32)
    every[_FIRST] = rows
    _see(every, page, blocks, around, likely)
    lines = lines_of(page, blocks, again)
    heads = beginnings(lines)
    seen = every.take(again, axis=1)
    seen[_SIGNS] = text_signs(page, blocks, again, (lines, heads), lexicon_of({}, {}).read(heads))
    return seen


def _see(rows: Floats, page: Page, blocks: Blocks, around: Surroundings, likely: Floats) -> None:
    """Fill in what the second look sees of all blocks, given what the first saw, but for the signs in their texts and
    what words say.
    """
    wanted = blocks.words * likely
    around.weigh(wanted)
    second_features(rows[_SECOND], blocks, around, likely, wanted)
    branch_rows(rows[_BRANCHES], page, blocks, around, likely)
    item_rows(rows[_ITEMS], page, blocks, around)
    page_signs(rows[_PAGE], page, blocks, wanted, (rows[_COMMENT], rows[_MESSAGE]), around.title)
