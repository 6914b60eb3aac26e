"""Pages as commands are given them: files, URLs, and every kind of source that holds saved pages."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from intaglio.capture import Capture
from intaglio.cli.shared.table_options import LOOK
from intaglio.errors import IntaglioError, PageError, SourceError
from intaglio.resources import Nothing
from intaglio.sources.one_page import Single, read_single
from intaglio.sources.page_check import why_no_page
from intaglio.sources.source import Unread
from intaglio.sources.source_kinds import SavedOptions, open_saved, saved_kind, saved_resources
from intaglio.sources.url_list import read_urls

if TYPE_CHECKING:
    from intaglio.collection.collection import Collection
    from intaglio.collection.reading import Reading, ReadingOptions

STDIN, LISTS = "-", (".txt", ".list")
"""How standard input is named; endings of files with a URL on each line."""


def singles(inputs: Sequence[str], base_url: str | None) -> Iterator[Single | Unread]:
    """Every page of every input with where its resources are, or why it cannot be read."""
    for name in inputs:
        try:
            kind = saved_kind(name)
            if name == STDIN:
                yield _from_stdin(base_url)
                continue
            if kind is None and Path(name).suffix in LISTS and Path(name).is_file():
                yield from singles(read_urls(Path(name)), base_url)
                continue
            if kind is None:
                yield read_single(name, base_url=base_url)
                continue
            resources = saved_resources(kind, [Path(name)], base_url)
            for found in open_saved(kind, Path(name), SavedOptions(base_url)):
                yield found if isinstance(found, Unread) else Single(found, resources)
        except IntaglioError as error:
            yield Unread(name, str(error).removeprefix(f"{name}: "))


def _from_stdin(base_url: str | None) -> Single:
    body = sys.stdin.buffer.read()
    reason = why_no_page(body)
    if reason is not None:
        raise SourceError(reason)
    return Single(Capture(body, source=STDIN, url=base_url), Nothing())


@dataclass(slots=True)
class NewPages:
    """Reads new pages by what a collection knows; pages that cannot be read are named on stderr."""

    collection: Collection
    options: ReadingOptions
    failed: int = 0
    matched: int = 0
    unknown: int = 0
    """Pages that match no template."""

    def read(self, inputs: Sequence[str], base_url: str | None) -> Iterator[Reading]:
        """What is known of every page of every input, in order."""
        for single in singles(inputs, base_url):
            source = single.source if isinstance(single, Unread) else single.capture.source
            try:
                if isinstance(single, Unread):
                    raise SourceError(single.reason)
                reading = self.collection.read(single.capture, options=self.options)
            except (SourceError, PageError) as error:
                print(f"intaglio: {source}: {error}", file=sys.stderr)
                self.failed += 1
                continue
            self.matched += reading.template is not None
            self.unknown += reading.template is None
            yield reading

    def finish(self) -> None:
        """Say on stderr how many pages match no template: status 3 then; 1 if some could not be read."""
        if self.unknown:
            print(f"intaglio: {self.unknown} of {self.matched + self.unknown} pages match no template", file=sys.stderr)
        if self.failed or self.unknown:
            raise typer.Exit(1 if self.failed else LOOK)
