"""Workers: order, crashes, deadlines, shared values, an end at once; with real processes."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from intaglio.errors import MissingExtra, WorkerError
from intaglio.workers import HERE, WorkerOptions, WorkerPool, WorkItem
from intaglio.workers.one_thread import THREADS

from .handlers import open_odd_jobs

TWO = WorkerOptions(workers=2, at_first=0)


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(open_odd_jobs, TWO) as made:
        yield made


def test_results_come_in_the_order_of_the_tasks(pool: WorkerPool) -> None:
    tasks = [WorkItem(("double", number)) for number in range(50)]
    assert [future.result() for future in pool.in_order(tasks)] == [2 * number for number in range(50)]
    pids = {pool.submit(("pid",), worker=number).result() for number in (0, 1)}
    assert len(pids) == 2
    assert os.getpid() not in pids


@pytest.mark.parametrize(("said", "threads"), [(None, "1"), ("3", "3")])
def test_a_worker_multiplies_on_one_thread_unless_somebody_says_otherwise(
    said: str | None, threads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(THREADS, raising=False)
    if said is not None:
        monkeypatch.setenv(THREADS, said)
    with WorkerPool(open_odd_jobs, TWO) as pool:
        assert pool.submit(("environment", THREADS)).result() == threads


def test_few_tasks_are_under_way_at_a_time(pool: WorkerPool) -> None:
    asked: list[int] = []

    def tasks() -> Iterator[WorkItem]:
        for number in range(100):
            asked.append(number)
            yield WorkItem(("double", number))

    taken = 0
    for future in pool.in_order(tasks()):
        assert future.done()
        taken += 1
        assert len(asked) - taken <= pool.bound
    assert taken == 100


def test_one_worker_is_this_process() -> None:
    with WorkerPool(open_odd_jobs, WorkerOptions(workers=1)) as pool:
        assert pool.least_busy() == HERE
        assert pool.submit(("pid",)).result() == os.getpid()
        assert isinstance(pool.submit(("divide", 0)).exception(), ZeroDivisionError)


def test_workers_start_while_the_first_tasks_are_done_here() -> None:
    with WorkerPool(open_odd_jobs, WorkerOptions(workers=2, at_first=3)) as pool:
        before = _children()
        pool.expect(3)
        assert _children() == before
        pool.expect(4)
        assert len(_children() - before) == 2
        assert [pool.submit(("pid",)).result() == os.getpid() for _ in range(5)] == [True] * 3 + [False] * 2
        assert len(_children() - before) == 2


def _children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def test_small_jobs_start_no_process() -> None:
    with WorkerPool(open_odd_jobs, WorkerOptions(workers=2, at_first=3)) as pool:
        pids = [pool.submit(("pid",)).result() for _ in range(6)]
    assert [pid == os.getpid() for pid in pids] == [True] * 3 + [False] * 3


def test_a_worker_keeps_what_it_is_told_to(pool: WorkerPool) -> None:
    pool.submit(("keep", "page", "columns"), worker=1).result()
    assert pool.submit(("kept", "page"), worker=1).result() == "columns"
    assert pool.submit(("kept", "page"), worker=0).result() is None


def test_a_worker_can_be_spared(pool: WorkerPool) -> None:
    pids = {pool.submit(("pid",), worker=number).result() for number in (0, 1)}
    pool.spare_one()
    pool.spare_one()
    left = {pool.submit(("pid",)).result() for _ in range(4)}
    assert len(pids) == 2
    assert len(left) == 1
    assert left < pids


def test_a_crash_costs_one_task(pool: WorkerPool) -> None:
    tasks = [WorkItem(("double", number)) for number in range(20)]
    tasks[7] = WorkItem(("end",))
    outcomes = list(pool.in_order(tasks))
    assert [number for number, future in enumerate(outcomes) if future.exception()] == [7]
    with pytest.raises(WorkerError, match="ended"):
        outcomes[7].result()


def test_a_worker_that_ends_while_idle_costs_nothing(pool: WorkerPool) -> None:
    first = pool.submit(("pid",), worker=0).result()
    os.kill(first, signal.SIGKILL)
    time.sleep(0.2)
    second = pool.submit(("pid",), worker=0).result()
    assert second != first


def test_a_task_has_a_deadline() -> None:
    with WorkerPool(open_odd_jobs, WorkerOptions(workers=2, at_first=0, deadline=3.0)) as pool:
        late = pool.submit(("sleep", 60), worker=0)
        behind = pool.submit(("double", 4), worker=0)
        with pytest.raises(WorkerError, match="longer than 3 s"):
            late.result()
        assert behind.result() == 8


def test_errors_travel(pool: WorkerPool) -> None:
    with pytest.raises(MissingExtra, match="needs the extra 'search'") as caught:
        pool.submit(("missing",)).result()
    assert caught.value.extra == "search"
    with pytest.raises(WorkerError, match="unexpected ZeroDivisionError"):
        pool.submit(("divide", 0)).result()
    with pytest.raises(WorkerError):
        pool.submit(("unpicklable",)).result()
    with pytest.raises(WorkerError, match="cannot be sent"):
        pool.submit(("double", lambda: None)).result()
    assert pool.submit(("double", 2)).result() == 4


def test_log_messages_travel(pool: WorkerPool, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "intaglio"):
        pool.submit(("log", "a page is odd")).result()
    assert "a page is odd" in caplog.text


def test_a_shared_value_is_sent_once(pool: WorkerPool) -> None:
    first = [pool.submit(("shared", "a"), {"a": [1, 2]}, worker=0).result() for _ in range(2)]
    assert first[0] == first[1]
    with WorkerPool(open_odd_jobs, WorkerOptions(workers=2, at_first=0, shared=2)) as few:
        for round_ in range(3):
            for key in "abc":
                assert few.submit(("shared", key), {key: [round_]}, worker=0).result()[1] == [round_]


SCRIPT = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {root!r})
from tests.workers.handlers import open_odd_jobs
from intaglio.workers import WorkerOptions, WorkerPool
with WorkerPool(open_odd_jobs, WorkerOptions(workers=2, at_first=0)) as pool:
    slow = [pool.submit(("sleep", 600)) for _ in range(8)]
    print(*[pool.submit(("pid",), worker=n) and pool._seats[n]._process.pid for n in (0, 1)], flush=True)
    slow[0].result()
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_end_is_an_end_at_once(how: signal.Signals) -> None:
    """Interrupted or killed, the process takes its workers along; a script needs no guard against being run again."""
    script = SCRIPT.format(root=str(Path(__file__).parents[2]))
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert run.stdout is not None
    workers = [int(word) for word in run.stdout.readline().split()]
    assert len(workers) == 2
    time.sleep(1.0)
    run.send_signal(how)
    run.wait(20)
    waited = time.monotonic() + 20
    while time.monotonic() < waited and any(map(running, workers)):
        time.sleep(0.05)
    assert not any(map(running, workers))
    run.stdout.close()


def running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
