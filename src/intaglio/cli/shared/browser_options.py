"""The options that all commands with a browser share; the one place where the environment names a Chromium."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from intaglio.browser import RenderOptions

VARIABLE = "INTAGLIO_CHROMIUM"

RootOption = Annotated[
    Path | None, typer.Option("--root", help="Folder that a saved page may read from; default: the file's own.")
]
BaseUrlOption = Annotated[
    str | None, typer.Option("--base-url", metavar="URL", help="Where the root folder was on the web.")
]
JavascriptOption = Annotated[bool, typer.Option("--javascript", help="Let the page's scripts run.")]
OfflineOption = Annotated[bool, typer.Option("--offline", help="Fetch nothing from the web for a saved page.")]


def chromium() -> Path | None:
    """The Chromium that the environment names, or None."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else None


def render_options(*, javascript: bool = False, offline: bool = False) -> RenderOptions:
    """Options for rendering as the command line asks; where parser and browser differ, the browser's tree is taken."""
    from intaglio.browser import RenderOptions

    return RenderOptions(executable=chromium(), javascript=javascript, web=not offline, dom="either")
