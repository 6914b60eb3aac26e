"""A site that does to a crawler what sites do: rings, resets, lies, hangs, floods; each path does one thing."""

import gzip
import os
import socket
import struct
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from intaglio.sample.server import Server

GOOD = ("/", "/good", "/good2", "/only-in-the-sitemap", "/untyped", "/allowed?id=1", "/overlong")
LINKS = (
    "/good", "/good#part", "/good?utm_source=x", "/good2;jsessionid=77", "/ring-a", "/reset", "/short", "/hang",
    "/flood", "/endless-flood", "/bomb", "/drip", "/overlong", "/no-gzip", "/no-http", "/missing", "/broken-server",
    "/picture", "/private", "/moved", "/untyped", "/text", "/inside", "/loop/", "/copy", "/allowed?id=1&v=9",
)  # fmt: skip

BOMB = gzip.compress(b" " * (1 << 26), 9)
"""64 MB in 64 KB."""


class Handler(BaseHTTPRequestHandler):
    """Answers by path; `asked` counts what was asked for."""

    protocol_version = "HTTP/1.1"
    asked: Counter[str]

    def do_GET(self) -> None:
        self.asked[self.path] += 1
        path, _, query = self.path.partition("?")
        if path == "/robots.txt":
            self.answer(f"User-agent: *\nDisallow: /private\nSitemap: {self.here('/map.xml')}\n", "text/plain")
        elif path == "/map.xml":
            self.answer(f"<urlset><url><loc>{self.here('/only-in-the-sitemap')}</loc></url></urlset>", "text/xml")
        elif path == "/":
            self.answer("".join(f'<p><a href="{link}">{link}</a>' for link in LINKS))
        elif path in ("/good", "/good2", "/only-in-the-sitemap", "/private"):
            self.answer(f"<h1>{path}</h1>")
        elif path == "/copy":
            self.answer("<h1>/good</h1>")
        elif path == "/allowed":
            self.answer(f'<link rel=canonical href="/allowed?id=1"><h1>allowed {query}</h1>')
        elif path == "/untyped":
            self.answer("<h1>untyped</h1>", None)
        elif path == "/text":
            self.answer("just text", "text/plain")
        elif path == "/picture":
            self.answer("PNG" * 1000, "image/png")
        elif path.startswith("/loop/"):
            self.answer(f'<h1>{path}</h1><a href="loop/">on</a>')
        else:
            self.misbehave(path)

    def misbehave(self, path: str) -> None:
        if path in ("/ring-a", "/ring-b", "/moved", "/inside"):
            targets = {"/ring-a": "/ring-b", "/ring-b": "/ring-a", "/moved": "/good", "/inside": "http://127.0.0.2:1/"}
            self.answer("", status=302, location=targets[path])
        elif path == "/broken-server":
            self.answer("oh", status=500)
        elif path == "/reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            os.close(self.connection.detach())
            self.close_connection = True
        elif path == "/short":
            self.head({"Content-Length": "5000"})
            self.wfile.write(b"<p>less than promised")
            self.close_connection = True
        elif path == "/hang":
            self.head({"Content-Length": "5000"})
            self.stopping.wait(20)
        elif path == "/flood":
            self.head({"Content-Length": str(1 << 30)})
            self.flood()
        elif path == "/endless-flood":
            self.head({"Connection": "close"})
            self.flood()
        elif path == "/missing":
            self.answer("no", status=404)
        else:
            self.lie(path)

    def lie(self, path: str) -> None:
        if path == "/drip":
            self.head({"Content-Length": "5000"})
            while not self.stopping.wait(0.2):
                self.wfile.write(b"x")
        elif path == "/bomb":
            self.head({"Content-Encoding": "gzip", "Content-Length": str(len(BOMB))})
            self.wfile.write(BOMB)
        elif path == "/no-gzip":
            self.head({"Content-Encoding": "gzip", "Content-Length": "11"})
            self.wfile.write(b"<p>not gzip")
        elif path == "/overlong":
            self.head({"Content-Length": "20"})
            self.wfile.write(b"<h1>More to come</h1>" * 100)
            self.close_connection = True
        elif path == "/no-http":
            self.wfile.write(b"hello?\r\n\r\n")
            self.close_connection = True
        else:
            self.answer("no", status=404)

    stopping: threading.Event

    def flood(self) -> None:
        self.close_connection = True
        try:
            for _ in range(1 << 14):
                self.wfile.write(b"x" * (1 << 16))
        except OSError:
            pass

    def here(self, path: str) -> str:
        return f"http://{self.headers['Host']}{path}"

    def head(self, headers: dict[str, str], status: int = 200, kind: str | None = "text/html") -> None:
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def answer(self, text: str, kind: str | None = "text/html", status: int = 200, location: str | None = None) -> None:
        body = text.encode()
        headers = {"Content-Length": str(len(body))} | ({"Location": location} if location else {})
        self.head(headers, status, kind)
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        pass


@contextmanager
def hostile_site() -> Iterator[tuple[str, Counter[str]]]:
    """Serve it while the context lasts; gives its address and what was asked for."""
    asked: Counter[str] = Counter()
    stopping = threading.Event()
    with served(type("Bound", (Handler,), {"asked": asked, "stopping": stopping})) as url:
        yield url, asked
        stopping.set()


@contextmanager
def moved_site(target: str) -> Iterator[str]:
    """Serve a site that is elsewhere now."""

    class Moved(Handler):
        def do_GET(self) -> None:
            self.answer("", status=301, location=target)

    with served(Moved) as url:
        yield url


@contextmanager
def served(kind: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    server = Server(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
