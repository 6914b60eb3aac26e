"""`intaglio sample`: write the sample site."""

from pathlib import Path
from typing import Annotated

import typer

from intaglio.sample import SampleOptions, serve, write_sample

EXAMPLE = "intaglio sample site"


def command(
    folder: Annotated[Path, typer.Argument(help="Folder to write it into.", metavar="DIR")],
    seed: Annotated[int, typer.Option(help="Another number, another town paper.")] = SampleOptions().seed,
    port: Annotated[int | None, typer.Option("--serve", help="Serve it on this port of loopback until Ctrl-C.")] = None,
) -> None:
    """Write the sample site: a small town paper with a shop, and the truth about each page in labels.jsonl."""
    count = write_sample(folder, SampleOptions(seed=seed))
    print(f"{count} pages in {folder}; start at {folder / 'index.html'}")
    if port is not None:
        with serve(folder, port) as address:
            print(f"serving at {address}, Ctrl-C ends it", flush=True)
            wait()


def wait() -> None:
    """Wait until interrupted."""
    from threading import Event

    Event().wait()
