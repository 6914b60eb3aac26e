"""Addresses that are put together without taking them apart are those that the standard asks for."""

from urllib.parse import urljoin

import pytest

from intaglio.articles.output.addresses import resolved
from intaglio.page import Page

BASES = ("http://h.example/a/b/c.html", "https://h.example", "http://h.example/a/", "http://h.example/a;x/b;y?q=/../#f")
ADDRESSES = (
    "../x.html", "../../x.html", "../../../../x.html", "..", "../", "../../", "..//x", "../.././x", "../x/../y",
    "../?q", "../#f", "../x?q=../y", "../x;p", "../a:b", "/x", "x/y.html", "./x", "#f", "?q",
    "//other.example/x", "mailto:a@b",
)  # fmt: skip


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_lead_where_the_standard_says(base: str, address: str) -> None:
    assert resolved(Page.parse("", url=base), address) == urljoin(base, address)
