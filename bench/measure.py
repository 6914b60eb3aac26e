"""Times as ratios: every function runs on the same bytes in turn, in processor time, so that a busy machine
slows all alike.
"""

from __future__ import annotations

import gc
import os
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from intaglio.evaluate.corpora import CORPORA, CorpusName, open_corpus

Job = Callable[[bytes], object]


def sample_pages(name: CorpusName, count: int, seed: int = 1) -> list[bytes]:
    """Bytes of some pages of a corpus, the same ones each time."""
    folder = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), name)
    files = sorted(folder.rglob("*.html")) + sorted(folder.rglob("*.htm"))
    chosen = random.Random(seed).sample(files, min(count, len(files)))
    return [file.read_bytes() for file in chosen]


def ratios(jobs: Mapping[str, Job], base: str, pages: Sequence[bytes], repeat: int = 5) -> dict[str, float]:
    """Median over the pages of each job's best time, divided by the base job's best time on the same page."""
    found: dict[str, list[float]] = {name: [] for name in jobs}
    for page in pages:
        best = dict.fromkeys(jobs, float("inf"))
        for _ in range(repeat):
            for name, job in jobs.items():
                gc.collect(0)
                start = time.process_time()
                job(page)
                best[name] = min(best[name], time.process_time() - start)
        for name in jobs:
            found[name].append(best[name] / best[base])
    return {name: statistics.median(values) for name, values in found.items()}


def show(title: str, rows: Sequence[tuple[str, float, float | None]]) -> bool:
    """Print name, figure and limit; say whether all limits hold."""
    table = Table("", "ratio", "at most", title=title)
    for name, figure, limit in rows:
        good = limit is None or figure <= limit
        table.add_row(name, f"{figure:.2f}" if good else f"[red]{figure:.2f}", "" if limit is None else f"{limit:g}")
    Console().print(table)
    return all(limit is None or figure <= limit for _, figure, limit in rows)
