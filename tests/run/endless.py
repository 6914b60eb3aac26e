"""Sites whose crawl would never end, or ask for far too much; each path of the first is one way to do it."""

import gzip
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, urlencode

from .hostile import served

FACETS = 8
WAYS = ("/redirect/0", "/same/", "/calendar/2000/1", "/shop?a=1", "/blank", "/odd")
FLOOD = 100_000
"""Sitemap lines of a robots.txt."""
ODD = 20_000
"""Links of a page."""


class Site(BaseHTTPRequestHandler):
    """Answers by path; `asked` counts what was asked for."""

    protocol_version = "HTTP/1.1"
    asked: Counter[str]
    status = 200
    """Of its robots.txt."""

    def do_GET(self) -> None:
        self.asked[self.path] += 1
        path, _, query = self.path.partition("?")
        kind = path.split("/")[1] or "start"
        answers = {
            "robots.txt": self.robots, "start": self.start, "redirect": self.redirect, "same": self.same,
            "calendar": self.calendar, "month": self.calendar, "shop": self.shop, "maps": self.maps,
            "blank": self.blank, "odd": self.odd,
        }  # fmt: skip
        answers.get(kind, self.nothing)(path, query)

    def start(self, _path: str, _query: str) -> None:
        self.page("start", *WAYS)

    def nothing(self, _path: str, _query: str) -> None:
        self.answer(b"no", status=404)

    def robots(self, _path: str, _query: str) -> None:
        self.answer(b"User-agent: *\nDisallow: /private\n", "text/plain", self.status)

    def redirect(self, path: str, _query: str) -> None:
        """Lead on, always."""
        self.answer(b"", status=302, headers={"Location": f"/redirect/{int(path.rpartition('/')[2]) + 1}"})

    def same(self, _path: str, _query: str) -> None:
        """Give the same bytes under endless relative links."""
        self.answer(b"<h1>Same</h1><a href=a/>a</a><a href=b/>b</a><a href=c/>c</a>")

    def calendar(self, path: str, _query: str) -> None:
        """Alternate between two shapes of URLs."""
        _, kind, *numbers = path.split("/")
        month = int(numbers[0]) * 12 + int(numbers[1]) if kind == "calendar" else int(numbers[0])
        following = month + 1
        target = f"/month/{following}" if kind == "calendar" else f"/calendar/{following // 12}/{following % 12}"
        self.page(f"month {month}", target)

    def shop(self, _path: str, query: str) -> None:
        """Let facets be switched on and off."""
        chosen = dict(parse_qsl(query))
        links = []
        for number in range(FACETS):
            name = chr(97 + number)
            for value in ("1", "2", "3"):
                links.append(f"/shop?{urlencode(chosen | {name: value})}")
        self.page(f"shop {query}", *links)

    def blank(self, _path: str, _query: str) -> None:
        """Hold a meta refresh that is long and blank."""
        self.answer(b"<meta http-equiv=refresh content='" + b" " * 1_000_000 + b"x'><h1>Blank</h1>")

    def odd(self, _path: str, _query: str) -> None:
        """Hold many links of odd shapes."""
        shapes = (
            "http://[::",
            "//\u00e4" + "\u00f6" * 60 + ".example/",
            "http://a:b:c/",
            "/%%%%%" + "%2" * 40,
            "a" * 9000,
        )
        links = "".join(f"<a href='{shapes[number % len(shapes)]}{number}'>x</a>" for number in range(ODD))
        self.answer(f"<h1>Odd</h1>{links}".encode())

    def maps(self, path: str, _query: str) -> None:
        """Name new sitemaps in every sitemap."""
        number = int(path.rpartition("/")[2])
        named = "".join(f"<sitemap><loc>{self.here(f'/maps/{number * 10 + n}')}</loc></sitemap>" for n in range(50))
        self.answer(f"<sitemapindex>{named}</sitemapindex>".encode(), "text/xml")

    def here(self, path: str) -> str:
        return f"http://{self.headers['Host']}{path}"

    def page(self, title: str, *links: str) -> None:
        self.answer((f"<h1>{title}</h1>" + "".join(f"<a href='{link}'>{link}</a>" for link in links)).encode())

    def answer(
        self,
        body: bytes,
        kind: str = "text/html; charset=utf-8",
        status: int = 200,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        pass


class Sitemaps(Site):
    """A robots.txt that names sitemaps without end; each names more, one is a bomb."""

    def robots(self, _path: str, _query: str) -> None:
        lines = [f"Sitemap: {self.here(f'/maps/{number}')}" for number in range(1, FLOOD)]
        self.answer("\n".join([f"Sitemap: {self.here('/bomb.xml.gz')}", *lines]).encode(), "text/plain")

    def nothing(self, path: str, query: str) -> None:
        if path == "/bomb.xml.gz":
            self.answer(gzip.compress(b"<urlset>" + b"<url><loc>x</loc></url>" * 3_000_000, 1), "application/gzip")
        else:
            super().nothing(path, query)

    def start(self, _path: str, _query: str) -> None:
        self.page("start", "/one")


class Forbidden(Site):
    """A robots.txt that forbids everything, and goes on for long."""

    def robots(self, _path: str, _query: str) -> None:
        self.answer(b"User-agent: *\nDisallow: /\n" + b"Disallow: /a/b/c\n" * 1_000_000, "text/plain")


@contextmanager
def endless_site(kind: type[Site] = Site) -> Iterator[tuple[str, type[Site]]]:
    """Serve one while the context lasts; gives its address and itself, to be asked and changed."""
    bound = type("Bound", (kind,), {"asked": Counter()})
    with served(bound) as url:
        yield url, bound
