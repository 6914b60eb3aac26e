"""Small nets over blocks: they say what their layers say, are written and read alike, and learn from neighbours."""

import numpy as np

from intaglio.article.blocks.block_nets import PARTS, SHIFTS, Beside, BlockNets, Net, Scale, parse_nets, write_nets
from intaglio.evaluate.train.net_fitting import NetOptions, NetPage, fit_nets

FEATURES = ("words", "link", "place")
HIDDEN = 5


def some_net(seed: int) -> Net:
    random = np.random.default_rng(seed)

    def drawn(*shape: int) -> np.ndarray:
        return (np.round(random.standard_normal(shape) * 256) / 256).astype(np.float32)

    return Net(
        drawn(len(FEATURES), HIDDEN), drawn(HIDDEN), drawn(PARTS, HIDDEN, HIDDEN), drawn(HIDDEN), drawn(HIDDEN), 0.5
    )


def some_page(width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(width)
    rows = random.random((len(FEATURES), width)).astype(np.float32) * np.array([[90], [1], [1]], dtype=np.float32)
    return rows, random.integers(0, 4, width) * 7, rows[0]


def by_hand(net: Net, scaled: np.ndarray, groups: np.ndarray, words: np.ndarray) -> list[float]:
    """The same block by block."""
    made = np.maximum(scaled @ net.inner + net.inner_base, 0)
    counts = np.minimum(words, 60) + 3
    found = []
    for b in range(len(made)):
        alike = groups == groups[b]
        parts = [made[b], counts @ made / counts.sum(), counts[alike] @ made[alike] / counts[alike].sum()]
        parts += [made[b - shift] if 0 <= b - shift < len(made) else np.zeros(HIDDEN) for shift in SHIFTS]
        above = np.maximum(sum(part @ net.outer[n] for n, part in enumerate(parts)) + net.outer_base, 0)
        found.append(float(above @ net.last + net.last_base))
    return found


def test_a_net_sees_the_page_the_look_alikes_and_the_neighbours() -> None:
    for width in (1, 2, 3, 31, 32, 70):
        rows, groups, words = some_page(width)
        scale = Scale.of(rows, np.ones(width))
        nets = BlockNets(scale, (some_net(0), some_net(1)))
        found = nets.score(nets.made(rows), Beside.of(groups, words))
        wanted = np.mean([by_hand(net, scale.scaled(rows), groups, words) for net in nets.nets], axis=0)
        np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-3)


def test_nets_are_read_as_they_were_written() -> None:
    rows, groups, words = some_page(40)
    nets = BlockNets(Scale.of(rows, np.ones(40)), (some_net(2), some_net(3)))
    read = parse_nets(write_nets(nets, FEATURES, ["A comment."]), FEATURES)
    beside = Beside.of(groups, words)
    np.testing.assert_allclose(read.score(read.made(rows), beside), nets.score(nets.made(rows), beside), atol=1e-3)
    turned = parse_nets(write_nets(nets, FEATURES, []), FEATURES[::-1])
    np.testing.assert_allclose(
        turned.score(turned.made(rows[::-1]), beside), nets.score(nets.made(rows), beside), atol=1e-3
    )


def test_nets_learn_what_only_neighbours_tell() -> None:
    random = np.random.default_rng(0)
    pages = []
    for _ in range(120):
        rows = random.random((len(FEATURES), 30)).astype(np.float32)
        share = np.append(False, rows[1, :-1] > 0.5).astype(float)
        pages.append(NetPage(rows, share, np.ones(30), np.zeros(30, dtype=np.int64), np.ones(30), -1))
    nets = fit_nets(pages[:100], NetOptions(nets=1, hidden=12, rounds=60, pages=10, rate=1e-2))
    right = [
        (nets.score(nets.made(page.rows), Beside.of(page.groups, page.words)) > 0) == (page.share > 0.5)
        for page in pages[100:]
    ]
    assert np.mean(right) > 0.95
