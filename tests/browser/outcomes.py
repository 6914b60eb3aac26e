"""What becomes of many pages, each with its rendering or its error."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future

from intaglio.browser import Renderer, Rendering
from intaglio.capture import Capture
from intaglio.errors import IntaglioError

Outcome = tuple[Capture, Rendering | IntaglioError]


def outcomes_of(renderer: Renderer, captures: Iterable[Capture]) -> Iterator[Outcome]:
    """Lay out many pages in their order; few are held in memory at a time."""
    waiting: deque[tuple[Capture, Future[Rendering]]] = deque()
    for capture in captures:
        waiting.append((capture, renderer.submit(capture)))
        if len(waiting) > 2 * renderer.options.workers:
            yield _outcome(*waiting.popleft())
    while waiting:
        yield _outcome(*waiting.popleft())


def _outcome(capture: Capture, future: Future[Rendering]) -> Outcome:
    try:
        return capture, future.result()
    except IntaglioError as error:
        return capture, error
