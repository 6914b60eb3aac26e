"""Every value of a record points to its element."""

from collections.abc import Iterator
from typing import Any

import pytest

from intaglio.page import Page
from intaglio.sample.write_site import SampleOptions, make_pages
from intaglio.wrapper import Record, extract, learn
from intaglio.wrapper.page_model.link_targets import Targets


def values(fields: object, path: str = "") -> Iterator[tuple[str, str]]:
    """All values of a record with their names."""
    if isinstance(fields, dict):
        for name, value in fields.items():
            yield from values(value, f"{path}.{name}" if path else name)
    elif isinstance(fields, list):
        for value in fields:
            yield from values(value, path)
    elif fields is not None:
        yield path, str(fields)


def at(page: Page, path: tuple[int, ...]) -> int:
    """The element at a path."""
    return next(e for e in range(page.size) if page.path(e) == path)


def says(page: Page, path: tuple[int, ...], value: str) -> bool:
    """Whether the element at a path has a value, as its text or in an attribute."""
    element = at(page, path)
    targets = Targets(page.base_url)
    held = {" ".join(one.split()) for one in page.attributes(element).values()}
    held |= {targets.absolute(one) for one in page.attributes(element).values()}
    return value in held or value in " ".join(page.text(element).split())


@pytest.fixture(scope="module")
def pages() -> dict[str, list[Page]]:
    found: dict[str, list[Page]] = {}
    for made in make_pages(SampleOptions(articles=12, products=12, people=4, months=1)):
        page = Page.parse(made.content, url=f"http://courier.example/{made.path}")
        found.setdefault(made.template or "", []).append(page)
    return found


@pytest.mark.parametrize("template", ["product", "story", "person"])
def test_every_value_points_to_its_element(pages: dict[str, list[Page]], template: str) -> None:
    wrapper = learn(pages[template])
    for page in pages[template][:4]:
        record: Record = extract(wrapper, page, where=True)
        assert record.where is not None
        waiting: dict[str, list[Any]] = {name: list(paths) for name, paths in record.where.items()}
        for name, value in values(record.fields):
            assert waiting.get(name), f"{name}: {value} stands nowhere"
            here = [path for path in waiting[name] if says(page, path, value)]
            if here:
                waiting[name].remove(here[0])
            else:
                together = " ".join(" ".join(page.text(at(page, path)).split()) for path in waiting[name])
                assert value == together, f"{name}: {value} is not there"


def test_records_are_the_same_without(pages: dict[str, list[Page]]) -> None:
    wrapper = learn(pages["product"])
    for page in pages["product"][:3]:
        plain = extract(wrapper, page)
        assert plain.where is None
        assert extract(wrapper, page, where=True).fields == plain.fields
