"""What the type of a page is told by: what it shows, what it says of itself, and what its address is made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import log1p
from types import MappingProxyType
from urllib.parse import urlsplit

import numpy as np

from intaglio.articles.blocks.block_columns import Blocks, ranges
from intaglio.articles.blocks.class_hints import HINTS
from intaglio.articles.blocks.element_kinds import HINT_SHIFT, bits_above
from intaglio.articles.body.body_finder import Body
from intaglio.articles.fields.article_fields import canonical
from intaglio.articles.fields.declared import PageMetadata
from intaglio.page import KNOWN, TAGS, Bools, Page


def _sets(words: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    return MappingProxyType({name: frozenset(known.split()) for name, known in words.items()})


_COUNTED = (
    "h1", "h2", "h3", "img", "time", "form", "input", "button", "table", "tr", "li", "p", "pre", "code", "article",
    "section", "nav", "select", "iframe", "video",
)  # fmt: skip
_SCHEMA = _sets(
    {
        "product": "Product ProductGroup Offer AggregateOffer",
        "article": "Article NewsArticle BlogPosting Report ScholarlyArticle OpinionNewsArticle",
        "forum": "DiscussionForumPosting QAPage Question Answer SocialMediaPosting",
        "list": "ItemList CollectionPage OfferCatalog Blog SearchResultsPage",
        "guide": "TechArticle HowTo APIReference SoftwareSourceCode",
        "business": "Service LocalBusiness ProfessionalService FinancialService SoftwareApplication MedicalBusiness",
        "faq": "FAQPage",
        "page": "WebPage AboutPage ItemPage",
        "crumbs": "BreadcrumbList",
    }
)
_ADDRESS = _sets(
    {
        "forum": "forum forums t thread threads topic discussion discussions community questions viewtopic talk "
        "showthread board comments",
        "product": "product products p dp item itm pdp prod",
        "collection": "collection collections category categories c shop catalog store brand browse department",
        "documentation": "docs doc documentation reference guide guides api manual wiki learn tutorial tutorials help "
        "handbook book library en stable latest",
        "article": "blog blogs news article articles story stories post posts magazine press insights",
        "service": "service services solution solutions about pricing features platform industries careers contact "
        "company treatment practice",
        "listing": "tag tags topic topics archive archives list search jobs events latest best top reviews podcast "
        "shows",
    }
)
_PAGE_NAMES = _sets(
    {
        "single": "single post singular postid article story news entry blogpost detail",
        "archive": "archive category tag search blog home paged index list listing results tax taxonomy author section",
        "shop": "product woocommerce shop cart catalog pdp plp item store",
        "plain": "page pageid front landing about contact service services",
        "board": "forum topic thread bbpress question viewtopic discussion discourse vbulletin phpbb xenforo",
        "docs": "docs doc wiki mediawiki sphinx mkdocs docusaurus readme api guide help manual",
    }
)
"""Words in the class and id of `<html>` and `<body>` by which publishing systems say what a page is."""


def _marked(*names: str) -> Bools:
    """A table of all tags with these marked."""
    table = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
    table[[TAGS[name] for name in names]] = True
    table.flags.writeable = False
    return table


_ITEMS = _marked("div", "li", "article", "section", "tr", "a", "dl")
_HEADS = _marked("h1", "h2", "h3", "h4")
_ITEM_LEAST, _ITEM_COUNT, _LONG = 6.0, 4, 40.0
"""Words and number of what counts as items of a list; words of a long paragraph."""
_SPLIT = re.compile(r"[^a-z]+")
_DATED = re.compile(r"/(?:19|20)\d\d/\d\d?/")
_MONEY = re.compile(r"[$€£¥₹]\s?\d")
_COUNTED_TAGS = [TAGS[tag] for tag in _COUNTED]
_COUNT_NAMES = [f"n_{tag}" for tag in _COUNTED]
_HINT_COLUMN = np.array([1 << number for number in range(len(HINTS))], dtype=np.int64)[:, None]
_HINT_NAMES = [f"{share}_{hint}" for hint in HINTS for share in ("hint", "kept")]


def type_features(page: Page, body: Body) -> dict[str, float]:
    """What the rule looks at, by name."""
    blocks, keep = body.blocks, body.keep
    words, kept = max(float(blocks.words.sum()), 1.0), max(float(blocks.words[keep].sum()), 1.0)
    found = {
        "one": 1.0,
        "words": log1p(words),
        "blocks": log1p(len(blocks)),
        "link": float(blocks.linked.sum()) / words,
        "kept_words": log1p(kept),
        "kept_share": kept / words,
        "kept_mean": log1p(kept / max(int(keep.sum()), 1)),
        "kept_link": float(blocks.linked[keep].sum()) / kept,
        "kept_stops": float(blocks.stops[keep].sum()) / kept,
        "longest": log1p(float(blocks.words.max())),
        "confidence": body.confidence,
        "money": log1p(len(_MONEY.findall("\0".join(page.texts)))),
    }
    counts = np.log1p(np.bincount(page.tag, minlength=len(TAGS))[_COUNTED_TAGS]).tolist()
    found.update(zip(_COUNT_NAMES, counts, strict=True))
    return {
        **found, **_hinted(page, blocks, keep, (words, kept)), **_repeated(page, body), **_named(page), **_said(page),
        **_addressed(page),
    }  # fmt: skip


def _hinted(page: Page, blocks: Blocks, keep: Bools, sizes: tuple[float, float]) -> dict[str, float]:
    """The share of words, of all and of those kept, that each hint is given for."""
    bits = bits_above(page).take(blocks.owner) >> HINT_SHIFT
    having = (bits & _HINT_COLUMN != 0).astype(np.float32)
    words = having @ blocks.words / sizes[0]
    kept = having[:, keep] @ blocks.words[keep] / sizes[1]
    return dict(zip(_HINT_NAMES, np.stack([words, kept], axis=1).ravel().tolist(), strict=True))


def _repeated(page: Page, body: Body) -> dict[str, float]:
    """Repeated elements: headings that are links, siblings that look alike and hold some words."""
    blocks = body.blocks
    words = np.concatenate([[0.0], np.cumsum(blocks.words)])
    first, last = ranges(page, blocks)
    held = words.take(last) - words.take(first)
    items = np.flatnonzero((held >= _ITEM_LEAST) & (last - first >= 2) & _ITEMS.take(page.tag, mode="clip"))
    look = page.parent[items] * 257 + page.tag[items]
    kinds, at, count = np.unique(look, return_inverse=True, return_counts=True)
    inside = np.bincount(at, held[items], len(kinds))
    most = int((inside * (count >= _ITEM_COUNT)).argmax()) if len(kinds) else 0
    often = bool(len(kinds)) and count[most] >= _ITEM_COUNT
    heads = _HEADS.take(page.tag.take(blocks.element), mode="clip")
    linked = int((heads & (blocks.linked > 0.5 * blocks.words)).sum())
    long = blocks.words >= _LONG
    quoted = any(value in ("next", "prev") for value in page.having("rel").values())
    return {
        "items": log1p(count[most]) if often else 0.0,
        "items_share": float(inside[most] / max(words[-1], 1.0)) if often else 0.0,
        "items_mean": log1p(inside[most] / count[most]) if often else 0.0,
        "linked_heads": log1p(linked),
        "linked_heads_share": linked / max(int(heads.sum()), 1),
        "heads": log1p(heads.sum()),
        "rel_next": float(quoted),
        "long_blocks": log1p(long.sum()),
        "long_kept": float(blocks.words[body.keep & long].sum() / max(words[-1], 1.0)),
    }


def _named(page: Page) -> dict[str, float]:
    """What the names of `<html>` and `<body>` say."""
    tops = [0, *np.flatnonzero(page.tag[:256] == TAGS["body"]).tolist()]
    names = [*page.values("class", tops), *page.values("id", tops)]
    return _having("named", _PAGE_NAMES, set(_SPLIT.split(" ".join(filter(None, names)).lower())))


def _having(prefix: str, known: Mapping[str, frozenset[str]], words: set[str]) -> dict[str, float]:
    return {f"{prefix}_{name}": float(not some.isdisjoint(words)) for name, some in known.items()}


def _said(page: Page) -> dict[str, float]:
    """What the page says of itself.

    Of structured data JSON-LD alone counts: stored pages have no other, and microdata are often about a part of it.
    """
    declared = PageMetadata(page)
    kinds = {kind for thing in declared.things if thing.notation == "json-ld" for kind in thing.types}
    found = _having("schema", _SCHEMA, kinds)
    graph = declared.contents.get("og:type", [""])[0].lower()
    for name in ("article", "product", "website"):
        found[f"og_{name}"] = float(name in graph)
    return found


def _addressed(page: Page) -> dict[str, float]:
    """What its address is made of; nothing if it has none."""
    where = None if page.url else canonical(PageMetadata(page))
    parts = urlsplit(_safe(page.url or (where.value if where else "")))
    found = _having("path", _ADDRESS, set(_SPLIT.split(parts.path.lower())))
    found.update(_having("host", _ADDRESS, set((parts.hostname or "").split(".")[:-1])))
    depth = len([part for part in parts.path.split("/") if part])
    found["path_root"] = float(bool(parts.hostname) and depth == 0)
    found["path_depth"] = float(min(depth, 5))
    found["path_dated"] = float(bool(_DATED.search(parts.path)))
    found["path_number"] = float(bool(re.search(r"\d{4,}", parts.path)))
    found["path_long"] = float(parts.path.count("-") >= 4)
    return found


def _safe(address: str) -> str:
    try:
        urlsplit(address)
    except ValueError:
        return ""
    return address
