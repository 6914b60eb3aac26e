"""`intaglio evaluate tables`: whether the columns people asked for are there, first, and called so."""

import json
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Annotated

import typer

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.corpora import CORPORA, CorpusName, open_corpus, read_articles, read_records
from intaglio.evaluate.records.wrapper_scores import in_any_order, sites_of
from intaglio.evaluate.score_report import Evaluation
from intaglio.evaluate.tables.declared_scores import FIGURES as DECLARED_FIGURES
from intaglio.evaluate.tables.declared_scores import declaring_sites, score_declared
from intaglio.evaluate.tables.kind_scores import words_file
from intaglio.evaluate.tables.table_scores import FIGURES, RecordSite, score_tables
from intaglio.tables import TableOptions
from intaglio.wrapper.options import DeclaredOptions

EXAMPLE = "intaglio evaluate tables --corpus ../shared/corpora --pages 100 --json tables.json"


def command(
    corpus: CorpusOption = CORPORA,
    json_file: JsonOption = None,
    site: Annotated[str | None, typer.Option("--site", help="Only sites with this in their name.")] = None,
    pages: Annotated[int, typer.Option("--pages", "-k", min=2, help="At most this many pages of a site.")] = 100,
    words: Annotated[Path | None, typer.Option(help="JSON: what each attribute may be called.")] = None,
    declared: Annotated[
        bool,
        typer.Option("--declared", help="Score what declared data teaches instead, on `articles` and `news`."),
    ] = False,
) -> None:
    """Score tables on the corpus `records`: attributes among the first ten columns, in the main table, by name alone,
    by example values of one page and of three; junk columns; the cost beyond records.

    Weights and vocabulary were chosen on the sites of part `tune`; `report` has the others. With `--declared`: every
    second page of a host loses what it declares of itself; what the others teach is to name its values.
    """
    if declared:
        _declared(corpus, json_file, site)
        return
    known = sites_of(read_records(open_corpus(corpus, "records")))
    chosen = {name: in_any_order(name, some, 0)[:pages] for name, some in known.items() if site is None or site in name}
    sites = [RecordSite(name, some) for name, some in track(list(chosen.items()), "reading sites")]
    file = words or words_file(corpus)
    called = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    rows = score_tables(sites, called)
    console = Console()
    options = asdict(TableOptions()) | {"pages": pages, "words": bool(called)}
    Evaluation("tables", options, rows, FIGURES, by="part").publish(console, json_file)
    for part in dict.fromkeys(row["part"] for row in rows):
        middle = median(row["columns"] for row in rows if row["part"] == part)
        console.print(f"{part}: main columns of a table, median {middle:g}")


def _declared(corpus: Path, json_file: Path | None, site: str | None) -> None:
    names: tuple[CorpusName, ...] = ("articles", "news")
    pages = [page for name in names for page in read_articles(open_corpus(corpus, name))]
    sites = declaring_sites(page for page in pages if site is None or site in page.host)
    scored = (score_declared(name, some) for name, some in track(list(sites.items()), "learning sites"))
    rows = [row for row in scored if row is not None]
    options = asdict(DeclaredOptions()) | {"sites": len(sites)}
    Evaluation("declared data", options, rows, DECLARED_FIGURES, by="part").publish(Console(), json_file)
