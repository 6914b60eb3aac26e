"""ProseText: a value that is several texts of a page, and its Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from intaglio.page.parser import markdown
from intaglio.wrapper.page_model.data_attributes import values
from intaglio.wrapper.page_model.link_targets import Targets
from intaglio.wrapper.page_model.page_tree import Tree

_KEPT = frozenset(
    """p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code a b strong i em br hr img table thead tbody tr td th
    caption figure figcaption sub sup del s div""".split()  # noqa: SIM905 - a list of words reads better as text
)
_VOID = frozenset({"br", "hr", "img"})
_ADDRESS = {"a": "href", "img": "src"}


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
        targets = Targets(self.tree.page.base_url)
        return markdown("".join(mark for node in self.nodes for mark in _markup(self.tree, node, targets)))


def _markup(tree: Tree, top: int, targets: Targets) -> Iterator[str]:
    """The markup of a node that Markdown has signs for, in document order."""
    page = tree.page
    closing: list[tuple[int, str]] = []
    for node in range(top, tree.end[top]):
        while closing and closing[-1][0] <= node:
            yield closing.pop()[1]
        element = tree.element[node]
        if element < 0:
            text = tree.head[node]
            yield " " * bool(page.space_before[text]) + escape(page.texts[text], quote=False)
            continue
        tag = page.tag_name(element)
        if tag not in _KEPT:
            continue
        yield f"<{tag}{_address(tree, element, tag, targets)}>"
        if tag not in _VOID:
            closing.append((tree.end[node], f"</{tag}>"))
    yield from (end for _, end in reversed(closing))


def _address(tree: Tree, element: int, tag: str, targets: Targets) -> str:
    name = _ADDRESS.get(tag)
    value = values(tree.page, name, [element])[0] if name else None
    return f' {name}="{escape(targets.absolute(value))}"' if value else ""
