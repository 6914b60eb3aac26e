"""Canonical URLs, the site a URL belongs to, and the signs of endless URL spaces. All pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit

from intaglio.fetch import PORTS

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

SESSION = frozenset(
    {"phpsessid", "jsessionid", "sessionid", "session_id", "sid", "s_id", "aspsessionid", "cfid", "cftoken", "zenid"}
)
"""Parameters that name a visitor, not a page."""
TRACKING = re.compile(r"utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|_ga|yclid|igshid", re.IGNORECASE)
IN_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?;]*", re.IGNORECASE)
LONGEST, DEEPEST = 2000, 40
REPEATS = 3
"""A path that has the same part this often, one after the other, is a trap."""
NO_PAGES = re.compile(
    r"7z|aac|apk|avi|bin|bmp|bz2|css|csv|dmg|docx?|eot|epub|exe|flac|gif|gz|ico|iso|jar|jpe?g|js|json|m4[av]|mkv|mov|"
    r"mp[34]|mpe?g|msi|od[pst]|ogg|pdf|png|pptx?|ps|rar|rpm|rtf|svg|swf|tar|tgz|tiff?|ttf|wav|webm|webp|wmv|woff2?|"
    r"xlsx?|xz|zip",
    re.IGNORECASE,
)
"""Endings of paths that are never HTML."""
ACTIONS = frozenset(
    {
        "addcart", "addtobag", "addtobasket", "addtocart", "addtocompare", "addtolist", "addtowishlist", "buynow",
        "cartadd", "delete", "emptycart", "logoff", "logout", "removecoupon", "removefromcart", "removeitem",
        "replytocom", "signout", "undoitem", "unsubscribe",
    }
)  # fmt: skip
"""Parts of a path, and names of parameters, that do something; dashes and underscores left out."""
ACTING = frozenset({"action", "do", "act", "cmd", "command", "op"})
SHOWING = ("view", "show", "read", "list", "display", "detail", "browse", "search", "article", "page", "print")
"""How values of such parameters begin that only show something."""
_SAFE = "/:@!$&'()*+,;=~-._%"


def canonical(url: str, base: str | None = None, ignored: Collection[str] = ()) -> str | None:
    """The one spelling of a URL under which it is visited; None if it is none of the web, or longer than any page's.

    No fragment, no session or tracking parameters nor those `ignored`, parameters in order, host in lower case.

    >>> canonical("HTTP://Example.org:80/a/../b?y=2&x=1&utm_source=z#top")
    'http://example.org/b?x=1&y=2'
    """
    if len(url) > 2 * LONGEST and len(url := url.strip()) > 2 * LONGEST:
        return None
    try:
        parts = urlsplit(urljoin(base or "", url.strip()))
        host, port = (parts.hostname or "").rstrip("."), parts.port
        host = host if host.isascii() else host.encode("idna").decode()
    except (ValueError, UnicodeError):
        return None
    if parts.scheme not in PORTS or not host:
        return None
    if port is not None and port != PORTS[parts.scheme]:
        host = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    elif ":" in host:
        host = f"[{host}]"
    path = _without_dots(IN_PATH.sub("", spelled(parts.path))) or "/"
    query = "&".join(sorted(piece for piece in spelled(parts.query, "?").split("&") if _tells(piece, ignored)))
    return urlunsplit((parts.scheme, host, path, query, ""))


def spelled(text: str, also: str = "") -> str:
    """Give the one spelling of what is percent-encoded: letters plain, the rest encoded with capital digits."""
    text = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", text)
    text = re.sub(r"%[0-9A-Fa-f]{2}", lambda found: _decoded(found[0]), text)
    return quote(text, safe=_SAFE + also)


def _decoded(code: str) -> str:
    plain = unquote(code, errors="strict") if int(code[1:], 16) < 0x80 else code
    return plain if plain.isalnum() or plain in "-._~" else code.upper()


def _without_dots(path: str) -> str:
    if "/." not in path:
        return path
    kept: list[str] = []
    parts = path.split("/")
    for part in parts:
        if part == "..":
            kept = kept[:-1] or [""]
        elif part != ".":
            kept.append(part)
    return "/".join(kept) + ("/" if parts[-1] in (".", "..") else "")


def _tells(piece: str, ignored: Collection[str]) -> bool:
    name = piece.partition("=")[0].lower()
    return bool(piece) and name not in SESSION and name not in ignored and TRACKING.fullmatch(name) is None


def is_web_address(url: str) -> bool:
    """Whether a text can be taken apart as a URL of the web, with a host and a port that there is.

    >>> is_web_address("http://example.org/ä"), is_web_address("http://[::1/"), is_web_address("http://a:99999/")
    (True, False, False)
    """
    try:
        parts = urlsplit(url)
        return parts.scheme in PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def site_of(url: str) -> str:
    """The site a URL belongs to: its registrable domain, or host and port where there is none; "" if it is no URL.

    >>> site_of("https://news.example.co.uk/a"), site_of("http://127.0.0.1:8000/"), site_of("http://[::1")
    ('example.co.uk', '127.0.0.1:8000', '')
    """
    try:
        parts = urlsplit(url)
        host, _ = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return ""
    return _registrable(host) or (parts.netloc.rpartition("@")[2].lower().rstrip(".") or host)


@lru_cache(maxsize=4096)
def _registrable(host: str) -> str | None:
    try:
        ip_address(host)
    except ValueError:
        return _suffixes().privatesuffix(host)
    return None


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    """The list that comes with the package; never fetched, never cached on disk."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(accept_unknown=False)


def may_be_page(url: str) -> bool:
    """Whether the path's ending leaves it open that this is HTML."""
    ending = urlsplit(url).path.rpartition("/")[2].rpartition(".")
    return not ending[0] or NO_PAGES.fullmatch(ending[2]) is None


def shape(url: str) -> str:
    """What URLs of one kind of page share: digits folded, values of parameters left out.

    >>> shape("http://example.org/calendar/2025-01.html?view=7")
    'http://example.org/calendar/0-0.html?view'
    """
    parts = urlsplit(url)
    names = "&".join(piece.partition("=")[0] for piece in parts.query.split("&"))
    return urlunsplit((parts.scheme, parts.netloc, re.sub(r"\d+", "0", parts.path), names, ""))


def is_endless(url: str) -> bool:
    """Whether a URL looks like one of a space without end: very long, or the same part of a path again and again."""
    parts = [part for part in urlsplit(url).path.split("/") if part]
    if len(url) > LONGEST or len(parts) > DEEPEST:
        return True
    for width in range(1, len(parts) // REPEATS + 1):
        same = 0  # parts in a row that are equal to the one a width before
        for at in range(width, len(parts)):
            same = same + 1 if parts[at] == parts[at - width] else 0
            if same == (REPEATS - 1) * width:
                return True
    return False


def names_of(url: str) -> tuple[str, frozenset[str]]:
    """A URL without its parameters, and the names of these."""
    parts = urlsplit(url)
    names = frozenset(piece.partition("=")[0] for piece in parts.query.split("&") if piece)
    return urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")), names


def is_action(url: str) -> bool:
    """Whether a link does something instead of showing a page: puts into a cart, logs out, edits.

    >>> is_action("http://example.org/shop/?add-to-cart=7"), is_action("http://example.org/logout")
    (True, True)
    >>> is_action("http://example.org/index.php?action=view&id=3"), is_action("http://example.org/carts/")
    (False, False)
    """
    parts = urlsplit(url)
    if any(_plain(part.partition(".")[0]) in ACTIONS for part in parts.path.split("/")):
        return True
    for piece in parts.query.split("&"):
        name, _, value = piece.partition("=")
        if _plain(name) in ACTIONS or (name.lower() in ACTING and value and not value.lower().startswith(SHOWING)):
            return True
    return False


def _plain(word: str) -> str:
    return word.lower().replace("-", "").replace("_", "")


def differing_parameter(one: str, other: str) -> str | None:
    """The only parameter that two URLs differ in, if that is all; how session ids give themselves away."""
    a, b = urlsplit(one), urlsplit(other)
    if a[:3] != b[:3]:
        return None
    differing = set(a.query.split("&")) ^ set(b.query.split("&"))
    names = {piece.partition("=")[0].lower() for piece in differing if piece}
    return names.pop() if len(names) == 1 else None
