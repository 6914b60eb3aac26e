"""Answers whose heads never end, on a connection as the crawl has it."""

from typing import Any

import pytest
from twisted.internet import testing
from twisted.python import failure
from twisted.web import _newclient
from twisted.web.http_headers import Headers

from intaglio.sources.crawl.bounded_heads import EndlessHeadError, watched

STATUS = b"HTTP/1.1 200 OK\r\n"
TWISTED: Any = _newclient
TESTING: Any = testing
LOST: Any = failure
"""Modules without types."""


def asked(most: int) -> tuple[Any, list[Any]]:
    """A connection on which something was asked for, and what came of it."""
    protocol: Any = watched(TWISTED.HTTP11ClientProtocol(), most)
    protocol.makeConnection(TESTING.StringTransport())
    answers: list[Any] = []
    protocol.request(TWISTED.Request(b"GET", b"/", Headers({b"Host": [b"a.example"]}), None)).addBoth(answers.append)
    return protocol, answers


@pytest.mark.parametrize("piece", [b"X-A: bbbbbbbb\r\n", b"Set-Cookie: a=b\r\n"])
def test_a_head_without_end_is_given_up(piece: bytes) -> None:
    protocol, answers = asked(5_000)
    protocol.dataReceived(STATUS)
    for _ in range(500):
        protocol.dataReceived(piece)
    protocol.connectionLost(LOST.Failure(ConnectionError()))
    assert [one.type for one in answers[0].value.reasons][:1] == [EndlessHeadError]


def test_announcements_without_end_are_given_up() -> None:
    protocol, answers = asked(5_000)
    for _ in range(500):
        protocol.dataReceived(b"HTTP/1.1 100 Continue\r\n\r\n")
    protocol.connectionLost(LOST.Failure(ConnectionError()))
    assert answers[0].value.reasons[0].type is EndlessHeadError


def test_a_body_may_be_longer_than_a_head() -> None:
    protocol, answers = asked(5_000)
    protocol.dataReceived(STATUS + b"Content-Length: 20000\r\n\r\n")
    for _ in range(20):
        protocol.dataReceived(b"x" * 1000)
    assert answers[0].code == 200
