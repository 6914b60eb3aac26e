"""Pages that try to reach this machine by every way to write its addresses: what `hostile.py addresses` does.

A site links and redirects to another port of this machine, and has its pages load what is there; crawls follow, and the
browser renders. Who listens there writes down what arrives, and nothing may. Names that are public when they are first
looked up and loopback from then on (rebinding), and names that are both, are made by answering for the resolver; what
would leave this machine is held back before it is sent.
"""

from __future__ import annotations

import os
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HOSTS = (
    "127.0.0.1", "localhost", "localhost.", "LOCALHOST", "127.1", "2130706433", "0x7f000001", "0x7f.0.0.1",
    "0177.0.0.1", "017700000001", "0.0.0.0", "0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
    "[::127.0.0.1]", "[64:ff9b::7f00:1]", "foo.localhost", "a@127.0.0.1", "%31%32%37.0.0.1", "127。0。0。1",
    "rebinding.test", "both.test",
)  # fmt: skip
"""Ways to write loopback, and names that lead there."""
RESOLVER = """
import errno, ipaddress, socket
from collections import Counter

PUBLIC, looked = "2606:2800:21f:cb07::1", Counter()
before = socket.getaddrinfo

def note(*words):
    with open(LOG, "a") as log:
        print(*words, file=log)

def stays_here(sock, address):
    if sock.family not in (socket.AF_INET, socket.AF_INET6) or ipaddress.ip_address(address[0]).is_loopback:
        return True
    note("held back", address[0])
    return False

def connect(sock, address, do=socket.socket.connect):
    if not stays_here(sock, address):
        raise OSError(errno.ENETUNREACH, "held back")
    return do(sock, address)

def connect_ex(sock, address, do=socket.socket.connect_ex):
    return do(sock, address) if stays_here(sock, address) else errno.ENETUNREACH

def getaddrinfo(host, port, *given, **more):
    name = host.decode() if isinstance(host, bytes) else host
    if name not in ("rebinding.test", "both.test"):
        return before(host, port, *given, **more)
    looked[name] += 1
    public = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (PUBLIC, int(port), 0, 0))
    own = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", int(port)))
    note(name)
    return [own, public] if name == "both.test" else [own if looked[name] > 1 else public]

socket.getaddrinfo = getaddrinfo
socket.socket.connect, socket.socket.connect_ex = connect, connect_ex
"""


class Quiet(BaseHTTPRequestHandler):
    """Writes down what is asked for."""

    asked: list[str]

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer anything."""
        self.asked.append(self.path)
        body, status, headers = self.answer()
        self.send_response(status)
        for name, value in {"Content-Type": "text/html", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value.encode().decode("latin-1"))  # as UTF-8, which some send
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_HEAD = do_OPTIONS = do_GET  # noqa: N815 - the names that the server looks for

    def answer(self) -> tuple[bytes, int, dict[str, str]]:
        """What is sent."""
        return b"<h1>caught</h1>", 200, {}


class DualServer(ThreadingHTTPServer):
    """Listens to IPv4 and IPv6."""

    address_family = socket.AF_INET6

    def server_bind(self) -> None:
        """Take both."""
        self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        super().server_bind()


@contextmanager
def serving(kind: type[Quiet]) -> Iterator[int]:
    """Serve on all addresses of this machine; gives the port."""
    with DualServer(("::", 0), kind) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def luring(port: int) -> type[Quiet]:
    """A site whose pages lead to a port."""

    class Luring(Quiet):
        asked: list[str] = []  # noqa: RUF012 - one server's

        def answer(self) -> tuple[bytes, int, dict[str, str]]:
            """A page with all ways to load and link; a redirect; or nothing."""
            _, what, *rest = self.path.split("/")
            if what == "robots.txt":
                return b"", 404, {}
            if what == "to":
                return b"", 302, {"Location": f"http://{HOSTS[int(rest[0])]}:{port}/redirected"}
            at = [f"http://{host}:{port}" for host in HOSTS]
            links = "".join(f"<a href='{base}/link'>x</a><a href='/to/{n}'>x</a>" for n, base in enumerate(at))
            loads = "".join(
                f"<img src='{base}/img'><link rel=stylesheet href='{base}/css'><iframe src='{base}/frame'></iframe>"
                f"<img src='/to/{n}'><script src='{base}/js'></script><video src='{base}/video'></video>"
                f"<style>@import '{base}/import'; p {{ background: url({base}/background) }}</style>"
                for n, base in enumerate(at)
            )
            more = "".join(f"<a href='/page/{n}'>{n}</a>" for n in range(4))
            return f"<title>{self.path}</title>{loads}<p>The sea rises and falls.</p>{links}{more}".encode(), 200, {}

    return Luring


def addresses(run: Callable[[list[str], float], object]) -> list[str]:
    """Crawl a site that leads to this machine, without and with the browser; say what is wrong."""
    wrong = []
    for name, words in (("crawl", ["--no-browser"]), ("browser", ["--method", "vips"])):
        heard = type("Heard", (Quiet,), {"asked": []})
        with tempfile.TemporaryDirectory() as place, serving(heard) as port, _answering(Path(place)) as looked:
            site = luring(port)
            with serving(site) as own:
                url = f"http://127.0.0.1:{own}/"
                more = ["--delay", "0", "--follow-sites", "40", "--no-records"]
                run([url, "-o", f"{place}/out", *more, *words], 600.0)
            names = looked.read_text().splitlines() if looked.exists() else []
            tried = sum(path.startswith("/to/") for path in site.asked)
            held = sum(one.startswith("held back") for one in names)
            print(
                f"  {name}: {len(site.asked)} requests to the site, {tried} of them redirects; rebinding.test looked up"
                f" {names.count('rebinding.test')} times, both.test {names.count('both.test')}, {held} connections to "
                f"their public address held back; {len(heard.asked)} requests elsewhere",
                flush=True,
            )
            wrong += [f"{name}: {path} arrived" for path in heard.asked]
            wrong += [] if tried >= len(HOSTS) else [f"{name}: only {tried} redirects were tried"]
            wrong += [] if {"rebinding.test", "both.test"} <= set(names) else [f"{name}: names were not looked up"]
    return wrong


@contextmanager
def _answering(place: Path) -> Iterator[Path]:
    """Let runs look up names in what we answer; gives the file that says what was looked up."""
    (place / "python").mkdir()
    log = place / "looked-up"
    (place / "python" / "sitecustomize.py").write_text(f"LOG = {str(log)!r}\n{RESOLVER}")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(place / "python"), *([before] if before else [])])
    try:
        yield log
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
