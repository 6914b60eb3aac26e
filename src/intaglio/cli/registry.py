"""Which commands there are.

A command is a module with a function `command`, whose signature and docstring Typer reads, and a string `EXAMPLE`
that its `--help` shows. Modules are named here instead of imported, with the line that `intaglio --help` prints, so
that only the command that runs is loaded. To add a command, write its file and add its line.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is, and what it does in one line."""

    module: str
    help: str


COMMANDS: dict[str, Entry] = {
    "run": Entry("intaglio.cli.run", "Read whole sites: one page of each template rendered, all others parsed."),
    "templates": Entry("intaglio.cli.templates", "List the templates of a collection, and draw them."),
    "areas": Entry("intaglio.cli.areas", "Print what areas hold on every page of a collection."),
    "fields": Entry("intaglio.cli.fields", "List the fields of a collection's records, and name them."),
    "search": Entry("intaglio.cli.search", "Find pages of a collection by what they say."),
    "extract": Entry("intaglio.cli.extract", "Take the records of new pages by a collection's templates."),
    "compare": Entry("intaglio.cli.compare", "Say how alike the structures of two pages are."),
    "article": Entry("intaglio.cli.article", "Write the content of pages, without what surrounds it."),
    "page": Entry("intaglio.cli.page", "Say what a page is made of, in figures."),
    "segment": Entry("intaglio.cli.segment", "Divide a page into its visual areas and draw them."),
    "render": Entry("intaglio.cli.render", "Write a picture of a page as the browser lays it out."),
    "sample": Entry("intaglio.cli.sample", "Write a sample site to try things on."),
    "demo": Entry("intaglio.cli.demo", "Show Intaglio at work on the sample site."),
}

EVALUATIONS: dict[str, Entry] = {
    "search": Entry("intaglio.cli.evaluate_search", "Score what a search of whole sites finds, and must not."),
    "articles": Entry("intaglio.cli.evaluate_articles", "Score the content found by us and by peers."),
    "mapping": Entry("intaglio.cli.evaluate_mapping", "Score how a template's nodes are found on its other pages."),
    "similarity": Entry("intaglio.cli.evaluate_similarity", "Score how well measures tell templates apart."),
    "clusters": Entry("intaglio.cli.evaluate_clusters", "Score how pages are put to templates."),
    "speed": Entry("intaglio.cli.evaluate_speed", "Time sites with and without templates, as the papers' tables do."),
    "segmentation": Entry("intaglio.cli.evaluate_segmentation", "Score the segmenters against blocks people marked."),
    "records": Entry("intaglio.cli.evaluate_records", "Score wrappers against values that people marked."),
}
