"""Membership in the language of a pattern tree, on trees made by hand and on real pages."""

from collections.abc import Callable
from pathlib import Path

import pytest

from intaglio.evaluate.corpora import CorpusName, read_records
from intaglio.evaluate.records.wrapper_scores import sites_of
from intaglio.page import Page
from intaglio.wrapper import PatternTree, WrapperOptions, extract_strictly, learn
from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.match.matcher import Matcher
from intaglio.wrapper.match.strict_matcher import StrictMatcher
from intaglio.wrapper.page_model.node_features import Vocabulary
from intaglio.wrapper.page_model.page_tree import TEXT, Mark, Tree


class Maker:
    """Makes trees: every node gets a number of its own."""

    def __init__(self) -> None:
        self.count = 0

    def holder(self, kind: str, *children: PatternTree) -> PatternTree:
        self.count += 1
        return PatternTree(kind, children=children, number=self.count)  # type: ignore[arg-type]

    def element(self, tag: str, *children: PatternTree) -> PatternTree:
        self.count += 1
        return PatternTree("fixed", Mark(tag), children, evidence=Evidence(tag), number=self.count)

    def text(self, string: str | None = None) -> PatternTree:
        self.count += 1
        kind = "variant" if string is None else "fixed"
        return PatternTree(kind, TEXT, text=string or "", evidence=Evidence("#text"), number=self.count)  # type: ignore[arg-type]


def holds(body: tuple[PatternTree, ...], html: str, make: Maker) -> bool:
    root = make.element("html", make.element("head"), make.element("body", *body))
    matcher = Matcher(root, Vocabulary.having((), {}, 1.0))
    return StrictMatcher(matcher).match(Tree(Page.parse(html))) is not None


def test_kinds_mean_what_they_say() -> None:
    make = Maker()
    body = (
        make.element("p", make.text("Price:"), make.element("b", make.text())),
        make.holder("optional", make.element("hr")),
        make.holder("set", make.element("i", make.text()), make.holder("optional", make.element("u"))),
    )
    good = ["<p>Price:<b>4</b></p><hr><i>a</i><u></u><i>b</i>", "<p>Price:<b>4</b></p><i>a</i>"]
    bad = [
        "<p>Price:<b>4</b></p>", "<p>Cost:<b>4</b></p><i>a</i>", "<p>Price:<b></b></p><i>a</i>",
        "<p>Price:<b>4</b></p><hr><hr><i>a</i>", "<p>Price:<b>4</b></p><i>a</i><u></u><u></u>",
    ]  # fmt: skip
    assert [holds(body, html, make) for html in good] == [True] * len(good)
    assert [holds(body, html, make) for html in bad] == [False] * len(bad)


def test_a_greedy_set_would_reject_what_is_in_the_language() -> None:
    make = Maker()
    item = make.element("i", make.text())
    body = (make.holder("set", item), make.element("i", make.text("last")))
    assert holds(body, "<i>a</i><i>b</i><i>last</i>", make)
    assert not holds(body, "<i>last</i>", make)


def test_many_optional_parts_take_no_exponential_time() -> None:
    make = Maker()
    body = tuple(make.holder("optional", make.element("i", make.text())) for _ in range(60))
    assert holds(body, "<i>x</i>" * 60, make)
    assert not holds(body, "<i>x</i>" * 61, make)


def test_deep_pages_are_no_trouble() -> None:
    deep = "<div>" * 20_000
    wrapper = learn([Page.parse(deep + word) for word in ("a", "b")])
    assert extract_strictly(wrapper, Page.parse(deep + "c")) is not None
    assert extract_strictly(wrapper, Page.parse(deep + "<p>c")) is None


@pytest.mark.corpus
@pytest.mark.parametrize("anchored", [True, False])
@pytest.mark.parametrize("site", ["nbaplayer/wiki", "job/monster", "restaurant/gayot", "university/ecampustours"])
def test_pages_learned_from_are_in_the_language(
    site: str, anchored: bool, corpus: Callable[[CorpusName], Path]
) -> None:
    found = sites_of(read_records(corpus("records")))[site][: 12 if anchored else 5]
    pages = [Page.parse(page.html.read_bytes()) for page in found]
    wrapper = learn(pages, WrapperOptions(anchored=anchored))
    assert [extract_strictly(wrapper, page) is not None for page in pages] == [True] * len(pages)
