"""What is built alike is not worked out again, and texts still have their say."""

import pytest

from intaglio.page import Page
from intaglio.wrapper import Record, Wrapper, extract, learn
from intaglio.wrapper.match.subtree_cache import SubtreeCache
from intaglio.wrapper.wrapper_codec import dumps, loads


def page(
    number: int, *, old: str = "Old prices", order: tuple[str, ...] = ("Weight", "Height"), items: int = 3
) -> Page:
    rows = "".join(f"<tr><th>{name}</th><td>{name[0]}{number}</td></tr>" for name in order)
    listed = "".join(f"<li><a href=/{number}/{at}>Item {number} {at}</a><p>{at}</p></li>" for at in range(items))
    return Page.parse(
        f"<title>{number}</title><body><h1>Thing {number}</h1><div class=side><h2>{old}</h2><p>None <b>at</b> all</p>"
        f"<p>since then</p></div><table class=specs>{rows}</table><ul class=items>{listed}</ul>"
    )


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    swapped = ("Height", "Weight")
    return learn([page(number, order=swapped if number % 4 == 0 else ("Weight", "Height"), items=number % 4 + 1)
                  for number in range(1, 17)])  # fmt: skip


@pytest.fixture
def warm(wrapper: Wrapper, monkeypatch: pytest.MonkeyPatch) -> tuple[Wrapper, list[bool]]:
    """A wrapper that has read some pages, and whether each replay since then was played to its end."""
    known = loads(dumps(wrapper))
    for number in range(100, 200):
        extract(known, page(number, items=number % 4 + 1))
    played: list[bool] = []
    play = SubtreeCache.play

    def watched(self: SubtreeCache, *args: object) -> bool:
        played.append(play(self, *args))  # type: ignore[arg-type]
        return played[-1]

    monkeypatch.setattr(SubtreeCache, "play", watched)
    return known, played


def fresh(wrapper: Wrapper, asked: Page) -> Record:
    return extract(loads(dumps(wrapper)), asked)


def test_parts_built_as_before_are_replayed(wrapper: Wrapper, warm: tuple[Wrapper, list[bool]]) -> None:
    known, played = warm
    asked = page(555)
    assert extract(known, asked) == fresh(wrapper, asked)
    assert any(played)


@pytest.mark.parametrize(
    "asked",
    [page(556, old="New prices"), page(557, order=("Height", "Weight")), page(558, items=9), page(559, order=())],
    ids=["another fixed text", "labels in another order", "a longer list", "no rows"],
)
def test_what_differs_is_worked_out(asked: Page, wrapper: Wrapper, warm: tuple[Wrapper, list[bool]]) -> None:
    known, _ = warm
    assert extract(known, asked) == fresh(wrapper, asked)


def test_a_fixed_text_that_is_another_is_told(warm: tuple[Wrapper, list[bool]]) -> None:
    known, _ = warm
    record = extract(known, page(556, old="New prices"))
    assert [misfit.text for misfit in record.misfits] == ["New prices"]


def test_marks_that_no_page_had_are_told_apart(wrapper: Wrapper) -> None:
    asked = [
        Page.parse(f"<title>1</title><h1>A</h1><ul class=items><li><a href=/1>Item</a><p>{text} c</p></li></ul>")
        for text in ["1 <i>b</i>", "2 <i>b</i>", "3 <i>b</i>", "4 <i class=x>b</i>"]
    ]
    known = loads(dumps(wrapper))
    assert [extract(known, one) for one in asked] == [fresh(wrapper, one) for one in asked]
