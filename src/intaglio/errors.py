"""Every error Intaglio raises on purpose; one line each, fit to be shown to a person."""

from __future__ import annotations


class IntaglioError(Exception):
    """Base of all errors a user can meet; its text says what happened and what to do."""


class MissingExtra(IntaglioError):
    """A part was asked for whose optional dependency is not installed."""

    def __init__(self, extra: str, what: str) -> None:
        """Name the extra that brings `what`."""
        super().__init__(f"{what} needs the extra '{extra}': pip install 'intaglio[{extra}]'")
        self.extra = extra


class PageError(IntaglioError):
    """Bytes that cannot be made a Page."""


class CodecError(IntaglioError):
    """A serialised blob is damaged, or of a version this release cannot read."""


class LayoutMismatch(IntaglioError):
    """The browser's tree and the parser's tree of one page differ."""


class LayoutMissing(IntaglioError):
    """A method that looks at the rendered page was given none."""


class BrowserError(IntaglioError):
    """The browser is missing, would not start, or could not render a page."""


class SourceError(IntaglioError):
    """A file, URL or archive cannot be read."""


class StoreError(IntaglioError):
    """The store cannot be opened, or refuses a write."""


class WriteConflict(StoreError):
    """Somebody else wrote first; load again and do it over."""
