"""How well a partition of labelled things agrees with their labels: purity, V-measure, adjusted Rand index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import comb, log


@dataclass(frozen=True, slots=True)
class PartitionScore:
    """Scores of one partition."""

    clusters: int
    labels: int
    size: int
    purity: float
    v_measure: float
    ari: float

    @property
    def hit_ratio(self) -> float:
        """1 - clusters / things: the share that need not be segmented."""
        return 1.0 - self.clusters / self.size

    @property
    def best_hit_ratio(self) -> float:
        """The hit ratio of one cluster for each label."""
        return 1.0 - self.labels / self.size


def score_partition(clusters: Sequence[Hashable], labels: Sequence[Hashable]) -> PartitionScore:
    """Score clusters against labels, both given for each thing; there must be at least one."""
    together = Counter(zip(clusters, labels, strict=True))
    rows, columns = Counter(clusters), Counter(labels)
    size = len(labels)
    most = dict.fromkeys(rows, 0)
    for (cluster, _), count in together.items():
        most[cluster] = max(most[cluster], count)
    return PartitionScore(
        len(rows), len(columns), size, sum(most.values()) / size,
        _v_measure(together, rows, columns, size), _ari(together, rows, columns, size),
    )  # fmt: skip


def _v_measure(
    together: Counter[tuple[Hashable, Hashable]], rows: Counter[Hashable], columns: Counter[Hashable], size: int
) -> float:
    whole = _entropy(columns.values(), size), _entropy(rows.values(), size)
    mutual = sum(n / size * log(n * size / (rows[row] * columns[column])) for (row, column), n in together.items())
    homogeneity, completeness = (min(mutual / part, 1.0) if part else 1.0 for part in whole)
    both = homogeneity + completeness
    return 2 * homogeneity * completeness / both if both else 0.0


def _entropy(counts: Iterable[int], size: int) -> float:
    return -sum(n / size * log(n / size) for n in counts if n < size)


def _ari(
    together: Counter[tuple[Hashable, Hashable]], rows: Counter[Hashable], columns: Counter[Hashable], size: int
) -> float:
    same = sum(comb(n, 2) for n in together.values())
    mine, truth = (sum(comb(n, 2) for n in counts.values()) for counts in (rows, columns))
    expected = mine * truth / comb(size, 2) if size > 1 else 0.0
    most = (mine + truth) / 2
    return (same - expected) / (most - expected) if most != expected else 1.0
