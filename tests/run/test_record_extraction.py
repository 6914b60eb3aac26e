"""Wrappers that are being learned: a worker that breaks down over a record costs no template its wrapper."""

from concurrent.futures import Future
from typing import Any

from intaglio.errors import WorkerError
from intaglio.run.passes.record_extraction import Learning
from intaglio.run.passes.record_work import LearnedWrapper, LearnWrapper
from intaglio.store import WrapperRow
from intaglio.wrapper import WrapperOptions
from intaglio.wrapper.learn.similar_templates import SimilarOptions

TASK = LearnWrapper("site", "t", [], [], None, 0, "common", [], WrapperOptions(), SimilarOptions())
LEARNED = LearnedWrapper(WrapperRow("site", "t", 0, 1, b"", []), [])


class Pool:
    """Does what is asked at once."""

    def __init__(self) -> None:
        self.asked: list[LearnWrapper] = []

    def submit(self, task: LearnWrapper, _shared: object) -> Future[LearnedWrapper | None]:
        self.asked.append(task)
        return done(LEARNED)


def done(result: LearnedWrapper | None = None, error: Exception | None = None) -> Future[LearnedWrapper | None]:
    future: Future[LearnedWrapper | None] = Future()
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
    return future


def test_a_worker_that_breaks_down_is_asked_for_the_wrapper_alone() -> None:
    pool: Any = Pool()
    assert Learning(TASK, {}, done(LEARNED)).result(pool) is LEARNED
    assert not pool.asked
    assert Learning(TASK, {}, done(error=WorkerError("ended"))).result(pool) is LEARNED
    assert [task.with_records for task in pool.asked] == [False]
