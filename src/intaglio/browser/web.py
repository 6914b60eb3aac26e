"""Resources from the web, through the guarded client."""

from __future__ import annotations

import ipaddress
import threading
import time
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from intaglio.errors import SourceError, Unreachable
from intaglio.fetch import FetchOptions, fetch, origin
from intaglio.resources import Resource

LIMITS = FetchOptions(time_limit=8.0, size_limit=10_000_000)
FORGET = 60.0
"""Seconds after which a host that did not answer is tried again."""


@dataclass(frozen=True, slots=True)
class Web:
    """What the web has, for all pages of a renderer; hosts that do not answer are not asked at every turn."""

    dead: dict[str, float] = field(default_factory=dict)
    """When a host last failed."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def seen_from(self, url: str, trusted: frozenset[str]) -> PageWeb:
        """The web for the page at a URL: the trusted origins are open to it, and its own if nobody can redirect it."""
        own = frozenset({origin(url)}) if _is_fixed(url) else frozenset()
        return PageWeb(self, replace(LIMITS, trusted=trusted | own))

    def get(self, url: str, options: FetchOptions) -> Resource | None:
        """A resource by the limits given, or None."""
        with self.lock:
            if self.dead.get(_host(url), -FORGET) > time.monotonic() - FORGET:
                return None
        try:
            response = fetch(url, options)
        except Unreachable as error:
            with self.lock:
                self.dead[error.host] = time.monotonic()
            return None
        except SourceError:
            return None
        return Resource(response.body, response.content_type, response.status)


@dataclass(frozen=True, slots=True)
class PageWeb:
    """The web as one page may see it."""

    web: Web
    options: FetchOptions

    def get(self, url: str) -> Resource | None:
        """A resource, or None if it cannot or must not be fetched."""
        return self.web.get(url, self.options)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _is_fixed(url: str) -> bool:
    """Whether a host is an address literal or this machine's own name: other names can be pointed anywhere by
    whoever owns them, so a page's own name is no reason to trust its address.
    """
    try:
        host = _host(url)
        return host == "localhost" or bool(ipaddress.ip_address(host))
    except ValueError:
        return False
