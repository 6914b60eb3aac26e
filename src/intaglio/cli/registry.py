"""Which commands there are.

A command is a module with a function `command`, whose signature and docstring Typer reads, and a string `EXAMPLE`
that its `--help` shows; where its parser needs settings, `CONTEXT` has them. Modules are named here instead of
imported, with the line that `intaglio --help` prints, so that only the command that runs is loaded. To add a command,
write its file and add its line.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is, and what it does in one line."""

    module: str
    help: str


COMMANDS: dict[str, Entry] = {
    "run": Entry(
        "intaglio.cli.collections.run", "Read whole sites: one page of each template rendered, all others parsed."
    ),
    "templates": Entry("intaglio.cli.collections.templates", "List the templates of a collection, and draw them."),
    "kinds": Entry("intaglio.cli.collections.kinds", "List the kinds of pages; name, merge and split them."),
    "tables": Entry("intaglio.cli.collections.tables", "Show the tables of a collection, a kind of pages each."),
    "areas": Entry("intaglio.cli.collections.areas", "Print what areas hold on every page of a collection."),
    "fields": Entry("intaglio.cli.collections.fields", "List columns and fields; name, hide and type them."),
    "export": Entry("intaglio.cli.collections.export", "Write a table, or records, to a file of another format."),
    "search": Entry("intaglio.cli.collections.search", "Find pages of a collection by what they say."),
    "extract": Entry("intaglio.cli.collections.extract", "Take the records of new pages by a collection's templates."),
    "pattern": Entry(
        "intaglio.cli.collections.pattern", "Show the pattern tree of a template, and which pages are outside it."
    ),
    "inspect": Entry("intaglio.cli.collections.inspect", "See a collection in a browser, and correct it."),
    "check": Entry("intaglio.cli.collections.check", "Say whether the values that people confirmed are still right."),
    "corrections": Entry("intaglio.cli.collections.corrections", "Print, export, import and undo corrections."),
    "pack": Entry(
        "intaglio.cli.cluster.pack", "Write what is known of sites to one file, to read pages with anywhere."
    ),
    "apply": Entry("intaglio.cli.cluster.apply", "Read the pages of WARC files by a pack, on one machine or many."),
    "learn": Entry("intaglio.cli.cluster.learn", "Learn sites from indexes of crawls into a store that many share."),
    "serve": Entry("intaglio.cli.services.serve", "Read pages that other programs send, over HTTP."),
    "mcp": Entry("intaglio.cli.services.mcp", "Serve a collection as tools for language models."),
    "compare": Entry("intaglio.cli.pages.compare", "Say how alike the structures of two pages are."),
    "article": Entry("intaglio.cli.pages.article", "Write the content of pages, without what surrounds it."),
    "page": Entry("intaglio.cli.pages.page", "Say what a page is made of, in figures."),
    "segment": Entry("intaglio.cli.pages.segment", "Divide a page into its visual areas and draw them."),
    "render": Entry("intaglio.cli.pages.render", "Write a picture of a page as the browser lays it out."),
    "sample": Entry("intaglio.cli.sample", "Write a sample site to try things on."),
    "doctor": Entry("intaglio.cli.doctor", "Say what is installed, what is missing, and how to get it."),
    "demo": Entry("intaglio.cli.demo", "Show Intaglio at work on the sample site."),
}

EVALUATIONS: dict[str, Entry] = {
    "bodies": Entry("intaglio.cli.evaluate.bodies", "Score bodies by single pass on rendered pages."),
    "papers": Entry("intaglio.cli.evaluate.papers", "Redo the papers' tables, and write them into docs/papers.md."),
    "search": Entry("intaglio.cli.evaluate.search", "Score what a search of whole sites finds, and must not."),
    "articles": Entry("intaglio.cli.evaluate.articles", "Score the content found by us and by peers."),
    "mapping": Entry("intaglio.cli.evaluate.mapping", "Score how a template's nodes are found on its other pages."),
    "similarity": Entry("intaglio.cli.evaluate.similarity", "Score how well measures tell templates apart."),
    "clusters": Entry("intaglio.cli.evaluate.clusters", "Score how pages are put to templates."),
    "speed": Entry("intaglio.cli.evaluate.speed", "Time sites with and without templates, as the papers' tables do."),
    "segmentation": Entry("intaglio.cli.evaluate.segmentation", "Score the segmenters against blocks people marked."),
    "tables": Entry("intaglio.cli.evaluate.tables", "Score the columns of tables against what people asked for."),
    "kinds": Entry("intaglio.cli.evaluate.kinds", "Score how templates are put to kinds of things."),
    "records": Entry("intaglio.cli.evaluate.records", "Score wrappers against values that people marked."),
}
