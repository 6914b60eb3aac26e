"""`intaglio evaluate search`: what a search of whole sites finds and must not find."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console

from intaglio.cli.evaluations import CorpusOption, JsonOption
from intaglio.cli.progress import track
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.evaluate.report import Evaluation
from intaglio.evaluate.search import score_site

EXAMPLE = "intaglio evaluate search --corpus ../shared/corpora --site flink --json search.json"
FIGURES = ("pages", "steady unfound", "steady unfound but where pages say it", "single found", "seconds")


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
    Evaluation("search", {"texts": texts}, rows, FIGURES, by="site").publish(Console(), json)
