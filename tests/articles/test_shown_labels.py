"""Categories, tags and authors that only the addresses of links tell; names of sites in main headings."""

import pytest

from intaglio import article

URL = "http://quillmarsh.example/2024/tides.html"
NAV = "<nav><a href=/category/sea/>Sea</a> <a href=/category/land/>Land</a> <a href=/tag/all/>All</a></nav>"
TEXT = (
    "<p>The sea rises and falls twice a day, and nobody has seen it rest. The <a href=/topic/moon/>moon</a> is why.</p>"
    "<p>Boats leave when the water is high. Those who come late walk home, as they always have.</p>"
)
CLOUD = "<div class=tag-cloud><a href=/tag/knots/>knots</a> <a href=/tag/sails/>sails</a></div>"
BELOW = (
    "<p>In <a href=/category/sea/>Sea</a>. Tags: <a href=/tag/tides.html>#tides</a>, <a href=/tags/moon>moon</a></p>"
)


def _page(above: str, below: str, beside: str = CLOUD) -> str:
    return (
        f"<title>Tides</title>{NAV}<main><article>{above}<h1>Tides</h1>{TEXT}{below}</article></main>"
        f"<div class=side>{beside}<a href=/author/bo-hale/>Bo Hale</a> <a href=/category/land/>Land</a></div>"
    )


@pytest.mark.parametrize(("above", "below"), [("", BELOW), (BELOW, "")], ids=["below", "above"])
def test_links_to_tags_and_categories_near_the_text_are_its_own(above: str, below: str) -> None:
    found = article(_page(above, below), url=URL)
    assert [one.value for one in found.lists["tags"]] == ["tides", "moon"]
    assert [one.value for one in found.lists["categories"]] == ["Sea"]
    assert found.lists["tags"][0].origin == "link"


def test_menus_clouds_and_sentences_have_no_tags_of_the_article() -> None:
    found = article(_page("", CLOUD), url=URL)
    assert found.lists["tags"] == []
    assert found.lists["categories"] == []
    assert found.author is None


def test_a_link_to_the_page_of_an_author_names_one() -> None:
    found = article(_page("", "<footer><p>Written by <a href=/authors/ada-quill/>Ada Quill</a></p></footer>"), url=URL)
    assert found.author == "Ada Quill"


@pytest.mark.parametrize(("leads", "title"), [("/", "Tides"), ("/2024/", "The Long Ebb")])
def test_a_main_heading_that_leads_to_the_front_page_is_no_headline(leads: str, title: str) -> None:
    page = f"<title>The Long Ebb - Tides</title><h1><a href={leads}>The Long Ebb</a></h1><h2>Tides</h2>{TEXT}"
    assert article(page, url=URL).title == title


def test_an_author_is_a_name_without_an_address() -> None:
    page = (
        f"<title>Tides</title><meta name=author content='The Ebb Project. <https://ebb.example/>'><h1>Tides</h1>{TEXT}"
    )
    assert article(page, url=URL).author == "The Ebb Project"


def test_what_a_page_is_called_is_no_tag() -> None:
    page = f"<title>Sea: 2 High Tides</title><meta name=keywords content='sea: 2 high tides, moon'><h1>High</h1>{TEXT}"
    assert [one.value for one in article(page, url=URL).lists["tags"]] == ["moon"]


@pytest.mark.parametrize(
    ("name", "title"),
    [("Tides: The Sea Manual", "Tides"), ("The Sea: 1.2 Ebbs", "1.2 Ebbs"), ("Sea: Moon", "Sea: Moon")],
)
def test_the_half_of_a_name_that_a_heading_repeats_is_the_headline(name: str, title: str) -> None:
    assert article(f"<title>{name}</title><h2>Tides</h2><h4>1.2 Ebbs</h4>{TEXT}", url=URL).title == title


def test_a_headline_with_the_number_of_its_chapter_is_not_repeated() -> None:
    found = article(f"<title>Tides</title><main><h1>3.1 Tides</h1>{TEXT}<h2>7 Tides</h2>{TEXT}!</main>", url=URL)
    assert "# 3" not in found.markdown


def test_a_cloud_has_no_tags_of_the_article_though_its_links_say_what_they_are() -> None:
    cloud = "<div class='widget tagcloud'><a rel=tag href=/t/knots>knots</a> <a rel=tag href=/t/sails>sails</a></div>"
    own = "<div class='elementor-widget'><a rel=tag href=/t/tides>#tides</a></div>"
    assert [one.value for one in article(_page("", own, cloud), url=URL).lists["tags"]] == ["tides"]
    assert article(_page("", "", cloud), url=URL).lists["tags"] == []


def test_the_name_of_the_site_is_the_last_that_a_page_is_called() -> None:
    data = '<script type="application/ld+json">{"@type": "BlogPosting", "headline": "The Ebb"}</script>'
    names = f"<meta property=og:site_name content='The Ebb'><meta property=og:title content='The Ebb'>{data}"
    page = f"<title>Archives: 2024 | The Ebb</title>{names}<h1><a href=/>The Ebb</a></h1>{TEXT}"
    assert article(page, url=URL).title == "Archives: 2024"


@pytest.mark.parametrize(
    ("rel", "categories", "tags"),
    [("Category tag", ["Sea"], []), ("TAG nofollow", [], ["Sea"]), ("tagged", [], [])],
    ids=["both", "in capitals", "another word"],
)
def test_links_say_by_single_words_what_they_are(rel: str, categories: list[str], tags: list[str]) -> None:
    found = article(_page("", f"<p>In <a rel='{rel}' href=/x>Sea</a>.</p>", ""), url=URL)
    assert [one.value for one in found.lists["categories"]] == categories
    assert [one.value for one in found.lists["tags"]] == tags


def test_an_address_may_be_that_of_a_tag_below_a_category() -> None:
    below = "<p>In <a href=/category/sea/>Sea</a>. <a href=/category/sea/tag/moon/>moon</a></p>"
    found = article(_page("", below, ""), url=URL)
    assert [one.value for one in found.lists["tags"]] == ["moon"]


def test_one_main_heading_may_stand_in_another() -> None:
    page = f"<title>Tides</title><h1><div>Sea<h1>Tides</h1></div>News</h1><p class=byline>By Ada Quill</p>{TEXT}"
    assert article(page, url=URL).author == "Ada Quill"


def test_what_leads_to_a_category_is_no_tag_whatever_it_says() -> None:
    below = "<p><a rel=tag href=/category/sea/>Sea</a></p><p><a rel=tag href=/tag/moon/>moon</a></p>"
    found = article(_page("", below), url=URL)
    assert [one.value for one in found.lists["tags"]] == ["moon"]
    assert [one.value for one in found.lists["categories"]] == ["Sea"]


@pytest.mark.parametrize(
    "line",
    [
        "<p class=byline>By <a href=/ada>Ada Quill</a> <a href=/bo>Bo Hale</a></p>",
        "<address>By <a href=/author/ada.html>Ada Quill</a> <a href=/author/bo.html>Bo Hale</a></address>",
    ],
)
def test_links_side_by_side_name_several_people(line: str) -> None:
    for page in (_page("", line), _page(line, "")):
        found = article(page, url=URL)
        assert found.author == "Ada Quill, Bo Hale"
        assert [one.value for one in found.lists["authors"]] == ["Ada Quill", "Bo Hale"]


def test_who_looked_a_text_over_did_not_write_it() -> None:
    line = "<p>By <a href=/author/ada>Ada Quill</a></p><p>Checked by <a href=/author/bo>Bo Hale</a></p>"
    assert article(_page(line, ""), url=URL).author == "Ada Quill"
