"""What runs learn: the same whatever renders first, nothing lost when two learn at once, and redesigns noticed."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any, cast

import pytest

from intaglio.browser import Rendering
from intaglio.capture import Capture
from intaglio.collection.collection import fill_collection
from intaglio.collection.export.jsonl import Appender, sync_exports
from intaglio.collection.lookup.area_results import Paths
from intaglio.page import Page
from intaglio.resources import Nothing, Resources
from intaglio.run.collect import RunOptions, collect
from intaglio.run.inputs.feed import InputPage
from intaglio.run.methods import Methods
from intaglio.run.passes.article_pass import article_stage
from intaglio.run.progress import Figures
from intaglio.run.scheduler import Runner
from intaglio.run.site_learner import LearnOptions, opener
from intaglio.sample import SampleOptions, write_sample
from intaglio.sources import Folder
from intaglio.store import CaptureRow, open_store, sqlite_url
from tests.conftest import Ran

TEXT_BLOCKS = LearnOptions(method="text-blocks")
PLAIN = RunOptions(TEXT_BLOCKS, browser=False, articles=None, records=None)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleOptions(articles=40, products=24, people=6, months=4))
    return folder


def lines(out: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (out / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key != "ms"} for line in found]


class SlowBrowser:
    """Gives pages without layout, each after a while of its own."""

    def __init__(self, seed: int, threads: int) -> None:
        self.chance = random.Random(seed)
        self.pool = ThreadPoolExecutor(threads)

    def render(self, capture: Capture, _resources: Resources) -> "Future[Rendering]":
        wait = self.chance.uniform(0.0, 0.1)

        def work() -> Rendering:
            sleep(wait)
            return Rendering(Page.of(capture), cast("Any", None), True, None, None, 0.0, 0.0)

        return self.pool.submit(work)


@pytest.mark.parametrize(("seed", "threads"), [(1, 4), (2, 4), (3, 1)])
def test_results_do_not_depend_on_what_renders_first(seed: int, threads: int, sample: Path, tmp_path: Path) -> None:
    arrivals = [
        InputPage(CaptureRow(1, found.source, "s", found.source), found, Nothing())
        for found in Folder(sample)
        if isinstance(found, Capture)
    ]
    stages, kept = [article_stage()], []
    for name, methods in (
        ("alone", Methods(opener(TEXT_BLOCKS), stages=stages)),
        ("beside", Methods(opener(TEXT_BLOCKS), SlowBrowser(seed, threads).render, stages=stages)),
    ):
        with fill_collection(tmp_path / name) as collection:
            sync_exports(collection.folder, collection.store)
            with Appender(collection.folder, collection.store) as files:
                Runner(collection.store, methods, files, Figures()).run(arrivals)
            with collection.store.reading() as tx:
                known = tx.templates.load("s")
                kept.append(([(row.id, row.blob) for row in known.rows], known.aliases, tx.templates.lessons("s")))
    assert lines(tmp_path / "alone") == lines(tmp_path / "beside")
    assert kept[0] == kept[1]


PROGRAM = """
import sys
from pathlib import Path
from intaglio.run.passes.article_pass import article_stage
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.sources import SavedOptions
from intaglio.run.scheduler import RunnerOptions
folder, out, store = sys.argv[1:]
options = RunOptions(LearnOptions(method="text-blocks"), browser=False, articles=None, records=None,
                     saved=SavedOptions(site="courier"), runner=RunnerOptions(batch=4))
sys.stdin.readline()
collect([folder], Path(out), options, store_url=store)
"""


def test_two_runs_learning_one_site_at_once_lose_nothing_and_make_no_twins(sample: Path, tmp_path: Path) -> None:
    files = sorted(sample.rglob("*.html"))
    for number, file in enumerate(files):
        name = "__".join(file.relative_to(sample).parts)
        target = tmp_path / f"half{number % 2}" / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(file.read_bytes())
    url = sqlite_url(tmp_path / "shared.db")
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, tmp_path / f"half{half}", tmp_path / f"out{half}", url],
            stdin=subprocess.PIPE,
        )
        for half in range(2)
    ]
    for run in runs:
        run.communicate(b"go\n")
    assert [run.returncode for run in runs] == [0, 0]
    with open_store(url) as store, store.reading() as tx:
        pages = list(tx.pages.pages())
        known = tx.templates.load("courier")
        learned = sum(json.loads(row.line)["hit"] is False for row in pages)
    assert sorted(row.source for row in pages) == sorted("__".join(f.relative_to(sample).parts) for f in files)
    assert len(known.rows) + len(known.aliases) == learned, "a template was lost, or founded twice"
    collect([str(sample)], tmp_path / "one", PLAIN)
    alone = len({page["template"] for page in lines(tmp_path / "one")})
    assert len({row.template for row in pages}) <= alone + 2


def test_a_redesign_is_noticed(sample: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    stories = sorted((sample / "stories").glob("*.html"))
    site.mkdir()
    for file in stories[:20]:
        (site / file.name).write_bytes(file.read_bytes())
    assert collect([str(site)], tmp_path / "out", PLAIN).alarms == []
    for number, file in enumerate(stories[20:40]):
        title = Page.parse(file.read_bytes()).title
        rows = "".join(f"<tr><td class=new-{n}>Cell {n}<td><em>{title}</em>" for n in range(6))
        html = f"<title>{title}</title><center id=all><table id=grid>{rows}</table><dl><dt>x<dd>{number}</dl></center>"
        (site / f"z{number}.html").write_text(html)
    (alarm,) = collect([str(site)], tmp_path / "out", PLAIN).alarms
    assert alarm.startswith("site looks redesigned: 0 % of 20 new pages fit known templates")
    report = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "looks redesigned" in report


def test_paths_are_the_pages_own_in_whatever_order_they_are_asked_for() -> None:
    page = Page.parse("<div><ul><li><a>1</a><li><b>2</b></ul><p>x" + "<div><span></span>" * 300 + "z")
    paths = Paths(page)
    elements = random.Random(1).sample(range(page.size), page.size)
    assert [paths[e] for e in elements] == [page.path(e) for e in elements]


def test_the_papers_procedures_can_be_chosen(tmp_path: Path, intaglio: Callable[..., Ran]) -> None:
    """Fixed clustering, strict mapping and verification; the body by single pass."""
    pages = tmp_path / "pages"
    pages.mkdir()
    story = "<body><div id=menu><a>Home</a></div><div id=text><h1>Title {0}</h1><p>One. Two {0}.</p>{1}</div>"
    for number in range(6):
        more = "<p>Three. Four.</p>" * (number % 3)
        (pages / f"{number}.html").write_text(story.format(number, more), encoding="utf-8")
    (pages / "other.html").write_text("<body><table><tr><td>1<td>2</table><ul><li>3</ul>", encoding="utf-8")
    words = ("--clustering", "paper", "--threshold", ".1", "--mapping", "strict", "--verify")
    ran = intaglio(
        "run", pages, "-o", tmp_path / "out", "--no-browser", "--no-records", "--article-method", "single-pass", *words
    )
    assert ran.status == 0
    lines = [json.loads(line) for line in (tmp_path / "out" / "pages.jsonl").read_text("utf-8").splitlines()]
    assert len({line["template"] for line in lines}) == 2
    assert [line["hit"] for line in lines].count(False) == 2
    assert all(0 <= line["verified"] <= 1 for line in lines if line["hit"])
    articles = [json.loads(line) for line in (tmp_path / "out" / "articles.jsonl").read_text("utf-8").splitlines()]
    assert "One. Two 0." in articles[0]["text"]
    assert intaglio("run", pages, "-o", tmp_path / "o", "--article-method", "nonsense").status == 2
