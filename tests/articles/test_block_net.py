"""A small net over blocks: it says what its layers say, is written and read alike, and learns from neighbours."""

import numpy as np

from intaglio.articles.blocks.block_net import SHIFTS, Beside, BlockNet, parse_net, write_net
from intaglio.evaluate.train.net_fitting import NetOptions, NetPage, fit_net

FEATURES = ("words", "link", "place")
HIDDEN = 5


def some_net(seed: int) -> BlockNet:
    random = np.random.default_rng(seed)

    def drawn(*shape: int) -> np.ndarray:
        return random.standard_normal(shape).astype(np.float32)

    reach = np.array([[4.0], [0.8], [2.0]], dtype=np.float32)
    return BlockNet(
        np.array([0]), -reach, reach, drawn(len(FEATURES), HIDDEN), drawn(HIDDEN),
        drawn(HIDDEN, HIDDEN * (1 + len(SHIFTS))), drawn(HIDDEN, HIDDEN), drawn(HIDDEN, HIDDEN), drawn(HIDDEN),
        drawn(HIDDEN), np.float32(0.5),
    )  # fmt: skip


def some_page(width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(width)
    rows = random.random((len(FEATURES), width)).astype(np.float32) * np.array([[90], [1], [1]], dtype=np.float32)
    return rows, random.integers(0, 4, width) * 7, rows[0]


def by_hand(net: BlockNet, rows: np.ndarray, groups: np.ndarray, words: np.ndarray) -> list[float]:
    """The same block by block."""
    level = np.array([np.log1p(rows[0]), *rows[1:]])
    made = np.maximum(np.clip(level, net.least, net.most).T @ net.inner + net.inner_base, 0)
    counts = np.minimum(words, 60) + 3
    own, *beside = np.split(net.outer, 1 + len(SHIFTS), axis=1)
    found = []
    for b in range(len(made)):
        alike = groups == groups[b]
        above = made[b] @ own + counts @ made / counts.sum() @ net.of_page + net.outer_base
        above += counts[alike] @ made[alike] / counts[alike].sum() @ net.of_looks
        for shift, weights in zip(SHIFTS, beside, strict=True):
            if 0 <= b - shift < len(made):
                above += made[b - shift] @ weights
        found.append(float(np.maximum(above, 0) @ net.last + net.last_base))
    return found


def test_a_net_sees_the_page_the_look_alikes_and_the_neighbours() -> None:
    net = some_net(0)
    for width in (1, 2, 3, 31, 32, 70):
        rows, groups, words = some_page(width)
        found = net.score(net.made(rows), Beside.of(groups, words))
        np.testing.assert_allclose(found, by_hand(net, rows, groups, words), rtol=1e-3, atol=1e-3)


def test_a_net_is_read_as_it_was_written() -> None:
    rows, groups, words = some_page(40)
    net, beside = some_net(2), Beside.of(groups, words)
    wanted = net.score(net.made(rows), beside)
    read = parse_net(write_net(net, FEATURES, ["A comment."]), FEATURES)
    np.testing.assert_allclose(read.score(read.made(rows), beside), wanted, rtol=0.02, atol=0.1)
    again = parse_net(write_net(read, FEATURES, []), FEATURES)
    assert (again.score(again.made(rows), beside) == read.score(read.made(rows), beside)).all()
    lines = write_net(read, FEATURES, []).splitlines()
    turned = parse_net("\n".join([*lines[2::-1], *lines[3:]]), FEATURES)
    assert (turned.inner == read.inner).all()


def test_a_net_learns_what_only_neighbours_tell() -> None:
    random = np.random.default_rng(0)
    pages = []
    for _ in range(120):
        rows = random.random((len(FEATURES), 30)).astype(np.float32)
        share = np.append(False, rows[1, :-1] > 0.5).astype(float)
        pages.append(NetPage(rows, share, np.ones(30), np.zeros(30, dtype=np.int64), np.ones(30), -1))
    net = fit_net(pages[:100], NetOptions(hidden=12, rounds=60, pages=10, rate=1e-2))
    right = [
        (net.score(net.made(page.rows), Beside.of(page.groups, page.words)) > 0) == (page.share > 0.5)
        for page in pages[100:]
    ]
    assert np.mean(right) > 0.95
