"""Prose: texts with links, emphasis, paragraphs and lists here and there. What is in one is read whole, not aligned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.draft import Draft, Instance
from intaglio.wrapper.options import ProseOptions
from intaglio.wrapper.page_model.node_features import has_letter
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import TEXT, Tree
from intaglio.wrapper.page_model.tag_sets import DRESS, TITLES

_LISTING = "pre"
_PARAGRAPH = "p"
_HOLDERS = frozenset({_PARAGRAPH, "blockquote", _LISTING})
_DRESSED = DRESS | {TEXT.tag}
_WITHIN = _DRESSED | {"s", "del", "ins", "time"}
"""What a paragraph may be dressed with."""
_HEADINGS = TITLES | {"h1"}
_CODE = frozenset({"code", "kbd", "samp", "var", "tt", "sub", "sup"})
"""What is a part of the heading that it stands in, whatever class it has."""
_EMPHASIS = _CODE | {TEXT.tag, "i", "em", "cite", "b", "strong", "u", "q"}
_GOES_ON = (".", ",", ";", ")", ":")
"""What a sentence goes on with behind a word that is set off."""
_BARS = ("|", "•", "·", "»", "(", "[", "-", "–", "—")
_PAIR = 2
_FREE = frozenset({"div", "td", "span", "font", "section", "article", "dd", "li", "p", "blockquote", "center", "main"})
"""What may hold free content."""
_WRITTEN = _WITHIN | TITLES | {"p", "blockquote", "pre", "ul", "ol", "li", "hr", "div", "center", "font"}
"""What writers put into a text by themselves."""
_BUILT = frozenset({"form", "input", "select", "textarea", "button", "iframe", "object", "embed", "noscript", "nav"})
"""What free content has none of."""

Member = tuple[Tree, int]


def is_prose(
    evidence: Evidence, instances: Sequence[Instance], pages: Sequence[PageFeatures], options: ProseOptions
) -> bool:
    """Whether the members of a place are texts, dressed in ways of no consequence, or listings."""
    known = partial(_known, instances[: options.looked_at], pages, options)
    if _are_prose(evidence, instances, pages, options, known):
        return True
    different = _different(evidence, instances, pages, options)
    return different is not None and _are_prose(*different, pages, options, known)


def _different(
    evidence: Evidence, instances: Sequence[Instance], pages: Sequence[PageFeatures], options: ProseOptions
) -> tuple[Evidence, list[Instance]] | None:
    """One of each members that are equal to the word, if some long ones are: what was put up again tells nothing of how
    texts differ; nothing if there are too few.
    """
    if evidence.tag not in _FREE or 2 * evidence.lone > evidence.members or len(evidence.heads) == evidence.members:
        return None
    of_number = {pages[page].numbers.item(node): (page, node) for page, node in reversed(instances)}
    if not options.members <= len(of_number) < len(instances):
        return None
    kept = sorted(of_number.values())
    if median(words_of(pages[page].tree, node) for page, node in kept[: options.looked_at]) < options.free_words:
        return None
    seen = Evidence(evidence.tag, options=evidence.options)
    for page, node in kept:
        seen.add(pages[page].sketch(node))
    return seen, kept


def _are_prose(
    evidence: Evidence,
    instances: Sequence[Instance],
    pages: Sequence[PageFeatures],
    options: ProseOptions,
    known: Callable[[], bool],
) -> bool:
    if evidence.lone == evidence.members or (evidence.tag != _LISTING and evidence.shapes.keys() == {""}):
        return False
    members = [(pages[page].tree, node) for page, node in instances[: options.looked_at]]
    if evidence.tag == _LISTING:
        return len(instances) == 1 or len({tree.text(node) for tree, node in members}) > 1
    if evidence.tag in _HEADINGS and _has_code(members, options.known):
        return True
    if _labelled(evidence, options.known):
        return False
    may_hold = evidence.tag in _HOLDERS | _FREE and not evidence.label()
    if evidence.members < options.members:
        few = _are_sentences(members, options) or _are_unmarked(members, options)
        return may_hold and few and not known()
    if _is_seldom_dressed(evidence, members, options):
        return True
    if may_hold and _are_running(members, options):
        return not known()
    words = options.words if evidence.tag in _HOLDERS else options.free_words
    if may_hold and _are_paragraphs(members, words, options):
        return not known()
    return evidence.tag in _FREE and _is_free(members, options) and not known()


def read_texts_whole(drafts: Sequence[Draft], pages: Sequence[PageFeatures], options: ProseOptions) -> None:
    """Say of sets of paragraphs, with what stands between them, that they are one text."""
    pending = list(drafts)
    while pending:
        draft = pending.pop()
        if draft.type != "set":
            pending += draft.children
            continue
        items = [item.children[0] if item.place is None else item for item in draft.children]
        if _is_body(items) or _is_text_of_paragraphs(items, pages, options):
            draft.whole = True
            for item in items:
                item.whole = item.place is not None and item.place.evidence.tag != TEXT.tag
                item.type = item.type if item.whole else "variant"


def _is_body(items: Sequence[Draft]) -> bool:
    """Whether a set holds what was found to be one text before pages were aligned."""
    return any(item.place is not None and item.place.body for item in items)


def _is_text_of_paragraphs(items: Sequence[Draft], pages: Sequence[PageFeatures], options: ProseOptions) -> bool:
    """Whether the items of a set are mostly paragraphs with sentences in them, and nothing that the template built."""
    if any(item.place is None for item in items):
        return False
    members: list[Member] = []
    paragraphs = 0
    for item in items:
        assert item.place is not None
        worded = [(pages[page].tree, node) for page, node in item.instances if pages[page].tree.head[node] >= 0]
        members += worded[: options.looked_at]
        paragraphs += len(worded) * (item.place.evidence.tag == _PARAGRAPH)
    if 2 * paragraphs < sum(1 for _ in members) or not paragraphs:
        return False
    long = [words_of(tree, node) for tree, node in members if tree.mark(node).tag == _PARAGRAPH]
    if not long or median(long) < options.words or any(_is_built(tree, node) for tree, node in members):
        return False
    return is_unlinked(members, options.bare) and not _is_steady(members, options.same_way)


def _has_code(members: Sequence[Member], most: float) -> bool:
    """Whether headings, if they differ, have code among their words, and few have other words that are set apart."""
    several, others = False, 0
    for tree, node in members:
        worded = [child for child in tree.children[node] if any(map(str.isalnum, tree.text(child)))]
        several |= any(_is_code(tree, child) for child in worded) and len(worded) > 1
        others += any(not tree.is_text(child) and not _is_code(tree, child) for child in worded)
    differ = len(members) == 1 or len({tree.text(node) for tree, node in members}) > 1
    return several and differ and others <= most * len(members)


def _is_code(tree: Tree, node: int) -> bool:
    """Whether an element is code, or a link around it."""
    while tree.tags[node] == "a" and len(tree.children[node]) == 1:
        node = tree.children[node][0]
    return tree.tags[node] in _CODE


def _is_seldom_dressed(evidence: Evidence, members: Sequence[Member], options: ProseOptions) -> bool:
    """Whether members are mostly one text, and a few have line breaks or emphasis in it."""
    if evidence.lone < options.seldom * evidence.members or evidence.label():
        return False
    texts = [(tree, node) for tree, node in members if not tree.lone[node] and tree.head[node] >= 0]
    bare = sum(tree.end[node] - node == 2 for tree, node in members if tree.lone[node])
    if not texts or bare < options.plain * sum(tree.lone[node] for tree, node in members):
        return False
    if len(texts) >= options.members and all(_has_link_behind(tree, node) for tree, node in texts):
        return False
    return all(_is_plain(tree, node, _DRESSED) and not _has_marks(tree, node) for tree, node in texts)


def _has_link_behind(tree: Tree, node: int) -> bool:
    """Whether a text is followed by a bar and a link, which is no part of it: `555-1234 | Map`."""
    children = tree.children[node]
    if len(children) != _PAIR or not tree.is_text(children[0]) or tree.tags[children[1]] != "a":
        return False
    return tree.first_string(children[0]).endswith(_BARS)


def _has_marks(tree: Tree, node: int) -> bool:
    """Whether elements below a node have classes or ids."""
    return any(mark.cls or mark.id for mark in tree.marks[node + 1 : tree.end[node]])


def _are_paragraphs(members: Sequence[Member], least: int, options: ProseOptions) -> bool:
    """Whether members are sentences of so many words, with inline markup here and there."""
    if sum(_is_plain(tree, node, _WITHIN) for tree, node in members) < options.plain * len(members):
        return False
    ways = _ways(members)
    dressed = Counter({way: count for way, count in ways.items() if len(way) > 1})
    varied = len(dressed) >= options.ways and max(dressed.values()) <= options.same_way * dressed.total()
    if not varied and dressed.total() > options.seldom * len(members):
        return False
    words = median(words_of(tree, node) for tree, node in members)
    return words >= least and _is_bare(members, options.bare)


def _are_running(members: Sequence[Member], options: ProseOptions) -> bool:
    """Whether members are sentences that go on behind what is emphasized in them, as references to books do: a text, a
    title in italics, a full stop and more.
    """
    running = sum(_runs_on(tree, node) for tree, node in members)
    return running >= options.plain * len(members) and median(words_of(*one) for one in members) >= options.words


def _runs_on(tree: Tree, node: int) -> bool:
    """Whether a text begins in plain words and goes on with a sign behind emphasis that has no class."""
    children = tree.children[node]
    if len(children) <= _PAIR or not tree.is_text(children[0]) or not tree.is_text(children[-1]):
        return False
    plain = _is_plain(tree, node, _EMPHASIS) and not _has_marks(tree, node)
    return plain and tree.first_string(children[-1]).startswith(_GOES_ON) and words_of(tree, children[-1]) >= _PAIR


def _are_sentences(members: Sequence[Member], options: ProseOptions) -> bool:
    """Whether members are too long to be labels and values, with inline markup here and there; where there are few."""
    plain = all(_is_plain(tree, node, _WITHIN) for tree, node in members)
    return plain and min(words_of(*one) for one in members) >= options.free_words and _is_bare(members, options.bare)


def _are_unmarked(members: Sequence[Member], options: ProseOptions) -> bool:
    """Whether members are many sentences in paragraphs, lists and the like, and nothing in them is called anything, as
    what a template builds is; where there are too few to see how they differ.
    """
    for tree, node in members:
        said = [string for string in tree.strings_below(node) if has_letter(string)]
        words = sum(len(string.split()) for string in said)
        if words < max(options.unmarked_words, options.text_words * len(said)):
            return False
        tags = {tag for tag in tree.tags[node + 1 : tree.end[node]] if ":" not in tag}  # of word processors
        if not tags <= _WRITTEN or next(_named(tree, node), None) is not None:
            return False
    return is_unlinked(members, options.bare)


def _is_free(members: Sequence[Member], options: ProseOptions) -> bool:
    """Whether members hold free content: many words in paragraphs, lists and the like, no two built the same."""
    sizes = [tree.end[node] - node for tree, node in members]
    if max(sizes) > options.largest:
        return False
    full = [(tree, node) for tree, node in members if tree.head[node] >= 0]
    if len(full) < options.members or sum(_is_built(tree, node) for tree, node in full) > options.built * len(full):
        return False
    inner = [(tree, _unwrapped(tree, node)) for tree, node in full]
    if max(_ways(inner).values()) > options.free_ways * len(full):
        return False
    words = [words_of(tree, node) for tree, node in full]
    texts = sum(len(tree.strings_below(node)) for tree, node in full)
    if median(words) < options.free_words or sum(words) < options.text_words * texts:
        return False
    return is_unlinked(full, options.bare) and not _is_steady(inner, options.steady)


def _unwrapped(tree: Tree, node: int) -> int:
    """The element that alone has all the words of a node: writers' programs put one around the whole of some texts."""
    while True:
        worded = [child for child in tree.children[node] if tree.head[child] >= 0]
        if len(worded) != 1 or tree.tags[worded[0]] not in _FREE:
            return node
        node = worded[0]


def _is_steady(members: Sequence[Member], most: float) -> bool:
    """Whether many members have an element of the same class or id in them."""
    having = Counter(mark for tree, node in members for mark in set(_named(tree, node)))
    return bool(having) and max(having.values()) > most * len(members)


def _named(tree: Tree, node: int) -> Iterator[tuple[str, str, str]]:
    """What is called something below a node; writers' programs give classes to paragraphs, which say nothing, and so
    do the targets of links, which show nothing.
    """
    for below in range(node + 1, tree.end[node]):
        mark = tree.marks[below]
        if (mark.id or (mark.cls and mark.tag != _PARAGRAPH)) and not is_target(tree, below):
            yield mark


def _ways(members: Sequence[Member]) -> Counter[tuple[tuple[str, ...], ...]]:
    return Counter(tuple([tree.marks[child][:2] for child in tree.children[node]]) for tree, node in members)


def _labelled(evidence: Evidence, most: float) -> bool:
    return evidence.members - evidence.leads.get("", 0) > most * evidence.members


def _is_plain(tree: Tree, node: int, within: frozenset[str]) -> bool:
    return within.issuperset(tree.tags[node + 1 : tree.end[node]])


def _is_built(tree: Tree, node: int) -> bool:
    return not _BUILT.isdisjoint(tree.tags[node + 1 : tree.end[node]])


def is_target(tree: Tree, node: int) -> bool:
    """Whether an element is but a place that links lead to, as one is where the rest of a text begins."""
    return tree.end[node] == node + 1 and tree.tags[node] in DRESS


def words_of(tree: Tree, node: int) -> int:
    """How many words there are in a node."""
    return sum(len(string.split()) for string in tree.strings_below(node))


def _is_bare(members: Sequence[Member], least: float) -> bool:
    bare = total = 0
    for tree, node in members:
        total += sum(map(len, tree.strings_below(node)))
        bare += sum(len(tree.first_string(child)) for child in tree.children[node] if tree.is_text(child))
    return bare >= least * total


def is_unlinked(members: Sequence[Member], least: float) -> bool:
    """Whether most of the text is outside links."""
    linked = total = 0
    for tree, node in members:
        total += sum(map(len, tree.strings_below(node)))
        links = [below for below in range(node + 1, tree.end[node]) if tree.tags[below] == "a"]
        linked += sum(len(string) for link in links for string in tree.strings_below(link))
    return total - linked >= least * total


def _known(some: Sequence[Instance], pages: Sequence[PageFeatures], options: ProseOptions) -> bool:
    """Whether many texts are such as several pages have; of pages that say the same here, one counts."""
    of_number = {pages[page].numbers.item(node): (page, node) for page, node in reversed(some)}
    once = Counter[str]()
    if options.members <= len(of_number) < len(some):
        once.update(string for page, node in of_number.values() for string in set(pages[page].tree.strings_below(node)))
    known = total = 0
    for page, node in of_number.values():
        tree, frequency = pages[page].tree, pages[page].vocabulary.frequency
        for string in tree.strings_below(node):
            total += 1
            known += string in frequency and has_letter(string) and once[string] != 1
    return known > options.known * total
