"""`intaglio evaluate records`: wrappers against the values that people marked on pages of 40 sites."""

from dataclasses import replace
from typing import Annotated

import typer
from rich.console import Console

from intaglio.cli.evaluations import ChartsOption, CorpusOption, JsonOption
from intaglio.cli.progress import track
from intaglio.evaluate.corpora import CORPORA, open_corpus, read_records
from intaglio.evaluate.records import score_site, sites_of
from intaglio.evaluate.report import Evaluation
from intaglio.wrapper import WrapperOptions

EXAMPLE = "intaglio evaluate records --corpus ../shared/corpora --json scores.json"
FIGURES = ("f1", "precision", "recall", "usual", "fields", "leaked", "learning s", "extraction ms")


def command(
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    output: ChartsOption = None,
    pages: Annotated[int, typer.Option("--pages", "-k", min=1, help="Learn from this many pages of each site.")] = 20,
    site: Annotated[str | None, typer.Option("--site", help="Only sites with this in their name.")] = None,
) -> None:
    """Score wrappers on the corpus `records`: the best field for each attribute, chosen on one half of the pages."""
    options = replace(WrapperOptions(), pages=pages)
    sites = sites_of(read_records(open_corpus(corpus, "records")))
    chosen = {name: found for name, found in sites.items() if site is None or site in name}
    rows = [score_site(name, found, options) for name, found in track(list(chosen.items()), "learning sites")]
    Evaluation("records", {"pages": pages}, rows, FIGURES, by="part").publish(Console(), json)
