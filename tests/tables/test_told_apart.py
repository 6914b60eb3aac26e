"""Pages of one kind that say of themselves that they are of several."""

import pytest

from intaglio.page import Page
from intaglio.tables.kinds.place_table import PlaceTable
from intaglio.tables.kinds.placed_pages import PlacedPage, placed_pages, with_folder
from intaglio.tables.kinds.told_apart import may_be_told_apart, parts_of, told_apart

FRAME = "<h1>Fair</h1><div id=main><p><a>{0} up</a></p><h2>{0}</h2>{1}<h3>{2}</h3><ul><li>{0} item</ul></div>"
CHAIR = "<div>Chair: {0}<b>{0} b</b></div><i>{0} runs</i>"


def placed(*bodies: str) -> list[PlacedPage]:
    return placed_pages(map(Page.parse, bodies), PlaceTable())


def schedule(sessions: str = "Slots", tracks: str = "Sessions", more: str = "") -> list[PlacedPage]:
    """Pages of sessions, which have a chair, and of tracks, which have none."""
    return placed(
        *(FRAME.format(f"Hall {n}", CHAIR.format(f"Ann {n}"), sessions) + more for n in range(20)),
        *(FRAME.format(f"Track {n}", "", tracks) + more for n in range(6)),
    )


OTHERS = [placed(*(f"<h1>Fair</h1><p>{n} {other}</p>" for n in range(6))) for other in ("a", "b")]
"""Pages of other templates, which have what stands all over the site."""


def test_a_heading_that_says_one_of_two_things_tells_kinds_apart() -> None:
    pages = schedule()
    assert may_be_told_apart(pages[::3])
    assert [sign.name for sign in told_apart(pages, OTHERS)] == ["Slots", "Sessions"]


@pytest.mark.parametrize(
    ("sessions", "tracks", "more"),
    [
        ("Slots", "Slots", ""),
        ("Slots of a day", "Slots of a track", ""),
        ("Slots", "Sessions <a>(all)</a>", ""),
        ("Slots", "Sessions in 2011", ""),
        ("Slots", "Sessions", "<h4>Map</h4>"),
        ("Slots", "Sessions</h3><h3>Slots", ""),
    ],
    ids=["the same", "a word in common", "a part of it", "a number", "a heading in common", "both on a page"],
)
def test_pages_of_one_kind_stay_together(sessions: str, tracks: str, more: str) -> None:
    assert told_apart(schedule(sessions, tracks, more), OTHERS) == []


def test_without_other_templates_every_heading_is_the_kinds_own() -> None:
    assert told_apart(schedule()) == []


def test_data_at_the_same_places_is_of_one_kind() -> None:
    halls = [FRAME.format(f"Hall {n}", CHAIR.format(f"Ann {n}"), ["Slots", "Sessions"][n % 2]) for n in range(20)]
    assert may_be_told_apart(placed(*halls))
    assert told_apart(placed(*halls), OTHERS) == []


def test_pages_that_say_nothing_stay_with_those_of_their_template() -> None:
    pages = schedule()
    headings = told_apart(pages, OTHERS)
    silent = placed("<p>Nothing")
    assert parts_of(pages + silent, headings) == [0] * 20 + [1] * 6 + [0]
    assert parts_of(pages[20:] + silent, headings) == [1] * 7
    assert parts_of(pages[:23], headings) == [0] * 23


GOODS = "<h1>Shop</h1><div id=goods><h2>Lamp {0}</h2><b>{0}.50</b><i>of {0} oak</i></div>"
POSTS = "<h1>Shop</h1><div id=post><p>On {0} lamps</p><span>Ann {0}</span></div>"
LISTS = "<h1>Shop</h1><ul><li>Post {0}<li>Then {0}</ul>"


def shop(*shown: tuple[str, str, int]) -> list[PlacedPage]:
    """Pages of some folders, each shown in some way, so many of each."""
    every = [
        (f"{folder} {n}", f"http://shop.example/{folder}/{n}/", body)
        for folder, body, count in shown
        for n in range(count)
    ]
    pages = placed_pages([Page.parse(body.format(said)) for said, _, body in every], PlaceTable())
    return [with_folder(page, address) for page, (_, address, _) in zip(pages, every, strict=True)]


def test_folders_whose_pages_have_nothing_in_common_tell_kinds_apart() -> None:
    pages = shop(("goods", GOODS, 9), ("blog", POSTS, 7), ("tag", LISTS, 6), ("author", LISTS, 2), ("of", POSTS, 1))
    assert may_be_told_apart(pages[::3])
    signs = told_apart(pages)
    assert [sign.texts for sign in signs] == [("goods",), ("blog", "of"), ("tag", "author")]
    assert parts_of(pages, signs) == [0] * 9 + [1] * 7 + [2] * 8 + [1]


@pytest.mark.parametrize(
    "shown",
    [
        [("lamps", GOODS, 9), ("rugs", GOODS, 7)],
        [("lamps", GOODS, 9), ("rugs", GOODS + "<p>Wash {0} cold</p>", 7)],
        [("lamps", GOODS, 9), ("blog", POSTS, 4)],
    ],
    ids=["the same", "a part more", "few pages"],
)
def test_folders_of_one_kind_stay_together(shown: list[tuple[str, str, int]]) -> None:
    assert told_apart(shop(*shown)) == []


def test_addresses_that_are_hidden_tell_nothing() -> None:
    bodies = [*(GOODS.format(n) for n in range(9)), *(POSTS.format(n) for n in range(9))]
    assert told_apart(placed(*bodies)) == []


def typed(type_: str, body: str, count: int) -> list[str]:
    return [f'<meta property="og:type" content="{type_}">' + body.format(f"{type_} {n}") for n in range(count)]


def test_types_that_pages_declare_tell_kinds_apart() -> None:
    pages = placed(*typed("article", POSTS, 8), *typed("website", LISTS, 6))
    assert may_be_told_apart(pages[::3])
    signs = told_apart(pages)
    assert [sign.name for sign in signs] == ["article", "website"]
    assert parts_of(pages, signs) == [0] * 8 + [1] * 6


@pytest.mark.parametrize(
    "bodies",
    [
        [*typed("article", POSTS, 8), *typed("website", POSTS, 6)],
        [*typed("article", POSTS, 8), *typed("website", LISTS, 3)],
        [*typed("article", POSTS, 8), *typed("website", LISTS, 6), *(LISTS.format(n) for n in range(6))],
    ],
    ids=["built alike", "few pages", "many that declare nothing"],
)
def test_types_without_more_tell_nothing(bodies: list[str]) -> None:
    assert told_apart(placed(*bodies)) == []
