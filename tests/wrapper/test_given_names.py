"""Names that people gave, and those that tools make."""

import pytest

from intaglio.page import Page
from intaglio.wrapper import extract, learn
from intaglio.wrapper.fields.given_names import given_id, given_name
from intaglio.wrapper.page_model.page_tree import folded

MADE = {
    "heading": "sc-4d5e6f-1 jKLmnO",
    "price": "sc-bdVaJa fXyZab",
    "old": "sc-gHftYp eQwErt",
    "stock": "sc-htpNat kJsdFg",
}
LOOKS = {
    "heading": "text-3xl font-bold", "price": "text-2xl text-indigo-600", "old": "line-through text-sm ml-2",
    "stock": "mt-4 text-sm text-green-700",
}  # fmt: skip
MODULES = {
    "heading": "Product_title__Qz9fL", "price": "Product_price__7yTr1", "old": "Product_oldPrice__pK3sd",
    "stock": "Product_stock__XX12a",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("ProductPage_price__7yTr1", "price"),
        ("Description_body__kj23D", "Description_body"),
        ("css-1q2w3e-Title", "Title"),
        ("Title-sc-1x2y3-0", "Title"),
        ("product__price", "price"),
        ("recipe-page__intro--wide", "intro"),
        ("facts__value", "facts_value"),
        ("field--name-field-office", "office"),
        ("field-name-body", "body"),
        ("views-field-field-fee", "fee"),
        ("views-field-field-place-value", "place"),
        ("field-field-place", "place"),
        ("field-field-value", "value"),
        ("view-id-archive", "archive"),
        ("view-display-id-page_1", ""),
        ("field--type-text-long", ""),
        ("oldPrice", "oldPrice"),
        ("topRow", "topRow"),
        ("bold-price", "bold-price"),
        ("panel-primary", ""),
        ("mobile-background", ""),
        ("mobile", "mobile"),
        ("link-arrow-blue", ""),
        ("woocommerce-Price-amount", "woocommerce-Price-amount"),
        *((name, "") for name in ("sc-bdVaJa", "css-1q2w3e", "hTyqPk", "bxyZop", "svelte-1abc2d", "MuiBox-root")),
        *(
            (name, "")
            for name in ("text-sm", "md:mt-4", "hover:underline", "divide-y", "line-through", "text-gray-900")
        ),
    ],
)
def test_what_people_called_an_element(name: str, given: str) -> None:
    assert given_name(folded(name)) == given


@pytest.mark.parametrize(
    ("classes", "names"),
    [
        (MADE, ["heading", "price", "price_2", "text"]),
        (LOOKS, ["heading", "price", "old_price", "text"]),
        (MODULES, ["title", "price", "price_2", "stock"]),
    ],
)
def test_fields_of_pages_whose_classes_tools_made(classes: dict[str, str], names: list[str]) -> None:
    pages = [
        Page.parse(
            f'<div id=__next><h1 class="{classes["heading"]}">{name}</h1><b class="{classes["price"]}">${price}.50</b>'
            f'<i class="{classes["old"]}">${price + 3}.50</i><p class="{classes["stock"]}">{stock}</p></div>'
        )
        for price, (name, stock) in enumerate(
            (
                ("Anna", "Sold out"),
                ("Bella", "3 left"),
                ("Cora", "In stock"),
                ("Doro", "Only 2 left"),
                ("Ella", "Gone"),
            ),
            11,
        )
    ]
    assert list(extract(learn(pages), pages[0]).fields) == names


def test_endless_names_are_left_alone() -> None:
    assert given_name("__" * 100_000) == "__" * 100_000


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("ctl00_ctl00_ContentPlaceHolder1_lblPrice", "Price"),
        ("_ctl0_main_hypWeb", "Web"),
        ("ctl00_Main_rpt_ctl03", ""),
        ("lblPrice", "Price"),
        ("lblprice", "lblprice"),
        ("control_price", "control_price"),
        ("imgs", "imgs"),
    ],
)
def test_what_people_called_a_control(name: str, given: str) -> None:
    assert given_id(folded(name)) == given
