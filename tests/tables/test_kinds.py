"""Kinds: ids, names, file names, and what people decided of them."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import pytest

from intaglio.page import Page
from intaglio.tables import Choices, FieldFacts, TemplateEvidence, TemplateKey, find_kinds
from intaglio.tables.choices import Merge
from intaglio.tables.kinds.address_patterns import address_patterns
from intaglio.tables.kinds.find_kinds import kind_id
from intaglio.tables.kinds.kind_names import SiteWords, file_name, kind_names, names_of_listings, unique_names
from intaglio.tables.kinds.page_sketch import sketch_templates
from intaglio.tables.kinds.place_table import PlaceTable
from intaglio.tables.kinds.placed_pages import placed_pages
from intaglio.templates import PathTable, Traits

MENU = "".join(f"<li class=m{n}><a>Menu {n}</a></li>" for n in range(9))
THING = "<div class=thing><h1 class=n>{0} name</h1><p class=price>{0} $</p><p class=text>About {0}</p></div>"
PERSON = "<div class=person><h2 class=who>{0} who</h2><i class=role>Role {0}</i><b class=mail>{0}@x.org</b></div>"
EXTRA = "<p class=extra>Sold out</p>"
TREES = {1: "oak", 2: "elm", 3: "ash", 4: "fir", 5: "yew", 6: "bay"}


def test_places_are_those_of_all_that_stands_above() -> None:
    table = PlaceTable()
    page = Page.parse("<body class=a><p class=x>1</p><p class=x>2</p><div class=y><p class=x>3</p></div>")
    places = table.places_of([page]).tolist()
    assert len(places) == page.size
    assert len(set(places)) == page.size - 1  # two paragraphs stand at one
    assert places == table.places_of([page]).tolist() == PlaceTable().places_of([page]).tolist()
    other = table.places_of([Page.parse("<body class=b><p class=x>1")]).tolist()
    assert set(other) < set(places)  # the class of `<body>` says nothing


def test_a_place_is_told_by_the_order_of_what_stands_above() -> None:
    page = Page.parse("<div class=x><div class=y><p>1</p></div></div><div class=y><div class=x><p>2</p></div></div>")
    places = PlaceTable().places_of([page]).tolist()
    assert len(set(places)) == len(places)


def test_places_are_found_however_deep_a_page_is() -> None:
    page = Page.parse("<div>" * 3000)
    stand = set(zip(page.depth.tolist(), page.tag.tolist(), strict=True))
    assert len(set(PlaceTable().places_of([page]).tolist())) == len(stand) > 100


def test_places_of_several_pages_are_those_of_each_alone() -> None:
    bodies = ["<body class=a><p id=i>1<x-one class=b>2", "<p>3", "<ul id=menu><li class='b c'>4</ul><x-two>5<x-one>6"]
    pages, alone = list(map(Page.parse, bodies)), PlaceTable()
    each = [place for page in pages for place in alone.places_of([page]).tolist()]
    assert PlaceTable().places_of(pages).tolist() == each


def evidence(*bodies: str, site: str = "shop.example") -> list[TemplateEvidence]:
    table, places = PathTable(), PlaceTable()
    pages = {
        f"t{at}": [Page.parse(f"<ul class=menu>{MENU}</ul>" + body.format(f"{n}{at}")) for n in range(6)]
        for at, body in enumerate(bodies)
    }
    sketches = sketch_templates(
        {name: [page.texts for page in placed_pages(some, places)] for name, some in pages.items()}
    )
    found = []
    for name, some in pages.items():
        traits = Traits()
        for page in some:
            traits.learn(table.read(page))
        found.append(TemplateEvidence(TemplateKey(site, name), len(some), traits, sketch=sketches[name]))
    return found


def names_of(templates: Sequence[TemplateEvidence], listings: Collection[str] = ()) -> list[str]:
    groups = {str(at): [one] for at, one in enumerate(templates)}
    return list(kind_names(groups, {one.key.site: SiteWords.of(templates) for one in templates}, listings).values())


def test_templates_with_data_at_the_same_places_are_of_one_kind() -> None:
    kinds = find_kinds(evidence(THING, PERSON, THING + EXTRA))
    assert sorted(len(kind.templates) for kind in kinds) == [1, 2]
    assert {key.template for key in kinds[0].templates} == {"t0", "t2"}


def test_a_listing_is_apart_from_what_it_lists() -> None:
    assert len(find_kinds(evidence(THING, THING * 6))) == 2


def test_a_list_in_one_frame_with_what_it_lists_is_apart() -> None:
    node = "<div class='{1}'><h3 class=t>Title {0}</h3><p class=s>Said {0}</p></div>"
    frame = f"<div id=main><h2 class=n>All {{0}}</h2>{node}</div>"
    pages = [frame.replace("{1}", kind) for kind in ("node", "node list")]
    assert len(find_kinds(evidence(pages[0].replace("All {0}", "One"), pages[1]))) == 2


SPARE = "<div class=a><b class=c>{0} a</b></div><div class=d><b class=e>{0} b</b></div><div class=f><i>{0} c</i></div>"


@pytest.mark.parametrize(
    ("folders", "kinds"),
    [(("", ""), 2), (("goods", "people"), 2), (("goods", "goods"), 1), (("goods/2010", "goods/2011"), 1)],
)
def test_templates_of_one_folder_need_less_in_common(folders: tuple[str, str], kinds: int) -> None:
    found = evidence(THING, THING.replace("class=text", "class=about") + SPARE)
    told = [
        replace(one, urls=[f"http://a.example/{folder}/x{'abcdef'[n]}.html" for n in range(6)])
        for one, folder in zip(found, folders, strict=True)
    ]
    home = replace(evidence(PERSON, site="shop.example")[0], urls=["http://a.example/"])
    home = replace(home, key=TemplateKey("shop.example", "home"))
    assert len(find_kinds([*told, home])) == kinds + 1


@pytest.mark.parametrize(
    ("urls", "pattern"),
    [
        (["/doc/en/mod/a.html", "/doc/en/mod/b.html"], "mod"),
        (["/doc/en/Question - 1.html", "/doc/en/Question - 22.html"], "Question - #"),
        (["/doc/en/0001.html", "/doc/en/0002.html"], None),
        (["/doc/en/2010/05/a.html", "/doc/en/2011/06/b.html"], "#/#"),
        (["/doc/en/mod/a.html", "/doc/en/b.html"], None),
        (["/doc/en/mod/index.html", "/doc/en/programs/index.html"], None),
    ],
)
def test_an_address_says_the_folder_below_that_of_the_site(urls: list[str], pattern: str | None) -> None:
    others = ["/doc/en/about.html", "/doc/en/howto/c.html"]
    assert address_patterns({"one": urls, "other": others}, 0.8).get("one") == pattern


def test_ids_stay_as_templates_come() -> None:
    few, more = find_kinds(evidence(THING, PERSON)), find_kinds(evidence(THING, PERSON, THING + EXTRA))
    assert {kind.id for kind in few} == {kind.id for kind in more}


def test_names_are_unique_and_what_people_decided_holds() -> None:
    found = evidence(THING, PERSON)
    ids = [kind_id(one.key) for one in found]
    named = find_kinds(found, Choices(kind_names={ids[1]: "people"}))
    assert {kind.name for kind in named} == {"pages", "people"}
    assert len({kind.slug for kind in find_kinds(found)}) == 2
    (merged,) = find_kinds(found, Choices(shaped=(Merge(ids[0], ids[1]),)))
    assert merged.id == ids[0]
    apart = find_kinds(evidence(THING, THING), Choices(shaped=(TemplateKey("shop.example", "t1"),)))
    assert len(apart) == 2


def test_sites_are_kept_apart() -> None:
    assert len(find_kinds([*evidence(THING, site="a.example"), *evidence(THING, site="b.example")])) == 2


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "Über Uns", "con\x00", "…", "C:\\x", "a" * 300])
def test_a_file_name_is_safe_whatever_the_pages_say(name: str) -> None:
    made = file_name(name)
    assert made.replace("-", "a").isalnum()
    assert made.isascii()
    assert len(made) <= 40


@pytest.mark.parametrize(
    ("urls", "name"),
    [
        ([f"Users - {n} - Stack.html" for n in range(6)], "users"),
        ([f"http://a.example/goods/{n}.html" for n in range(6)], "goods"),
        ([f"http://a.example/speaker/profile/{n}/" for n in range(6)], "speaker"),
        ([f"http://a.example/profile/{n}/" for n in range(6)], "profile"),
        (["http://a.example/letters.html"], "letters"),
        (["http://a.example/index.html"], "home"),
        ([f"http://a.example/{n}" for n in range(6)], "pages"),
        ([f"http://a.example/guide/de-DE/{tree}.html" for tree in TREES.values()], "guide"),
        ([f"http://a.example/goods/oak-{n}/index.html" for n in range(6)], "goods"),
        ([f"http://a.example/2024/0{n}/{TREES[n]}/" for n in TREES], "posts"),
        ([f"2024/0{n}/11/{TREES[n]}/index.html" for n in TREES], "posts"),
    ],
)
def test_a_name_is_what_addresses_share_without_endings(urls: list[str], name: str) -> None:
    thing, person = evidence(THING, PERSON)
    other = replace(person, urls=[f"Tags - {n} - Stack.html" for n in range(6)])
    kinds = find_kinds([replace(thing, urls=urls), other])
    assert name in {kind.name for kind in kinds}


def test_titles_name_a_kind_whose_addresses_say_nothing() -> None:
    thing, person = evidence(THING, PERSON)
    titles = [f"Photos {n} - Club" for n in range(3)]
    kinds = find_kinds([replace(thing, titles=titles), replace(person, titles=["Jo - Club", "Mo - Club"])])
    assert {kind.name for kind in kinds} == {"photos", "pages"}
    told = [f"How to {verb} a boat" for verb in ("build", "mend", "sail")]
    kinds = find_kinds([replace(thing, titles=told), replace(person, titles=["Jo", "Mo"])])
    assert {kind.name for kind in kinds} == {"boat", "pages"}


def test_the_name_of_the_site_names_no_kind() -> None:
    thing, person = evidence(THING, PERSON)
    lists = replace(
        thing, titles=[f"Voices of May - {n}" for n in "abc"], urls=[f"http://voices.example/{n}" for n in "abc"]
    )
    assert names_of([lists, replace(person, titles=["Jo", "Mo"])]) == ["pages", "pages"]


@pytest.mark.parametrize(
    ("near", "label", "name"), [(("published",), "", "articles"), ((), "Posted on", "articles"), ((), "", "pages")]
)
def test_texts_with_the_day_they_were_published_are_articles(near: tuple[str, ...], label: str, name: str) -> None:
    (one,) = evidence(THING)
    day = FieldFacts(("day",), "text", "", 0, 1.0, "date", 0, near=near, label=label)
    text = FieldFacts(("entry",), "text", "", 1, 1.0, "text", 0, whole=True)
    assert names_of([replace(one, facts=(day, text))]) == [name]
    assert names_of([replace(one, facts=(day,))]) == ["pages"]


def test_a_listing_is_called_after_what_it_lists_and_sites_tell_names_apart() -> None:
    names = {"k1": "goods", "k2": "goods", "k3": "goods", "k4": "topics"}
    sites = {"k1": "https://one.example", "k2": "https://one.example", "k3": "https://two.example", "k4": ""}
    found = names_of_listings(names, sites, {"k2", "k4"})
    assert unique_names(found, sites, ()) == {
        "k1": "goods", "k2": "goods-list", "k3": "two.example-goods", "k4": "topics",
    }  # fmt: skip
    assert unique_names({"a": "goods", "b": "goods"}, {"a": "x", "b": "x"}, ()) == {"a": "goods", "b": "goods-2"}


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://a.example/", "home"),
        ("http://a.example/index.html", "home"),
        ("http://a.example/account/signup/index.html", "signup"),
        ("http://a.example/1384.htm", "pages"),
        ("http://a.example/jobs/senior-baker-12/index.html", "senior-baker"),
    ],
)
def test_a_page_alone_is_named_after_itself_or_its_folder(url: str, name: str) -> None:
    (one,) = evidence(THING)
    assert names_of([replace(one, urls=(url,), titles=("Oak",))]) == [name]


def test_the_folder_that_a_whole_site_is_in_names_no_kind() -> None:
    (one,) = evidence(THING)
    modules = ("alloc", "env", "io", "os")
    structs = replace(one, urls=tuple(f"std/{name}/struct.{name.title()}.html" for name in modules), titles=())
    traits = replace(one, urls=tuple(f"std/{name}/trait.{name.title()}.html" for name in modules), titles=())
    assert names_of([structs, traits]) == ["struct", "trait"]
    books = replace(one, urls=tuple(f"books/{name}/cover.html" for name in modules), titles=())
    assert names_of([structs, books]) == ["std", "books"]


def test_what_several_kinds_declare_tells_none_of_them_apart() -> None:
    news, events = (replace(one, types=("Article",) * 6) for one in evidence(THING, PERSON))
    assert (
        names_of([replace(news, urls=("a/news/1.html", "a/news/2.html")), replace(events, types=())])[0] == "articles"
    )
    told = [
        replace(one, urls=(f"a/{name}/1.html", f"a/{name}/2.html")) for one, name in ((news, "news"), (events, "fair"))
    ]
    assert names_of(told) == ["news", "fair"]
    assert names_of(told, listings={"0"}) == ["articles", "articles"]
    assert names_of([news, events]) == ["articles", "articles"]


def test_a_script_among_folders_names_no_kind() -> None:
    (one,) = evidence(THING)
    assert names_of([replace(one, urls=("a/doku.php/Oak", "a/doku.php/Elm"), titles=())]) == ["pages"]
    assert names_of([replace(one, urls=("a/doku.php/tree:oak", "a/doku.php/tree%3Aelm"), titles=())]) == ["tree"]


@pytest.mark.parametrize(("aside", "listing"), [(4, True), (12, False)])
def test_a_listing_may_have_a_few_fields_beside_its_rows(aside: int, listing: bool) -> None:
    (one,) = evidence(THING)
    rows = [FieldFacts(("rows", f"part{n}"), "text", "", n, 1.0, "text", 1) for n in range(5)]
    rows.append(FieldFacts(("rows", "link"), "target", "href", 5, 1.0, "url", 1))
    beside = [FieldFacts((f"aside{n}",), "text", "", 6 + n, 1.0, "text", 0) for n in range(aside)]
    seldom = [FieldFacts((f"seldom{n}",), "text", "", 30 + n, 0.1, "text", 0) for n in range(9)]
    (kind,) = find_kinds([replace(one, facts=(*rows, *beside, *seldom))])
    assert kind.listing is listing


@pytest.mark.parametrize(("written", "listing"), [(0.5, True), (1.0, False)])
def test_texts_that_more_pages_have_than_a_list_of_related_ones_are_no_listing(written: float, listing: bool) -> None:
    (one,) = evidence(THING)
    rows = [FieldFacts(("rows", f"part{n}"), "text", "", n, 0.6, "text", 1) for n in range(5)]
    rows.append(FieldFacts(("rows", "link"), "target", "href", 5, 0.6, "url", 1))
    text = FieldFacts(("text",), "text", "", 6, written, "prose", 0, whole=True)
    (kind,) = find_kinds([replace(one, facts=(*rows, text))])
    assert kind.listing is listing


def test_pages_with_a_list_that_few_of_them_have_are_no_listing() -> None:
    (one,) = evidence(THING)
    rows = [FieldFacts(("rows", f"part{n}"), "text", "", n, 0.1, "text", 1) for n in range(20)]
    rows.append(FieldFacts(("rows", "link"), "target", "href", 20, 0.1, "url", 1))
    text = FieldFacts(("text",), "text", "", 21, 1.0, "prose", 0)
    (kind,) = find_kinds([replace(one, facts=(*rows, text))])
    assert not kind.listing


def test_links_beside_what_a_page_is_for_make_no_listing() -> None:
    (one,) = evidence(THING)
    rows = [
        FieldFacts(("rows", f"part{n}"), origin, "", n, 1.0, "text", 1, signature=("div#.left-sidebar",))
        for n, origin in enumerate(("text", "text", "text", "text", "text", "target"))
    ]
    (kind,) = find_kinds([replace(one, facts=tuple(rows))])
    assert not kind.listing
    (kind,) = find_kinds([replace(one, facts=tuple(row._replace(signature=()) for row in rows))])
    assert kind.listing
