"""Names of kinds, as a person would give them: of declared types, addresses and titles."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urlsplit

from intaglio.tables.kinds.address_patterns import ADDRESSES, steps_of
from intaglio.tables.kinds.kind_options import KindOptions
from intaglio.tables.kinds.template_evidence import TemplateEvidence
from intaglio.tables.words.value_shapes import LANGUAGES
from intaglio.tables.words.vocabulary import words_of

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
_MOST, _NEARLY_ALL, _LONGEST, _WORDS = 0.5, 0.9, 40, 2
_ENDING = re.compile(r"\.(?:html?|php\d?|aspx?|jsp|xhtml|cgi)$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_UNSAFE = re.compile(r"[^a-z0-9]+")
_DATED = re.compile(r"(?:^|/)(?:19|20)\d\d/(?:0?[1-9]|1[0-2])/(?:[0-3]?\d/)?[^/]*[^\W\d][^/]*/?")
"""A year and a month as folders, and a page that is called something."""
_LANGUAGE = re.compile(rf"(?:{'|'.join(sorted(LANGUAGES))})(?:-[a-z]{{2}})?")
"""Folders of a language say nothing of what is in them: `de`, `pt-br`."""
_PUBLISHED = frozenset({"published", "posted", "pubdate"})
"""Words for the day from which on something could be read."""
_ROOTS = frozenset({"", "index", "home", "default"})
_FILES = frozenset({"index", "html", "htm", "php", "asp", "aspx", "jsp", "home", "www", "en", "default"})

_JOINING = frozenset(
    """a an and are as at best by can for from how in is it my new of on or our that the this to top what when where who
    why with you your das der die ein eine für mit und von was wie zu de des du en et la le les pour un une con del el
    los para por que""".split()  # noqa: SIM905 - a list of words reads better as text
)
"""Words that titles of anything have, and that a few of them have in common by chance."""
_OF_ANYTHING = frozenset(
    "profile profiles view show detail details page pages item items id node read display browse".split()  # noqa: SIM905
)
"""Folders of the pages of anything: `speaker/profile/12` is a speaker."""


@dataclass(slots=True)
class NameWords:
    """How many of some names have each word."""

    names: int = 0
    words: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, names: Sequence[str]) -> NameWords:
        """Count the words of names."""
        return cls(len(names), Counter(word for name in names for word in set(_words(name))))


@dataclass(frozen=True, slots=True)
class SiteWords:
    """The words of all titles, of all names of pages and of all folders of a site; each kind's own are among them."""

    titles: NameWords
    files: NameWords
    folders: NameWords

    @classmethod
    def of(cls, site: Sequence[TemplateEvidence]) -> SiteWords:
        """Count the words of a site's templates."""
        folders = [word for one in site for url in one.urls for word in set(_folders(url))]
        return cls(
            NameWords.of(_titles(site)),
            NameWords.of(_files(site)),
            NameWords(sum(len(one.urls) for one in site), Counter(folders)),
        )


def _titles(group: Sequence[TemplateEvidence]) -> list[str]:
    return [title for one in group for title in one.titles]


def _files(group: Sequence[TemplateEvidence]) -> list[str]:
    return [_page_name(url) for one in group for url in one.urls]


def kind_names(
    groups: Mapping[str, Sequence[TemplateEvidence]],
    sites: Mapping[str, SiteWords],
    listings: Collection[str] = (),
    options: KindOptions = KindOptions(),
) -> dict[str, str]:
    """A telling name for each of some kinds, by ids; `pages` where nothing tells. `sites` have the words of all their
    templates. Where several kinds of a site declare one type, addresses and titles come first.
    """
    declared = {id_: _declared_name(group) for id_, group in groups.items()}
    places = {id_: (group[0].key.site, id_ in listings, declared[id_]) for id_, group in groups.items()}
    often = Counter(places.values())
    found: dict[str, str] = {}
    for id_, group in groups.items():
        alone = declared[id_] and often[places[id_]] == 1
        own = "" if alone else _name_of_pages(group, options, sites[group[0].key.site])
        found[id_] = own or declared[id_] or ("" if id_ in listings else _by_day(group, options)) or "pages"
    return found


def _declared_name(group: Sequence[TemplateEvidence]) -> str:
    types = Counter(_TYPES.get(type_.casefold(), "") for one in group for type_ in one.types)
    name, count = max(types.items(), key=lambda entry: entry[1], default=("", 0))
    return name if count >= _MOST * types.total() else ""


def _name_of_pages(group: Sequence[TemplateEvidence], options: KindOptions, site: SiteWords) -> str:
    """What addresses and titles call pages; nothing if they do not tell."""
    titles = _titles(group)
    by_title = _shared_words(titles, site.titles) if len(titles) > 1 else ""
    by_title = "" if _names_site(by_title, group) else by_title
    if not options.addresses:
        return by_title
    by_file = _shared_words(_files(group), site.files)
    urls = [url for one in group for url in one.urls]
    by_folder = _from_folders(urls)
    if by_folder and _is_of_all(by_folder, urls, site.folders):
        return by_file or by_title or by_folder
    return by_folder or by_file or by_title


def _names_site(words: str, group: Sequence[TemplateEvidence]) -> bool:
    """Whether one of several words is the host's, too: together they are the name of the site."""
    said = words.split("-")
    if len(said) < 2:
        return False
    hosts = {(urlsplit(url).hostname or "").lower() for one in group for url in one.urls}
    return any(not set(said).isdisjoint(_WORD.findall(host)) for host in hosts)


def _by_day(group: Sequence[TemplateEvidence], options: KindOptions) -> str:
    """What pages are called of which no more is known than when they were published: by addresses, or beside a text."""
    urls = [url for one in group for url in one.urls] if options.addresses else []
    if urls and sum(_DATED.search(urlsplit(url).path) is not None for url in urls) >= _NEARLY_ALL * len(urls):
        return "posts"
    facts = [fact for one in group for fact in one.facts if fact.filled >= _NEARLY_ALL and not fact.depth]
    published = any(
        fact.type == "date" and not _PUBLISHED.isdisjoint((*fact.near, *words_of(fact.label))) for fact in facts
    )
    return "articles" if published and any(fact.whole for fact in facts) else ""


def _is_of_all(folder: str, urls: Sequence[str], site: NameWords) -> bool:
    """Whether nearly all other pages of the site are in a folder, too, which thus says nothing."""
    others = site.names - len(urls)
    own = sum(folder in _folders(url) for url in urls)
    return others > 0 and site.words[folder] - own >= _NEARLY_ALL * others


def _from_folders(urls: Sequence[str]) -> str:
    """The last word that most addresses share, names of pages left out; that of the page if there is one alone."""
    if len(urls) == 1:
        parts = [_page_name(urls[0]), *reversed(_parts(urls[0])[:-1])]
        named = ([word for word in _WORD.findall(part.lower()) if word not in _FILES] for part in parts)
        is_home = parts[1:] == [] and parts[0].lower() in _ROOTS
        return "home" if is_home else "-".join(next(filter(None, named), []))[:_LONGEST]
    shared: Counter[str] = Counter()
    depth: dict[str, int] = {}
    for url in urls:
        for at, word in enumerate(_folders(url)):
            if word and word not in _FILES and _LANGUAGE.fullmatch(word) is None:
                shared[word] += 1
                depth[word] = max(depth.get(word, 0), at)
    often = [word for word, count in shared.items() if count >= _MOST * len(urls)]
    return max(often, key=lambda word: (word not in _OF_ANYTHING, depth[word]), default="")[:_LONGEST]


@lru_cache(maxsize=ADDRESSES)
def _folders(url: str) -> tuple[str, ...]:
    """What the folders of an address are called; scripts that stand among them are not called anything."""
    return tuple(["" if _ENDING.search(part) else "-".join(_WORD.findall(part)).lower() for part in _parts(url)[:-1]])


def _parts(url: str) -> tuple[str, ...]:
    """The folders of an address and the page in the last; a folder's index, as saved pages have it, is the folder."""
    parts = steps_of(url)
    return parts[:-1] if parts and _ENDING.sub("", parts[-1]).lower() in _ROOTS else parts


@lru_cache(maxsize=ADDRESSES)
def _page_name(url: str) -> str:
    """What a page is called in its folder, its ending left out."""
    return _ENDING.sub("", next(reversed(_parts(url)), ""))


def _words(name: str) -> list[str]:
    return list(dict.fromkeys(word.lower() for word in _WORD.findall(name)))


def _shared_words(names: Sequence[str], site: NameWords) -> str:
    """The first words that nearly all of some names of a site have, and most others have not."""
    own, others = NameWords.of(names), site.names - len(names)
    told = [
        word
        for word in (_words(names[0]) if names else ())
        if own.words[word] >= _NEARLY_ALL * len(names)
        and site.words[word] - own.words[word] < _MOST * others
        and word not in _FILES | _JOINING
    ]
    return "-".join(told[:_WORDS])[:_LONGEST] if others or len(told) == 1 else ""


def names_of_listings(names: Mapping[str, str], sites: Mapping[str, str], listings: Collection[str]) -> dict[str, str]:
    """Names under which a listing is told from what it lists: `goods-list`, where a kind of its site is `goods`."""
    things = {(sites[id_], name) for id_, name in names.items() if id_ not in listings}
    return {
        id_: f"{name}-list" if id_ in listings and (sites[id_], name) in things else name for id_, name in names.items()
    }


def unique_names(names: Mapping[str, str], sites: Mapping[str, str], given: Collection[str]) -> dict[str, str]:
    """Names without doubles: `<site>-<name>` where another site has the name, a number behind it where the same has.

    Those that people gave are kept as they are.
    """
    taken = {names[id_]: sites.get(id_, "") for id_ in names if id_ in given}
    found: dict[str, str] = {}
    for id_, name in names.items():
        made, site = name, sites.get(id_, "")
        if id_ not in given:
            if site and taken.get(made, site) != site:
                made = f"{_host(site)}-{name}"
            number = 2
            base = made
            while made in taken:
                made, number = f"{base}-{number}", number + 1
        taken[made] = site
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
