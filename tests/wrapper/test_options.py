"""Options reach the steps they are for: learning, matching, records, and wrappers that come from a blob."""

from dataclasses import replace

import pytest

from intaglio.page import Page
from intaglio.wrapper import Wrapper, WrapperOptions, extract_strictly, learn
from intaglio.wrapper.options import AlignOptions, BodyOptions, FieldOptions, MatchOptions, NameOptions, ProseOptions
from intaglio.wrapper.wrapper_codec import dumps, loads
from tests.wrapper.test_prose import article


def page(number: int, more: str = "") -> Page:
    return Page.parse(f"{article(number)[1]}<dl><dt>Colour:<dd>c{number}</dl>{more}", url="https://prose.example/1")


def learned(options: WrapperOptions) -> Wrapper:
    return learn([page(number) for number in range(12)], options)


def test_what_is_prose_can_be_set() -> None:
    def whole(options: WrapperOptions) -> set[str]:
        return {node.mark.tag for node, _ in learned(options).pattern.walk() if node.whole and node.mark is not None}

    assert whole(WrapperOptions()) == {"p", "pre"}
    bodies = AlignOptions(bodies=BodyOptions(words=100))
    assert whole(WrapperOptions(align=bodies, prose=ProseOptions(words=100))) == {"pre"}


def test_names_can_be_set() -> None:
    assert "colour" in learned(WrapperOptions()).named()
    assert "col" in learned(WrapperOptions(fields=FieldOptions(names=NameOptions(longest=3)))).named()


@pytest.mark.parametrize("stored", [False, True])
def test_a_wrapper_works_by_its_options_and_one_from_a_blob_by_those_given(stored: bool) -> None:
    options = WrapperOptions(match=MatchOptions(steps=1))
    wrapper = learned(options)
    wrapper = loads(dumps(wrapper), options) if stored else wrapper
    assert extract_strictly(wrapper, page(3)) is None
    assert extract_strictly(replace(wrapper, options=WrapperOptions()), page(3)) is not None
    assert dumps(wrapper) == dumps(learned(WrapperOptions())), "options are not stored"


def test_of_very_large_pages_one_has_to_do() -> None:
    pages = [page(number) for number in range(4)]
    size = max(one.size for one in pages)
    assert len(WrapperOptions().affordable(pages)) == 4
    assert len(WrapperOptions(elements=size).affordable(pages)) == 2, "the fewest"
    assert len(WrapperOptions(elements=size, largest=size).affordable(pages)) == 1
    assert len(WrapperOptions(elements=1, largest=1).affordable(pages)) == 1
    assert len(WrapperOptions(elements=size, largest=size).affordable(pages[1:], pages[:1])) == 0
    assert len(WrapperOptions(elements=size).affordable(pages[1:], pages[:1])) == 1
