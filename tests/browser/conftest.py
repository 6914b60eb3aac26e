"""What the tests with a real Chromium share: one browser, and a server that writes down who asked."""

import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from intaglio.browser import Renderer, RenderOptions


@pytest.fixture(scope="session")
def renderer(chromium: Path) -> Iterator[Renderer]:
    """One browser for all tests that need nothing but the defaults, without web."""
    with Renderer(RenderOptions(executable=chromium, web=False, workers=1, screenshot=False)) as pool:
        yield pool


@dataclass(slots=True)
class Recorder:
    """A server on loopback that knows which paths were asked for, and by what headers."""

    answers: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    port: int = 0

    def origin(self, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}"


class Server6(ThreadingHTTPServer):
    address_family = socket.AF_INET6


@pytest.fixture
def recorders() -> Iterator[list[Recorder]]:
    """Three servers: two on 127.0.0.1, one on ::1 with the second one's port where IPv6 is there."""
    made: list[Recorder] = []
    servers: list[ThreadingHTTPServer] = []
    for kind, host in ((ThreadingHTTPServer, "127.0.0.1"), (ThreadingHTTPServer, "127.0.0.1"), (Server6, "::1")):
        recorder = Recorder()
        port = made[1].port if kind is Server6 else 0
        try:
            server = kind((host, port), handler(recorder))
        except OSError:
            continue
        recorder.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        made.append(recorder)
        servers.append(server)
    yield made
    for server in servers:
        server.shutdown()
        server.server_close()


def handler(recorder: Recorder) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            recorder.asked.append(self.path)
            status, headers, body = recorder.answers.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_HEAD = do_OPTIONS = do_CONNECT = do_GET  # noqa: N815 - the library's names

        def log_message(self, *_: object) -> None:
            return

    return Handler
