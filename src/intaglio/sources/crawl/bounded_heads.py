"""Downloads as Scrapy does, but for answers whose heads have no end: those would fill the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from twisted.python.failure import Failure

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

LARGEST = 256_000
"""Bytes of an answer before its body, answers that only announce another included; browsers take as many."""
BODY = "BODY"
"""Twisted's name for the state of a parser that is past the head."""


class EndlessHeadError(Exception):
    """An answer whose head is longer than any head is."""


class BoundedHeads(HTTP11DownloadHandler):
    """Cuts the connection where a head goes on and on."""

    def __init__(self, crawler: Crawler) -> None:
        """Watch the connections of the pool that Scrapy made."""
        super().__init__(crawler)
        pool: Any = self._pool
        made_by = pool._factory  # noqa: SLF001 - there is no other way in

        def factory(*given: object) -> Any:  # noqa: ANN401 - whichever Scrapy has chosen
            made = made_by(*given)
            build = made.buildProtocol
            made.buildProtocol = lambda address: watched(build(address))
            return made

        pool._factory = factory  # noqa: SLF001


def watched(protocol: Any, most: int = LARGEST) -> Any:  # noqa: ANN401 - Twisted's, which has no types for it
    """A connection that is given up when so many bytes have come without a head's end."""
    receive, seen = protocol.dataReceived, 0

    def received(data: bytes) -> None:
        nonlocal seen
        parser = protocol._parser  # noqa: SLF001
        seen = 0 if parser is None or parser.state == BODY else seen + len(data)
        if seen > most:
            protocol._giveUp(Failure(EndlessHeadError()))  # type: ignore[no-untyped-call]  # noqa: SLF001
        else:
            receive(data)

    protocol.dataReceived = received
    return protocol
