"""robots.txt by RFC 9309: the longest rule that matches a path decides. Parsed and asked in linear time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from intaglio.sources.crawl.urls import spelled

LARGEST = 512_000
"""Bytes of a robots.txt that are obeyed; the standard asks for 500 KiB at least."""
SITEMAPS = 100
"""Sitemaps of a robots.txt that are looked at."""
NAMED = re.compile(r"compatible;\s*([A-Za-z][\w-]*)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a robots.txt: what it allows or disallows."""

    allows: bool
    pattern: str

    def matches(self, path: str) -> bool:
        """Whether a path begins like the pattern; `*` stands for anything, `$` for the end."""
        pattern, ends = (self.pattern[:-1], True) if self.pattern.endswith("$") else (self.pattern, False)
        first, *rest = pattern.split("*")
        if not path.startswith(first):
            return False
        if not rest:
            return not ends or len(path) == len(first)
        at = len(first)
        for piece in rest[:-1]:
            found = path.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        if ends:
            return len(path) - len(rest[-1]) >= at and path.endswith(rest[-1])
        return path.find(rest[-1], at) >= 0


@dataclass(frozen=True, slots=True)
class RobotRules:
    """What a robots.txt says to one crawler."""

    rules: Sequence[Rule] = ()
    """The longest first, and what allows before what disallows."""
    delay: float | None = None
    """Seconds between two requests."""
    sitemaps: Sequence[str] = ()

    def allows(self, url: str) -> bool:
        """Whether a URL may be fetched."""
        parts = urlsplit(url)
        path = spelled(parts.path or "/") + (f"?{spelled(parts.query, '?')}" if parts.query else "")
        return next((rule.allows for rule in self.rules if rule.matches(path)), True)


def read_robots(body: bytes, agent: str) -> RobotRules:
    r"""What a robots.txt, as far as it is obeyed, says to the crawler with that product name.

    >>> rules = read_robots(b"User-agent: *\nDisallow: /a\nAllow: /a/b", "Intaglio")
    >>> rules.allows("http://example.org/a/c"), rules.allows("http://example.org/a/b")
    (False, True)
    """
    own: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    sitemaps: list[str] = []
    named, anybody, in_names = False, False, False
    named_once = False
    for key, value in _lines(body[:LARGEST]):
        if key == "user-agent":
            if not in_names:
                named = anybody = False
            in_names = True
            named |= value.partition("/")[0].strip().lower() == agent.lower()
            anybody |= value == "*"
            named_once |= named
        elif key == "sitemap":
            if len(sitemaps) < SITEMAPS:
                sitemaps.append(value)
        else:
            in_names = False
            if named:
                own.append((key, value))
            if anybody:
                others.append((key, value))
    return _rules(own if named_once else others, sitemaps)


def _lines(body: bytes) -> Iterator[tuple[str, str]]:
    for line in body.decode("utf-8", "replace").removeprefix("\ufeff").splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        if colon:
            yield key.strip().lower(), value.strip()


def _rules(lines: Sequence[tuple[str, str]], sitemaps: Sequence[str]) -> RobotRules:
    kinds = {"allow": True, "disallow": False}
    rules = {Rule(kinds[key], spelled(value, "?")) for key, value in lines if key in kinds and value}
    delays = [
        float(value) for key, value in lines if key == "crawl-delay" and re.fullmatch(r"\d{1,6}(\.\d{1,6})?", value)
    ]
    order = sorted(rules, key=lambda rule: (-len(rule.pattern), not rule.allows, rule.pattern))
    return RobotRules(order, max(delays, default=None), sitemaps)


def product_name(user_agent: str) -> str:
    """The name by which a robots.txt calls a crawler.

    >>> product_name("Mozilla/5.0 (compatible; Intaglio/0.1)"), product_name("quill-bot/2 (+mailto:me@example.org)")
    ('Intaglio', 'quill-bot')
    """
    found = NAMED.search(user_agent)
    return found[1] if found else user_agent.strip().partition("/")[0].partition(" ")[0]
