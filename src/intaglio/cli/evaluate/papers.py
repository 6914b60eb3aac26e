"""`intaglio evaluate papers`: every evaluation that redoes the papers' tables, and their figures in docs/papers.md."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from intaglio.cli.shared.evaluate_options import ChartsOption, CorpusOption
from intaglio.errors import IntaglioError
from intaglio.evaluate.chart_files import write_charts
from intaglio.evaluate.corpora import CORPORA
from intaglio.evaluate.papers.paper_charts import charts_of
from intaglio.evaluate.papers.paper_figures import filled

EXAMPLE = """
intaglio evaluate papers --scores scores/ --docs docs/papers.md -o docs/pictures/papers/
intaglio evaluate papers --scores scores/ --only mapping --only clusters
"""
RECORDS = ("auto/carquotes", "book/booksamillion", "job/monster", "movie/iheartmovies", "restaurant/fodors")
"""Sites whose pages are small, one of a vertical: the report's procedure takes long on large ones."""
COMMANDS: dict[str, tuple[str, ...]] = {
    "clusters": ("--shuffles", "1"),
    "similarity": ("--pairs", "60"),
    "mapping": ("--render",),
    "speed": ("--preset", "fine", "--pages", "40"),
    "articles": ("--paper",),
    "bodies": (),
    "records": ("--site-pages", "40", "--sweep", "--choices", *(word for name in RECORDS for word in ("--site", name))),
}
"""Each evaluation with its arguments: sizes that one machine can take within minutes each."""


def command(
    scores: Annotated[Path, typer.Option("--scores", metavar="DIR", help="Where scores are saved and taken from.")],
    corpus: CorpusOption = CORPORA,
    docs: Annotated[
        Path | None, typer.Option("--docs", metavar="FILE", help="Put the tables between the marks of this file.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help=f"One of {', '.join(COMMANDS)}; can be repeated.")
    ] = None,
    charts: ChartsOption = None,
    saved: Annotated[bool, typer.Option("--saved", help="Run nothing: take the scores that are there.")] = False,
) -> None:
    """Redo the papers' tables and figures: run each evaluation whose scores are not saved yet, then write them.

    Interrupted, the same command goes on with the evaluation that was not finished. To redo one, delete its file.
    """
    unknown = [name for name in only or () if name not in COMMANDS]
    if unknown:
        raise typer.BadParameter(f"no evaluation '{unknown[0]}'; there are {', '.join(COMMANDS)}", param_hint="--only")
    scores.mkdir(parents=True, exist_ok=True)
    for name in [] if saved else only or COMMANDS:
        file = scores / f"{name}.json"
        if not file.exists():
            evaluate(name, corpus, file)
    found = {
        name: json.loads(path.read_text("utf-8")) for name in COMMANDS if (path := scores / f"{name}.json").exists()
    }
    typer.echo(f"scores of {', '.join(found) or 'nothing'} in {scores}")
    if docs is not None:
        docs.write_text(filled(docs.read_text("utf-8"), found), encoding="utf-8")
    if charts is not None:
        write_charts(charts, charts_of(found))


def evaluate(name: str, corpus: Path, file: Path) -> None:
    """Run an evaluation in a process of its own; its scores are there once it is done, and only then."""
    unfinished = file.with_suffix(".part")
    words = [sys.executable, "-m", "intaglio", "evaluate", name, "--corpus", str(corpus), "--json", str(unfinished)]
    ended = subprocess.run([*words, *COMMANDS[name]], check=False)  # noqa: S603 - our own command
    if ended.returncode:
        raise IntaglioError(f"`intaglio evaluate {name}` ended with status {ended.returncode}: see above")
    unfinished.replace(file)
