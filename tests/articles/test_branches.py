"""Rows on where a block stands along the page: beside strongholds, in runs of links and of short lines."""

import numpy as np

from intaglio.articles.blocks.block_columns import text_blocks
from intaglio.articles.body.branches import BRANCHES, FAR, branch_rows
from intaglio.articles.body.features import block_features
from intaglio.page import Page

LINK = "<li><a href=/>Home and away</a></li>"
PROSE = "<p>The sea rises and falls, and nobody who lives beside it asks why it does so twice a day.</p>"


def test_strongholds_and_runs_are_told() -> None:
    links = f"<ul>{LINK}{LINK}{LINK}</ul>"
    page = Page.parse(f"{links}{PROSE}<p>Nobody knows</p>{PROSE}<ul>{LINK}</ul><p>Beyond it all</p>")
    blocks = text_blocks(page)
    _, around = block_features(page, blocks)
    likely = np.array([0.1, 0.1, 0.1, 0.9, 0.7, 0.9, 0.1, 0.1], dtype=np.float32)
    around.weigh(blocks.words * likely)
    rows = np.zeros((len(BRANCHES), len(blocks)), dtype=np.float32)
    branch_rows(rows, page, blocks, around, likely)
    told = dict(zip(BRANCHES, rows.tolist(), strict=True))
    assert told["link_run"] == [3, 3, 3, 0, 0, 0, 1, 0]
    assert told["short_run"] == [3, 3, 3, 0, 1, 0, 2, 2]
    assert told["strong_before"] == [FAR, FAR, FAR, 0, 1, 0, 1, 2]
    assert told["strong_behind"] == [3, 2, 1, 0, 1, 0, FAR, FAR]
