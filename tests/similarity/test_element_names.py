"""Names of elements: what tells of one entry is no part of them."""

import pytest

from intaglio.similarity.element_names import mark_hashes


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("post-7 post type-post hentry category-soups", "post-12 post type-post hentry category-cakes tag-quick", True),
        ("product type-product post-7 instock sale", "product type-product post-9 outofstock", True),
        ("post-7 post type-post hentry", "post-7 page type-page hentry", False),
        ("button type-primary large", "button type-primary small", False),
        ("node list", "node", False),
        ("views-row-1 odd", "views-row-2 odd", True),
    ],
)
def test_what_classes_tell_of_one_entry_is_left_out(one: str, other: str, same: bool) -> None:
    assert (mark_hashes(one)[0] == mark_hashes(other)[0]) == same


def test_the_first_class_stays_what_it_was() -> None:
    assert mark_hashes("post-7 type-post")[1] == mark_hashes("post-9")[1]
