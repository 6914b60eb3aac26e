"""`intaglio evaluate kinds`: whether pages of one kind of thing come together, and others do not."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, TypeVar

import typer

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.corpora import CORPORA, open_corpus, read_records, read_sites
from intaglio.evaluate.records.wrapper_scores import sites_of
from intaglio.evaluate.score_report import Evaluation
from intaglio.evaluate.tables.kind_scores import FIGURES, by_site, score_records, score_site
from intaglio.tables import KindOptions

Page = TypeVar("Page")
EXAMPLE = "intaglio evaluate kinds --corpus ../shared/corpora --json kinds.json"


def command(
    corpus: CorpusOption = CORPORA,
    json_file: JsonOption = None,
    site: Annotated[str | None, typer.Option("--site", help="Only sites with this in their name.")] = None,
    learned: Annotated[bool, typer.Option(help="Learn wrappers, and score final kinds; else provisional ones.")] = True,
) -> None:
    """Score kinds on the corpora `sites` and `records`, with addresses hidden from the method.

    `sites`: purity, purity as a mean over labels, wholeness; the same of provisional kinds with addresses known.
    `records`: share of a site's pages in its largest table.
    """
    options = KindOptions(addresses=False)
    sites = _some(by_site(read_sites(open_corpus(corpus, "sites"))), site)
    records = _some(sites_of(read_records(open_corpus(corpus, "records"))), site)
    rows = [score_site(name, some, options, learned=learned) for name, some in track(sites, "sites")]
    rows += [score_records(name, some, options, learned=learned) for name, some in track(records, "records")]
    chosen = asdict(options) | {"learned": learned}
    Evaluation("kinds", chosen, rows, FIGURES, by="corpus").publish(Console(), json_file)


def _some(sites: Mapping[str, Page], wanted: str | None) -> list[tuple[str, Page]]:
    return [(name, pages) for name, pages in sites.items() if wanted is None or wanted in name]
