"""What a page costs through `Collection.read`, beside the sum of its stages, each timed by itself in the same run."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import intaglio
from intaglio.collection.lookup.area_results import Labels, page_result
from intaglio.collection.lookup.stored_knowledge import StoredKnowledge
from intaglio.sample import write_sample
from intaglio.site import Hit

BASE = "http://quillmarsh.example/"
ROUNDS = 7
MOST = 1.1


def fastest(work: Callable[[], object]) -> float:
    """Milliseconds of the fastest round."""
    spent = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - start))
    return min(spent)


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
            whole = fastest(lambda: [collection.read(one) for one in captures])
            bare = fastest(lambda: [collection.read(one, options=BARE) for one in captures])
            parts = stages(StoredKnowledge(collection.store), collection.sites()[0], captures)
    total = sum(parts.values())
    print(f"{len(captures)} pages, ms a page:", {name: round(ms / len(captures), 2) for name, ms in parts.items()})
    print(f"read {whole / len(captures):.2f} = {whole / total:.3f} × stages; without why {bare / total:.3f} ×")
    return int(whole / total > MOST)


BARE = intaglio.ReadingOptions(why=False)


def stages(known: StoredKnowledge, name: str, captures: list[intaglio.Capture]) -> dict[str, float]:
    """Milliseconds of every stage over all pages; each stage takes what those before it made."""
    site, lessons = known.site(name), known.lessons(name)
    memories = {template: intaglio.Memory.lent(some) for template, some in lessons.items()}
    wrappers = {one.id: known.wrapper(name, one.id) for one in site.templates}
    labels = {one.id: Labels.of(one.areas) for one in site.templates}
    spent = dict.fromkeys(("parse", "match", "why", "areas", "article", "record"), float("inf"))
    for _ in range(ROUNDS):
        clock = dict.fromkeys(spent, 0.0)
        for capture in captures:
            marks = [time.process_time()]
            page = intaglio.Page.of(capture)
            _ = page.size
            marks.append(time.process_time())
            match = site.match(page)
            marks.append(time.process_time())
            site.ranking(match)
            marks.append(time.process_time())
            assert isinstance(match, Hit)
            page_result(site.read(match, page), labels[match.template], 0.7, hit=True)
            marks.append(time.process_time())
            intaglio.article(page, memory=memories.get(match.template))
            marks.append(time.process_time())
            found = wrappers[match.template]
            if found is not None:
                intaglio.extract(found[0], page)
            marks.append(time.process_time())
            for stage, start, stop in zip(clock, marks, marks[1:], strict=False):
                clock[stage] += 1000 * (stop - start)
        spent = {stage: min(ms, clock[stage]) for stage, ms in spent.items()}
    return spent


if __name__ == "__main__":
    sys.exit(main())
