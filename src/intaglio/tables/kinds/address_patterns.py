"""What addresses say of kinds: most pages of one kind stand in one folder, or are called alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar
from urllib.parse import unquote, urlsplit

_NUMBER = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_ENDING = re.compile(r"\.(?:html?|php\d?|aspx?|jsp|xhtml|cgi)$", re.IGNORECASE)
_NAMESPACE = re.compile(r"(?<=[^\W\d_]):(?=[^\W_])")
_ROOTS = frozenset({"index", "home", "default"})
ADDRESSES = 8192
"""Addresses that are known by their parts: those of a site are looked at several times."""
Key = TypeVar("Key", bound=Hashable)


def address_patterns(urls: Mapping[Key, Sequence[str]], most: float) -> dict[Key, str]:
    """For each template of a site what the share `most` of its addresses have in common, numbers folded: their folder
    below the one that the whole site has, or the name that pages without one are numbered by. Others have none.
    """
    parts = {key: list(map(_parts, some)) for key, some in urls.items()}
    root = _shared_folders([one for some in parts.values() for one in some])
    found: dict[Key, str] = {}
    for key, some in parts.items():
        pattern, count = max(
            Counter(_pattern(one[root:]) for one in some).items(), key=lambda entry: entry[1], default=("", 0)
        )
        if pattern and count >= most * len(some):
            found[key] = pattern
    return found


def with_namespace(path: str) -> str:
    """A path with the part of a page's name that says what it is of, as wikis have it, as a folder.

    >>> with_namespace("/wiki/Category:Lighthouses"), with_namespace("/notes/12:30")
    ('/wiki/Category/Lighthouses', '/notes/12:30')
    """
    return _NAMESPACE.sub("/", path) if ":" in path else path


def folder_of(url: str) -> str:
    """The folder that a page stands in, numbers folded; a page that is its folder's index is one of the folder above.

    >>> folder_of("http://fair.example/blog/2011/a-post/")
    'blog/#'
    """
    steps = _parts(url)
    return "/".join(steps[: -1 if steps[-1] else -2])


@lru_cache(maxsize=ADDRESSES)
def steps_of(url: str) -> tuple[str, ...]:
    """The folders of an address and the name of its page or of one more folder, as they are written."""
    return tuple([step for step in with_namespace(unquote(urlsplit(url).path)).split("/") if step])


@lru_cache(maxsize=ADDRESSES)
def _parts(url: str) -> tuple[str, ...]:
    """The folders of an address and the name of the page, numbers folded; an index has none."""
    steps = [*steps_of(url)] or [""]
    steps[-1] = _ENDING.sub("", steps[-1].partition("?")[0])  # saved pages have their query in their name
    if steps[-1].lower() in _ROOTS:
        steps[-1] = ""
    return tuple(_NUMBER.sub("#", step) for step in steps)


def _shared_folders(addresses: Sequence[tuple[str, ...]]) -> int:
    """How many folders all addresses begin with."""
    folders = [one[:-1] for one in addresses]
    low, high = min(folders, default=()), max(folders, default=())
    pairs = enumerate(zip(low, high, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(low), len(high)))


def _pattern(steps: Sequence[str]) -> str:
    if len(steps) > 1:
        return "/".join(steps[: -1 if steps[-1] else -2])
    return steps[0] if steps and "#" in steps[0] and _LETTERS.search(steps[0]) else ""
