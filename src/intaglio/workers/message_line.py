"""MessageLine: whole messages through a socket, each with one call of the system to send, and as a rule one to take in.

Who takes in beside a thread that computes waits for Python's lock after every call: calls are what counts here.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from dataclasses import dataclass, field

_LENGTH = struct.Struct("!Q")
_TIME = struct.Struct("@ll")
"""Seconds and microseconds, as the system takes them."""
_LEAST = 1e-3
"""Seconds; none would be no limit."""
_ROOM = 1 << 18
"""Bytes that are taken in at once."""
_SENT = 1 << 20
"""Bytes that may be on their way, if the system allows it: who sends less need not wait until it is taken in."""


@dataclass(slots=True)
class MessageLine:
    """One end of a line between two processes."""

    end: socket.socket
    _room: bytearray = field(default_factory=lambda: bytearray(_ROOM))
    _first: int = 0
    """Where in the room those bytes begin that are of no message yet."""
    _behind: int = 0
    """Where they end."""

    @classmethod
    def pair(cls) -> tuple[MessageLine, MessageLine]:
        """Both ends."""
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            with suppress(OSError):  # some systems refuse what others cut down
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT)
        return cls(ours), cls(theirs)

    def send(self, data: bytes) -> None:
        """Send a message; BrokenPipeError or ConnectionResetError if nobody is at the other end."""
        sent = self.end.sendmsg([_LENGTH.pack(len(data)), data]) - _LENGTH.size
        if sent < 0:
            self.end.sendall(_LENGTH.pack(len(data))[sent:])
            sent = 0
        if sent < len(data):
            self.end.sendall(memoryview(data)[sent:])

    def take(self, seconds: float | None = None) -> bytearray | None:
        """The next message; None if none begins in so many seconds, EOFError if none can come any more."""
        if seconds is not None:
            whole, part = divmod(max(seconds, _LEAST), 1.0)
            self.end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _TIME.pack(int(whole), int(1e6 * part)))
        while (data := self._message()) is None:
            there = self._behind - self._first
            self._room[:there] = self._room[self._first : self._behind]
            self._first, self._behind = 0, there
            try:
                got = self.end.recv_into(memoryview(self._room)[there:])
            except BlockingIOError:
                if there:  # a message that has begun is awaited: who sends it is at work
                    continue
                return None
            if not got:
                raise EOFError
            self._behind += got
        return data

    def _message(self) -> bytearray | None:
        """The first message of what was taken in; None if it is not there yet."""
        there = self._behind - self._first - _LENGTH.size
        if there < 0:
            return None
        (size,) = _LENGTH.unpack_from(self._room, self._first)
        if there < size <= _ROOM - _LENGTH.size:
            return None
        begin = self._first + _LENGTH.size
        data = self._room[begin : begin + min(size, there)]
        self._first = begin + len(data)
        return data if len(data) == size else self._filled(data, size)

    def _filled(self, begun: bytearray, size: int) -> bytearray:
        """A message that is too large to be taken in at once."""
        data = bytearray(size)
        data[: len(begun)] = begun
        rest = memoryview(data)[len(begun) :]
        while rest:
            with suppress(BlockingIOError):
                got = self.end.recv_into(rest, 0, socket.MSG_WAITALL)
                if not got:
                    raise EOFError
                rest = rest[got:]
        return data

    def close(self) -> None:
        """Let go of this end."""
        self.end.close()
