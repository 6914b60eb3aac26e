"""Pages that are kept at hand: the first ones, without their trees where there is no room for these."""

from typing import Any

from intaglio.capture import Capture
from intaglio.collection.page_cache import PAGE, RECENT, PageCache
from intaglio.page import Page
from intaglio.store import CaptureRow

HTML = "<title>{0}</title><p>Text {0} <a href='/{0}'>more</a>"


class Captures:
    """Gives a page for every number."""

    def __init__(self) -> None:
        self.read_again: list[str] = []

    def read(self, row: CaptureRow) -> Capture:
        self.read_again.append(row.source)
        return Capture(HTML.format(row.source).encode())


def row(number: int) -> CaptureRow:
    return CaptureRow(1, str(number), "site", "", id=number)


def has_tree(page: Page) -> bool:
    return "document" in vars(page._source)


def cache_for(pages: int) -> tuple[PageCache, Captures, list[Page]]:
    """A cache with room for so many whole pages, and twelve pages."""
    made = [Page.parse(HTML.format(number)) for number in range(12)]
    captures: Any = Captures()
    kept = pages * (made[0].size + PAGE) / (1 - RECENT)
    return PageCache(captures, kept=round(kept) + 1), captures, made


def test_trees_make_way_for_further_pages() -> None:
    cache, captures, pages = cache_for(4)
    for number, page in enumerate(pages):
        cache.keep_if_room(row(number), page, again=number == 0)
    kept = [cache.page(row(number)) for number in range(9)]
    assert kept == pages[:9]
    assert not captures.read_again
    assert [has_tree(page) for page in pages[1:9]] == [False] * 8
    assert all(
        page.having("href") == Page.parse(HTML.format(number)).having("href") for number, page in enumerate(pages)
    )


def test_trees_that_are_needed_again_go_last() -> None:
    cache, _, pages = cache_for(4)
    for number, page in enumerate(pages[:5]):
        cache.keep_if_room(row(number), page, again=number in (0, 1))
    assert [has_tree(page) for page in pages[:5]] == [True, True, False, False, True]
    cache.spare_tree(row(0))
    for number, page in enumerate(pages[5:8], 5):
        cache.keep_if_room(row(number), page)
    assert has_tree(pages[1])
    assert not has_tree(pages[0])


def test_a_page_that_is_needed_for_the_last_time_makes_room() -> None:
    cache, captures, pages = cache_for(1)
    cache.keep_if_room(row(0), pages[0], again=True)
    assert cache.page(row(0), last=True) is pages[0]
    cache.page(row(1))
    assert cache.page(row(1)) is cache.page(row(1))
    cache.page(row(0))
    assert captures.read_again == ["1", "0"]
