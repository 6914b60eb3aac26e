"""Lines between processes: whole messages of any size, waits that end, and an end that is heard of."""

import time
from threading import Thread

import pytest

from intaglio.workers.message_line import MessageLine


def test_messages_of_any_size_come_whole_and_in_order() -> None:
    ours, theirs = MessageLine.pair()
    sizes = [0, 1, 70_000, 5_000_000, 3]

    def send() -> None:
        for number, size in enumerate(sizes):
            ours.send(bytes([number]) * size)

    sender = Thread(target=send)
    sender.start()
    found = [theirs.take(5.0) for _ in sizes]
    sender.join()
    assert [bytes(one or b"") for one in found] == [bytes([number]) * size for number, size in enumerate(sizes)]


def test_who_waits_for_a_message_may_stop_to() -> None:
    ours, theirs = MessageLine.pair()
    started = time.monotonic()
    assert theirs.take(0.2) is None
    assert 0.1 < time.monotonic() - started < 5
    ours.send(b"at last")
    assert bytes(theirs.take(0.0) or b"") == b"at last"


def test_a_message_that_has_begun_is_awaited() -> None:
    ours, theirs = MessageLine.pair()
    found: list[bytearray | None] = []
    taker = Thread(target=lambda: found.append(theirs.take(0.3)))
    taker.start()
    whole = (5).to_bytes(8, "big") + b"tides"
    for at in (0, 3, 10):
        time.sleep(0.25)
        ours.end.sendall(whole[at : {0: 3, 3: 10, 10: 13}[at]])
    taker.join(10)
    assert [bytes(one or b"") for one in found] == [b"tides"]


def test_an_end_is_heard_of() -> None:
    ours, theirs = MessageLine.pair()
    ours.close()
    with pytest.raises(EOFError):
        theirs.take()
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        theirs.send(b"anybody?")
    ours, theirs = MessageLine.pair()
    ours.end.sendall(b"\0\0")
    ours.close()
    with pytest.raises(EOFError):
        theirs.take(1.0)
