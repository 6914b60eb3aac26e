"""The whole way of a page: templates are founded once, areas carried over, the order of rendering does not matter."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from intaglio.align import CorrectOptions
from intaglio.errors import IntaglioError, PageError
from intaglio.page import Page
from intaglio.segment import SEGMENTERS, Area, AreaTree
from intaglio.site import Hit, Miss, Pending, Result, Site, SiteOptions
from intaglio.templates import CarryOptions, FixedOptions, FoundArea, StreamOptions, texts_of_areas
from intaglio.templates.template_codec import dumps, loads
from tests.templates.test_clustering import listing, pages_of_two_templates, post

segment = SEGMENTERS["areas"]


def never(page: Page) -> AreaTree:
    raise AssertionError(f"{page} is not to be segmented")


def outcome(result: Result) -> tuple[object, ...]:
    return result.template, result.version, result.hit, result.areas, result.texts


def test_the_second_page_of_a_template_is_not_segmented() -> None:
    site = Site("example.org")
    first = site.process(Page.parse(post("<p>one")), segment)
    second = site.process(Page.parse(post("<p>two", 2)), never)
    assert (first.hit, second.hit) == (False, True)
    assert first.template == second.template == site.templates[0].id
    assert "two" in " ".join(second.texts)
    assert "one" not in " ".join(second.texts)
    assert second.confidence == 1.0
    assert set(second.ms) == {"match", "map"}
    assert set(first.ms) == {"match", "segment", "map"}


def test_changes_come_in_the_order_of_founding_whatever_is_made_first() -> None:
    site = Site("x")
    pages = [Page.parse(post("<p>a")), Page.parse(listing(3))]
    first, second = (site.take(site.match(page)) for page in pages)
    assert isinstance(first, Miss)
    assert isinstance(second, Miss)
    site.found(second, pages[1], segment(pages[1]))
    assert site.changes().templates == ()
    site.found(first, pages[0], segment(pages[0]))
    assert [template.id for template in site.changes().templates] == [first.template, second.template]


def test_texts_of_all_areas_are_those_of_each() -> None:
    result = Site("x").process(Page.parse(post("<p>a <b>b</b>c<br>d<ul><li>1<li> 2 </ul>")), SEGMENTERS["text-blocks"])
    assert result.texts == [result.text(area.number) for area in result.areas]


def test_texts_of_an_area_that_stand_apart_are_lines_of_their_own() -> None:
    page = Page.parse("<p>a <b>b</b> <i>c</i>d<p>e<br>f <u>g</u>")
    for chosen in ((0, 2), (0, 1, 3), (1, 2, 4, 6), (2, 3, 5, 6), (0, 6)):
        assert texts_of_areas(page, [FoundArea(0, (), chosen, 1.0)]) == [page.flow(chosen)]


def test_a_page_with_an_optional_block_keeps_its_areas_by_correction_only() -> None:
    plain, more = post("<p>a"), post("<p>a").replace("<main>", "<div class=notice>note</div><main>")
    texts = {}
    for strict in (True, False):
        options = SiteOptions(StreamOptions(threshold=0.9), CarryOptions(strict=strict))
        site = Site("x", options=options)
        site.process(Page.parse(plain), segment)
        texts[strict] = site.process(Page.parse(more), never).texts
    in_areas = {strict: "".join(found[1:]) for strict, found in texts.items()}
    assert len(in_areas[False]) > len(in_areas[True])
    assert sorted("\n".join(texts[True]).split()) == sorted("\n".join(texts[False]).split())


def test_areas_that_are_not_there_have_no_nodes_and_no_confidence() -> None:
    def by_hand(page: Page) -> AreaTree:
        found = [e for e in range(page.size) if page.class_of(e) in ("text", "meta")]
        return AreaTree(Area(children=tuple(Area(elements=(e,)) for e in found)), "by hand")

    site = Site("x", options=SiteOptions(StreamOptions(threshold=0.9)))
    site.process(Page.parse(post("<p>a")), by_hand)
    lacking = site.process(
        Page.parse(post("<p>b").replace("<div class=meta><span class=date>d</span></div>", "")), never
    )
    assert [area.confidence > 0 for area in lacking.areas] == [True, True, False]
    assert lacking.texts == ["", "b", ""]


def test_texts_by_their_own_numbers_are_carried_over() -> None:
    def by_hand(page: Page) -> AreaTree:
        first, last = (Area(texts=(page.texts.index(text),)) for text in ("head", "tail"))
        return AreaTree(Area(children=(first, last)), "by hand")

    site = Site("x", options=SiteOptions(carrying=CarryOptions(mapping=CorrectOptions(floor=0.1))))
    site.process(Page.parse("<div class=a>head<p>x</p>tail</div>"), by_hand)
    assert site.process(Page.parse("<div class=a>other<p>y</p>end</div>"), never).texts == ["", "other", "end"]


def test_a_site_goes_on_where_a_store_left_it() -> None:
    pages = [Page.parse(html) for _, html in pages_of_two_templates(40, 2)]
    whole, part = Site("x"), Site("x")
    expected = [outcome(whole.process(page, segment)) for page in pages]
    found = [outcome(part.process(page, segment)) for page in pages[:15]]
    taken_up = Site("x", [loads(dumps(template)) for template in part.templates], part.aliases)
    found += [outcome(taken_up.process(page, segment)) for page in pages[15:]]
    assert found == expected
    assert [dumps(template) for template in taken_up.templates] == [dumps(template) for template in whole.templates]


@pytest.mark.parametrize("seed", range(4))
def test_results_do_not_depend_on_when_misses_are_rendered(seed: int) -> None:
    """Pages are taken in order; reserved templates are made at random times; pages wait for theirs."""
    pages = [Page.parse(html) for _, html in pages_of_two_templates(40, seed)]
    sequential = Site("x")
    expected = [outcome(sequential.process(page, segment)) for page in pages]

    chance, site = random.Random(seed), Site("x")
    taken: list[Hit | Pending | Miss] = []
    results: dict[int, Result] = {}

    def advance(share: float) -> None:
        for number, match in enumerate(taken):
            if isinstance(match, Miss) and not site.is_made(match) and chance.random() < share:
                site.found(match, pages[number], segment(pages[number]))
        for number, match in enumerate(taken):
            if number not in results and site.is_made(match):
                results[number] = site.read(match, pages[number])

    for page in pages:
        taken.append(site.take(site.match(page)))
        advance(0.03)
    assert any(isinstance(match, Pending) for match in taken)
    advance(1.0)
    assert [outcome(results[number]) for number in range(len(pages))] == expected
    assert site.aliases == sequential.aliases


def test_matching_alone_changes_nothing() -> None:
    site = Site("x")
    page = Page.parse(post("<p>a"))
    assert isinstance(site.match(page), Miss)
    assert isinstance(site.match(page), Miss)
    miss = site.take(site.match(page))
    assert isinstance(miss, Miss)
    assert isinstance(site.match(page), Pending)
    assert not site.is_made(miss)
    site.found(miss, page, segment(page))
    assert isinstance(site.match(page), Hit)


def test_a_page_that_cannot_be_segmented_leaves_no_template() -> None:
    def broken(page: Page) -> AreaTree:
        raise PageError("no")

    site = Site("x")
    page = Page.parse(post("<p>a"))
    with pytest.raises(PageError):
        site.process(page, broken)
    assert site.templates == ()
    assert not site.process(page, segment).hit


def test_changes_are_what_was_not_saved_yet() -> None:
    site = Site("x")
    first = site.process(Page.parse(post("<p>a")), segment)
    changes = site.changes()
    assert [template.id for template in changes.templates] == [first.template]
    site.saved(changes)
    assert site.changes().templates == ()
    second = site.process(Page.parse(listing(3)), segment)
    assert [template.id for template in site.changes().templates] == [second.template]


def test_a_merged_template_lives_on_under_the_older_id() -> None:
    site = Site("x", options=SiteOptions(StreamOptions(threshold=0.02)))
    pages = [Page.parse(post(text)) for text in ("<p>a", "<ul><li>1</ul>")]
    first, second = (site.process(page, segment) for page in pages)
    assert first.template != second.template
    site._stream.options = replace(site._stream.options, threshold=1.0)
    third = site.process(pages[1], never)
    assert site.aliases == site.changes().merged == {second.template: first.template}
    assert third.template == first.template
    assert [template.id for template in site.templates] == [first.template]
    assert site.read_as(second.template, pages[1]).texts == second.texts


def test_an_unknown_template_is_an_error() -> None:
    with pytest.raises(IntaglioError):
        Site("x").read_as("0" * 12, Page.parse("<p>"))


@pytest.mark.parametrize(
    "hostile", ["", "<div>" * 30_000, "<table>" + "<tr><td>1" * 4_000], ids=["empty", "deep", "long"]
)
def test_hostile_pages_go_all_the_way(hostile: str) -> None:
    site = Site("x")
    page = Page.parse(hostile)
    assert not site.process(page, segment).hit
    assert site.process(page, never).hit
    (template,) = site.templates
    assert outcome(Site("x", [loads(dumps(template))]).process(page, never)) == outcome(site.process(page, never))


@pytest.mark.corpus
def test_real_pages_of_one_template_are_read_without_segmenting(corpus: Callable[[str], Path]) -> None:
    folder = corpus("sites") / "pycon2018"
    files = sorted(file for file in folder.rglob("*.html") if "speaker" in str(file))[:30]
    assert len(files) == 30
    site = Site("pycon2018")
    results = [site.process(Page.parse(file.read_bytes()), segment) for file in files]
    assert sum(result.hit for result in results) >= 26
    assert min(result.confidence for result in results if result.hit) > 0.7


def test_the_papers_rule_takes_the_first_representative_that_is_near_enough() -> None:
    """Path sets of 5 and 6 paths, one to the head, that share 5 are 1/6 apart; what a template is stays the same."""
    short = "<body><div><h1>t</h1><p>a</p><ul><li>1</li></ul></div><i>x</i>"
    long = short.replace("<i>", "<b>y</b><i>")
    for threshold, templates in ((0.17, 1), (0.16, 2)):
        site = Site("x", options=SiteOptions(FixedOptions(threshold=threshold)))
        for html in (short, long, short, long):
            site.process(Page.parse(html), segment)
        assert len(site.templates) == templates
    again = Site("x", site.templates, options=SiteOptions(FixedOptions(threshold=0.16)))
    assert again.process(Page.parse(long), never).template == site.templates[1].id


def test_what_was_found_is_verified_by_its_subtree() -> None:
    def by_hand(page: Page) -> AreaTree:
        return AreaTree(Area(children=tuple(Area(elements=(int(e),)) for e in page.children(2))), "by hand")

    site = Site("x", options=SiteOptions(StreamOptions(threshold=0.9), CarryOptions(verify=0.3)))
    founder = site.process(Page.parse("<body><div id=a><p>x</p></div><div id=b><p>y</p></div>"), by_hand)
    assert founder.verified is None
    assert (
        site.read_as(founder.template, Page.parse("<body><div id=a><p></p></div><div id=b><p></p></div>")).verified == 1
    )
    half = site.read_as(founder.template, Page.parse("<body><div id=a><p>x</p></div><div id=b><ul><li>y</ul></div>"))
    assert half.verified == 1 / 2
