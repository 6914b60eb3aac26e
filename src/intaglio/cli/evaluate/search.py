"""`intaglio evaluate search`: what a search of whole sites finds and must not find."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.evaluate_options import CorpusOption, JsonOption
from intaglio.cli.shared.progress_bar import track
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.evaluate.records.search_scores import score_site
from intaglio.evaluate.score_report import Evaluation, show

EXAMPLE = "intaglio evaluate search --corpus ../shared/corpora --site flink --json search.json"
FIGURES = (
    "pages", "steady unfound", "steady unfound but where pages say it", "hits by fixed text", "single found", "seconds",
)  # fmt: skip
EXAMPLE_LENGTH = 60
SHOWN = 5
"""Texts a site that are listed with the reason why they find pages."""


def command(
    corpus: CorpusOption = CORPORA,
    json: JsonOption = None,
    site: Annotated[str | None, typer.Option(help="Only sites with this in their name.")] = None,
    texts: Annotated[int, typer.Option(min=1, help="Texts of each kind that are searched for, a site.")] = 2000,
) -> None:
    """Run the sites of the corpus `sites`, and search for texts all over a site and for texts on one page only.

    Texts on at least 90 % of a site's pages are to find nothing, save pages that say the same within a text of their
    own; a text on exactly one page is to find that page.
    """
    root = open_corpus(corpus, "sites")
    folders = [one for one in sorted(root.iterdir()) if one.is_dir() and (site is None or site in one.name)]
    with TemporaryDirectory() as made:
        rows = [
            score_site(one.name, one, Path(made) / one.name, texts=texts) for one in track(folders, "searching sites")
        ]
    console = Console()
    Evaluation("search", {"texts": texts}, rows, FIGURES, by="site").publish(console, json)
    show(console, reasons(rows))


def reasons(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Why texts that stand all over a site find pages, those that find most first."""
    table = Table(
        "site", "text", "pages", "one of which says", "by fixed text", title="texts all over a site that find"
    )
    for row in rows:
        said = sorted(row["said"], key=lambda one: (-len(one["leaked"]), -one["pages"]))
        for one in said[:SHOWN]:
            example = Text(one["example"][:EXAMPLE_LENGTH])
            table.add_row(row["site"], Text(one["text"][:40]), str(one["pages"]), example, str(len(one["leaked"])))
        if len(said) > SHOWN:
            table.add_row(row["site"], f"{len(said) - SHOWN} more", "", "", "")
    return table
