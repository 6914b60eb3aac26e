"""What kind of page it is: article, documentation, service, forum, listing, collection, product, or other.

Boosted trees over what the page shows, says of itself and is addressed by; `types.txt` has some for each type.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, get_args
from urllib.parse import urlsplit

import numpy as np

from intaglio.article.blocks.ancestors import chains_of
from intaglio.article.blocks.block_columns import ranges
from intaglio.article.blocks.class_hints import HINTS, hint_bits
from intaglio.article.body.body_finder import Body
from intaglio.article.body.boosted_trees import Trees, parse, probability
from intaglio.article.fields.article_fields import canonical
from intaglio.article.fields.declared import PageMetadata, metas
from intaglio.page import TAGS, Page

PageType = Literal["article", "collection", "documentation", "forum", "listing", "other", "product", "service"]
SURE = 0.15
"""A page whose likeliest type is less likely than this is something else."""
_COUNTED = (
    "h1", "h2", "h3", "img", "time", "form", "input", "button", "table", "tr", "li", "p", "pre", "code", "article",
    "section", "nav", "select", "iframe", "video",
)  # fmt: skip
_SCHEMA = {
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
_ADDRESS = {
    "forum": "forum forums t thread threads topic topics discussion discussions community questions viewtopic talk "
    "showthread board comments",
    "product": "product products p dp item itm pdp prod",
    "collection": "collection collections category categories c shop catalog store brand browse department",
    "documentation": "docs doc documentation reference guide guides api manual wiki learn tutorial tutorials help "
    "handbook book library en stable latest",
    "article": "blog blogs news article articles story stories post posts magazine press insights",
    "service": "service services solution solutions about pricing features platform industries careers contact company "
    "treatment practice",
    "listing": "tag tags topic archive archives list search jobs events latest best top reviews podcast shows",
}
_PAGE_NAMES = {
    "single": "single post singular postid article story news entry blogpost detail",
    "archive": "archive category tag search blog home paged index list listing results tax taxonomy author section",
    "shop": "product woocommerce shop cart catalog pdp plp item store",
    "plain": "page pageid front landing about contact service services",
    "board": "forum topic thread bbpress question viewtopic discussion discourse vbulletin phpbb xenforo",
    "docs": "docs doc wiki mediawiki sphinx mkdocs docusaurus readme api guide help manual",
}
"""Words in the class and id of `<html>` and `<body>` by which publishing systems say what a page is."""
_ITEMS = [TAGS[name] for name in ("div", "li", "article", "section", "tr", "a", "dl")]
_HEADS = [TAGS[name] for name in ("h1", "h2", "h3", "h4")]
_ITEM_LEAST, _ITEM_COUNT, _LONG = 6.0, 4, 40.0
"""Words and number of what counts as items of a list; words of a long paragraph."""
_SPLIT = re.compile(r"[^a-z]+")
_DATED = re.compile(r"/(?:19|20)\d\d/\d\d?/")
_MONEY = re.compile(r"[$€£¥₹]\s?\d")


@dataclass(frozen=True, slots=True)
class TypeGuess:
    """The type of a page and how likely it is."""

    type: PageType
    likely: float


def judge_type(page: Page, body: Body) -> TypeGuess:
    """Say what kind of page it is; without text it is something else."""
    if not body.keep.any():
        return TypeGuess("other", 1.0)
    known = type_features(page, body)
    models = type_models(tuple(known))
    row = np.array([list(known.values())], dtype=np.float32).T
    likely = probability(np.array([float(trees.score(row)[0]) for trees in models.values()]))
    likely /= likely.sum()
    best = int(likely.argmax())
    if likely[best] < SURE:
        return TypeGuess("other", float(1 - likely[best]))
    return TypeGuess(list(models)[best], float(likely[best]))


@cache
def type_models(features: tuple[str, ...]) -> dict[PageType, Trees]:
    """The trees of each type: behind a line `type NAME` a model, as `boosted_trees.parse` reads it."""
    text = (files("intaglio.article") / "types.txt").read_text(encoding="utf-8")
    parts = [part.partition("\n") for part in text.split("\ntype ")[1:]]
    models = {name: parse(trees, features) for name, _, trees in parts}
    return {kind: models[kind] for kind in get_args(PageType) if kind in models}


def type_features(page: Page, body: Body) -> dict[str, float]:
    """What the rule looks at, by name."""
    blocks, keep = body.blocks, body.keep
    words, kept = max(float(blocks.words.sum()), 1.0), max(float(blocks.words[keep].sum()), 1.0)
    found = {
        "one": 1.0,
        "words": np.log1p(words),
        "blocks": np.log1p(len(blocks)),
        "link": float(blocks.linked.sum()) / words,
        "kept_words": np.log1p(kept),
        "kept_share": kept / words,
        "kept_mean": np.log1p(kept / max(int(keep.sum()), 1)),
        "kept_link": float(blocks.linked[keep].sum()) / kept,
        "kept_stops": float(blocks.stops[keep].sum()) / kept,
        "longest": np.log1p(float(blocks.words.max())),
        "confidence": body.confidence,
        "money": np.log1p(sum(len(_MONEY.findall(text)) for text in page.texts)),
    }
    counts = np.bincount(page.tag, minlength=len(TAGS))
    found.update({f"n_{tag}": float(np.log1p(counts[TAGS[tag]])) for tag in _COUNTED})
    bits = chains_of(page).any_bits(hint_bits(page)[0])[blocks.owner]
    for number, hint in enumerate(HINTS):
        having = (bits >> number & 1).astype(np.bool_)
        found[f"hint_{hint}"] = float(blocks.words[having].sum()) / words
        found[f"kept_{hint}"] = float(blocks.words[having & keep].sum()) / kept
    return {**found, **_repeated(page, body), **_named(page), **_said(page), **_addressed(page)}


def _repeated(page: Page, body: Body) -> dict[str, float]:
    """Repeated elements: headings that are links, siblings that look alike and hold some words."""
    blocks = body.blocks
    words = np.concatenate([[0.0], np.cumsum(blocks.words)])
    first, last = ranges(page, blocks)
    held = words[last] - words[first]
    items = np.flatnonzero((held >= _ITEM_LEAST) & (last - first >= 2) & np.isin(page.tag, _ITEMS))
    look = page.parent[items] * 257 + page.tag[items]
    kinds, at, count = np.unique(look, return_inverse=True, return_counts=True)
    inside = np.bincount(at, held[items], len(kinds))
    most = int((inside * (count >= _ITEM_COUNT)).argmax()) if len(kinds) else 0
    often = bool(len(kinds)) and count[most] >= _ITEM_COUNT
    heads = np.isin(page.tag[blocks.element], _HEADS)
    linked = heads & (blocks.linked > 0.5 * blocks.words)
    quoted = [e for e, value in page.having("rel").items() if value in ("next", "prev")]
    return {
        "items": float(np.log1p(count[most])) if often else 0.0,
        "items_share": float(inside[most] / max(words[-1], 1.0)) if often else 0.0,
        "items_mean": float(np.log1p(inside[most] / count[most])) if often else 0.0,
        "linked_heads": float(np.log1p(linked.sum())),
        "linked_heads_share": float(linked.sum() / max(int(heads.sum()), 1)),
        "heads": float(np.log1p(heads.sum())),
        "rel_next": float(bool(quoted)),
        "long_blocks": float(np.log1p((blocks.words >= _LONG).sum())),
        "long_kept": float(blocks.words[body.keep & (blocks.words >= _LONG)].sum() / max(words[-1], 1.0)),
    }


def _named(page: Page) -> dict[str, float]:
    """What the names of `<html>` and `<body>` say."""
    tops = [0, *np.flatnonzero(page.tag[:256] == TAGS["body"]).tolist()]
    names = [*page.values("class", tops), *page.values("id", tops)]
    words = set(_SPLIT.split(" ".join(filter(None, names)).lower()))
    return {f"named_{name}": float(bool(words & set(known.split()))) for name, known in _PAGE_NAMES.items()}


def _said(page: Page) -> dict[str, float]:
    """What the page says of itself."""
    kinds = {kind for thing in page.metadata.things for inner in thing.walk() for kind in inner.types}
    found = {f"schema_{name}": float(bool(kinds & set(known.split()))) for name, known in _SCHEMA.items()}
    graph = metas(page).get("og:type", "").lower()
    for name in ("article", "product", "website"):
        found[f"og_{name}"] = float(name in graph)
    return found


def _addressed(page: Page) -> dict[str, float]:
    """What its address is made of; nothing if it has none."""
    where = canonical(PageMetadata(page))
    parts = urlsplit(_safe(page.url or (where.value if where else "")))
    host = set((parts.hostname or "").split(".")[:-1])
    path = set(_SPLIT.split(parts.path.lower()))
    found = {f"path_{name}": float(bool(path & set(known.split()))) for name, known in _ADDRESS.items()}
    found.update({f"host_{name}": float(bool(host & set(known.split()))) for name, known in _ADDRESS.items()})
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
