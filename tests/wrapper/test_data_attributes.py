"""Attributes as they are meant: images that load late, labels that stand for texts."""

import pytest

from intaglio.page import Page
from intaglio.wrapper import extract, learn
from intaglio.wrapper.page_model.data_attributes import having, values

INSIDE = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


@pytest.mark.parametrize(
    ("image", "address"),
    [
        ("<img src=/a.jpg>", "/a.jpg"),
        ("<img src=/blank.png data-src=/a.jpg>", "/a.jpg"),
        (f'<img src="{INSIDE}" data-original=/a.jpg>', "/a.jpg"),
        (f'<img src="{INSIDE}" srcset="/a-300.jpg 300w, /a.jpg 600w">', "/a.jpg"),
        ('<img data-srcset="/a-300.jpg 300w, /a.jpg 600w">', "/a.jpg"),
        ("<img src=/a.jpg srcset='/b.jpg 2x'>", "/a.jpg"),
        (f'<img src="{INSIDE}">', INSIDE),
        ("<script src=/a.jpg data-src=/b.jpg></script>", "/a.jpg"),
    ],
)
def test_where_an_image_is(image: str, address: str) -> None:
    page = Page.parse(image)
    assert list(having(page, "src").values()) == [address]
    assert values(page, "src", list(having(page, "src"))) == [address]


@pytest.mark.parametrize(
    ("html", "labels"),
    [
        ("<div aria-label='4 of 5 stars'><svg></svg></div>", ["4 of 5 stars"]),
        ("<div aria-label='4 of 5 stars'>**** <span>12 ratings</span></div>", ["4 of 5 stars"]),
        ("<div aria-label='Lamps of 2024'>Lamps</div>", []),
        ("<a href=/ aria-label='Read more about lamps'></a><button aria-label='Add a lamp'></button>", []),
        ("<nav aria-label=Main></nav>", []),
    ],
)
def test_labels_that_stand_for_texts(html: str, labels: list[str]) -> None:
    assert list(having(Page.parse(html), "aria-label").values()) == labels


def test_a_record_has_them() -> None:
    pages = [
        Page.parse(
            f"<img class=hero src=/blank.png data-src=/hero/{name}.jpg><h1>{name}</h1>"
            f"<div class=rating aria-label='Rated {stars}.5 out of 5'><svg></svg></div><p>Fixed"
        )
        for stars, name in enumerate(("Anna", "Bella", "Cora", "Doro", "Ella"))
    ]
    fields = extract(learn(pages), pages[2]).fields
    assert fields == {"hero_src": "/hero/Cora.jpg", "heading": "Cora", "rating": "Rated 2.5 out of 5"}


def test_an_attribute_without_words_is_no_value() -> None:
    said = ["" if number % 3 else f"Dish of {number}" for number in range(9)]
    pages = [
        Page.parse(f"<h1>Dish</h1><img class=dish src=/{number}.png alt='{alt}'>") for number, alt in enumerate(said)
    ]
    wrapper = learn(pages)
    assert [extract(wrapper, page).fields["dish_alt"] for page in pages[3:5]] == ["Dish of 3", None]
