"""Workers that end, pages that kill them, drivers that are killed, places that cannot be written to."""

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from intaglio.shards.destination import Destination
from intaglio.shards.drive import ApplySummary, Driver
from intaglio.shards.executors import LocalExecutor
from intaglio.shards.plan import Plan, PlanOptions
from intaglio.shards.shard import Job

from .archives import BASE, everything, response, rows_of, run_job, write_warc
from .conftest import Known
from .poison import KILLS, LosingExecutor, OpenFragileWorker, OpenStickingWorker


def fragile(job: Job, source: Path) -> ApplySummary:
    with LocalExecutor(OpenFragileWorker(job), 2) as engine:
        return Driver(job, engine).run(Plan((str(source),), PlanOptions()))


def pages(known: Known, count: int) -> list[tuple[str, bytes]]:
    site = known.out.parent / "site"
    files = sorted(site.rglob("*.html"))[:count]
    return [(BASE + one.relative_to(site).as_posix(), one.read_bytes()) for one in files]


def test_a_shard_that_nobody_answers_for_is_handed_out_again(known: Known, tmp_path: Path) -> None:
    run_job(known.job(tmp_path / "quiet"), *known.warcs[:2], size=20_000)
    limits = replace(known.job(tmp_path).limits, deadline=0.2)
    job = known.job(tmp_path / "rows", limits=limits)
    engine = LosingExecutor(job)
    done = Driver(job, engine).run(Plan(tuple(map(str, known.warcs[:2])), PlanOptions(size=20_000)))
    assert engine.dropped == done.shards > 2
    assert not done.failed
    assert not done.killers
    assert everything(tmp_path / "rows") == everything(tmp_path / "quiet")


def test_a_worker_that_is_stuck_is_ended(known: Known, tmp_path: Path) -> None:
    run_job(known.job(tmp_path / "quiet"), known.warcs[0], size=20_000)
    job = known.job(tmp_path / "rows", limits=replace(known.job(tmp_path).limits, deadline=5))
    stuck = OpenStickingWorker(job, tmp_path / "stuck")
    with LocalExecutor(stuck, 1) as engine:
        done = Driver(job, engine).run(Plan((str(known.warcs[0]),), PlanOptions(size=20_000)))
        assert not Path("/proc", stuck.note.read_text()).exists()
    assert not done.failed
    assert not done.killers
    assert everything(tmp_path / "rows") == everything(tmp_path / "quiet")


def test_a_poison_page_costs_itself(known: Known, tmp_path: Path) -> None:
    some = pages(known, 8)
    bad = [response(url, body + KILLS if number == 5 else body) for number, (url, body) in enumerate(some)]
    write_warc(tmp_path / "bad.warc.gz", bad)
    job = known.job(tmp_path / "rows")
    done = fragile(job, tmp_path / "bad.warc.gz")
    assert not done.failed
    assert len(done.killers) == 1
    (missed,) = rows_of(tmp_path / "rows", "misses")
    assert missed["source"] == done.killers[0]
    assert missed["reason"].startswith("failed: ")
    assert [row["url"] for row in rows_of(tmp_path / "rows", "pages")] == sorted(
        url for number, (url, _) in enumerate(some) if number != 5
    )
    again = fragile(job, tmp_path / "bad.warc.gz")
    assert again.before == again.shards
    assert Destination(job.out).halved()


def test_a_driver_that_is_killed_goes_on(known: Known, tmp_path: Path) -> None:
    run_job(known.job(tmp_path / "quiet"), *known.warcs, size=20_000)
    rows = tmp_path / "rows"
    program = (
        "import sys; from pathlib import Path; from tests.shards.archives import run_job, QUICK\n"
        "from intaglio.shards.shard import Job\n"
        "pack, digest, out, *warcs = sys.argv[1:]\n"
        "run_job(Job(pack, digest, out, limits=QUICK), *warcs, size=20_000)\n"
    )
    words = [str(known.pack), known.digest, str(rows), *map(str, known.warcs)]
    driver = subprocess.Popen([sys.executable, "-c", program, *words], cwd=Path(__file__).parent.parent.parent)
    while len(list(rows.glob("_done/*.json"))) < 2:
        assert driver.poll() is None
        time.sleep(0.02)
    driver.kill()
    driver.wait()
    (rows / "pages" / "part-0123.parquet").write_bytes(b"left by a worker that was killed")
    kept = {one.name: one.stat().st_mtime_ns for one in rows.glob("_done/*.json")}
    done = run_job(known.job(rows), *known.warcs, size=20_000)
    assert done.before >= len(kept) >= 2
    assert all((rows / "_done" / name).stat().st_mtime_ns == when for name, when in kept.items())
    assert everything(rows) == everything(tmp_path / "quiet")


def test_a_place_that_cannot_be_written_is_told_and_tried_again(known: Known, tmp_path: Path) -> None:
    rows = tmp_path / "rows"
    rows.mkdir()
    (rows / "articles").write_text("in the way")
    done = run_job(known.job(rows), known.warcs[0])
    assert list(done.failed.values()) == [f"[Errno 17] File exists: '{rows / 'articles'}'"]
    assert not list(rows.glob("*/part-*"))
    (rows / "articles").unlink()
    assert not run_job(known.job(rows), known.warcs[0]).failed
    assert rows_of(rows, "articles")


def test_a_file_that_is_compressed_as_a_whole_is_told(known: Known, tmp_path: Path) -> None:
    import gzip

    write_warc(tmp_path / "a.warc", [response(url, body) for url, body in pages(known, 3)])
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress((tmp_path / "a.warc").read_bytes()))
    done = run_job(known.job(tmp_path / "rows"), tmp_path / "a.warc.gz")
    assert "compressed as a whole" in "".join(done.failed.values())
