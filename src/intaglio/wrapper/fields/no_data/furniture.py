"""Furniture: what varies from page to page but is no data of the page, each with the reason.

Tracking pixels, links to share, to sign in or to a basket, session ids, the page's own menu, head matter, and copies of
what stands elsewhere. Told by values and by elements, never by names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, urlsplit

from intaglio.white_space import collapsed
from intaglio.wrapper.fields.variable_parts import VariablePart
from intaglio.wrapper.options import FurnitureOptions
from intaglio.wrapper.page_model.data_attributes import LABEL
from intaglio.wrapper.page_model.node_features import SIGNS, has_letter
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.value_types import mostly

COPY = "copy"
_HEAD = frozenset({"meta", "link", "title", "base"})
_ABOUT_THING = re.compile(r"description|keywords|author|date|publish|modified|^og_|^article|^product|^book|^geo|^place")
"""Head matter that describes the thing rather than the page, as slugs of its name."""
_SHARE = re.compile(
    r"share|sharer|tweet|addthis|addtoany|bookmark|del\.icio\.us|delicious|digg\.|stumbleupon|reddit\.com|tumblr|"
    r"pinterest|linkedin|facebook|twitter|google\.com/bookmarks|myspace|technorati|^mailto:\?|email-?a?-?friend|"
    r"send-?to|tellafriend|whatsapp",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(
    r"log-?_?in|log-?_?out|sign-?_?in|sign-?_?up|register|registration|basket|checkout|wish-?_?list|shopping-?_?cart|"
    r"addtocart|add-?_?to-?_?|my-?_?account|/cart|cart\.|subscribe|print|report-?_?abuse|flag|compare|returnurl|"
    r"redirect",
    re.IGNORECASE,
)
_SESSION = re.compile(r"(?:.*sess.*|s_?id|token|cfid|cftoken|rnd|rand.*|ts|ord|cb|_+)$", re.IGNORECASE)
_PIXEL = re.compile(
    r"pixel|beacon|track|analytics|/b/ss/|omniture|doubleclick|quantserve|scorecard|webtrends|imrworldwide|hitbox|"
    r"counter|adserv|/ads?[/.]|spacer|blank\.gif|clear\.gif|1x1|transparent",
    re.IGNORECASE,
)
_ADVERT = re.compile(
    r"doubleclick|googlesyndication|googleadservices|adserv|ad-?click|atdmt\.com|//ads?\d*\.|/ads?/", re.IGNORECASE
)
_FILE = re.compile(
    r"\.(?:pdf|docx?|xlsx?|pptx?|zip|mp3|mp4|avi|mov|csv|epub|jpe?g|png|gif|svg|ics|xml|rss)$", re.IGNORECASE
)
_MARKUP = re.compile(r"\s*<!?[A-Za-z][^<>]*>|\s*<!--")
"""Text that was meant to be elements, as what stands in for scripts is."""
_AND = re.compile(r"\b(?:and|or|und|oder|et|ou)\b")
_HOST = re.compile(r"\s*https?://([^/?#]+)")
_FEWEST, _SAYING = 3, 4
"""Pages, and different values, that make a copy of what more pages have; characters of a value that is no chance."""
_WEB = ("http", "https", "")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A field that is to be judged."""

    part: VariablePart
    values: Sequence[tuple[int, int, str]]
    """Page, turn and value of each."""
    nodes: Sequence[tuple[int, int]]
    """Page and node, or text, of each."""
    kept: int = 0
    """How many of them were data before; a copy of what was is the copy."""


def reasons_of(
    candidates: Sequence[Candidate], trees: Sequence[Tree], options: FurnitureOptions = FurnitureOptions()
) -> list[str]:
    """Why each of some fields is no data; nothing for those that are. Copies name the number of the other."""
    hosts = [own_host(tree) for tree in trees]
    reasons = [_reason(one, trees, hosts, options) for one in candidates]
    for find in (_copies, _partial_copies):
        for at, first in list(find(candidates, reasons)):
            reasons[at] = f"{COPY} {first}"
    return reasons


def _reason(one: Candidate, trees: Sequence[Tree], hosts: Sequence[str], options: FurnitureOptions) -> str:
    part, values = one.part, [value for _, _, value in one.values]
    mark = part.above[0].mark
    assert mark is not None
    if mark.tag in _HEAD:
        return _head(mark.tag, mark.cls, part.attribute)
    if part.sets and _is_same_list(one, len(trees), options):
        return "a list that all pages have"
    if part.attribute == "src":
        return _tracking(one, values, trees, options)
    if part.attribute == "href":
        return _link(one, values, trees, hosts, options)
    said = map(_without_and, values) if part.sets else values
    if not part.attribute and all(map(SIGNS.issuperset, said)):
        return "signs between values"
    if not part.attribute and (part.names_itself or mostly(_is_label, values, options.nearly_all)):
        return "a label"
    if not part.attribute and mostly(_MARKUP.match, values, options.nearly_all):
        return "markup"
    if part.attribute == "content" and not mark.cls.startswith("@") and " @" not in mark.cls:
        return "head matter"
    return ""


def _is_same_list(one: Candidate, pages: int, options: FurnitureOptions) -> bool:
    """Whether a list has the same items on nearly all pages that have it, and many have: choices of a form, a menu."""
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for page, _, value in one.values:
        by_page[page].append(value)
    if len(by_page) < max(options.pages, options.many * pages):
        return False
    items, count = Counter(map(tuple, by_page.values())).most_common(1)[0]
    return len(items) > 1 and count >= options.nearly_all * len(by_page)


def _head(tag: str, cls: str, attribute: str) -> str:
    if tag == "title":
        return "the page's title"
    names = [name.lstrip("@").replace(":", "_").replace(".", "_") for name in cls.split() if name.startswith("@")]
    about = any(_ABOUT_THING.search(name) for name in names)
    return "" if tag == "meta" and attribute == "content" and about else "head matter"


def _is_label(value: str) -> bool:
    return value.endswith(":") and has_letter(value)


def _is_script(value: str) -> bool:
    return value.lstrip()[:11].lower() == "javascript:"


def _tracking(one: Candidate, values: Sequence[str], trees: Sequence[Tree], options: FurnitureOptions) -> str:
    if mostly(_PIXEL.search, values, options.nearly_all):
        return "tracking"
    tiny = [_is_tiny(trees[page], node) for page, node in one.nodes[: options.looked_at]]
    return "tracking" if tiny and all(tiny) else ""


def _is_tiny(tree: Tree, node: int) -> bool:
    """Whether a picture is no more than a dot, or a line."""
    sizes = (tree.page.values(side, [tree.element[node]])[0] for side in ("width", "height"))
    return any(size is not None and size.strip().rstrip("px") in ("0", "1") for size in sizes)


def _link(
    one: Candidate, values: Sequence[str], trees: Sequence[Tree], hosts: Sequence[str], options: FurnitureOptions
) -> str:
    if one.part.pattern.whole:
        return ""
    own = one.part.own_text
    if mostly(_is_script, values, options.nearly_all):
        return "a link for scripts"
    if mostly(_ADVERT.search, values, options.nearly_all):
        return "an advert"
    if mostly(_SHARE.search, values, options.nearly_all):
        return "a link to share the page"
    if own and mostly(_ACCOUNT.search, values, options.nearly_all):
        return "a link to sign in, buy or print"
    split = [_split(value) for value in values]
    if _in_session(split):
        return "a session id"
    page, node = one.nodes[0]
    if trees[page].page.values("hreflang", [trees[page].element[node]])[0] is not None:
        return "a link to another language"
    outward = any(s.scheme not in _WEB or (s.netloc and not _is_same_site(s.netloc, hosts[p])) for s, (p, _) in zip(
        split, one.nodes, strict=True))  # fmt: skip
    if own and not outward and not all(_FILE.search(one.path) for one in split):
        return "a link of the page's menu"
    return ""


def _split(value: str) -> SplitResult:
    try:
        return urlsplit(value.strip())
    except ValueError:
        return SplitResult("", "", value, "", "")


def _is_same_site(one: str, other: str) -> bool:
    """Whether two hosts are the same, or one is a part of the other."""
    mine, theirs = (host.lower().removeprefix("www.") for host in (one, other))
    return mine == theirs or (bool(mine and theirs) and (mine.endswith(f".{theirs}") or theirs.endswith(f".{mine}")))


def own_host(tree: Tree) -> str:
    """The host that a page is on; of a page whose address nobody knows, the one that most of its links lead to."""
    own = _split(tree.page.url or "").netloc
    if own:
        return own
    hosts = Counter(found[1] for href in tree.page.having("href").values() if (found := _HOST.match(href)))
    return max(sorted(hosts), key=hosts.__getitem__, default="")


def _in_session(split: Sequence[SplitResult]) -> bool:
    """Whether addresses differ in nothing but parameters that tell sessions apart."""
    if len({(one.netloc, one.path.partition(";")[0]) for one in split}) > 1:
        return False
    differing: set[str] = set()
    first: dict[str, str] = {}
    for one in split:
        for name, value in parse_qsl(one.query, keep_blank_values=True):
            if first.setdefault(name, value) != value:
                differing.add(name)
    paths = {one.path for one in split}
    return (bool(differing) or len(paths) > 1) and all(_SESSION.match(name) for name in differing)


def _copies(candidates: Sequence[Candidate], reasons: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Fields that hold what another holds, on all pages, with the number of that other: the one nearest to the main
    heading, if they stand in the same kind of place. On one page alone, what has another label is none.
    """
    alike: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for at, one in enumerate(candidates):
        if not reasons[at]:
            held = sorted(
                set(one.values)
                if not one.part.attribute
                else {(page, turn, collapsed(value)) for page, turn, value in one.values}
            )
            label = one.part.label if len({page for page, _, _ in held}) == 1 else ""
            alike[(label, *held)].append(at)
    main = next((at for at, one in enumerate(candidates) if "h1" in _tags(one.part)), 0)
    for some in alike.values():
        first = min(some, key=lambda at: (-candidates[at].kept, rank_of_place(candidates[at].part), abs(at - main), at))
        yield from ((at, first) for at in some if at != first)


def _partial_copies(candidates: Sequence[Candidate], reasons: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Fields, outside lists, that on all of the few pages that have them hold what another holds, which others have,
    too. Under the same label so many pages are enough; else the values have to differ, and to say something.
    """
    texts = [
        at for at, one in enumerate(candidates) if not reasons[at] and not one.part.sets and not one.part.attribute
    ]
    held = {at: {(page, collapsed(value)) for page, _, value in candidates[at].values} for at in texts}
    having: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    for at, values in held.items():
        for one in values:
            having[one].add(at)
    for at, values in held.items():
        others = set.intersection(*(having[one] for one in values)) if len(values) >= _FEWEST else set()
        fuller = [other for other in others if len(held[other]) > len(values) and not candidates[at].kept]
        told = len({value for _, value in values if len(value) >= _SAYING}) >= _FEWEST
        same = [one for one in fuller if told or _labels_alike(candidates[at].part, candidates[one].part)]
        if same:
            yield at, min(same, key=lambda one: (-len(held[one]), rank_of_place(candidates[one].part), one))


def _labels_alike(one: VariablePart, other: VariablePart) -> bool:
    return bool(one.label) and one.label == other.label


_RANK: Mapping[str, int] = {"": 0, "src": 1, "href": 1, "datetime": 2, LABEL: 2, "alt": 3, "title": 4, "content": 5}


def _tags(part: VariablePart) -> list[str]:
    return [one.mark.tag for one in part.above[:2] if one.mark is not None]


def rank_of_place(part: VariablePart) -> tuple[int, ...]:
    """How good a place a value stands in, among those that hold the same; the least is the best."""
    tags = _tags(part)
    return (
        _RANK.get(part.attribute, 6),
        tags[0] in _HEAD,
        "h1" not in tags,
        not part.label,
        bool(part.attribute) and not part.has_text,
    )


def _without_and(text: str) -> str:
    """A text between items without the word that the last one stands behind."""
    return _AND.sub("", text)
