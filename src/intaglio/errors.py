"""Every error that Intaglio raises on purpose. The text is one line, fit to be shown to a person, and says what to do.

IntaglioError                the base: catch this one
├── MissingExtra             an optional dependency is missing: install the extra it names
├── PageError                bytes that are no page: leave the page out
├── CodecError               a stored blob is damaged or of a newer release: run again, it is learned anew
├── LayoutMismatch           browser and parser disagree on the tree: render with `dom="either"`
├── LayoutMissing            the method needs a rendered page: render it, or choose another method
├── BrowserError             a page could not be rendered: try again, or run with `--no-browser`
│   └── NoBrowser            no Chromium can be started: install one, or name it in INTAGLIO_CHROMIUM
├── SourceError              a file, URL or archive cannot be read: check its name
│   ├── Refused              the address must not be connected to: name its host as a source if you trust it
│   └── Unreachable          a host is unknown or does not answer: check the address, or try later
├── StoreError               the database cannot be opened or refuses a write: check path, URL and rights
│   ├── PackError            a pack is damaged, or of a newer release: make it again, or upgrade
│   ├── Untrusted            a collection reaches for something outside its folder: `--trust` if you know it
│   └── WriteConflict        another process wrote first: load again and repeat
├── CollectionBusy           another run fills the collection: wait, or use another folder
├── NothingKnown             the collection has no templates: fill it with `intaglio run` first
├── NothingFound             nothing in the collection answers the query: ask for less
├── Ambiguous                a name or the beginning of one fits several things: say more of it
├── BadCorrection            a correction makes no sense: say what, of which target, as its text tells
├── BadCondition             a condition on rows cannot be understood: say COLUMN=VALUE
├── BadQuery                 a search asks for what there is not: its text names the word
├── IndexBusy                another process writes the search index: try again when it is done
├── IndexDamaged             the search index cannot be read: `intaglio search OUT --reindex`
├── BadPattern               not a regular expression: correct it
├── WorkerError              a worker process ended or took too long: leave the page out
└── CorpusMissing            an evaluation lacks its corpus: name its folder with `--corpus`
"""

from __future__ import annotations


class IntaglioError(Exception):
    """Base of all errors that a user can meet; its text says what happened and what to do."""


class MissingExtra(IntaglioError):
    """A part was asked for whose optional dependency is not installed: install the extra that the text names."""

    def __init__(self, extra: str, what: str) -> None:
        """Name the extra that brings `what`."""
        super().__init__(f"{what} needs the extra '{extra}': pip install 'intaglio[{extra}]'")
        self.extra = extra


class PageError(IntaglioError):
    """Bytes that cannot be made a Page: leave the page out."""


class CodecError(IntaglioError):
    """A stored blob is damaged, or of a release that this one cannot read: the next run learns it anew."""


class LayoutMismatch(IntaglioError):
    """The browser's tree and the parser's tree of one page differ: with `dom="either"` the browser's is taken."""


class LayoutMissing(IntaglioError):
    """A method that looks at the rendered page was given none: render the page, or choose another method."""


class BrowserError(IntaglioError):
    """The browser could not render a page: try again, or do without a browser."""


class NoBrowser(BrowserError):
    """No Chromium can be started: install one, or name it in INTAGLIO_CHROMIUM."""


class SourceError(IntaglioError):
    """A file, URL or archive cannot be read: check its name."""


class Refused(SourceError):
    """An address that must not be connected to, as it is not public: name its host as a source if you trust it."""


class Unreachable(SourceError):
    """A host, the one asked or one redirected to, is unknown or does not answer: check the address, or try later."""

    def __init__(self, host: str, text: str) -> None:
        """Remember which host it was."""
        super().__init__(text)
        self.host = host


class StoreError(IntaglioError):
    """The database cannot be opened, or refuses a write: check its path or URL, and your rights."""


class PackError(StoreError):
    """A pack that is damaged, of a newer release, or asked for pages: make it again, or open its collection."""


class Untrusted(StoreError):
    """A collection reaches for something outside its folder: say `--trust` if you know where it comes from."""


class WriteConflict(StoreError):
    """Another process wrote first: load again and repeat."""


class CollectionBusy(IntaglioError):
    """Another run fills the collection: wait until it ends, or write to another folder."""


class NothingKnown(IntaglioError):
    """A collection without templates: fill it with `intaglio run` first."""


class NothingFound(IntaglioError):
    """Nothing in a collection answers a query: ask for less."""


class Ambiguous(IntaglioError):
    """A name, or the beginning of one, that fits several things: say more of it."""


class BadCorrection(IntaglioError):
    """A correction that makes no sense: say what, and of which target, as the text tells."""


class BadCondition(IntaglioError):
    """A condition on the rows of a table that cannot be understood: say COLUMN=VALUE."""


class BadQuery(IntaglioError):
    """A query of a search names a field that there is not, or asks for something that cannot be done: change it."""


class IndexBusy(IntaglioError):
    """Another process writes the search index: try again when it is done."""


class IndexDamaged(IntaglioError):
    """The folder of the search index holds none that can be read: `intaglio search OUT --reindex` makes it anew."""


class BadPattern(IntaglioError):
    """A pattern for URLs that is not a regular expression: correct it."""


class WorkerError(IntaglioError):
    """A worker process ended, or took too long, over a task: what the task was about is left out."""


class CorpusMissing(IntaglioError):
    """An evaluation lacks its corpus: name the folder of the corpora with `--corpus`."""
