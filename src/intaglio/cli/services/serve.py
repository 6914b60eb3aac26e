"""`intaglio serve`: pages read by a collection's templates, over HTTP."""

from pathlib import Path
from typing import Annotated

import typer

from intaglio.collection.collection import open_collection
from intaglio.errors import MissingExtra

EXAMPLE = """
intaglio serve out --port 8700
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT|PACK", help="A collection, or a pack of some.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.", show_default="any free one")] = 0,
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Address to listen on; beyond loopback only in trusted networks."),
    ] = "127.0.0.1",
) -> None:
    """Read pages that other programs send, until interrupted: `POST /read` gives template, areas, record and article.

    Nothing is fetched and nothing is kept. `/openapi.json` describes it.
    """
    try:
        from intaglio.web.inspector_server import ServeOptions
        from intaglio.web.read_api import serve_readings
    except ModuleNotFoundError as missing:
        raise MissingExtra("web", "serving readings") from missing
    with open_collection(collection) as opened:
        serve_readings(opened, ServeOptions(host, port))
