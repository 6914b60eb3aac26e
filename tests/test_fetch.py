"""The guarded client against a real server on loopback, and its judgement of addresses."""

import gzip
import ipaddress
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from intaglio.errors import Refused, SourceError
from intaglio.fetch import FetchOptions, fetch, is_public, origin, resolve


class Pages(BaseHTTPRequestHandler):
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        answer = getattr(self, "page_" + self.path.strip("/").partition("?")[0], None)
        if answer is None:
            self.send(404, {}, b"nothing here")
        else:
            answer()

    def send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def page_plain(self) -> None:
        self.send(200, {"Content-Type": "text/html; charset=utf-8"}, b"<p>plain")

    def page_packed(self) -> None:
        self.send(200, {"Content-Encoding": "gzip"}, gzip.compress(b"<p>packed"))

    def page_bomb(self) -> None:
        self.send(200, {"Content-Encoding": "gzip"}, gzip.compress(bytes(50_000_000)))

    def page_large(self) -> None:
        self.send(200, {}, bytes(3_000_000))

    def page_short(self) -> None:
        self.send(200, {"Content-Length": "500"}, b"too little")

    def page_round(self) -> None:
        self.send(302, {"Location": "/round"}, b"")

    def page_moved(self) -> None:
        self.send(301, {"Location": "/plain"}, b"")

    def page_elsewhere(self) -> None:
        self.send(302, {"Location": f"http://localhost:{self.headers['Host'].rpartition(':')[2]}/plain"}, b"")

    def page_file(self) -> None:
        self.send(302, {"Location": "file:///etc/passwd"}, b"")

    def page_drip(self) -> None:
        self.send_response(200)
        try:
            for _ in range(100):
                self.wfile.write(b"X-Drop: 1\r\n")
                time.sleep(0.1)
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadingHTTPServer]:
    made = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    Pages.asked = []
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def base(server: ThreadingHTTPServer) -> str:
    Pages.asked.clear()
    return f"http://127.0.0.1:{server.server_address[1]}"


def options(base: str, **limits: float) -> FetchOptions:
    return FetchOptions(trusted=frozenset({origin(base)}), **limits)  # type: ignore[arg-type]


def test_a_named_origin_may_be_on_loopback(base: str) -> None:
    answer = fetch(f"{base}/plain", options(base))
    assert (answer.status, answer.body, answer.content_type) == (200, b"<p>plain", "text/html; charset=utf-8")
    assert fetch(f"{base}/packed", options(base)).body == b"<p>packed"
    assert fetch(f"{base}/moved?a=1", options(base)).url == f"{base}/plain"
    assert fetch(f"{base}/missing", options(base)).status == 404


def test_others_are_refused_before_anything_is_sent(base: str) -> None:
    port = base.rpartition(":")[2]
    for host in (
        "127.0.0.1",
        "localhost",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0.0.0.0",
        "[::1]",
        "[::ffff:127.0.0.1]",
    ):
        with pytest.raises(SourceError):
            fetch(f"http://{host}:{port}/plain")
    assert Pages.asked == []


def test_redirects_are_checked_again(base: str) -> None:
    with pytest.raises(Refused):
        fetch(f"{base}/elsewhere", options(base))
    with pytest.raises(Refused):
        fetch(f"{base}/file", options(base))
    assert Pages.asked == ["/elsewhere", "/file"]
    with pytest.raises(SourceError, match="redirects"):
        fetch(f"{base}/round", options(base))


def test_limits(base: str) -> None:
    for path in ("bomb", "large"):
        with pytest.raises(SourceError, match="larger"):
            fetch(f"{base}/{path}", options(base, size_limit=1_000_000))
    with pytest.raises(SourceError):
        fetch(f"{base}/short", options(base))
    with pytest.raises(SourceError):
        fetch(f"{base}/drip", options(base, time_limit=0.5))


@pytest.mark.parametrize(
    "url", ["", "x", "file:///etc/passwd", "ftp://a/", "http://", "http://a:99999/", "//a/", "http://[::1/"]
)
def test_only_the_web_is_fetched(url: str) -> None:
    with pytest.raises(Refused):
        fetch(url)


def test_a_name_is_resolved_once_and_that_address_connected_to(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is public when checked and loopback when connected to must not get through."""
    answers = iter(["93.184.215.14", "127.0.0.1"])
    port = int(base.rpartition(":")[2])
    connected: list[str] = []

    def changing(*_: object, **__: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    def note(_: socket.socket, address: tuple[str, int]) -> None:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", changing)
    monkeypatch.setattr(socket.socket, "connect", note)
    with pytest.raises(SourceError):
        fetch(f"http://rebinding.example:{port}/plain")
    assert connected == ["93.184.215.14"]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(socket.AF_INET, 1, 6, "", ("10.0.0.1", port))])
    with pytest.raises(Refused):
        resolve("private.example", port, trusted=False)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True), ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True), ("64:ff9b::5db8:d70e", True),
        ("127.0.0.1", False), ("10.1.2.3", False), ("172.16.0.1", False), ("192.168.1.1", False), ("0.0.0.0", False),
        ("169.254.169.254", False), ("100.64.0.1", False), ("192.0.0.8", False), ("198.18.0.1", False),
        ("224.0.0.1", False), ("240.0.0.1", False), ("255.255.255.255", False), ("192.0.2.1", False),
        ("::", False), ("::1", False), ("::127.0.0.1", False), ("::ffff:127.0.0.1", False), ("::ffff:10.0.0.1", False),
        ("fe80::1", False), ("fc00::1", False), ("fec0::1", False), ("ff02::1", False), ("2002:7f00:1::", False),
        ("2001:0:7f00:1::", False), ("64:ff9b::7f00:1", False), ("64:ff9b:1::1", False), ("2001:db8::1", False),
    ],
)  # fmt: skip
def test_public_addresses(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public
