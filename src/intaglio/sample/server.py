"""Serves a folder on loopback; months of the calendar that are not there are made up, so that the trap has no end."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from intaglio.sample.write_site import calendar_page

MONTH = re.compile(r"/calendar/(\d{4})-(\d\d)\.html")


class Handler(SimpleHTTPRequestHandler):
    """Files of the folder, and any month."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer a request for a file or a month."""
        path = self.path.partition("?")[0]
        month = MONTH.fullmatch(path)
        if not month or Path(self.translate_path(path)).exists():
            super().do_GET()
            return
        try:
            body = calendar_page(date(int(month[1]), int(month[2]), 1)).encode()
        except (ValueError, OverflowError):
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002, ANN401 (the base class's signature)
        """Stay silent."""


class Server(ThreadingHTTPServer):
    """A thread a connection; none of them keeps the program from ending."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 (the base class's signature)
        """Say nothing of those who hang up."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve a folder while the context lasts; gives its address, `http://127.0.0.1:PORT/`."""
    server = Server(("127.0.0.1", port), partial(Handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
