"""ProseText: a value that is several texts of a page, and its Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from intaglio.page import TAGS
from intaglio.page.parser import markdown
from intaglio.wrapper.page_model.data_attributes import values
from intaglio.wrapper.page_model.link_targets import Targets
from intaglio.wrapper.page_model.page_tree import Tree

_KEPT = {
    TAGS[name]: name
    for name in """p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code a b strong i em br hr img table thead tbody
    tr td th caption figure figcaption sub sup del s div""".split()  # noqa: SIM905 - a list of words reads better as text
}
_VOID = frozenset({"br", "hr", "img"})
_ADDRESS = {TAGS["a"]: "href", TAGS["img"]: "src"}
_SHORT = 4_000
"""Characters of markup whose Markdown is remembered, at most."""


@dataclass(frozen=True, slots=True, eq=False)
class ProseText:
    """Nodes of a page whose texts are one value."""

    tree: Tree
    nodes: tuple[int, ...]

    @property
    def strings(self) -> list[str]:
        """The texts in order, white space collapsed."""
        return [string for node in self.nodes for string in self.tree.strings_below(node)]

    def markdown(self) -> str:
        """The texts with headings, lists, links and emphasis as Markdown has them."""
        markup = "".join(_markup(self.tree, self.nodes))
        return _markdown(markup) if len(markup) <= _SHORT else markdown(markup)


@lru_cache(maxsize=1024)
def _markdown(markup: str) -> str:
    """The Markdown of a text; sites show the same ones on several pages, in lists of the newest ones above all."""
    return markdown(markup)


def _markup(tree: Tree, tops: Sequence[int]) -> Iterator[str]:
    """The markup of some nodes that Markdown has signs for, each in document order."""
    page, element, ends, tags = tree.page, tree.element, tree.end, tree.tag_numbers
    addresses = _addresses(tree, tops)
    for top in tops:
        closing: list[tuple[int, str]] = []
        for node in range(top, ends[top]):
            while closing and closing[-1][0] <= node:
                yield closing.pop()[1]
            e = element[node]
            if e < 0:
                text = tree.head[node]
                yield " " * bool(page.space_before[text]) + escape(page.texts[text], quote=False)
            elif (name := _KEPT.get(tags[e])) is not None:
                yield f"<{name}{addresses.get(e, '')}>"
                if name not in _VOID:
                    closing.append((ends[node], f"</{name}>"))
        yield from (end for _, end in reversed(closing))


def _addresses(tree: Tree, tops: Sequence[int]) -> Mapping[int, str]:
    """Where links and images at and below some nodes lead, as their tags say it."""
    tags, element = tree.tag_numbers, tree.element
    below = [e for top in tops for e in element[top : tree.end[top]] if e >= 0 and tags[e] in _ADDRESS]
    if not below:
        return {}
    targets = Targets(tree.page.base_url)
    found: dict[int, str] = {}
    for tag, name in _ADDRESS.items():
        some = [e for e in below if tags[e] == tag]
        told = zip(some, values(tree.page, name, some) if some else (), strict=True)
        found.update((e, f' {name}="{escape(targets.absolute(value))}"') for e, value in told if value)
    return found
