"""Parser and browser number the elements of real pages alike; and `kill -9` loses none of them.

72 pages are rendered: 52 in the shared browser, 20 while browsers are being killed.
"""

import os
import random
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from intaglio.browser import Renderer, Rendering, RenderOptions
from intaglio.capture import Capture
from intaglio.errors import BrowserError, IntaglioError, LayoutMismatch
from intaglio.evaluate.corpora import CorpusName
from intaglio.page import Page
from tests.browser.outcomes import outcomes_of
from tests.browser.processes import browser_processes

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

DIFFERENT: dict[str, str] = {}
"""Pages on which the two trees differ, and why."""
NAMED = ("dev-2020", "dev-0671", "dev-0673", "dev-2855", "dev-4178")
"""Articles to be among those chosen: one with </col> tags, four with shadow roots."""
COUNTS: dict[CorpusName, int] = {"segmentation": 20, "articles": 26, "sites": 6}
KILLED = 20


@dataclass(frozen=True, slots=True)
class Run:
    """What 20 pages gave while browsers were being killed."""

    captures: list[Capture]
    outcomes: list[tuple[Capture, Rendering | IntaglioError]]
    kills: int


def capture(folder: Path, file: Path) -> Capture:
    return Capture(file.read_bytes(), source=f"{folder.name}/{file.relative_to(folder).as_posix()}")


def sample(folder: Path, count: int, named: Sequence[str] = ()) -> list[Capture]:
    """Give the same pages of a corpus each time, those whose names are given first."""
    files = sorted(folder.rglob("*.html"))
    first = [file for file in files if file.stem in named]
    rest = random.Random(5).sample([file for file in files if file not in first], count - len(first))
    return [capture(folder, file) for file in (*first, *rest)]


@pytest.fixture(scope="session")
def calm(renderer: Renderer, corpus: Callable[[CorpusName], Path]) -> list[tuple[Capture, Rendering | IntaglioError]]:
    pages = [
        page
        for name, count in COUNTS.items()
        for page in sample(corpus(name), count, NAMED if name == "articles" else ())
    ]
    return list(outcomes_of(renderer, pages))


@pytest.fixture(scope="session")
def killed(chromium: Path, request: pytest.FixtureRequest) -> Run:
    """Render with two browsers and kill all that are there after the second, sixth and tenth page."""
    try:
        captures = sample(request.getfixturevalue("corpus")("sites"), COUNTS["sites"] + KILLED)[-KILLED:]
    except pytest.skip.Exception:
        captures = [Capture(f"<title>{i}</title><p>{'word ' * i}".encode(), source=str(i)) for i in range(KILLED)]
    before = browser_processes()
    kills = 0
    outcomes: list[tuple[Capture, Rendering | IntaglioError]] = []
    with Renderer(RenderOptions(executable=chromium, web=False, workers=2)) as renderer:
        for outcome in outcomes_of(renderer, captures):
            outcomes.append(outcome)
            if len(outcomes) in (2, 6, 10):
                for process in browser_processes() - before:
                    os.kill(process, signal.SIGKILL)
                    kills += 1
                time.sleep(0.01)
    return Run(captures, outcomes, kills)


def test_elements_and_texts_are_numbered_alike_and_shown(
    calm: list[tuple[Capture, Rendering | IntaglioError]], killed: Run
) -> None:
    """Names, parents and non-blank texts are compared by the join itself, which raises where they differ."""
    everything = {capture.source: outcome for capture, outcome in (*calm, *killed.outcomes)}
    assert len(everything) >= sum(COUNTS.values()) + KILLED
    differ = {source: str(outcome) for source, outcome in everything.items() if isinstance(outcome, LayoutMismatch)}
    assert set(differ) == set(DIFFERENT), differ
    for source, outcome in everything.items():
        if isinstance(outcome, Rendering):
            assert outcome.parsed, source
            assert len(outcome.layout) == outcome.page.size, source
            assert len(outcome.layout.text_visible) == len(outcome.page.texts), source
    shown = [
        outcome.layout.text_visible.mean() > 0.05
        for _, outcome in calm
        if isinstance(outcome, Rendering) and len(outcome.page.texts) > 20
    ]
    assert sum(shown) > 0.9 * len(shown), "real pages show something"


def test_killed_browsers_lose_no_page_and_give_none_twice(killed: Run) -> None:
    assert killed.kills >= 3
    assert [capture for capture, _ in killed.outcomes] == killed.captures
    done = 0
    for capture, outcome in killed.outcomes:
        if isinstance(outcome, Rendering):
            done += 1
            assert outcome.page.texts == Page.of(capture).texts, "each page is its own"
        else:
            assert isinstance(outcome, BrowserError)
    assert done >= 14, "a page is given up only if two browsers die under it"
