"""A guarded HTTP client: each name is resolved once, its address checked, and that very address connected to; every
redirect is checked again. It reaches public addresses only, save for origins that the user named.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from intaglio.errors import Refused, SourceError, Unreachable

if TYPE_CHECKING:  # these and TLS are loaded by who fetches: saved pages need neither
    from http.client import HTTPResponse

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Place = tuple[int, str]
"""Address family, address."""

PORTS = {"http": 80, "https": 443}
REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SAFE = "!#$%&'()*+,/:;=?@[]~"
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_CLOSED = tuple(
    map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "fec0::/10", "::/96", "2001::/23"))
)
"""Special ranges that the standard library, depending on its version, takes for global."""


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """Limits of one fetch, redirects included."""

    time_limit: float = 20.0
    size_limit: int = 30_000_000
    redirects: int = 10
    user_agent: str = "Mozilla/5.0 (compatible; Intaglio/0.1)"
    trusted: frozenset[str] = frozenset()
    """Origins (`origin(url)`) that may have addresses that are not public."""


@dataclass(frozen=True, slots=True)
class Response:
    """What a server answered at last."""

    url: str
    """After redirects."""
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def content_type(self) -> str | None:
        """The Content-Type header."""
        return next((value for name, value in self.headers if name.lower() == "content-type"), None)


def fetch(url: str, options: FetchOptions = FetchOptions()) -> Response:
    """Get a URL, following redirects; SourceError if that fails, Refused if it may not be."""
    for _ in range(options.redirects + 1):
        response = _get(url, options)
        target = next((value for name, value in response.headers if name.lower() == "location"), None)
        if response.status not in REDIRECTS or target is None:
            return response
        url = urljoin(url, target)
    raise SourceError(f"{url}: more than {options.redirects} redirects")


def origin(url: str) -> str:
    """Scheme, host and port of a URL.

    >>> origin("HTTP://Example.org/a?b")
    'http://example.org:80'
    """
    parts = _parts(url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port or PORTS.get(parts.scheme, 0)}"


def is_public(address: Address) -> bool:
    """Whether an address belongs to the public Internet; one that carries another inside is as public as that."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    closed = any(address.version == network.version and address in network for network in _CLOSED)
    return address.is_global and not (address.is_multicast or address.is_reserved or closed)


def resolve(host: str, port: int, *, trusted: bool) -> list[Place]:
    """The addresses of a host that may be connected to; Refused if it has none but others."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(host, f"{host}: {getattr(error, 'strerror', None) or 'no such host'}") from error
    allowed: list[Place] = []
    for family, _, _, _, where in found:
        text = str(where[0])
        if trusted or is_public(ipaddress.ip_address(text.partition("%")[0])):
            allowed.append((family, text))
    if not allowed:
        raise Refused(f"{host} is not a public address")
    return allowed


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        if parts.scheme in PORTS and parts.hostname and (parts.port is None or parts.port > 0):
            return parts
    except ValueError:
        pass
    raise Refused(f"{url[:200]!r} is not an address of the web")


def _get(url: str, options: FetchOptions) -> Response:
    from http.client import HTTPConnection, HTTPException

    parts = _parts(url)
    host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
    addresses = resolve(host, port, trusted=origin(url) in options.trusted)
    target = quote(parts.path or "/", safe=_SAFE) + (f"?{quote(parts.query, safe=_SAFE)}" if parts.query else "")
    headers = {
        "Host": _host_header(parts), "User-Agent": options.user_agent, "Accept": "text/html,*/*;q=0.8",
        "Accept-Encoding": "gzip, deflate", "Connection": "close",
    }  # fmt: skip
    try:
        with _connected(addresses, port, host if parts.scheme == "https" else None, options) as sock:
            connection = HTTPConnection(host, port)
            connection.sock = sock
            connection.request("GET", target, headers=headers)
            with closing(connection.getresponse()) as answer:
                body = b"" if answer.status in REDIRECTS else _body(answer, options.size_limit)
                response = Response(url, answer.status, tuple(answer.getheaders()), body)
    except (OSError, HTTPException, ValueError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Unreachable(host, f"{url}: {reason}") from error
    return response


def _host_header(parts: SplitResult) -> str:
    name = str(parts.hostname).encode("idna").decode() if not str(parts.hostname).isascii() else str(parts.hostname)
    name = f"[{name}]" if ":" in name else name
    return f"{name}:{parts.port}" if parts.port else name


@contextmanager
def _connected(
    addresses: list[Place], port: int, tls_name: str | None, options: FetchOptions
) -> Iterator[socket.socket]:
    """A connection to the first address that answers, cut when the time is over, however slowly bytes drip in."""
    import ssl

    deadline = time.monotonic() + options.time_limit
    sock = _first_open(addresses, port, options.time_limit / 2)
    if tls_name is not None:
        context = ssl.create_default_context()
        sock = context.wrap_socket(sock, server_hostname=tls_name, do_handshake_on_connect=False)
    watch = threading.Timer(deadline - time.monotonic(), _cut, (sock,))
    watch.daemon = True
    watch.start()
    try:
        if isinstance(sock, ssl.SSLSocket):
            sock.do_handshake()
        yield sock
        if time.monotonic() >= deadline:
            raise TimeoutError(f"took longer than {options.time_limit:g} s")
    finally:
        watch.cancel()
        sock.close()


def _first_open(addresses: list[Place], port: int, limit: float) -> socket.socket:
    failure: OSError = OSError("no address")
    for family, address in addresses[:3]:
        sock = socket.socket(family, socket.SOCK_STREAM)
        sock.settimeout(limit)
        try:
            sock.connect((address, port))
        except OSError as error:
            sock.close()
            failure = error
        else:
            return sock
    raise failure


def _cut(sock: socket.socket) -> None:
    try:
        # Not the method of a TLS socket, which would change it under the reader's hands.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
    except OSError:
        return


def _body(answer: HTTPResponse, limit: int) -> bytes:
    """The decoded body; neither it nor what came over the wire may exceed the limit."""
    encoding = (answer.getheader("Content-Encoding") or "").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise ValueError(f"unknown content encoding {encoding}")
    raw = answer.read(limit + 1)
    if answer.length and len(raw) <= limit:
        from http.client import IncompleteRead

        raise IncompleteRead(raw[:0], answer.length)
    if encoding in ("gzip", "x-gzip"):
        raw = zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(raw, limit + 1)
    elif encoding == "deflate" and raw:
        wrapped = raw[0] & 0x0F == 8 and int.from_bytes(raw[:2], "big") % 31 == 0
        raw = zlib.decompressobj(zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS).decompress(raw, limit + 1)
    if len(raw) > limit:
        raise ValueError(f"larger than {limit} bytes")
    return raw
