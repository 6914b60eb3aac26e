"""Pages as commands are given them: files, URLs, and every kind of source that holds saved pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from intaglio.capture import Capture
from intaglio.errors import IntaglioError
from intaglio.sources import Unread
from intaglio.sources.one_page import Single, read_single
from intaglio.sources.source_kinds import open_saved, saved_kind, saved_resources


def singles(inputs: Sequence[str], base_url: str | None) -> Iterator[Single | Unread]:
    """Every page of every input with where its resources are, or why it cannot be read."""
    for name in inputs:
        try:
            kind = saved_kind(name)
            if kind is None:
                yield read_single(name, base_url=base_url)
                continue
            resources = saved_resources(kind, [Path(name)], base_url)
            for found in open_saved(kind, Path(name), base_url):
                yield found if isinstance(found, Unread) else Single(found, resources)
        except IntaglioError as error:
            yield Unread(name, str(error).removeprefix(f"{name}: "))


def captures(inputs: Sequence[str], base_url: str | None) -> Iterator[Capture | Unread]:
    """Every page of every input, or why it cannot be read."""
    for single in singles(inputs, base_url):
        yield single if isinstance(single, Unread) else single.capture
