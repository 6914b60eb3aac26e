"""What a page costs through `Collection.read`, beside the sum of its stages, each timed by itself in the same run."""

from __future__ import annotations

import gc
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import intaglio
from intaglio.collection.lookup.area_results import Labels, page_result
from intaglio.collection.lookup.known_parts import KnownWrapper
from intaglio.collection.lookup.stored_knowledge import StoredKnowledge
from intaglio.collection.tables.table_rows import ShownTable
from intaglio.sample import write_sample
from intaglio.site import Hit, Site

BASE = "http://quillmarsh.example/"
ROUNDS = 7
MOST = 1.1


def main() -> int:
    """Print the ratio; fail if reading costs more than it may."""
    with tempfile.TemporaryDirectory() as folder:
        site, out = Path(folder) / "site", Path(folder) / "out"
        write_sample(site)
        learn = intaglio.LearnOptions(method="text-blocks")
        options = intaglio.RunOptions(learn, browser=False, saved=intaglio.SavedOptions(BASE))
        intaglio.collect(site, out, options)
        files = sorted(site.rglob("*.html"))[::4]
        captures = [intaglio.Capture(one.read_bytes(), url=BASE + one.relative_to(site).as_posix()) for one in files]
        with intaglio.open(out) as collection:
            stages = Stages.of(StoredKnowledge(collection.store), collection.sites()[0])
            costs = [cost(collection, stages, capture) for capture in captures]
    whole = statistics.fmean(read for read, _ in costs)
    parts = {name: statistics.fmean(spent[name] for _, spent in costs) for name in costs[0][1]}
    total = sum(parts.values())
    print(f"{len(captures)} pages, ms a page:", {name: round(ms, 2) for name, ms in parts.items()})
    print(f"read {whole:.2f} = {whole / total:.3f} × stages")
    return int(whole / total > MOST)


def cost(collection: intaglio.Collection, stages: Stages, capture: intaglio.Capture) -> tuple[float, dict[str, float]]:
    """Milliseconds of a page read, and of its stages: both of their fastest round, one after the other."""
    reads, parts = [], []
    for _ in range(ROUNDS):
        gc.collect(0)
        start = time.process_time()
        collection.read(capture)
        reads.append(1000 * (time.process_time() - start))
        gc.collect(0)
        parts.append(stages.spent(capture))
    return min(reads), min(parts, key=lambda spent: sum(spent.values()))


@dataclass(frozen=True)
class Stages:
    """What is known of a site, at hand."""

    site: Site
    memories: dict[str, intaglio.Memory]
    wrappers: dict[str, KnownWrapper | None]
    tables: dict[str, ShownTable | None]
    labels: dict[str, Labels]

    @classmethod
    def of(cls, known: StoredKnowledge, name: str) -> Stages:
        """Load all of it."""
        site = known.site(name)
        ids = [one.id for one in site.templates]
        return cls(
            site,
            {template: intaglio.Memory.lent(some) for template, some in known.lessons(name).items()},
            {one: known.wrapper(name, one) for one in ids},
            {one: known.table(name, one) for one in ids},
            {one.id: Labels.of(one.areas) for one in site.templates},
        )

    def spent(self, capture: intaglio.Capture) -> dict[str, float]:
        """Milliseconds of every stage of a page; each stage takes what those before it made."""
        spent: dict[str, float] = {}
        last = time.process_time()

        def done(stage: str) -> None:
            nonlocal last
            now = time.process_time()
            spent[stage], last = 1000 * (now - last), now

        page = intaglio.Page.of(capture)
        _ = page.size
        done("parse")
        match = self.site.match(page)
        done("match")
        self.site.ranking(match)
        done("why")
        assert isinstance(match, Hit)
        template = match.template
        page_result(self.site.read(match, page), self.labels[template], 0.7, hit=True)
        done("areas")
        wrapper, table = self.wrappers[template], self.tables[template]
        record = intaglio.extract(wrapper.wrapper, page) if wrapper is not None else None
        done("record")
        if table is not None and record is not None:
            table.cells({"template": template, "fields": record.fields})
        done("row")
        intaglio.article(page, memory=self.memories.get(template))
        done("article")
        return spent


if __name__ == "__main__":
    sys.exit(main())
