"""Names of kinds, as a person would give them: of declared types, addresses and titles."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from urllib.parse import unquote, urlsplit

from intaglio.tables.kinds.kind_options import KindOptions
from intaglio.tables.kinds.template_evidence import TemplateEvidence

_TYPES = {
    "product": "products", "newsarticle": "articles", "article": "articles", "blogposting": "posts",
    "recipe": "recipes",
    "event": "events", "person": "people", "profile": "people", "movie": "movies", "book": "books",
    "jobposting": "jobs",
    "organization": "organizations", "localbusiness": "places", "restaurant": "restaurants", "qapage": "questions",
    "question": "questions", "course": "courses", "videoobject": "videos", "hotel": "hotels",
    "collegeoruniversity": "universities",
    "collectionpage": "lists", "itemlist": "lists", "searchresultspage": "results", "faqpage": "questions",
}  # fmt: skip
_MOST, _LONGEST = 0.5, 40
_WORD = re.compile(r"[^\W\d_]{2,}")
_UNSAFE = re.compile(r"[^a-z0-9]+")
_FILES = frozenset({"index", "html", "htm", "php", "asp", "aspx", "jsp", "home", "www", "en", "default"})


def kind_name(group: Sequence[TemplateEvidence], options: KindOptions = KindOptions()) -> str:
    """A telling name; `pages` if nothing tells."""
    types = Counter(_TYPES.get(type_.casefold(), "") for one in group for type_ in one.types)
    total = sum(types.values())
    name, count = max(types.items(), key=lambda entry: entry[1], default=("", 0))
    if name and count >= _MOST * total:
        return name
    return (options.addresses and _from_addresses([url for one in group for url in one.urls])) or "pages"


def _from_addresses(urls: Sequence[str]) -> str:
    """The last word that most addresses share, page names left out."""
    parts = [[part for part in unquote(urlsplit(url).path).split("/") if part] for url in urls]
    shared: Counter[str] = Counter()
    depth: dict[str, int] = {}
    for path in parts:
        for at, part in enumerate(path[:-1] if len(urls) > 1 else path):
            word = "-".join(_WORD.findall(part)).lower()
            if word and word not in _FILES:
                shared[word] += 1
                depth[word] = max(depth.get(word, 0), at)
    often = [word for word, count in shared.items() if count >= _MOST * len(urls)]
    return max(often, key=lambda word: depth[word], default="")[:_LONGEST]


def unique_names(names: Mapping[str, str], sites: Mapping[str, str], given: Collection[str]) -> dict[str, str]:
    """Names without doubles: `<site>-<name>` where sites differ, a number behind it where they do not.

    Those that people gave are kept as they are.
    """
    taken = {names[id_] for id_ in names if id_ in given}
    found: dict[str, str] = {}
    for id_, name in names.items():
        made = name
        if id_ not in given:
            if made in taken and sites.get(id_):
                made = f"{_host(sites[id_])}-{name}"
            number = 2
            base = made
            while made in taken:
                made, number = f"{base}-{number}", number + 1
        taken.add(made)
        found[id_] = made
    return found


def _host(site: str) -> str:
    return (urlsplit(site).hostname or site).removeprefix("www.")


def file_name(name: str) -> str:
    """A name as a safe file name: page text never makes a path.

    >>> file_name("../Étude & Co")
    'etude-co'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return _UNSAFE.sub("-", plain).strip("-")[:_LONGEST].strip("-") or "kind"
