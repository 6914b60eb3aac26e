"""`intaglio demo`: write the sample site, serve it on loopback and show a page of it from bytes to text."""

import json
from pathlib import Path
from typing import Annotated
from urllib.request import urlopen

import typer
from rich.console import Console

from intaglio.capture import Capture
from intaglio.page import Page
from intaglio.sample import serve, write_sample

EXAMPLE = "intaglio demo -o out/demo"


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the site.")] = Path("out/demo"),
) -> None:
    """Write the sample site, serve it on loopback, and show one of its pages from bytes to text."""
    console = Console()
    site = out / "site"
    console.print(f"{write_sample(site)} pages written to {site}")
    labels = [json.loads(line) for line in (site / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    story = next(label["page"] for label in labels if label["template"] == "story")
    with serve(site) as address, urlopen(address + story) as answer:  # noqa: S310 (our own server on loopback)
        capture = Capture(answer.read(), source=story, url=answer.url, content_type=answer.headers["Content-Type"])
    page = Page.of(capture)
    console.print(f"{capture.url}: {len(capture.body):,} bytes, {page.encoding}, {page.size} elements")
    console.print(f"[bold]{page.title}[/bold]\n{page.text(0)}", highlight=False)
    console.print(f"The site starts at {site / 'index.html'}")
