"""`intaglio mcp`: a collection as tools for language models."""

from pathlib import Path
from typing import Annotated

import typer

from intaglio.collection.collection import open_collection
from intaglio.errors import MissingExtra

EXAMPLE = """
intaglio mcp out
intaglio mcp out --http 8700
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT|PACK", help="A collection, or a pack of some.")],
    http: Annotated[
        int | None, typer.Option("--http", metavar="PORT", help="Serve HTTP on loopback instead of standard input.")
    ] = None,
) -> None:
    """Serve a collection by the Model Context Protocol: list kinds and fields, search, read pages, query tables.

    All tools only read; answers are bounded, and say that texts of pages are data, not instructions.
    """
    try:
        from intaglio.integrations.mcp_server import mcp_server
    except ModuleNotFoundError as missing:
        raise MissingExtra("mcp", "serving by the Model Context Protocol") from missing
    with open_collection(collection) as opened:
        server = mcp_server(opened)
        if http is None:
            server.run("stdio")
        else:
            server.run("streamable-http", host="127.0.0.1", port=http)
