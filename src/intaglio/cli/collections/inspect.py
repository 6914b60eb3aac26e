"""`intaglio inspect`: see a collection in a browser, and correct it."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from intaglio.cli.shared.clean_console import Console
from intaglio.collection.collection import open_collection
from intaglio.web.inspector_server import LOOPBACK, ServeOptions, serve

EXAMPLE = """
intaglio inspect out
intaglio inspect out --no-open --port 8600
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.", show_default="any free one")] = 0,
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Address to listen on; others than loopback are for trusted networks."),
    ] = LOOPBACK,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address, open no browser.")] = False,
) -> None:
    """Serve the inspector for a collection until interrupted, and open it in a browser.

    It shows kinds, templates, fields, tables and pages, searches them, and keeps corrections. The address has a token;
    whoever has it can look and correct. A run may fill the collection meanwhile.
    """
    console = Console(highlight=False, soft_wrap=True)

    def opened(address: str) -> None:
        console.print(f"The inspector is at {address}", markup=False)
        console.print("Ctrl-C ends it.", style="dim")
        if not no_open:
            webbrowser.open(address)

    with open_collection(collection) as found:
        with found.store.reading():
            """A pack has no pages to show, and says so."""
        serve(found, ServeOptions(host, port), opened)
