"""Compression, the paper's third step: neighbouring rows with blanks and one structure become one node."""

from collections.abc import Sequence

import pytest

from intaglio.page import Page
from intaglio.wrapper.draft import Draft
from intaglio.wrapper.page_model.mark_codes import Coding
from intaglio.wrapper.page_model.node_features import Vocabulary
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.paper.matrix_compression import paper_children
from intaglio.wrapper.paper.tree_matching import Peers


def drafts_of(bodies: Sequence[str]) -> list[Draft]:
    """The drafts for what is in the bodies of some pages."""
    trees = [Tree(Page.parse(f"<body>{body}")) for body in bodies]
    coding = Coding({tree.mark(node): None for tree in trees for node in range(len(tree))}, Vocabulary.of(trees))
    pages = [PageFeatures(tree, coding) for tree in trees]
    instances = [(number, tree.children[0][-1]) for number, tree in enumerate(trees)]
    return paper_children(instances, pages, Peers(trees, 0.8, 0.9))


def shown(drafts: Sequence[Draft]) -> str:
    """The drafts as one reads them: `p`, `p?`, `p+`, `(p+)?`; texts as `fixed` or `variant`."""
    return " ".join(_shown(draft) for draft in drafts)


def _shown(draft: Draft) -> str:
    if draft.place is not None:
        tag = draft.place.evidence.tag
        return draft.type if tag == "#text" else tag
    inner = shown(draft.children)
    inner = f"({inner})" if not inner.isalnum() else inner
    return inner + {"set": "+", "optional": "?"}[draft.type]


def members(draft: Draft) -> list[int]:
    """How many nodes of each page a draft stands for, all that is in it together."""
    if draft.place is None:
        counts = [members(child) for child in draft.children]
        return [sum(column) for column in zip(*counts, strict=True)]
    pages = [page for page, _ in draft.place.members]
    return [pages.count(page) for page in range(2)]


@pytest.mark.parametrize(
    ("one", "other", "expected", "counts"),
    [
        ("<p>one<p>two", "<p>three<p>four", "p+", [2, 2]),
        ("<p>one<p>two", "<p>three", "p+", [2, 1]),
        ("<p>one", "", "p?", [1, 0]),
        ("<p>one<p>two<p>three", "", "(p+)?", [3, 0]),
        ("<p>one", "<p>two", "p", [1, 1]),
    ],
    ids=["set", "set in one column", "optional", "optional set", "plain"],
)
def test_blanks_and_counts_tell_what_rows_become(one: str, other: str, expected: str, counts: list[int]) -> None:
    around = "<h1>Top</h1>{}<hr>"
    drafts = drafts_of([around.format(one), around.format(other)])
    assert shown(drafts) == f"h1 {expected} hr"
    assert members(drafts[1]) == counts
    assert members(drafts[0]) == members(drafts[2]) == [1, 1]


def test_rows_without_blanks_stay_as_they_are() -> None:
    body = "<p>one</p><p>two</p>"
    assert shown(drafts_of([body, body])) == "p p"


def test_rows_of_other_structures_are_not_merged() -> None:
    drafts = drafts_of(["<h1>Top</h1><p>one</p><ul><li>two</ul>", "<h1>Top</h1>"])
    assert shown(drafts) == "h1 p? ul?"


def test_a_fixed_row_parts_those_before_and_behind_it() -> None:
    drafts = drafts_of(["<p>one</p><hr><p>two</p>", "<hr>"])
    assert shown(drafts) == "p? hr p?"


def test_the_share_of_pages_that_have_a_part_is_kept() -> None:
    drafts = drafts_of(["<h1>Top</h1><p>one", "<h1>Top</h1>", "<h1>Top</h1>", "<h1>Top</h1><p>one"])
    assert shown(drafts) == "h1 p?"
    assert drafts[1].filled == 0.5


def test_texts_that_differ_are_data() -> None:
    assert shown(drafts_of(["one<hr>same", "two<hr>same"])) == "variant hr fixed"


def test_equal_rows_that_repeat_are_a_set_of_all_of_them() -> None:
    body = "<h1>Top</h1>" + "<p>word</p>" * 3
    drafts = drafts_of([body, body])
    assert shown(drafts) == "h1 p+"
    assert members(drafts[1]) == [3, 3]


def test_a_row_of_texts_and_images_keeps_both() -> None:
    """Figure 4, R3: a text on one page and images on two are one row of data; no node is both, so each is optional."""
    drafts = drafts_of(["<h1>T</h1>Sold out<p>x</p>", "<h1>T</h1><img src=a><p>x</p>", "<h1>T</h1><img src=b><p>x</p>"])
    assert shown(drafts) == "h1 variant? img? p"
