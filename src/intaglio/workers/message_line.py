"""MessageLine: whole messages through a socket, each with one call of the system to send, and two to take in.

Who takes in beside a thread that computes waits for Python's lock after every call: calls are what counts here.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from dataclasses import dataclass

_LENGTH = struct.Struct("!Q")
_TIME = struct.Struct("@ll")
"""Seconds and microseconds, as the system takes them."""
_LEAST = 1e-3
"""Seconds; none would be no limit."""


@dataclass(frozen=True, slots=True)
class MessageLine:
    """One end of a line between two processes."""

    end: socket.socket

    @classmethod
    def pair(cls) -> tuple[MessageLine, MessageLine]:
        """Both ends."""
        ours, theirs = socket.socketpair()
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
        head = bytearray(_LENGTH.size)
        try:
            begun = self.end.recv_into(head, 0, socket.MSG_WAITALL)
        except BlockingIOError:
            return None
        self._fill(head, begun)
        data = bytearray(_LENGTH.unpack(head)[0])
        self._fill(data)
        return data

    def _fill(self, data: bytearray, begun: int | None = None) -> None:
        """Take in the rest of what has begun, however long that takes: who sends it is at work."""
        if begun == 0:
            raise EOFError
        rest = memoryview(data)[begun or 0 :]
        while rest:
            with suppress(BlockingIOError):
                got = self.end.recv_into(rest, 0, socket.MSG_WAITALL)
                if not got:
                    raise EOFError
                rest = rest[got:]

    def close(self) -> None:
        """Let go of this end."""
        self.end.close()
